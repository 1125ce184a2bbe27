"""``migrate``: bring the database to this release's schema."""

import click

from service.commands.support import plain_errors, shown_database, usable_settings
from service.core import schema
from service.core.migrate import upgrade


@click.command()
def command() -> None:
    """Bring the database to this release's schema.

    All outstanding migrations run in one transaction; a database that is up to date is left as it is. Take a backup
    first: there is no way down.
    """
    settings = usable_settings()
    with plain_errors():
        upgrade(settings.database_url)
    click.echo(f"{shown_database(settings)} is at revision {schema.HEAD}.")
