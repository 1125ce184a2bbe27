"""The record of a round as it was posted: who sat, how each hand was set, and what a unit cost.

A seat comes in one of six forms, told apart by one key:

- arranged: ``{"seat", "front": [3], "middle": [5], "back": [5]}``
- natural claimed: ``{"seat", "natural": "six_pairs", "cards": [13]}``
- surrendered: ``{"seat", "surrender": true}``
- missed turn: ``{"seat", "missed_turn": true}``
- timed out: ``{"seat", "timeout": true}``, with the rows as far as they were set and ``dealt`` in dealing order
- absent: ``{"seat", "absent": "before"}`` (no card was dealt yet) or ``"later"``

Beside these a seat may name ``dealt`` (all cards it received), ``thrown`` (the card thrown away by the seat that got
fourteen), ``exposed`` (true where a card was shown out of turn) and ``side_bets`` (minor units by bet). The record
itself may name the ``banker``, the order in which naturals were ``announced``, the number of the ``hand`` in its match
(from 1), and the ``stacks`` before the hand with the seat that holds the ``button``. Seats stand clockwise.
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeGuard

from engine.cards import Card, find_cards
from engine.errors import RecordRefused
from engine.games.chinese_poker.naturals import NATURALS
from engine.games.chinese_poker.side_bets import SIDE_BETS
from engine.games.rows import ROWS, SIZES
from engine.settlement import HOUSE
from engine.validation import SEAT_PATTERN, Reader, escape

MAX_HAND: Final = 1_000_000
CURRENCY_PATTERN: Final = r"^[A-Z]{3}$"
TERMS_POINTER: Final = "/terms"
"""Violations of the session's terms point below this; all others point into the record."""

_OPTIONAL: Final = ("banker", "announced", "hand", "stacks", "button")
_SEAT: Final = re.compile(SEAT_PATTERN)
_CURRENCY: Final = re.compile(CURRENCY_PATTERN)


class Form(StrEnum):
    """What a seat's entry says about its hand; the value is the key that tells the form."""

    ARRANGED = "front"
    NATURAL = "natural"
    SURRENDER = "surrender"
    MISSED_TURN = "missed_turn"
    TIMEOUT = "timeout"
    ABSENT = "absent"


_EXTRAS: Final = ("dealt", "thrown", "exposed", "side_bets")
FORM_KEYS: Final[Mapping[Form, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    Form.ARRANGED: (("seat", *ROWS), _EXTRAS),
    Form.NATURAL: (("seat", "natural", "cards"), _EXTRAS),
    Form.SURRENDER: (("seat", "surrender"), _EXTRAS),
    Form.MISSED_TURN: (("seat", "missed_turn"), _EXTRAS),
    Form.TIMEOUT: (("seat", "timeout"), (*ROWS, *_EXTRAS)),
    Form.ABSENT: (("seat", "absent"), ("dealt", "thrown")),
}
"""Required and optional keys of each form."""

_ARRANGED: Final = Form.ARRANGED  # named once: a member is slow to reach in its enum
_ARRANGED_KEYS: Final = frozenset(FORM_KEYS[_ARRANGED][0])
_FRONT, _MIDDLE, _BACK = (SIZES[row] for row in ROWS)
_new: Final = tuple.__new__  # half the cost of a NamedTuple's own constructor, for the seats every round has


class Seat(NamedTuple):
    """One seat's entry. ``rows`` are front, middle, back (empty where not set); ``cards`` those of a claimed natural.

    ``word`` is the natural's name, or "before" or "later" of an absence, else "".
    """

    name: str
    form: Form
    word: str
    rows: tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
    cards: tuple[Card, ...]
    dealt: tuple[Card, ...] | None
    thrown: Card | None
    exposed: bool
    side_bets: Mapping[str, int]


class Bets(NamedTuple):
    """What the round is played for: a unit, the hand's number, stacks (None without), side bets by seat."""

    currency: str
    unit_minor: int
    hand: int | None
    stacks: Mapping[str, int] | None
    button: str | None
    side_bets: Mapping[str, Mapping[str, int]]


class Round(NamedTuple):
    """A round as claimed; nothing of it has been judged yet."""

    seats: tuple[Seat, ...]
    banker: str | None
    announced: tuple[str, ...]
    bets: Bets


def parse(record: Mapping[str, object], terms: Mapping[str, object]) -> Round:
    """Read a record and its session's terms. Raises RecordRefused with every fault of shape.

    ``terms`` are ``{"currency": "EUR", "unit_minor": "500"}``. What the shape cannot tell (row sizes, cards twice,
    seats that nobody holds) is left to ``validate``.
    """
    reader = Reader()
    found = reader.mapping(record, "", ("seats",), _OPTIONAL) or {}
    entries = reader.sequence(found["seats"], "/seats") if "seats" in found else None
    seats = [
        _find_arranged(entry) or _read_seat(entry, f"/seats/{index}", reader)
        for index, entry in enumerate(entries or ())
    ]
    banker = _read_name(found["banker"], "/banker", reader) if "banker" in found else None
    announced = _read_names(found["announced"], "/announced", reader) if "announced" in found else ()
    hand = _read_hand(found["hand"], "/hand", reader) if "hand" in found else None
    stacks = _read_stacks(found["stacks"], "/stacks", reader) if "stacks" in found else None
    button = _read_name(found["button"], "/button", reader) if "button" in found else None
    currency, unit_minor = _read_terms(terms, reader)
    if reader.violations:
        raise RecordRefused(reader.violations)
    read = tuple([seat for seat in seats if seat is not None])
    side_bets = {seat.name: seat.side_bets for seat in read if seat.side_bets}
    return Round(read, banker, announced, Bets(currency, unit_minor, hand, stacks, button, side_bets))


def _read_terms(terms: object, reader: Reader) -> tuple[str, int]:
    found = reader.mapping(terms, TERMS_POINTER, ("currency", "unit_minor")) or {}
    currency = found.get("currency")
    if "currency" in found and not (isinstance(currency, str) and _CURRENCY.fullmatch(currency)):
        reader.refuse("wrong_value", f"{TERMS_POINTER}/currency", "three capital letters are needed, for example EUR")
    unit_minor = None
    if "unit_minor" in found:
        unit_minor = reader.minor(found["unit_minor"], f"{TERMS_POINTER}/unit_minor", least=1)
    return str(currency), unit_minor or 0


def _find_arranged(entry: object) -> Seat | None:
    """A seat that set its rows in full and of which nothing else is told, as most are; None for every other entry.

    A short cut that finds no faults: ``_read_seat`` reads all this alike, and is asked where the short cut ends.
    """
    if type(entry) is not dict or entry.keys() != _ARRANGED_KEYS:
        return None
    name, front, middle, back = entry["seat"], entry["front"], entry["middle"], entry["back"]
    if not (_is_name(name) and type(front) is type(middle) is type(back) is list):
        return None
    if len(front) != _FRONT or len(middle) != _MIDDLE or len(back) != _BACK:
        return None
    cards = find_cards((*front, *middle, *back))
    if cards is None:
        return None
    rows = (cards[:_FRONT], cards[_FRONT:-_BACK], cards[-_BACK:])
    return _new(Seat, (name, _ARRANGED, "", rows, (), None, None, False, {}))


def _read_seat(entry: object, pointer: str, reader: Reader) -> Seat | None:
    """One seat's entry; None where it was refused (the reader then holds the reason)."""
    if not isinstance(entry, Mapping):
        reader.refuse("wrong_type", pointer, "an object is needed here")
        return None
    form = next((form for form in Form if form is not Form.ARRANGED and form.value in entry), Form.ARRANGED)
    before = len(reader.violations)
    required, optional = FORM_KEYS[form]
    reader.mapping(entry, pointer, required, optional)
    name = _read_name(entry["seat"], f"{pointer}/seat", reader) if "seat" in entry else ""
    word = _read_word(form, entry[form.value], f"{pointer}/{form.value}", reader) if form.value in entry else ""
    front, middle, back = (_read_cards(entry, row, pointer, reader) or () for row in ROWS)
    cards = _read_cards(entry, "cards", pointer, reader) or ()
    dealt = _read_cards(entry, "dealt", pointer, reader)
    thrown = reader.cards([entry["thrown"]], f"{pointer}/thrown") if "thrown" in entry else None
    if "exposed" in entry and entry["exposed"] is not True:
        reader.refuse("wrong_value", f"{pointer}/exposed", "true is needed, or no such key")
    side_bets = _read_side_bets(entry["side_bets"], f"{pointer}/side_bets", reader) if "side_bets" in entry else {}
    if len(reader.violations) > before:
        return None
    card = thrown[0] if thrown else None
    return Seat(str(name), form, word, (front, middle, back), cards, dealt, card, "exposed" in entry, side_bets)


def _read_cards(entry: Mapping[str, object], key: str, pointer: str, reader: Reader) -> tuple[Card, ...] | None:
    return reader.cards(entry[key], f"{pointer}/{key}") if key in entry else None


def _read_word(form: Form, value: object, pointer: str, reader: Reader) -> str:
    """The natural's name or the kind of absence; true for the forms that say no more."""
    if form is Form.ARRANGED:
        return ""
    if form is Form.NATURAL:
        return reader.choice(value, pointer, NATURALS) or ""
    if form is Form.ABSENT:
        return reader.choice(value, pointer, ("before", "later")) or ""
    if value is not True:
        reader.refuse("wrong_value", pointer, "true is needed, or no such key")
    return ""


def _is_name(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and _SEAT.fullmatch(value) is not None and value != HOUSE


def _read_name(value: object, pointer: str, reader: Reader) -> str | None:
    if _is_name(value):
        return value
    reader.refuse("wrong_value", pointer, "a seat is 1 to 16 letters, digits, - or _, and never 'house'")
    return None


def _read_names(value: object, pointer: str, reader: Reader) -> tuple[str, ...]:
    names: Sequence[object] = reader.sequence(value, pointer) or ()
    read = [_read_name(name, f"{pointer}/{index}", reader) for index, name in enumerate(names)]
    return tuple(name for name in read if name is not None)


def _read_hand(value: object, pointer: str, reader: Reader) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_HAND:
        return value
    reader.refuse("wrong_value", pointer, f"a whole number from 1 to {MAX_HAND} is needed")
    return None


def _read_stacks(value: object, pointer: str, reader: Reader) -> dict[str, int]:
    if not isinstance(value, Mapping):
        reader.refuse("wrong_type", pointer, "an object of seat -> minor units is needed")
        return {}
    stacks: dict[str, int] = {}
    for name, amount in value.items():
        where = f"{pointer}/{escape(str(name))}"
        seat, minor = _read_name(name, where, reader), reader.minor(amount, where)
        if seat is not None and minor is not None:
            stacks[seat] = minor
    return stacks


def _read_side_bets(value: object, pointer: str, reader: Reader) -> dict[str, int]:
    found = reader.mapping(value, pointer, (), SIDE_BETS) or {}
    read = {name: reader.minor(found[name], f"{pointer}/{name}", least=1) for name in SIDE_BETS if name in found}
    return {name: minor for name, minor in read.items() if minor is not None}
