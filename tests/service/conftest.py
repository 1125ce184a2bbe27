"""A command on a migrated database, and databases that never were."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.commands import Run, runner
from support.postgres import PostgresServer


@pytest.fixture
def run(database_url: str) -> Run:
    """Runs a command on a migrated database and gives back what it said."""
    return runner(database_url)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database that was never migrated."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'below' / 'empty.db'}"
        return
    server: PostgresServer = request.getfixturevalue("postgres_server")
    yield server.create_database("pitbook_never_migrated")
    server.drop_database("pitbook_never_migrated")
