"""``bench``: measure the service against a yardstick of the same run."""

import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import orjson
from rich.console import Console
from rich.table import Table

from service.bench import rounds as rounds_bench
from service.commands.support import plain_errors, usable_settings
from service.core.places import HOME


@click.group()
def command() -> None:
    """Measure the service. Figures are ratios against a yardstick that runs in the same minutes."""


@command.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option("--slices", type=click.IntRange(1, 100), default=5, show_default=True, help="Alternating slices each.")
@click.option("--requests", type=click.IntRange(16, 100_000), default=800, show_default=True, help="Posts a slice.")
@click.option("--postgres", nargs=2, metavar="URL BARE_URL", help="Two empty PostgreSQL databases to measure in.")
def rounds(*, as_json: bool, slices: int, requests: int, postgres: tuple[str, str] | None) -> None:
    """Post rounds against SQLite and PostgreSQL, beside a bare handler that writes as many rows.

    Without --postgres a server of the development environment is started for it (in a clone only).
    """
    settings = usable_settings()
    with plain_errors(), tempfile.TemporaryDirectory(prefix="pitbook-bench-") as folder, _databases(postgres) as urls:
        sqlite = replace(settings, database_url=f"sqlite:///{Path(folder) / 'bench.db'}", processes=1)
        figures = rounds_bench.run(sqlite, *urls, slices, requests)
    if as_json:
        click.echo(orjson.dumps(figures, option=orjson.OPT_INDENT_2))
    else:
        _show(figures)


@contextmanager
def _databases(named: tuple[str, str] | None) -> Iterator[tuple[str, str]]:
    if named is not None:
        yield named
        return
    sys.path.insert(0, str(HOME / "tests"))
    try:
        from support.postgres import running_postgres  # noqa: PLC0415  (of the development environment only)
    except ImportError as error:
        raise click.ClickException("Name two databases with --postgres, or run 'make bench' in a clone.") from error
    with running_postgres(durable=True) as server:
        yield server.create_database("bench"), server.create_database("bench_bare")


def _show(figures: Mapping[str, Any]) -> None:
    table = Table(title=figures["what"], title_justify="left")
    names = ("rate_per_s", "p50_ms", "p99_ms", "open_loop_p99_ms", "ratio_to_bare")
    table.add_column("")
    for name in names:
        table.add_column(name, justify="right")
    for one in ("sqlite", "postgresql", "bare"):
        table.add_row(one, *(str(figures[one][name]) for name in names))
    Console().print(table)
