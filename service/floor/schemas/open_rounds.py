"""Rounds that grow, their events, and what may come next."""

from collections.abc import Mapping
from typing import Any, Final

import orjson
from sqlalchemy import Row

from engine.growing import Growth
from service.core.clock import format_us
from service.core.fields import Body, Choice, Day, Document, ListOf, Moment, Nested, Seat, Text, Whole, Words
from service.core.lists import ListQuery, list_of
from service.floor.schemas.rounds import MOST_NUMBER, RoundOut, SettlementOut
from service.floor.schemas.tables import show_moment
from service.floor.store import open_rounds as store

MOST_EVENTS: Final = 200
STATES: Final = (store.OPEN, store.SETTLED, store.VOID)
KINDS: Final = (store.EVENT, store.UNDO, store.VOIDING)
_REASON: Final = {"description": "Why, in words that an auditor will understand."}


class OpenRoundIn(Body):
    """A round to begin."""

    number = Whole(1, MOST_NUMBER, required=True, metadata={"description": "Gap-free by table and gaming day."})
    played_at = Moment(required=True, metadata={"description": "When it was dealt; decides the gaming day."})
    header = Document(
        "Header",
        load_default=dict,
        metadata={
            "description": "The record schema of the game, without its events. What the round before left (button, "
            "Fantasyland, the number of the hand, the dealer) need not be said and cannot be otherwise."
        },
    )


class EventsIn(Body):
    """What happened next, in order."""

    events = ListOf(
        Document("Event", metadata={"description": "See the event schema of the game."}), 1, MOST_EVENTS, required=True
    )
    after = Whole(
        0, MOST_NUMBER, metadata={"description": "last_place as the sender knew it; left out: whatever stands there."}
    )


class UndoIn(Body):
    """An event to undo."""

    place = Whole(1, MOST_NUMBER, required=True, metadata={"description": "Its place, which must be the last one."})
    reason = Words(1, 200, required=True, metadata=_REASON)


class VoidingIn(Body):
    """Why a round is void."""

    reason = Words(1, 200, required=True, metadata=_REASON)


class ChoicesIn(Body):
    """What may a seat do now?"""

    seat = Seat(required=True)
    dealt = ListOf(
        Text(1, 16), 0, 100, load_default=list, metadata={"description": "The cards that it has just been dealt."}
    )


class OpenRoundOut(Body):
    """A round that grows or has grown. ``last_place`` counts the entries of its log."""

    id = Whole(required=True)
    session_id = Whole(required=True)
    table_id = Whole(required=True)
    gaming_date = Day(required=True)
    number = Whole(required=True)
    state = Choice(STATES, required=True)
    played_at = Moment(required=True)
    opened_at = Moment(required=True)
    opened_by = Text(required=True)
    closed_at = Moment(required=True, allow_none=True)
    last_place = Whole(required=True)
    round_id = Whole(required=True, allow_none=True, metadata={"description": "The round that it became."})


class StandingOut(OpenRoundOut):
    """A growing round as it stands, as far as the caller may see it."""

    header = Document(required=True, metadata={"description": "What it was opened with, without hidden cards."})
    view = Document(required=True, metadata={"description": "Whose turn it is and what lies open; hidden is null."})


class AppendedOut(Body):
    """A round after an entry. The last event of a round records and settles it."""

    open_round = Nested(StandingOut, required=True)
    announced = Document(
        required=True, allow_none=True, metadata={"description": "What came of the last event by itself, as a win."}
    )
    round = Nested(RoundOut, required=True, allow_none=True)
    settlement = Nested(SettlementOut, required=True, allow_none=True)


class ChoicesOut(Body):
    """Everything that a seat may do, as far as the caller may know it."""

    choices = ListOf(Document(), 0, 10_000, required=True)


class OpenRoundQuery(ListQuery):
    """Which growing rounds of a session to list."""

    state = Choice(STATES)


class EntryOut(Body):
    """One entry of the log of a growing round."""

    place = Whole(required=True)
    kind = Choice(KINDS, required=True)
    seat = Seat(required=True, allow_none=True)
    recorded_at = Moment(required=True)
    recorded_by = Text(required=True)
    event = Document(
        required=True, allow_none=True, metadata={"description": "Without hidden cards; null where it is none."}
    )
    reason = Text(1, 200, required=True, allow_none=True)


OpenRoundsOut: Final = list_of(OpenRoundOut, "OpenRoundsOut")
EntriesOut: Final = list_of(EntryOut, "EntriesOut")


def show_open_round(stored: Mapping[str, Any]) -> dict[str, Any]:
    """A growing round as it is answered, of what is stored by column."""
    return {
        "id": stored["id"],
        "session_id": stored["session_id"],
        "table_id": stored["table_id"],
        "gaming_date": stored["gaming_date"],
        "number": stored["number"],
        "state": stored["state"],
        "played_at": format_us(stored["played_us"]),
        "opened_at": format_us(stored["opened_us"]),
        "opened_by": stored["opened_by"],
        "closed_at": show_moment(stored["closed_us"]),
        "last_place": stored["last_place"],
        "round_id": stored["round_id"],
    }


def show_standing(stored: Mapping[str, Any], growth: Growth, state: Any, seat: str | None) -> dict[str, Any]:
    """A growing round as it stands, for the device of a seat, or (None) for anybody else."""
    header = orjson.loads(stored["header"])
    return {
        **show_open_round(stored),
        "header": {key: header[key] for key in growth.public_keys if key in header},
        "view": growth.view(state, seat),
    }


def show_entry(row: Row[Any], body: Mapping[str, Any]) -> Mapping[str, Any]:
    """An entry of a log as it is answered; ``body`` is what the caller may see of its data."""
    is_event = row.kind == store.EVENT
    return {
        "place": row.place,
        "kind": row.kind,
        "seat": row.seat,
        "recorded_at": format_us(row.recorded_us),
        "recorded_by": row.recorded_by,
        "event": body if is_event else None,
        "reason": None if is_event else body.get("reason"),
    }
