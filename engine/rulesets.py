"""Rules as data: how a ruleset document is read, checked and made complete.

A *complete* ruleset document is
``{"format": 1, "game", "key", "title", "sources": [...], "switches": {...}, "schedules": {...}}``.
Every switch of the game stands in it with a value and every schedule (royalties, naturals, paytables) is
spelled out inline, so that the document alone decides a settlement. Nothing has a default here.

In ``seeds/`` a schedule may be named (``royalties = "american"``) instead of spelled out; ``expand`` puts the
named schedule in its place, once, before a version is published.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.errors import RulesetRefused
from engine.validation import Reader

FORMAT: Final = 1
OFF: Final = "off"
"""The word that stands, in seeds and in complete documents, where a table does not use a kind of schedule."""
_KEYS: Final = ("format", "game", "key", "title", "sources", "switches", "schedules")
KEY_PATTERN: Final = r"^[a-z0-9][a-z0-9_.-]{0,63}$"
"""A key of a ruleset or schedule: lower case, used as a file name in ``seeds/``."""


@dataclass(frozen=True, slots=True)
class RulesetDocument:
    """The envelope of a complete ruleset: identity and sources, and the two mappings a game reads."""

    game: str
    key: str
    title: str
    sources: tuple[str, ...]
    switches: Mapping[str, object]
    schedules: Mapping[str, object]


Check = Callable[[object], object]
"""Reads one switch's value: returns what the game keeps, or raises ValueError with what is allowed."""


def one_of(*options: str | int | bool | None) -> Check:
    """A switch that takes one of some values (an int never passes for a bool)."""

    def check(value: object) -> object:
        for option in options:
            if value == option and type(value) is type(option):
                return option
        raise ValueError("one of " + ", ".join(repr(option) for option in options) + " is needed")

    return check


def integer(least: int, most: int) -> Check:
    """A switch that takes a whole number within bounds."""

    def check(value: object) -> object:
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        raise ValueError(f"a whole number from {least} to {most} is needed")

    return check


def any_of(*checks: Check) -> Check:
    """A switch that passes if one of several checks does."""

    def check(value: object) -> object:
        said: list[str] = []
        for one in checks:
            try:
                return one(value)
            except ValueError as error:
                said.append(str(error))
        raise ValueError("; or ".join(said))

    return check


def read_document(data: object, game: str, reader: Reader) -> RulesetDocument | None:
    """Read the envelope of a complete ruleset for ``game``, noting every fault in ``reader``."""
    found = reader.mapping(data, "", _KEYS)
    if found is None or any(key not in found for key in _KEYS):
        return None
    if found["format"] != FORMAT or isinstance(found["format"], bool):
        reader.refuse("unknown_format", "/format", f"this engine reads format {FORMAT}")
    if found["game"] != game:
        reader.refuse("wrong_game", "/game", f"this is a ruleset for {found['game']!r}, not for {game!r}")
    if not isinstance(found["key"], str) or not re.fullmatch(KEY_PATTERN, found["key"]):
        reader.refuse("wrong_value", "/key", f"a key like {KEY_PATTERN} is needed")
    if not isinstance(found["title"], str) or not found["title"]:
        reader.refuse("wrong_type", "/title", "a text is needed")
    sources = reader.sequence(found["sources"], "/sources")
    if sources is not None and not (sources and all(isinstance(s, str) and s for s in sources)):
        reader.refuse("missing_source", "/sources", "at least one source is needed: where does this rule come from?")
    for key in ("switches", "schedules"):
        if not isinstance(found[key], Mapping):
            reader.refuse("wrong_type", f"/{key}", "an object is needed here")
    if reader.violations:
        return None
    switches, schedules = found["switches"], found["schedules"]
    assert isinstance(switches, Mapping)
    assert isinstance(schedules, Mapping)
    return RulesetDocument(
        game, str(found["key"]), str(found["title"]), tuple(str(s) for s in sources or ()), switches, schedules
    )


def read_switches(switches: Mapping[str, object], checks: Mapping[str, Check], reader: Reader) -> dict[str, object]:
    """Read every switch of a game. Unknown, missing and unlawful ones are all noted, in the order of ``checks``."""
    reader.mapping(switches, "/switches", checks)
    read: dict[str, object] = {}
    for name, check in checks.items():
        if name in switches:
            try:
                read[name] = check(switches[name])
            except ValueError as error:
                reader.refuse("wrong_value", f"/switches/{name}", f"{error}, not {switches[name]!r}")
    return read


def expand(
    document: Mapping[str, object], library: Mapping[str, Mapping[str, Mapping[str, object]]]
) -> dict[str, object]:
    """A complete document of one that names schedules.

    ``library`` is kind -> key -> schedule document (with the schedule itself under ``"schedule"``); the kinds
    are the keys of the document's ``schedules``; the word ``off`` stays as it is. Raises RulesetRefused naming
    every schedule that is unknown.
    """
    reader = Reader()
    schedules = document.get("schedules")
    if not isinstance(schedules, Mapping):
        return dict(document)  # refused where the document is read, with all else that is wrong with it
    expanded: dict[str, object] = {}
    for kind, value in schedules.items():
        if not isinstance(value, str) or value == OFF:
            expanded[kind] = value
        elif value in library.get(kind, {}):
            expanded[kind] = library[kind][value]["schedule"]
        else:
            reader.refuse("unknown_schedule", f"/schedules/{kind}", f"no {kind} schedule is named {value!r}")
    if reader.violations:
        raise RulesetRefused(reader.violations)
    return {**document, "schedules": expanded}


def refuse_if_any(reader: Reader) -> None:
    """Raise RulesetRefused with all that was noted, if anything was."""
    if reader.violations:
        raise RulesetRefused(reader.violations)
