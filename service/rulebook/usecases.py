"""What a house plays by: published versions, and how a document is read before it may become one."""

import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, Final
from weakref import WeakKeyDictionary

import orjson
from sqlalchemy import Connection, Engine, Row

from engine.catalogue import GAMES, find_game
from engine.errors import RulesetRefused, Violation
from engine.evidence import digest
from engine.rulesets import FORMAT, KEY_PATTERN, expand, refuse_if_any
from engine.validation import Reader, escape
from service.core.errors import Refusal
from service.rulebook import store

TITLE_CHARS: Final = 200
_SCHEDULE_KEYS: Final = ("format", "kind", "key", "title", "sources", "game", "schedule")
_KIND_PATTERN: Final = r"^[a-z][a-z0-9_]{0,31}$"

Library = Mapping[str, Mapping[str, Mapping[str, object]]]
"""Kind -> key -> schedule document."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A ruleset as its game read it: the complete document, its hash, and the game's own Rules."""

    game: str
    document: Mapping[str, object]
    sha256: str
    rules: Any


@dataclass(frozen=True, slots=True)
class Published:
    """One published version of a ruleset. It never changes, so it is read once in the life of a process.

    ``text`` is the document as it is stored, in canonical JSON; ``sha256`` is its hash.
    """

    id: int
    key: str
    version: int
    game: str
    title: str
    text: str
    document: Mapping[str, object]
    sha256: str
    rules: Any


_read_already: Final[WeakKeyDictionary[Engine, dict[int, Published]]] = WeakKeyDictionary()
_lock: Final = threading.Lock()


def published(connection: Connection, ruleset_version_id: int) -> Published:
    """The ruleset version with this id. Raises LookupError where there is none."""
    with _lock:
        kept = _read_already.setdefault(connection.engine, {})
    if ruleset_version_id not in kept:
        row = store.find_version_by_id(connection, ruleset_version_id)
        if row is None or row.kind != store.RULESET:
            raise LookupError(f"no ruleset version has the id {ruleset_version_id}")
        kept[ruleset_version_id] = _published(row)
    return kept[ruleset_version_id]


def find_published(connection: Connection, key: str, version: int | None) -> Published | None:
    """A ruleset's version by number, its newest for None; None where it was never published."""
    row = find_version(connection, store.RULESET, key, version)
    return None if row is None else published(connection, row.id)


def find_version(connection: Connection, kind: str, key: str, version: int | None) -> Row[Any] | None:
    """A version of a ruleset or schedule as it is stored; None also where key or kind cannot be one."""
    if not re.fullmatch(KEY_PATTERN, key) or not re.fullmatch(KEY_PATTERN, kind):
        return None
    return store.find_version(connection, kind, key, version)


def require_ruleset(connection: Connection, key: str, version: int | None) -> Row[Any]:
    """A ruleset's version as it is stored, its newest for None. Raises Refusal ``not_found``."""
    row = find_version(connection, store.RULESET, key, version)
    if row is None:
        raise Refusal("not_found", "No such version of a ruleset is published.")
    return row


def require_schedule(connection: Connection, kind: str, key: str, version: int | None) -> Row[Any]:
    """A schedule's version as it is stored, its newest for None. Raises Refusal ``not_found``."""
    row = None if kind == store.RULESET else find_version(connection, kind, key, version)
    if row is None:
        raise Refusal("not_found", "No such version of a schedule is published.")
    return row


def read_ruleset(document: Mapping[str, object], library: Library) -> Ruleset:
    """A ruleset document made complete from a library and read by its game. Raises RulesetRefused, every fault named.

    A document that is not plain JSON data, names an unknown game or an unknown schedule is refused for that alone.
    """
    refuse_inexact(document)
    game = find_game(document.get("game"))
    complete = expand(document, library)
    rules = game.load_rules(complete)
    title = str(complete["title"])
    if len(title) > TITLE_CHARS:
        raise RulesetRefused([Violation("wrong_value", "/title", f"at most {TITLE_CHARS} characters are kept")])
    return Ruleset(game.name, complete, digest(complete), rules)


def check_schedule(document: Mapping[str, object]) -> None:
    """Raise RulesetRefused unless a document is a schedule's, with every fault but those of its content.

    ``schedule`` itself is read by the game, as part of a ruleset.
    """
    refuse_inexact(document)
    reader = Reader()
    found = reader.mapping(document, "", _SCHEDULE_KEYS)
    if found is not None and not reader.violations:
        _check_envelope(found, reader)
    refuse_if_any(reader)


def _check_envelope(found: Mapping[str, object], reader: Reader) -> None:
    if type(found["format"]) is not int or found["format"] != FORMAT:
        reader.refuse("unknown_format", "/format", f"this version reads format {FORMAT}")
    for name, pattern in (("kind", _KIND_PATTERN), ("key", KEY_PATTERN)):
        if not isinstance(found[name], str) or not re.fullmatch(pattern, str(found[name])):
            reader.refuse("wrong_value", f"/{name}", f"a text like {pattern} is needed")
    if found["kind"] == store.RULESET:
        reader.refuse("wrong_value", "/kind", "a ruleset is no schedule")
    if not isinstance(found["title"], str) or not 0 < len(found["title"]) <= TITLE_CHARS:
        reader.refuse("wrong_value", "/title", f"a text of 1 to {TITLE_CHARS} characters is needed")
    sources = reader.sequence(found["sources"], "/sources")
    if sources is not None and not (sources and all(isinstance(source, str) and source for source in sources)):
        reader.refuse("missing_source", "/sources", "at least one source is needed: where does this come from?")
    reader.choice(found["game"], "/game", sorted(GAMES))
    if not isinstance(found["schedule"], Mapping | list):
        reader.refuse("wrong_type", "/schedule", "a table or a list is needed here")


def published_library(connection: Connection) -> Library:
    """The newest published version of every schedule."""
    library: dict[str, dict[str, Mapping[str, object]]] = {}
    for row in store.latest_schedules(connection):
        library.setdefault(row.kind, {})[row.entry_key] = orjson.loads(row.document)
    return library


def refuse_inexact(document: object) -> None:
    """Raise RulesetRefused where numbers have a point or dates stand bare: neither has one spelling to be hashed."""
    found = list(_inexact(document, ""))
    if found:
        raise RulesetRefused(found)


def _inexact(data: object, pointer: str) -> Iterator[Violation]:
    if isinstance(data, float):
        yield Violation("wrong_type", pointer, "a number with a point is not exact; write whole numbers")
    elif isinstance(data, datetime | date | time):
        yield Violation("wrong_type", pointer, "a bare date is not read here; write it as a text")
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from _inexact(value, f"{pointer}/{escape(str(key))}")
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _inexact(value, f"{pointer}/{index}")


def _published(row: Row[Any]) -> Published:
    document = orjson.loads(row.document)
    rules = find_game(row.game).load_rules(document)
    return Published(row.id, row.entry_key, row.version, row.game, row.title, row.document, document, row.sha256, rules)
