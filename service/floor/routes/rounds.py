"""Rounds over HTTP."""

from collections.abc import Mapping
from typing import Any

from service.core.lists import answer_list
from service.core.operations import Call, WriteCall
from service.core.permissions import Permission
from service.floor.routes.desk import desk
from service.floor.schemas import examples
from service.floor.schemas import rounds as schemas
from service.floor.store import rounds as store
from service.floor.usecases import rounds as usecases


@desk.post(
    "/v1/sessions/{session_id}/rounds",
    permission=Permission.POST_ROUND,
    body=schemas.RoundIn,
    answer=schemas.RoundSettledOut,
    problems=(
        "wrong_table",
        "wrong_seat",
        "session_closed",
        "outside_session",
        "record_refused",
        "seat_not_in_session",
        "round_number_used",
        "round_open",
        "not_carried",
    ),
    request=examples.ROUND_REQUEST,
    example=examples.ROUND_SETTLED,
)
def post_round(call: WriteCall) -> Mapping[str, Any]:
    """Record one dealt round of a session and settle it.

    Everything is written or nothing. A foul is settled as the rules say; a record that cannot be true (a card
    twice, a row of the wrong size) is refused with every place named. A device posts at its own table only. Where
    rounds of the game grow, the record must go on from the round before it as an open round must.
    """
    body = call.body
    command = usecases.RecordRound(call.path["session_id"], body["number"], body["played_at"], body["record"])
    recorded = usecases.record_round(command, call.principal, call.uow)
    return {"round": schemas.show_round(recorded.round), "settlement": show_settlement(recorded)}


@desk.get(
    "/v1/rounds",
    permission=Permission.READ_ROUNDS,
    query=schemas.RoundQuery,
    answer=schemas.RoundsOut,
    problems=("invalid_cursor",),
    example=examples.page_of(examples.ROUND),
)
def list_rounds(call: Call) -> Mapping[str, Any]:
    """List rounds by gaming date, table and order of recording; those of one table or session in that order.

    A device sees those of its own table.
    """
    query = call.query
    asked = store.RoundFilter(query.get("table_id"), query.get("session_id"), query.get("gaming_date"))
    return answer_list(
        call,
        "rounds",
        lambda page: store.list_rounds(call.connection, call.principal, asked, page),
        lambda row: schemas.show_round(row._asdict()),
    )


@desk.get(
    "/v1/rounds/{round_id}",
    permission=Permission.READ_ROUNDS,
    answer=schemas.RoundDetailOut,
    problems=("wrong_seat",),
    example=examples.ROUND_DETAIL,
)
def read_round(call: Call) -> Mapping[str, Any]:
    """Read a round: what was dealt, decided and bet, what it came to, and why line by line.

    The device of a seat is shown no record: others' cards stand in it that were never shown, folded or thrown.
    """
    recorded = usecases.find_record(call.connection, call.principal, call.path["round_id"])
    return {"round": schemas.show_record(recorded.round), "settlement": show_settlement(recorded)}


@desk.get(
    "/v1/rounds/{round_id}/evidence",
    permission=Permission.READ_ROUNDS,
    answer=schemas.EvidenceOut,
    problems=("wrong_seat",),
    example=examples.EVIDENCE,
)
def read_evidence(call: Call) -> Mapping[str, Any]:
    """Take away the portable round file: record, complete ruleset and settlement.

    ``python -m engine settle FILE`` settles it again without this service. The SHA-256 of its canonical bytes
    without ``settlement`` and with an empty ``context`` is the round's ``evidence_sha256``.
    """
    return usecases.evidence(usecases.find_record(call.connection, call.principal, call.path["round_id"]))


def show_settlement(recorded: usecases.Recorded) -> dict[str, Any]:
    """The settlement of a recorded round as it is answered."""
    ruleset = {"key": recorded.ruleset.key, "version": recorded.ruleset.version}
    return schemas.show_settlement(
        recorded.settlement, recorded.body, recorded.spots, ruleset, recorded.terms["currency"]
    )
