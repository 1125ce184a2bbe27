"""``demo``: what ``run`` does, in a database of its own, and an end."""

import tempfile
from dataclasses import replace
from pathlib import Path

import click

from service.commands.day import play_through
from service.commands.support import plain_errors, usable_settings
from service.core.settings import names_database
from service.demo.client import Address
from service.demo.server import free_port


@click.command()
def command() -> None:
    """Set up the demo house, play its recorded day over HTTP, audit it, and stop.

    It plays in a database that is thrown away, unless PITBOOK_DATABASE_URL names one.
    """
    settings = usable_settings()
    with plain_errors(), tempfile.TemporaryDirectory(prefix="pitbook-demo-") as folder:
        if not names_database():
            settings = replace(settings, database_url=f"sqlite:///{Path(folder) / 'demo.db'}")
        play_through(settings, Address(settings.host, free_port(settings.host)), keep_serving=False)
