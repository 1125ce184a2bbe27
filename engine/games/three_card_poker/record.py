"""A Three Card Poker round as it was recorded: the claim as read, which may still be illegal.

Up to seven positions face one dealer's hand. A bet that is absent or ``"0"`` was not placed. What went wrong at
the table stands in ``irregularities`` as facts and, where the rules leave it to a supervisor, with the ruling
(rules/three-card-poker section 11); what follows from it is judged, not recorded.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.cards import Card
from engine.errors import RecordRefused
from engine.validation import SEAT_PATTERN, Reader

SEATS: Final = (1, 7)
DECISIONS: Final = ("play", "fold", "none")
BETS: Final = ("ante", "play", "pair_plus", "six_card", "prime", "progressive")
DECIDED_BY_RULE: Final = ("misdeal", "exposed_cards")
DECIDED_BY_RULING: Final = ("dealer_shown_early", "late_play", "unequal_play", "abandoned", "other")
RULINGS: Final = ("stands", "void_hand", "void_round", "forfeit")
CURRENCY_PATTERN: Final = r"^[A-Z]{3}$"
LONGEST_REASON: Final = 500
MOST_CARDS: Final = 52

_SEAT: Final = re.compile(SEAT_PATTERN)
_CURRENCY: Final = re.compile(CURRENCY_PATTERN)


class Stakes(NamedTuple):
    """What one position has bet, minor units; 0 is not placed."""

    ante: int
    play: int
    pair_plus: int
    six_card: int
    prime: int
    progressive: int


class Meter(NamedTuple):
    """The progressive meter as it stood when bets closed, and whether a winning hand was verified."""

    minor: int
    verified: bool


class Position(NamedTuple):
    """One betting position: its cards and its one decision. ``blind`` marks a play bet staked unseen."""

    seat: str
    cards: tuple[Card, ...]
    decision: str
    blind: bool


class Irregularity(NamedTuple):
    """Something that went wrong, at a seat or (None) with the dealer or deck; ``ruling`` None: the rules decide."""

    kind: str
    seat: str | None
    ruling: str | None
    cards: tuple[Card, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Bets:
    """The money of a round: the stakes of each seat, and the progressive meter where one was read."""

    stakes: Mapping[str, Stakes]
    meter: Meter | None


@dataclass(frozen=True, slots=True)
class Round:
    """A round as recorded: the dealer's cards, the positions in record order, the bets, what went wrong."""

    dealer: tuple[Card, ...]
    positions: tuple[Position, ...]
    bets: Bets
    irregularities: tuple[Irregularity, ...]


class Holding(NamedTuple):
    """Three cards of one position, before anything else is known."""

    cards: tuple[Card, ...]


def parse(record: Mapping[str, object], terms: Mapping[str, object]) -> Round:
    """Read a record and its terms. Raises RecordRefused with every fault of shape, card code and seat name."""
    reader = Reader()
    _read_terms(terms, reader)
    found = reader.mapping(record, "", ("dealer", "seats"), ("irregularities", "progressive")) or {}
    dealer = _read_cards(found, "dealer", "", reader)
    positions, stakes = _read_seats(found, reader)
    meter = _read_meter(found["progressive"], reader) if "progressive" in found else None
    irregularities = _read_irregularities(found["irregularities"], reader) if "irregularities" in found else ()
    if reader.violations:
        raise RecordRefused(reader.violations)
    return Round(dealer, positions, Bets(stakes, meter), irregularities)


def parse_holding(holding: Mapping[str, object]) -> Holding:
    """Read ``{"cards": [3 codes]}``. Raises RecordRefused with every fault, a wrong number and repeats included."""
    reader = Reader()
    found = reader.mapping(holding, "", ("cards",)) or {}
    cards = _read_cards(found, "cards", "", reader)
    if not reader.violations and len(cards) != 3:
        reader.refuse("wrong_card_count", "/cards", f"three cards are needed, not {len(cards)}")
    reader.distinct((f"/cards/{index}", card) for index, card in enumerate(cards))
    if reader.violations:
        raise RecordRefused(reader.violations)
    return Holding(cards)


def _read_terms(terms: object, reader: Reader) -> None:
    found = reader.mapping(terms, "/terms", ("currency",))
    if found is not None and "currency" in found:
        currency = found["currency"]
        if not (isinstance(currency, str) and _CURRENCY.fullmatch(currency)):
            reader.refuse("wrong_value", "/terms/currency", "three capital letters are needed, for example EUR")


def _read_cards(found: Mapping[str, object], key: str, pointer: str, reader: Reader) -> tuple[Card, ...]:
    """The cards under a key; ``()`` where there is none or it was refused (it is noted)."""
    if key not in found:
        return ()
    value = found[key]
    if isinstance(value, list | tuple) and len(value) > MOST_CARDS:
        reader.refuse("wrong_value", f"{pointer}/{key}", f"there are {MOST_CARDS} cards, not {len(value)}")
        return ()
    return reader.cards(value, f"{pointer}/{key}") or ()


def _read_seats(found: Mapping[str, object], reader: Reader) -> tuple[tuple[Position, ...], dict[str, Stakes]]:
    entries = reader.sequence(found["seats"], "/seats") if "seats" in found else None
    if entries is None:
        return (), {}
    if not SEATS[0] <= len(entries) <= SEATS[1]:
        reader.refuse("wrong_seat_count", "/seats", f"{SEATS[0]} to {SEATS[1]} positions are needed")
        return (), {}
    positions: list[Position] = []
    stakes: dict[str, Stakes] = {}
    for index, entry in enumerate(entries):
        pointer = f"/seats/{index}"
        seat = reader.mapping(entry, pointer, ("seat", "cards", "decision", "bets"), ("blind",))
        position = None if seat is None else _read_position(seat, pointer, reader)
        if seat is None or position is None:
            continue
        if position.seat in stakes:
            reader.refuse("duplicate_seat", f"{pointer}/seat", f"seat {position.seat} stands in this record already")
        positions.append(position)
        stakes[position.seat] = _read_stakes(seat.get("bets"), f"{pointer}/bets", reader)
    return tuple(positions), stakes


def _read_position(seat: Mapping[str, object], pointer: str, reader: Reader) -> Position | None:
    """One position but its bets; None where a key is missing (it is noted)."""
    if any(key not in seat for key in ("seat", "cards", "decision", "bets")):
        return None
    name = _read_seat_name(seat["seat"], f"{pointer}/seat", reader)
    cards = _read_cards(seat, "cards", pointer, reader)
    decision = reader.choice(seat["decision"], f"{pointer}/decision", DECISIONS)
    blind = _read_flag(seat["blind"], f"{pointer}/blind", reader) if "blind" in seat else False
    return Position(name, cards, decision or "none", blind)


def _read_seat_name(value: object, pointer: str, reader: Reader) -> str:
    if isinstance(value, str) and _SEAT.fullmatch(value) and value != "house":
        return value
    reader.refuse("wrong_value", pointer, "a seat is 1 to 16 letters, digits, '_' or '-', and never 'house'")
    return ""


def _read_flag(value: object, pointer: str, reader: Reader) -> bool:
    if isinstance(value, bool):
        return value
    reader.refuse("wrong_type", pointer, "true or false is needed")
    return False


def _read_stakes(value: object, pointer: str, reader: Reader) -> Stakes:
    found = reader.mapping(value, pointer, (), BETS) or {}
    return Stakes(*(reader.minor(found[bet], f"{pointer}/{bet}") or 0 if bet in found else 0 for bet in BETS))


def _read_meter(value: object, reader: Reader) -> Meter | None:
    found = reader.mapping(value, "/progressive", ("meter_minor",), ("verified",))
    if found is None or "meter_minor" not in found:
        return None
    verified = _read_flag(found["verified"], "/progressive/verified", reader) if "verified" in found else False
    return Meter(reader.minor(found["meter_minor"], "/progressive/meter_minor") or 0, verified)


def _read_irregularities(value: object, reader: Reader) -> tuple[Irregularity, ...]:
    entries: Sequence[object] = reader.sequence(value, "/irregularities") or ()
    read: list[Irregularity] = []
    for index, entry in enumerate(entries):
        pointer = f"/irregularities/{index}"
        found = reader.mapping(entry, pointer, ("kind", "reason"), ("seat", "ruling", "cards"))
        if found is None or "kind" not in found or "reason" not in found:
            continue
        kind = reader.choice(found["kind"], f"{pointer}/kind", (*DECIDED_BY_RULE, *DECIDED_BY_RULING))
        seat = _read_seat_name(found["seat"], f"{pointer}/seat", reader) if "seat" in found else None
        ruling = reader.choice(found["ruling"], f"{pointer}/ruling", RULINGS) if "ruling" in found else None
        reason = found["reason"]
        if not (isinstance(reason, str) and 0 < len(reason) <= LONGEST_REASON):
            reader.refuse("wrong_value", f"{pointer}/reason", f"a text of 1 to {LONGEST_REASON} characters is needed")
        cards = _read_cards(found, "cards", pointer, reader)
        read.append(Irregularity(kind or "", seat, ruling, cards, str(reason)))
    return tuple(read)
