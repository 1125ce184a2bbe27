"""The log of an open-face hand as it was recorded: who sat, what was granted before, and every move.

``{"seats": ["A", "B"], "button": "B", "moves": [...]}``. Seats stand clockwise. ``fantasyland`` names the seats that
play this hand in Fantasyland and how many cards they are dealt; ``fantasyland_runs`` how many such hands in a row each
seat has played just before. A move is ``{"seat", "dealt", "front", "middle", "back", "discard"}``: the cards dealt to
that seat for this move, and where each one goes; an empty list may be left out. A move that was not made in time says
``"timeout": true`` and where the cards went that had been set until then.

For the money the record may name the number of the ``hand`` in its match (from 1), its ``pot_minor``, the ``stacks``
before the hand, and ``match_nets``: what each seat has won or lost in the match so far.

Only the shape is read here. Entries of a move stay the codes they were, because in the order of checks a code that is
no card comes after the turn and the number of cards.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.errors import RecordRefused
from engine.games.rows import ROWS
from engine.money import MAX_MINOR
from engine.settlement import HOUSE
from engine.validation import SEAT_PATTERN, Reader, escape

LISTS: Final = ("dealt", *ROWS, "discard")
MOST_COUNT: Final = 1_000_000
"""Largest whole number that is read: of a hand, of a run, of cards (how many can be dealt is judged with the log)."""
LONGEST_CODE: Final = 16
"""An entry of a move is a text up to this long; whether it is a card is judged with the log."""
CURRENCY_PATTERN: Final = r"^[A-Z]{3}$"
TERMS_POINTER: Final = "/terms"
"""Violations of the session's terms point below this; all others point into the record."""

_SEAT: Final = re.compile(SEAT_PATTERN)
_CURRENCY: Final = re.compile(CURRENCY_PATTERN)
_REQUIRED: Final = ("seats", "button", "moves")
_OPTIONAL: Final = ("fantasyland", "fantasyland_runs", "hand", "pot_minor", "stacks", "match_nets")


class Move(NamedTuple):
    """One move as claimed: what ``seat`` was dealt, and where each card goes. ``timeout``: its time ran out."""

    seat: str
    dealt: tuple[str, ...]
    front: tuple[str, ...]
    middle: tuple[str, ...]
    back: tuple[str, ...]
    discard: tuple[str, ...]
    timeout: bool

    def as_data(self) -> dict[str, object]:
        """The move as it stands in a record, without empty lists."""
        lists = {key: list(getattr(self, key)) for key in LISTS if getattr(self, key)}
        return {"seat": self.seat, **lists, **({"timeout": True} if self.timeout else {})}


@dataclass(frozen=True, slots=True)
class Bets:
    """What the hand is played for: a unit, and what the record says of hand, pot, stacks and match (None: nothing)."""

    currency: str
    unit_minor: int
    hand: int | None
    pot_minor: int | None
    stacks: Mapping[str, int] | None
    match_nets: Mapping[str, int] | None


@dataclass(frozen=True, slots=True)
class Round:
    """A hand as claimed; nothing of it has been judged yet."""

    seats: tuple[str, ...]
    button: str
    fantasyland: Mapping[str, int]
    runs: Mapping[str, int]
    moves: tuple[Move, ...]
    bets: Bets


def parse(record: Mapping[str, object], terms: Mapping[str, object]) -> Round:
    """Read a log and its session's terms. Raises RecordRefused with every fault of shape.

    ``terms`` are ``{"currency": "EUR", "unit_minor": "500"}``.
    """
    reader = Reader()
    found = reader.mapping(record, "", _REQUIRED, _OPTIONAL) or {}
    names = reader.sequence(found["seats"], "/seats") if "seats" in found else None
    seats = [_read_name(name, f"/seats/{index}", reader) for index, name in enumerate(names or ())]
    button = _read_name(found["button"], "/button", reader) if "button" in found else ""
    grants = _read_counts(found, "fantasyland", MOST_COUNT, reader)
    runs = _read_counts(found, "fantasyland_runs", MOST_COUNT, reader)
    entries = reader.sequence(found["moves"], "/moves") if "moves" in found else None
    moves = [read_move(entry, f"/moves/{index}", reader) for index, entry in enumerate(entries or ())]
    bets = _read_bets(found, terms, reader)
    if reader.violations:
        raise RecordRefused(reader.violations)
    return Round(tuple(seats), button, grants, runs, tuple(moves), bets)


def parse_move(move: object) -> Move:
    """Read one move alone, for a hand that grows. Raises RecordRefused with every fault of shape."""
    reader = Reader()
    read = read_move(move, "", reader)
    if reader.violations:
        raise RecordRefused(reader.violations)
    return read


def read_move(entry: object, pointer: str, reader: Reader) -> Move:
    """One move of a log; what was refused of it is left out, and the reader holds the reason."""
    found = reader.mapping(entry, pointer, ("seat",), (*LISTS, "timeout")) or {}
    seat = _read_name(found["seat"], f"{pointer}/seat", reader) if "seat" in found else ""
    if found.get("timeout", True) is not True:
        reader.refuse("wrong_value", f"{pointer}/timeout", "true is needed, or no such key")
    dealt, front, middle, back, discard = (
        _read_codes(found[key], f"{pointer}/{key}", reader) if key in found else () for key in LISTS
    )
    return Move(seat, dealt, front, middle, back, discard, "timeout" in found)


def _read_codes(value: object, pointer: str, reader: Reader) -> tuple[str, ...]:
    codes: list[str] = []
    for index, code in enumerate(reader.sequence(value, pointer) or ()):
        if isinstance(code, str) and len(code) <= LONGEST_CODE:
            codes.append(code)
        else:
            reader.refuse("wrong_value", f"{pointer}/{index}", "the code of a card is needed, for example Td")
    return tuple(codes)


def _read_name(value: object, pointer: str, reader: Reader) -> str:
    if isinstance(value, str) and _SEAT.fullmatch(value) and value != HOUSE:
        return value
    reader.refuse("wrong_value", pointer, "a seat is 1 to 16 letters, digits, - or _, and never 'house'")
    return ""


def _read_whole(value: object, pointer: str, least: int, most: int, reader: Reader) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    reader.refuse("wrong_value", pointer, f"a whole number from {least} to {most} is needed")
    return least


def _of_seats(found: Mapping[str, object], key: str, reader: Reader) -> list[tuple[str, str, object]]:
    """The entries of an object of seat -> something: the seat, its pointer, what stands there."""
    if not isinstance(found.get(key, {}), Mapping):
        reader.refuse("wrong_type", f"/{key}", "an object with a key for each seat is needed")
        return []
    table = found.get(key, {})
    assert isinstance(table, Mapping)
    placed = [(name, f"/{key}/{escape(str(name))}", value) for name, value in table.items()]
    return [(_read_name(name, where, reader), where, value) for name, where, value in placed]


def _read_counts(found: Mapping[str, object], key: str, most: int, reader: Reader) -> dict[str, int]:
    return {seat: _read_whole(value, where, 0, most, reader) for seat, where, value in _of_seats(found, key, reader)}


def _read_amounts(found: Mapping[str, object], key: str, least: int, reader: Reader) -> dict[str, int] | None:
    """Minor units of each seat; None where the record does not name them."""
    if key not in found:
        return None
    amounts = {seat: reader.minor(value, where, least) for seat, where, value in _of_seats(found, key, reader)}
    return {seat: minor for seat, minor in amounts.items() if minor is not None}


def _read_bets(found: Mapping[str, object], terms: object, reader: Reader) -> Bets:
    hand = _read_whole(found["hand"], "/hand", 1, MOST_COUNT, reader) if "hand" in found else None
    pot_minor = reader.minor(found["pot_minor"], "/pot_minor") if "pot_minor" in found else None
    stacks = _read_amounts(found, "stacks", 0, reader)
    match_nets = _read_amounts(found, "match_nets", -MAX_MINOR, reader)
    named = reader.mapping(terms, TERMS_POINTER, ("currency", "unit_minor")) or {}
    currency, unit_minor = named.get("currency"), None
    if "currency" in named and not (isinstance(currency, str) and _CURRENCY.fullmatch(currency)):
        reader.refuse("wrong_value", f"{TERMS_POINTER}/currency", "three capital letters are needed, for example EUR")
    if "unit_minor" in named:
        unit_minor = reader.minor(named["unit_minor"], f"{TERMS_POINTER}/unit_minor", least=1)
    return Bets(str(currency), unit_minor or 0, hand, pot_minor, stacks, match_nets)
