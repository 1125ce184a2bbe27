"""``run``: the house set up, its demo day played, and then at your service."""

import click

from service.commands.day import play_through
from service.commands.support import plain_errors, usable_settings
from service.demo.client import Address


@click.command()
def command() -> None:
    """Set up the demo house, play its recorded day over HTTP, audit it, and keep serving until Ctrl-C.

    The database is the one of the settings (./data/pitbook.db). Every start opens new sessions, plays the day once
    more behind what was played before, and gives everyone a new key.
    """
    settings = usable_settings()
    with plain_errors():
        play_through(settings, Address(settings.host, settings.port), keep_serving=True)
