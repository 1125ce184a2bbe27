"""Reads and writes of rulebook entries and their versions."""

from typing import Any

from sqlalchemy import Connection, Row, Select, func, insert, select, text

from service.core.lists import Slice, read_slice
from service.core.paging import Page
from service.rulebook.models import rulebook_entries as entries
from service.rulebook.models import rulebook_versions as versions

RULESET = "ruleset"
"""The kind of an entry that is no schedule."""


def lock_rulebook(connection: Connection) -> None:
    """Let one publisher in at a time until the transaction ends; on SQLite every writer is alone already."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE rulebook_entries IN SHARE ROW EXCLUSIVE MODE"))


def latest_versions(connection: Connection) -> dict[tuple[str, str], Row[Any]]:
    """The newest version of every entry, by kind and key."""
    statement = _versions().where(versions.c.version == _newest())
    return {(row.kind, row.entry_key): row for row in connection.execute(statement)}


def latest_schedules(connection: Connection) -> list[Row[Any]]:
    """The newest version of every schedule."""
    return list(connection.execute(_versions().where(versions.c.version == _newest(), entries.c.kind != RULESET)))


def insert_entry(connection: Connection, row: dict[str, object]) -> int:
    """Write an entry. Returns its id."""
    return int(connection.execute(insert(entries).values(row).returning(entries.c.id)).scalar_one())


def insert_version(connection: Connection, row: dict[str, object]) -> None:
    """Write a version, which never changes again."""
    connection.execute(insert(versions).values(row))


def find_version_by_id(connection: Connection, version_id: int) -> Row[Any] | None:
    """A version by its own id."""
    return connection.execute(_versions().where(versions.c.id == version_id)).one_or_none()


def find_version(connection: Connection, kind: str, key: str, version: int | None) -> Row[Any] | None:
    """A version of an entry by number, the newest for None."""
    number = _newest() if version is None else version
    wanted = entries.c.kind == kind, entries.c.entry_key == key, versions.c.version == number
    return connection.execute(_versions().where(*wanted)).one_or_none()


def list_rulesets(connection: Connection, game: str | None, page: Page) -> Slice[Row[Any]]:
    """Rulesets by key, each with its newest version."""
    statement = _versions().where(versions.c.version == _newest(), entries.c.kind == RULESET)
    return read_slice(connection, _of_game(statement, game), [entries.c.entry_key], page)


def list_schedules(connection: Connection, kind: str | None, game: str | None, page: Page) -> Slice[Row[Any]]:
    """Schedules by kind and key, each with its newest version."""
    statement = _versions().where(versions.c.version == _newest(), entries.c.kind != RULESET)
    if kind is not None:
        statement = statement.where(entries.c.kind == kind)
    return read_slice(connection, _of_game(statement, game), [entries.c.kind, entries.c.entry_key], page)


def list_versions(connection: Connection, entry_id: int, page: Page) -> Slice[Row[Any]]:
    """The versions of an entry in the order of publication."""
    return read_slice(connection, _versions().where(versions.c.entry_id == entry_id), [versions.c.version], page)


def _versions() -> Select[Any]:
    of_entry = entries.c.kind, entries.c.entry_key, entries.c.game
    return select(*versions.c, *of_entry).join(entries, entries.c.id == versions.c.entry_id)


def _newest() -> Any:
    others = versions.alias("others")
    newest = select(func.max(others.c.version)).where(others.c.entry_id == entries.c.id)
    return newest.correlate(entries).scalar_subquery()


def _of_game(statement: Select[Any], game: str | None) -> Select[Any]:
    return statement if game is None else statement.where(entries.c.game == game)
