"""Brings a database to the schema of this code: all outstanding migrations in one transaction, one migrator at a time.

Imported by ``python -m service migrate`` alone: the migration tool costs more to import than the whole web path.
"""

from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from service.core import installation, schema
from service.core.database import make_engine
from service.core.places import MIGRATIONS
from service.core.settings import Settings
from service.core.uow import Database, UnitOfWork

_MIGRATOR_LOCK: Final = 7_014_218_250_113
"""The number of the advisory lock that keeps two migrators apart on PostgreSQL; nothing else uses it."""


def upgrade(url: str) -> None:
    """Migrate the database at a SQLAlchemy address to ``schema.HEAD``; nothing happens where it is there already.

    Also makes the cursor secret where it is missing, and notes the schema's fingerprint for ``doctor``.
    Raises SchemaNotCurrent where the database is newer than this code.
    """
    engine = make_engine(Settings(database_url=url))
    try:
        Database(engine).transact(_upgrade)
    finally:
        engine.dispose()


def configuration() -> Config:
    """Alembic's configuration, in code: where the migrations stand."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _upgrade(uow: UnitOfWork) -> None:
    connection = uow.connection
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATOR_LOCK})
    before = schema.revision(connection)
    if before is None or before < schema.HEAD:
        _run(connection)
        installation.replace_fact(connection, installation.SCHEMA_FINGERPRINT, schema.fingerprint(connection))
    schema.require_current(connection)
    installation.settle_cursor_secret(connection)


def _run(connection: Connection) -> None:
    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, schema.HEAD)
