"""What commands share: settings, an open database, and trouble said in a sentence instead of a traceback."""

from collections.abc import Iterator
from contextlib import contextmanager

import click
from sqlalchemy.exc import DBAPIError

from service.core import schema
from service.core.database import make_engine
from service.core.errors import Refusal
from service.core.settings import Settings, SettingsError, read_settings
from service.core.uow import Database


@contextmanager
def plain_errors() -> Iterator[None]:
    """Have what an operator can mend end the command with one sentence and status 1."""
    try:
        yield
    except (SettingsError, schema.SchemaNotCurrent) as error:
        raise click.ClickException(str(error)) from error
    except Refusal as refusal:
        if isinstance(refusal.__cause__, DBAPIError):
            raise click.ClickException(_said(refusal.__cause__)) from refusal
        raise click.ClickException(f"{refusal.detail} {refusal.kind.advice}") from refusal
    except DBAPIError as error:
        raise click.ClickException(_said(error)) from error


def _said(error: DBAPIError) -> str:
    return f"The database refused: {str(error.orig).strip()}"


@contextmanager
def open_database(settings: Settings) -> Iterator[Database]:
    """A migrated database. Raises SchemaNotCurrent for one that is not; no connection is left open."""
    engine = make_engine(settings)
    try:
        with engine.connect() as connection:
            schema.require_current(connection)
        yield Database(engine)
    finally:
        engine.dispose()


def usable_settings() -> Settings:
    """The settings of this process. Raises ClickException for what is not usable."""
    with plain_errors():
        return read_settings()


def shown_database(settings: Settings) -> str:
    """Which database is in use, without its password."""
    if settings.is_sqlite:
        return f"SQLite {settings.sqlite_path}"
    engine = make_engine(settings)
    address = engine.url.render_as_string(hide_password=True)
    engine.dispose()
    return f"PostgreSQL {address.removeprefix('postgresql+psycopg://')}"
