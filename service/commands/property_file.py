"""A property set up from a file: the casino, its tables, people and devices. Nothing that is there is changed.

TOML: ``[property]`` with ``code``, ``name``, ``currency``, ``time_zone``, ``rollover_min``; ``[[tables]]`` with
``code``, ``game``, ``pit``, ``seats``; ``[[people]]`` with ``login``, ``name``, ``role``; ``[[devices]]`` with
``name`` and ``table`` (a table's code) and, for the device of one seat, ``seat``. ``role`` is what a key is issued for
when the file is seeded with keys.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.catalogue import GAMES
from engine.validation import SEAT_PATTERN, Reader
from service.core.permissions import Role
from service.rulebook.seeding import SeedFault, SeedsRefused
from service.staff.models import DEVICE_NAME_PATTERN, LOGIN_PATTERN

_CODE: Final = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}"
_WORDS: Final = r"(?=.*[^\W_])"
"""Before a pattern: with a letter or a digit, for it is to be read."""

_SHAPES: Final[Mapping[str, Mapping[str, str]]] = {
    "property": {"code": _CODE, "name": _WORDS + r".{1,200}", "currency": r"[A-Z]{3}", "time_zone": r".{1,64}"},
    "tables": {"code": _CODE, "game": r".{1,32}", "pit": _WORDS + r".{1,32}"},
    "people": {"login": LOGIN_PATTERN, "name": _WORDS + r".{1,200}", "role": r".{1,32}"},
    "devices": {"name": DEVICE_NAME_PATTERN, "table": _CODE},
}
_OPTIONAL: Final[Mapping[str, Mapping[str, str]]] = {"devices": {"seat": SEAT_PATTERN}}
_NUMBERS: Final[Mapping[str, Mapping[str, tuple[int, int]]]] = {
    "property": {"rollover_min": (0, 1439)},
    "tables": {"seats": (1, 99)},
    "people": {},
    "devices": {},
}


@dataclass(frozen=True, slots=True)
class PropertyFile:
    """A property file as read: plain rows, checked."""

    property: Mapping[str, Any]
    tables: Sequence[Mapping[str, Any]]
    people: Sequence[Mapping[str, Any]]
    devices: Sequence[Mapping[str, Any]]


def read_property_file(path: Path) -> PropertyFile:
    """A property file. Raises SeedsRefused with every fault of it."""
    reader = Reader()
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reader.refuse("invalid_toml", "", str(error))
        raise _refused(path, reader) from error
    found = reader.mapping(data, "", ("property", "tables", "people", "devices"))
    if found is None or reader.violations:
        raise _refused(path, reader)
    home = _row(found["property"], "property", "/property", reader)
    rows = {name: _rows(found[name], name, reader) for name in ("tables", "people", "devices")}
    if not reader.violations:
        _check_meaning(home, rows, reader)
    if reader.violations:
        raise _refused(path, reader)
    return PropertyFile(home, rows["tables"], rows["people"], rows["devices"])


def _rows(data: object, name: str, reader: Reader) -> list[Mapping[str, Any]]:
    entries = reader.sequence(data, f"/{name}") or ()
    return [_row(entry, name, f"/{name}/{index}", reader) for index, entry in enumerate(entries)]


def _row(data: object, name: str, pointer: str, reader: Reader) -> Mapping[str, Any]:
    texts, numbers, optional = _SHAPES[name], _NUMBERS[name], _OPTIONAL.get(name, {})
    found = reader.mapping(data, pointer, (*texts, *numbers), optional) or {}
    for key, pattern in (*texts.items(), *optional.items()):
        value = found.get(key, "")
        if key in found and not (isinstance(value, str) and re.fullmatch(pattern, value)):
            reader.refuse("wrong_value", f"{pointer}/{key}", f"a text like {pattern} is needed, not {value!r}")
    for key, (least, most) in numbers.items():
        value = found.get(key, least)
        if type(value) is not int or not least <= value <= most:
            reader.refuse("wrong_value", f"{pointer}/{key}", f"a number from {least} to {most} is needed")
    return found


def _check_meaning(home: Mapping[str, Any], rows: Mapping[str, list[Mapping[str, Any]]], reader: Reader) -> None:
    try:
        ZoneInfo(home["time_zone"])
    except (ZoneInfoNotFoundError, ValueError):
        reader.refuse("wrong_value", "/property/time_zone", f"{home['time_zone']!r} is no time zone")
    for index, table in enumerate(rows["tables"]):
        if reader.choice(table["game"], f"/tables/{index}/game", sorted(GAMES)) is not None:
            least, most = GAMES[table["game"]].seats
            if not least <= table["seats"] <= most:
                reader.refuse("wrong_value", f"/tables/{index}/seats", f"the game seats {least} to {most}")
    for index, person in enumerate(rows["people"]):
        reader.choice(person["role"], f"/people/{index}/role", [role for role in Role if role is not Role.DEVICE])
    codes = [table["code"] for table in rows["tables"]]
    for index, device in enumerate(rows["devices"]):
        reader.choice(device["table"], f"/devices/{index}/table", codes)
    for name, key in (("tables", "code"), ("people", "login"), ("devices", "name")):
        _require_distinct(rows[name], name, key, reader)


def _require_distinct(rows: list[Mapping[str, Any]], name: str, key: str, reader: Reader) -> None:
    seen: set[str] = set()
    for index, row in enumerate(rows):
        if row[key] in seen:
            reader.refuse("duplicate_key", f"/{name}/{index}/{key}", f"{row[key]!r} stands here twice")
        seen.add(row[key])


def _refused(path: Path, reader: Reader) -> SeedsRefused:
    return SeedsRefused(SeedFault(path, violation) for violation in reader.violations)
