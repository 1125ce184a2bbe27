"""``seed``: publish the rulebook of ``seeds/``, and set up properties from files."""

from collections import Counter
from pathlib import Path

import click

from service.commands.property_file import PropertyFile, read_property_file
from service.commands.property_setup import IssuedKey, issue_keys, set_up_property
from service.commands.support import open_database, plain_errors, usable_settings
from service.core.places import DEMO_PROPERTY, SEEDS
from service.core.uow import Database
from service.rulebook.seeding import Seeded, SeedsRefused, load_seeds

PUBLISHER = "system:seed"
"""By whom seeded versions are published, as their records say."""


@click.command()
@click.option("--seeds", type=click.Path(path_type=Path, file_okay=False), default=SEEDS, help="Another folder.")
@click.option("--property", "files", type=click.Path(path_type=Path), multiple=True, help="A property's TOML file.")
@click.option("--demo", is_flag=True, help="Set up the demo property and issue keys for its people and devices.")
@click.option("--keys", is_flag=True, help="Issue a fresh key to everyone in the files; older keys are revoked.")
def command(seeds: Path, files: tuple[Path, ...], demo: bool, keys: bool) -> None:
    """Publish the rulebook of seeds/; set up a property.

    What is there already stays as it is: a seed is published again, as the next version, only when its content has
    changed. One wrong file, and nothing is written.
    """
    settings = usable_settings()
    try:
        properties = [read_property_file(path) for path in (*files, *((DEMO_PROPERTY,) if demo else ()))]
        with plain_errors(), open_database(settings) as database:
            _tell_published(load_seeds(database, seeds, PUBLISHER))
            for file in properties:
                _set_up(database, file, with_keys=keys or demo)
    except SeedsRefused as refused:
        raise click.ClickException(f"Nothing was published.\n{refused}") from refused


def _tell_published(seeded: tuple[Seeded, ...]) -> None:
    new = Counter(seed.kind for seed in seeded if seed.is_new)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(new.items()))
    click.echo(
        f"Rulebook: {len(seeded)} documents, {sum(new.values())} newly published{f' ({kinds})' if kinds else ''}."
    )


def _set_up(database: Database, file: PropertyFile, *, with_keys: bool) -> None:
    set_up_property(database, file)
    counts = f"{len(file.tables)} tables, {len(file.people)} people, {len(file.devices)} devices"
    click.echo(f"Property {file.property['code']} ({file.property['name']}): {counts}.")
    if with_keys:
        click.echo("Keys, shown this once; older keys of the same holders are revoked:")
        for line in shown_keys(issue_keys(database, file)):
            click.echo(f"  {line}")


def shown_keys(keys: tuple[IssuedKey, ...]) -> list[str]:
    """One aligned line a key: role, holder, table, key."""
    rows = [(str(key.role), key.holder, key.table or "", key.key) for key in keys]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return ["  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]) for row in rows]
