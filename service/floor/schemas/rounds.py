"""Rounds and the settlements that they come to."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson

from engine.catalogue import GAMES, Game
from engine.sentences import sentence
from engine.settlement import HOUSE
from service.core.clock import format_us
from service.core.fields import (
    Body,
    Choice,
    Day,
    Document,
    ListOf,
    Moment,
    Money,
    Nested,
    QueryWhole,
    Seat,
    Text,
    Whole,
)
from service.core.lists import ListQuery, list_of
from service.floor.schemas.sessions import PinnedRulesetOut
from service.floor.store.rounds import Spot

MOST_NUMBER: Final = 2**31 - 1
_SHA256: Final = r"^[0-9a-f]{64}$"


class RoundIn(Body):
    """One deal as it was played."""

    number = Whole(1, MOST_NUMBER, required=True, metadata={"description": "1, 2, 3 ... at a table in a gaming day."})
    played_at = Moment(required=True, metadata={"description": "When it was dealt; decides the gaming day."})
    record = Document("Record", required=True, metadata={"description": "Cards, decisions, bets, as the game asks."})


class RoundOut(Body):
    """A round as recorded. ``seq`` numbers what is recorded at a table in the order of recording."""

    id = Whole(required=True)
    session_id = Whole(required=True)
    table_id = Whole(required=True)
    gaming_date = Day(required=True)
    number = Whole(required=True)
    seq = Whole(required=True)
    played_at = Moment(required=True)
    recorded_at = Moment(required=True)
    recorded_by = Text(required=True)
    evidence_sha256 = Text(64, 64, _SHA256, required=True)


class RecordedOut(RoundOut):
    """A round with its record."""

    record = Document(required=True)


class ReasonOut(Body):
    """Why a line is worth what it is: the clause of the game's rules, and the facts that fill its sentence."""

    clause = Text(required=True)
    facts = Document(required=True)


class LineOut(Body):
    """One transfer: what ``seat`` gains from ``against``."""

    seat = Text(1, 16, required=True)
    against = Text(1, 16, required=True)
    item = Text(required=True)
    outcome = Choice(["win", "lose", "push", "none", "forfeit", "charged"], required=True)
    units = Text(0, required=True, metadata={"description": "Exact, for example 3 or 1/2; empty where none count."})
    stake_minor = Money(required=True)
    net_minor = Money(required=True)
    reason = Nested(ReasonOut, required=True)
    why = Text(1, 2000, required=True, metadata={"description": "The reason as a sentence."})


class SpotOut(Body):
    """What a settlement comes to for one seat."""

    seat = Seat(required=True)
    player = Text(1, 64, required=True, allow_none=True)
    net_minor = Money(required=True, metadata={"description": "What the seat won; negative is what it lost."})
    returned_minor = Money(0, required=True, metadata={"description": "What goes back to its rail, stakes included."})


class SettlementOut(Body):
    """What a round is worth, and why."""

    id = Whole(required=True)
    round_id = Whole(required=True)
    game = Choice(sorted(GAMES), required=True)
    ruleset = Nested(PinnedRulesetOut, required=True)
    currency = Text(3, 3, required=True)
    settled_at = Moment(required=True)
    seats = ListOf(Nested(SpotOut), required=True)
    house_net_minor = Money(required=True)
    lines = ListOf(Nested(LineOut), 0, 10_000, required=True)
    marks = Document(required=True, metadata={"description": "Facts of the game that reports or later rounds need."})
    sha256 = Text(64, 64, _SHA256, required=True)


class RoundSettledOut(Body):
    """A round just recorded, and its settlement."""

    round = Nested(RoundOut, required=True)
    settlement = Nested(SettlementOut, required=True)


class RoundDetailOut(Body):
    """A round with its record and its settlement."""

    round = Nested(RecordedOut, required=True)
    settlement = Nested(SettlementOut, required=True)


class SettlementDetailOut(SettlementOut):
    """A settlement with the round that it is of."""

    round = Nested(RoundOut, required=True)


class RoundQuery(ListQuery):
    """Which rounds to list."""

    table_id = QueryWhole()
    session_id = QueryWhole()
    gaming_date = Day()


class EvidenceOut(Body):
    """The portable round file. ``settlement`` is the stored one; settling the file again must give the same."""

    format = Whole(1, 1, required=True)
    game = Choice(sorted(GAMES), required=True)
    ruleset = Document(required=True, metadata={"description": "Complete: it refers to nothing outside the file."})
    terms = Document(required=True)
    record = Document(required=True)
    context = Document(required=True, metadata={"description": "Where the round stands in our books."})
    settlement = Document(required=True)


RoundsOut: Final = list_of(RoundOut, "RoundsOut")
_LINE: Final = tuple(name for name in LineOut().fields if name != "why")


def show_round(stored: Mapping[str, Any]) -> dict[str, Any]:
    """A round as it is answered, of what is stored by column."""
    return {
        "id": stored["id"],
        "session_id": stored["session_id"],
        "table_id": stored["table_id"],
        "gaming_date": stored["gaming_date"],
        "number": stored["number"],
        "seq": stored["seq"],
        "played_at": format_us(stored["played_us"]),
        "recorded_at": format_us(stored["recorded_us"]),
        "recorded_by": stored["recorded_by"],
        "evidence_sha256": stored["evidence_sha256"],
    }


def show_record(stored: Mapping[str, Any]) -> Mapping[str, Any]:
    """A round with its record as it is answered."""
    return {**show_round(stored), "record": orjson.loads(stored["record"])}


def show_settlement(
    stored: Mapping[str, Any], body: Mapping[str, Any], spots: Sequence[Spot], ruleset: Mapping[str, Any], currency: str
) -> dict[str, Any]:
    """A settlement as it is answered: ``stored`` by column, ``body`` as the engine gave it."""
    game = GAMES[body["game"]]
    return {
        "id": stored["id"],
        "round_id": stored["round_id"],
        "game": body["game"],
        "ruleset": ruleset,
        "currency": currency,
        "settled_at": format_us(stored["settled_us"]),
        "seats": [show_spot(spot) for spot in spots if spot.seat != HOUSE],
        "house_net_minor": body["nets"][HOUSE],
        "lines": [_show_line(line, game) for line in body["lines"]],
        "marks": body["marks"],
        "sha256": stored["sha256"],
    }


def _show_line(line: Mapping[str, Any], game: Game) -> dict[str, Any]:
    shown = {name: line[name] for name in _LINE}
    return {**shown, "why": sentence(game.clauses, words=game.words, **line["reason"])}


def show_spot(spot: Spot) -> Mapping[str, Any]:
    """One seat's result as it is answered."""
    return {
        "seat": spot.seat,
        "player": spot.player,
        "net_minor": str(spot.net_minor),
        "returned_minor": str(spot.returned_minor),
    }
