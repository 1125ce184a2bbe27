"""Facts that a database was born with: written once, by whoever comes first, and the same for all from then on."""

import secrets
from typing import Final

from sqlalchemy import Connection, Engine, delete, insert, select, text
from sqlalchemy.exc import DBAPIError

from service.core.database import reading
from service.core.models import installation
from service.core.settings import SettingsError

CURSOR_SECRET: Final = "cursor_secret"  # noqa: S105  (the name of a row, not a secret)
SCHEMA_FINGERPRINT: Final = "schema_fingerprint"


def read_cursor_secret(engine: Engine) -> bytes:
    """The secret that signs this installation's cursors. Raises SettingsError on a database without one."""
    try:
        with reading(engine) as connection:
            value = find_fact(connection, CURSOR_SECRET)
    except DBAPIError as error:
        raise SettingsError("the database is not ready: run 'python -m service migrate' first") from error
    if value is None:
        raise SettingsError("the database holds no cursor secret: run 'python -m service migrate' again")
    return bytes.fromhex(value)


def settle_cursor_secret(connection: Connection) -> None:
    """Make the secret, 32 random bytes, where the database has none yet. A second writer keeps the first one's."""
    connection.execute(
        text("INSERT INTO installation (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING"),
        {"name": CURSOR_SECRET, "value": secrets.token_hex(32)},
    )


def find_fact(connection: Connection, name: str) -> str | None:
    """A fact of this installation, None where it was not written yet."""
    return connection.execute(select(installation.c.value).where(installation.c.name == name)).scalar_one_or_none()


def replace_fact(connection: Connection, name: str, value: str) -> None:
    """Write a fact anew, for example the schema's fingerprint after a migration."""
    connection.execute(delete(installation).where(installation.c.name == name))
    connection.execute(insert(installation).values(name=name, value=value))
