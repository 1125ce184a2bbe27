"""Settlements seat by seat, and the running balance of a session."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
from marshmallow import ValidationError, validates_schema
from sqlalchemy import Row

from engine.settlement import HOUSE
from service.core.clock import format_us
from service.core.fields import Body, Day, ListOf, Moment, Money, Nested, QueryWhole, Seat, Text, Whole
from service.core.lists import ListQuery, list_of
from service.floor.schemas.rounds import SpotOut
from service.floor.schemas.sessions import PinnedRulesetOut
from service.floor.store.sessions import SeatTaken
from service.floor.store.settlements import SeatBalance


class SpotQuery(ListQuery):
    """Which seats' results to list."""

    table_id = QueryWhole()
    session_id = QueryWhole()
    gaming_date = Day()
    seat = Seat(metadata={"description": "Needs session_id, player, or table_id with gaming_date. May be house."})
    player = Text(1, 64)

    @validates_schema
    def find_seat_somewhere(self, data: Mapping[str, Any], **_: Any) -> None:
        """Refuse a seat that would have to be looked for at all tables or in all days."""
        narrow = "session_id" in data or "player" in data or ("table_id" in data and "gaming_date" in data)
        if "seat" in data and not narrow:
            raise ValidationError("wrong_value|Needs session_id, player, or table_id with gaming_date.", "seat")


class SpotResultOut(SpotOut):
    """One seat's result of one round. The settlement by its id says why."""

    settlement_id = Whole(required=True)
    round_id = Whole(required=True)
    round_number = Whole(required=True)
    session_id = Whole(required=True)
    table_id = Whole(required=True)
    gaming_date = Day(required=True)
    seq = Whole(required=True)
    currency = Text(3, 3, required=True)
    ruleset = Nested(PinnedRulesetOut, required=True)


class NetOut(Body):
    """What one side won in a round, and has won up to and with it."""

    seat = Text(1, 16, required=True)
    net_minor = Money(required=True)
    balance_minor = Money(required=True)


class BalanceEntryOut(Body):
    """The balance after one round: of every seat, and of the house under that name."""

    round_id = Whole(required=True)
    number = Whole(required=True)
    seq = Whole(required=True)
    played_at = Moment(required=True)
    sides = ListOf(Nested(NetOut), required=True)


class BalanceOut(Body):
    """What a session has come to so far, and its rounds in the order of recording with the balance after each."""

    session_id = Whole(required=True)
    currency = Text(3, 3, required=True)
    rounds = Whole(required=True)
    seats = ListOf(Nested(SpotOut), required=True)
    house_net_minor = Money(required=True)
    items = ListOf(Nested(BalanceEntryOut), required=True)
    next_cursor = Text(1, 1000, required=True, allow_none=True)


SpotResultsOut: Final = list_of(SpotResultOut, "SpotResultsOut")


def show_spot_result(row: Row[Any]) -> Mapping[str, Any]:
    """One seat's result as it is answered in a list."""
    return {
        "settlement_id": row.settlement_id,
        "round_id": row.round_id,
        "round_number": row.number,
        "session_id": row.session_id,
        "table_id": row.table_id,
        "gaming_date": row.gaming_date,
        "seq": row.seq,
        "seat": row.seat,
        "player": row.player,
        "net_minor": str(row.net_minor),
        "returned_minor": str(row.returned_minor),
        "currency": orjson.loads(row.terms)["currency"],
        "ruleset": {"key": row.entry_key, "version": row.version},
    }


def show_entry(round_row: Row[Any], nets: Mapping[str, int], balances: Mapping[str, int]) -> Mapping[str, Any]:
    """The balance after one round as it is answered."""
    return {
        "round_id": round_row.id,
        "number": round_row.number,
        "seq": round_row.seq,
        "played_at": format_us(round_row.played_us),
        "sides": [
            {"seat": seat, "net_minor": str(net), "balance_minor": str(balances[seat])} for seat, net in nets.items()
        ],
    }


def show_totals(sides: Mapping[str, SeatBalance], seats: Sequence[SeatTaken]) -> dict[str, Any]:
    """What a session comes to for each of its seats and the house."""
    return {
        "seats": [
            {
                "seat": taken.seat,
                "player": taken.player,
                "net_minor": str(sides[taken.seat].net_minor),
                "returned_minor": str(sides[taken.seat].returned_minor),
            }
            for taken in seats
        ],
        "house_net_minor": str(sides[HOUSE].net_minor),
    }
