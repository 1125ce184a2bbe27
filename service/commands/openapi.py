"""``openapi``: the API's description, from the code."""

from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import Final

import click

from service.app import make_spec
from service.core.openapi import dump_spec

_SHOWN_LINES: Final = 40


@click.command()
@click.option("--check", is_flag=True, help="Compare with the committed file instead; status 1 where they differ.")
@click.option("--file", type=click.Path(path_type=Path), default="openapi.yaml", show_default=True)
def command(check: bool, file: Path) -> None:
    """Print the API's description, or check the committed one."""
    generated = dump_spec(make_spec())
    if not check:
        click.echo(generated, nl=False)
        return
    committed = file.read_text(encoding="utf-8") if file.is_file() else ""
    if committed == generated:
        click.echo(f"{file} is what the code says.")
        return
    lines = unified_diff(committed.splitlines(), generated.splitlines(), str(file), "from the code", lineterm="", n=1)
    click.echo("\n".join(islice(lines, _SHOWN_LINES)))
    raise click.ClickException(f"{file} is not what the code says; run: make openapi")
