"""Settlements over HTTP."""

from collections.abc import Mapping
from typing import Any

from service.core.lists import answer_list
from service.core.operations import Call
from service.core.permissions import Permission
from service.floor.routes.desk import desk
from service.floor.routes.rounds import show_settlement
from service.floor.schemas import examples, rounds, settlements
from service.floor.store import settlements as store
from service.floor.usecases.rounds import find_settlement


@desk.get(
    "/v1/settlements",
    permission=Permission.READ_ROUNDS,
    query=settlements.SpotQuery,
    answer=settlements.SpotResultsOut,
    problems=("invalid_cursor",),
    example=examples.page_of(examples.SPOT_RESULT),
)
def list_settlements(call: Call) -> Mapping[str, Any]:
    """List what rounds came to, seat by seat, by gaming date, table and order of recording.

    The house's own results are listed with seat=house only. A device sees those of its own table.
    """
    query = call.query
    asked = store.SpotFilter(
        query.get("table_id"),
        query.get("session_id"),
        query.get("gaming_date"),
        query.get("seat"),
        query.get("player"),
    )
    return answer_list(
        call,
        "settlements",
        lambda page: store.list_spots(call.connection, call.principal, asked, page),
        settlements.show_spot_result,
    )


@desk.get(
    "/v1/settlements/{settlement_id}",
    permission=Permission.READ_ROUNDS,
    answer=rounds.SettlementDetailOut,
    example=examples.SETTLEMENT_DETAIL,
)
def read_settlement(call: Call) -> Mapping[str, Any]:
    """Read a settlement: what every seat won or lost, and why, line by line in sentences.

    Of a round that was recorded in one piece the device of a seat is shown that seat's lines, and no marks: what others
    folded was never shown.
    """
    recorded = find_settlement(call.connection, call.principal, call.path["settlement_id"])
    return {**show_settlement(recorded), "round": rounds.show_round(recorded.round)}
