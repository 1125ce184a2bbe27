"""``worker``: work on jobs woken by the broker."""

import sys

import click

from service.audit.worker import main
from service.commands.support import open_database, plain_errors, usable_settings
from service.core.logs import configure_logs


@click.command()
def command() -> None:
    """Work on jobs woken by the broker, until stopped.

    Start as many as there are processors for audits. Without PITBOOK_BROKER_URL the server runs jobs itself and no
    worker is needed.
    """
    settings = usable_settings()
    configure_logs(settings.log_level)
    with plain_errors():
        with open_database(settings):
            pass
        sys.exit(main(settings))
