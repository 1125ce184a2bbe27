"""The database connection: one metadata, named constraints, and the manners of each database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, Engine, Integer, MetaData, create_engine, event
from sqlalchemy.pool import QueuePool

from service.core.settings import Settings

NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
metadata: Final = MetaData(naming_convention=NAMING)

Id: Final = BigInteger().with_variant(Integer(), "sqlite")
"""A key given by the database: 64 bits on both (SQLite only numbers rows of an INTEGER key by itself)."""

POOL_WAIT_S: Final = 10
"""So long a request waits for a connection of its process, then it is told to come again."""

MOST_CONNECTIONS: Final = 16
"""Of one process. Threads beyond them wait for slow clients, not for the database."""

LOCK_TIMEOUT_MS: Final = 5_000
SQLITE_BUSY_MS: Final = 10_000


def make_engine(settings: Settings) -> Engine:
    """An engine with the manners that ``design`` asks of each database. Opens no connection yet."""
    if settings.is_sqlite:
        path = settings.sqlite_path
        assert path is not None
        path.parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(
            settings.database_url,
            poolclass=QueuePool,
            pool_size=min(settings.threads, MOST_CONNECTIONS),
            max_overflow=8,
            pool_timeout=POOL_WAIT_S,
            connect_args={"check_same_thread": False, "timeout": SQLITE_BUSY_MS / 1000},
        )
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    return create_engine(
        settings.database_url,
        pool_size=min(settings.threads, MOST_CONNECTIONS),
        max_overflow=8,
        pool_timeout=POOL_WAIT_S,
        pool_pre_ping=False,
        connect_args={"options": f"-c lock_timeout={LOCK_TIMEOUT_MS} -c timezone=UTC"},
    )


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """WAL and FULL: an acknowledged write survives a crash; the driver's own transactions are switched off.

    Without recursive triggers an INSERT OR REPLACE would take an append-only row away unseen by its trigger.
    """
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={SQLITE_BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "recursive_triggers=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes the write lock at once: a deferred BEGIN that turns writer fails under load."""
    writing = connection.get_execution_options().get("pitbook_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection for reads within one snapshot; whatever it did is rolled back."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection
        connection.rollback()


@contextmanager
def reading_anything(engine: Engine) -> Iterator[Connection]:
    """The same for whoever must not fail by what is stored: text that is no UTF-8 is read with lone surrogates in it.

    SQLite keeps any bytes as text, and its driver would refuse the whole page of them.
    """
    with reading(engine) as connection:
        if engine.dialect.name != "sqlite":
            yield connection
            return
        driver: Any = connection.connection.driver_connection
        driver.text_factory = _any_text
        try:
            yield connection
        finally:
            driver.text_factory = str


def _any_text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")
