"""Sessions, their balance, and arrangements checked before the reveal, over HTTP."""

from collections.abc import Mapping
from typing import Any

from service.core.lists import ListQuery, Slice, answer_list
from service.core.operations import Call, WriteCall
from service.core.paging import Page
from service.core.permissions import Permission
from service.floor.routes.desk import desk
from service.floor.schemas import examples
from service.floor.schemas import sessions as schemas
from service.floor.schemas import settlements as results
from service.floor.schemas.tables import ClosingIn
from service.floor.store import sessions as store
from service.floor.usecases import arrangements, balances
from service.floor.usecases import sessions as usecases


@desk.post(
    "/v1/sessions",
    permission=Permission.MANAGE_SESSIONS,
    body=schemas.SessionIn,
    answer=schemas.SessionOut,
    problems=(
        "wrong_table",
        "unknown_table",
        "unknown_ruleset",
        "ruleset_for_other_game",
        "session_open",
        "gaming_day_closed",
    ),
    request=examples.SESSION_REQUEST,
    example=examples.SESSION,
)
def open_session(call: WriteCall) -> Mapping[str, Any]:
    """Open a session at a table: who sits where, at which stake, by which rules.

    The ruleset version is pinned for the whole session. The gaming day is that of the opening and is opened with
    its first session.
    """
    body = call.body
    command = usecases.OpenSession(
        body["table_id"],
        body["ruleset"]["key"],
        body["ruleset"].get("version"),
        body.get("unit_minor"),
        tuple(store.SeatTaken(entry["seat"], entry["player"]) for entry in body["seats"]),
        body.get("opened_at"),
    )
    return schemas.show_session(usecases.open_session(command, call.principal, call.uow))


@desk.get(
    "/v1/sessions",
    permission=Permission.READ_FLOOR,
    query=schemas.SessionQuery,
    answer=schemas.SessionsOut,
    problems=("invalid_cursor",),
    example=examples.page_of(examples.SESSION),
)
def list_sessions(call: Call) -> Mapping[str, Any]:
    """List sessions by gaming date, table and opening; with open=true by table.

    A device sees those of its own table.
    """
    query = call.query
    is_open = query["open"] == "true" if "open" in query else None
    asked = store.SessionFilter(query.get("table_id"), query.get("gaming_date"), is_open)
    return answer_list(
        call,
        "sessions",
        lambda page: store.list_sessions(call.connection, call.principal, asked, page),
        schemas.show_session,
    )


@desk.get(
    "/v1/sessions/{session_id}", permission=Permission.READ_FLOOR, answer=schemas.SessionOut, example=examples.SESSION
)
def read_session(call: Call) -> Mapping[str, Any]:
    """Say who plays what in a session, by which rules, at which stake, and whether it is open."""
    return schemas.show_session(usecases.find_session(call.connection, call.principal, call.path["session_id"]))


@desk.post(
    "/v1/sessions/{session_id}/closing",
    permission=Permission.MANAGE_SESSIONS,
    body=ClosingIn,
    answer=schemas.SessionOut,
    status=200,
    problems=("session_closed", "round_open"),
    request={},
    example=examples.SESSION_CLOSED,
)
def close_session(call: WriteCall) -> Mapping[str, Any]:
    """Close a session for good.

    Rounds that are being posted at that moment are let through first; later ones are refused. A round that is open is
    played to its end or voided before.
    """
    return schemas.show_session(usecases.close_session(call.path["session_id"], call.principal, call.uow))


@desk.get(
    "/v1/sessions/{session_id}/balance",
    permission=Permission.READ_ROUNDS,
    query=ListQuery,
    answer=results.BalanceOut,
    problems=("invalid_cursor",),
    example=examples.BALANCE,
)
def read_balance(call: Call) -> Mapping[str, Any]:
    """Read what a session has come to: for every seat and the house, in all and after each round.

    Rounds come in the order in which they were recorded, a page of them at a time; the totals are always of the
    whole session.
    """
    found: list[balances.Balance] = []

    def read(page: Page) -> Slice[balances.Entry]:
        balance = balances.read_balance(call.connection, call.principal, call.path["session_id"], page)
        found.append(balance)
        return balance.entries

    page = answer_list(
        call,
        f"balance of {call.path['session_id']}",
        read,
        lambda entry: results.show_entry(entry.round, entry.nets_minor, entry.balances_minor),
    )
    session = found[0].session
    head = {"session_id": session.id, "currency": session.terms["currency"], "rounds": found[0].rounds}
    return {**head, **results.show_totals(found[0].sides, session.seats), **page}


@desk.check(
    "/v1/arrangements/check",
    permission=Permission.CHECK_ARRANGEMENT,
    body=schemas.ArrangementIn,
    answer=schemas.ArrangementOut,
    problems=("unknown_session", "unknown_ruleset", "arrangement_refused"),
    request=examples.ARRANGEMENT_REQUEST,
    example=examples.ARRANGEMENT,
)
def check_arrangement(call: Call) -> Mapping[str, Any]:
    """Say whether one holding is set legally and what it is worth, before the reveal.

    Nothing is written, so no Idempotency-Key is needed. A foul is an answer, not a problem.
    """
    ruleset = call.body.get("ruleset", {})
    command = arrangements.CheckArrangement(
        call.body["holding"], call.body.get("session_id"), ruleset.get("key"), ruleset.get("version")
    )
    judged = arrangements.check_arrangement(command, call.principal, call.connection)
    return {
        "game": judged.ruleset.game,
        "ruleset": {"key": judged.ruleset.key, "version": judged.ruleset.version},
        "legal": judged.legal,
        "reasons": list(judged.reasons),
        "rating": judged.rating,
    }
