"""Facts that a database was born with."""

from typing import Final

from sqlalchemy import Engine, select
from sqlalchemy.exc import DBAPIError

from service.core.database import reading
from service.core.models import installation
from service.core.settings import SettingsError

CURSOR_SECRET: Final = "cursor_secret"  # noqa: S105  (the name of a row, not a secret)


def read_cursor_secret(engine: Engine) -> bytes:
    """The secret that signs this installation's cursors. Raises SettingsError on a database without one."""
    try:
        with reading(engine) as connection:
            value = connection.execute(
                select(installation.c.value).where(installation.c.name == CURSOR_SECRET)
            ).scalar_one_or_none()
    except DBAPIError as error:
        raise SettingsError("the database is not ready: run 'python -m service migrate' first") from error
    if value is None:
        raise SettingsError("the database holds no cursor secret: run 'python -m service migrate' again")
    return bytes.fromhex(value)
