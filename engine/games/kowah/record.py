"""The log of a Kowah round as it was recorded: who was dealt what, who began, and every event.

``{"seats": [{"seat": "A", "dealt": [8 codes]}, ...], "first": "A", "events": [...]}``. Where the first seat follows
from a dealer the record names the ``dealer``; where the order of the whole ``stock`` is known it may be told, top card
first. An event is ``{"event": "draw", "seat", "card"}`` (the card may be left out where the stock is told),
``{"event": "take", "seat"}`` (the card may be named), ``{"event": "discard", "seat", "card"}`` or
``{"event": "declare", "seat", "wait"}``. Wins are no events: they follow.

Only the shape is read here. Codes and the words of events stay the texts they were, because in the order of checks a
round that is over comes before an event that is none and a card that is none.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.errors import RecordRefused
from engine.settlement import HOUSE
from engine.validation import SEAT_PATTERN, Reader

LONGEST_WORD: Final = 16
"""A code, or the word of an event, is a text up to this long; what it means is judged with the log."""
CURRENCY_PATTERN: Final = r"^[A-Z]{3}$"
TERMS_POINTER: Final = "/terms"
"""Violations of the session's terms point below this; all others point into the record."""

DRAW: Final = "draw"
TAKE: Final = "take"
DISCARD: Final = "discard"
DECLARE: Final = "declare"
CARD_KEYS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    DRAW: ((), ("card",)),
    TAKE: ((), ("card",)),
    DISCARD: (("card",), ()),
    DECLARE: (("wait",), ()),
}
"""Event -> the card it must name, the card it may name."""

_ANY_CARD: Final = ((), ("card", "wait"))
_SEAT: Final = re.compile(SEAT_PATTERN)
_CURRENCY: Final = re.compile(CURRENCY_PATTERN)


class Event(NamedTuple):
    """One event as claimed. ``card`` is the card that it names, of a declaration the exposed pair's; None for none."""

    event: str
    seat: str
    card: str | None

    def as_data(self) -> dict[str, object]:
        """The event as it stands in a record."""
        key = "wait" if self.event == DECLARE else "card"
        named = {} if self.card is None else {key: self.card}
        return {"event": self.event, "seat": self.seat, **named}


@dataclass(frozen=True, slots=True)
class Bets:
    """What the round is played for: the session's unit, None where it agreed on none."""

    currency: str
    unit_minor: int | None


@dataclass(frozen=True, slots=True)
class Round:
    """A round as claimed; nothing of it has been judged yet. ``dealt`` stands in the order of ``seats``."""

    seats: tuple[str, ...]
    dealt: tuple[tuple[str, ...], ...]
    first: str
    dealer: str | None
    stock: tuple[str, ...] | None
    events: tuple[Event, ...]
    bets: Bets


def parse(record: Mapping[str, object], terms: Mapping[str, object]) -> Round:
    """Read a log and its session's terms. Raises RecordRefused with every fault of shape.

    ``terms`` are ``{"currency": "EUR"}``, with ``"unit_minor": "500"`` where money is played for.
    """
    reader = Reader()
    found = reader.mapping(record, "", ("seats", "first", "events"), ("dealer", "stock")) or {}
    entries = reader.sequence(found["seats"], "/seats") if "seats" in found else None
    read = [_read_seat(entry, f"/seats/{index}", reader) for index, entry in enumerate(entries or ())]
    first = _read_name(found["first"], "/first", reader) if "first" in found else ""
    dealer = _read_name(found["dealer"], "/dealer", reader) if "dealer" in found else None
    stock = read_codes(found["stock"], "/stock", reader) if "stock" in found else None
    log = reader.sequence(found["events"], "/events") if "events" in found else None
    events = tuple(read_event(entry, f"/events/{index}", reader) for index, entry in enumerate(log or ()))
    bets = _read_terms(terms, reader)
    if reader.violations:
        raise RecordRefused(reader.violations)
    seats = tuple(name for name, _ in read)
    return Round(seats, tuple(cards for _, cards in read), first, dealer, stock, events, bets)


def parse_event(event: object) -> Event:
    """Read one event alone, for a round that grows. Raises RecordRefused with every fault of shape."""
    reader = Reader()
    read = read_event(event, "", reader)
    if reader.violations:
        raise RecordRefused(reader.violations)
    return read


def read_event(entry: object, pointer: str, reader: Reader) -> Event:
    """One event of a log; what was refused of it is left out, and the reader holds the reason."""
    word = entry.get("event") if isinstance(entry, Mapping) else None
    needed, allowed = CARD_KEYS.get(word, _ANY_CARD) if isinstance(word, str) else _ANY_CARD
    found = reader.mapping(entry, pointer, ("event", "seat", *needed), allowed) or {}
    event = _read_word(found["event"], f"{pointer}/event", reader) if "event" in found else ""
    seat = _read_name(found["seat"], f"{pointer}/seat", reader) if "seat" in found else ""
    named = [_read_word(found[key], f"{pointer}/{key}", reader) for key in (*needed, *allowed) if key in found]
    return Event(event, seat, named[0] if named else None)


def read_codes(value: object, pointer: str, reader: Reader) -> tuple[str, ...]:
    """A list of short texts, each of which may turn out to be a card."""
    entries = reader.sequence(value, pointer) or ()
    return tuple(_read_word(entry, f"{pointer}/{index}", reader) for index, entry in enumerate(entries))


def _read_seat(entry: object, pointer: str, reader: Reader) -> tuple[str, tuple[str, ...]]:
    found = reader.mapping(entry, pointer, ("seat", "dealt")) or {}
    name = _read_name(found["seat"], f"{pointer}/seat", reader) if "seat" in found else ""
    return name, read_codes(found["dealt"], f"{pointer}/dealt", reader) if "dealt" in found else ()


def _read_word(value: object, pointer: str, reader: Reader) -> str:
    if isinstance(value, str) and len(value) <= LONGEST_WORD:
        return value
    reader.refuse("wrong_value", pointer, f"a text of up to {LONGEST_WORD} characters is needed")
    return ""


def _read_name(value: object, pointer: str, reader: Reader) -> str:
    if isinstance(value, str) and _SEAT.fullmatch(value) and value != HOUSE:
        return value
    reader.refuse("wrong_value", pointer, "a seat is 1 to 16 letters, digits, - or _, and never 'house'")
    return ""


def _read_terms(terms: object, reader: Reader) -> Bets:
    found = reader.mapping(terms, TERMS_POINTER, ("currency",), ("unit_minor",)) or {}
    currency, unit_minor = found.get("currency"), None
    if "currency" in found and not (isinstance(currency, str) and _CURRENCY.fullmatch(currency)):
        reader.refuse("wrong_value", f"{TERMS_POINTER}/currency", "three capital letters are needed, for example EUR")
    if "unit_minor" in found:
        unit_minor = reader.minor(found["unit_minor"], f"{TERMS_POINTER}/unit_minor", least=1)
    return Bets(str(currency), unit_minor)
