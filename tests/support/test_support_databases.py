import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from support.databases import KINDS, Databases
from support.postgres import PostgresServer


def create_table(url: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.execute(text("PRAGMA journal_mode=WAL"))
        connection.execute(text("CREATE TABLE rounds (number integer)"))
    engine.dispose()


def count_rounds(url: str) -> int:
    engine = create_engine(url)
    with engine.connect() as connection:
        count: int = connection.execute(text("SELECT count(*) FROM rounds")).scalar_one()
    engine.dispose()
    return count


@pytest.mark.parametrize("kind", KINDS)
def test_each_database_is_migrated_once_and_shares_nothing(
    kind: str, tmp_path: Path, postgres_server: PostgresServer
) -> None:
    migrated: list[str] = []

    def migrate(url: str) -> None:
        migrated.append(url)
        create_table(url)

    databases = Databases(tmp_path, lambda: postgres_server, migrate)
    first, second = databases.make(kind), databases.make(kind)
    engine = create_engine(first)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO rounds VALUES (1)"))
    engine.dispose()
    assert (count_rounds(first), count_rounds(second)) == (1, 0)
    assert len(migrated) == 1
    for url in (first, second, *migrated):
        databases.drop(url)


def test_a_copied_sqlite_file_has_what_stands_only_in_the_templates_log(tmp_path: Path) -> None:
    def migrate_and_keep_open(url: str) -> None:
        path = make_url(url).database
        assert path is not None
        held = sqlite3.connect(path)
        held.execute("PRAGMA journal_mode=WAL")
        held.execute("CREATE TABLE rounds (number integer)")
        held.commit()
        open_connections.append(held)

    def no_postgres() -> PostgresServer:
        raise AssertionError("a SQLite test needs no server")

    open_connections: list[sqlite3.Connection] = []
    databases = Databases(tmp_path, no_postgres, migrate_and_keep_open)
    url = databases.make("sqlite")
    assert count_rounds(url) == 0
    with closing(open_connections[0]):
        databases.drop(url)
    assert [path.name for path in tmp_path.glob("*.db") if "template" not in path.name] == []


def test_an_unknown_kind_of_database_is_refused(tmp_path: Path) -> None:
    databases = Databases(tmp_path, lambda: pytest.fail("no server is needed"), lambda _url: None)
    with pytest.raises(ValueError, match="'mysql' is not one of sqlite, postgresql"):
        databases.make("mysql")
