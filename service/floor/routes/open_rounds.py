"""Rounds that grow event by event, over HTTP.

Who plays a seat is told its own cards. Everybody else, whoever it is, is told what lies open, until the round is over.
"""

from collections.abc import Mapping
from typing import Any

from service.core.lists import ListQuery, answer_list
from service.core.operations import Call, WriteCall
from service.core.permissions import Permission
from service.floor.routes.desk import desk
from service.floor.routes.rounds import show_settlement
from service.floor.schemas import growing_examples as examples
from service.floor.schemas import open_rounds as schemas
from service.floor.schemas.examples import page_of
from service.floor.schemas.rounds import show_round
from service.floor.store import open_rounds as store
from service.floor.usecases import events, open_rounds
from service.floor.usecases.logs import Grown
from service.floor.usecases.sessions import find_session


@desk.post(
    "/v1/sessions/{session_id}/open-rounds",
    permission=Permission.APPEND_EVENT,
    body=schemas.OpenRoundIn,
    answer=schemas.StandingOut,
    problems=(
        "wrong_table",
        "wrong_seat",
        "not_growing",
        "session_closed",
        "outside_session",
        "round_open",
        "round_number_used",
        "not_carried",
        "header_refused",
        "seat_not_in_session",
    ),
    request=examples.OPENING,
    example=examples.OPENED,
)
def open_round(call: WriteCall) -> Mapping[str, Any]:
    """Open a round that grows event by event, of a game that is played so.

    What the round before it left is written into the header: the button, Fantasyland seats and their cards, runs, the
    number of the hand that the stake level follows, the dealer. A header that says otherwise is refused. The number
    stays used, whatever becomes of the round. The device of a seat opens no round.
    """
    body = call.body
    command = open_rounds.OpenRound(call.path["session_id"], body["number"], body["played_at"], body["header"])
    return _standing(call, open_rounds.open_round(command, call.principal, call.uow))


@desk.get(
    "/v1/sessions/{session_id}/open-rounds",
    permission=Permission.READ_ROUNDS,
    query=schemas.OpenRoundQuery,
    answer=schemas.OpenRoundsOut,
    problems=("invalid_cursor",),
    example=page_of(examples.LISTED),
)
def list_open_rounds(call: Call) -> Mapping[str, Any]:
    """List the rounds of a session that grow or have grown, in the order in which they were opened.

    With state=open there is one at most. Those that are void keep their number.
    """
    session_id, state = call.path["session_id"], call.query.get("state")
    find_session(call.connection, call.principal, session_id)
    return answer_list(
        call,
        f"open rounds of {session_id}",
        lambda page: store.list_open_rounds(call.connection, call.principal, session_id, state, page),
        lambda row: schemas.show_open_round(row._asdict()),
    )


@desk.get(
    "/v1/open-rounds/{open_round_id}",
    permission=Permission.READ_ROUNDS,
    answer=schemas.StandingOut,
    example=examples.STANDING,
)
def read_open_round(call: Call) -> Mapping[str, Any]:
    """Read a growing round as it stands: whose turn it is, what is open, and every card that the caller may see."""
    return _standing(call, open_rounds.find_open_round(call.connection, call.principal, call.path["open_round_id"]))


@desk.check(
    "/v1/open-rounds/{open_round_id}/choices",
    permission=Permission.CHECK_ARRANGEMENT,
    body=schemas.ChoicesIn,
    answer=schemas.ChoicesOut,
    problems=("round_not_open", "wrong_seat", "event_refused"),
    request=examples.CHOICES_REQUEST,
    example=examples.CHOICES,
)
def list_choices(call: Call) -> Mapping[str, Any]:
    """Say what a seat may do now: its legal events, or every legal placement of cards just dealt to it.

    A placement that is already a certain foul says so. Nothing is told that depends on cards which the caller does not
    see: these count as cards that may still be dealt, and nobody as bound to declare first.
    """
    command = open_rounds.AskChoices(call.path["open_round_id"], call.body["seat"], call.body["dealt"])
    return {"choices": list(open_rounds.list_choices(command, call.principal, call.connection))}


@desk.post(
    "/v1/open-rounds/{open_round_id}/events",
    permission=Permission.APPEND_EVENT,
    body=schemas.EventsIn,
    answer=schemas.AppendedOut,
    problems=(
        "wrong_table",
        "wrong_seat",
        "round_not_open",
        "log_full",
        "event_refused",
        "events_moved_on",
        "record_refused",
    ),
    request=examples.EVENTS,
    example=examples.APPENDED,
)
def append_events(call: WriteCall) -> Mapping[str, Any]:
    """Append one event or several, in order, all of them or none.

    The first one that the rules do not allow, as far as the caller can see, is named by its code. What is then refused
    for cards that he cannot see is told as ``hidden_cards`` or ``duplicate_card`` without a word about them, of several
    events not which one. What brings hidden cards to light must be the last event of its request (``must_be_last``): a
    draw from a stock that was told, and any draw or discard while a covered pair is exposed. Tablets of several seats
    may post at once: the order of arrival decides. Who says by ``after`` up to which entry the round was known is told
    ``events_moved_on`` where an event became impossible meanwhile. With its last event a round is recorded and
    settled, and the settlement stands in the answer; a win that follows by itself is announced there. The device of a
    seat appends that seat's events only.
    """
    command = events.AppendEvents(call.path["open_round_id"], call.body["events"], call.body.get("after"))
    return _appended(call, events.append_events(command, call.principal, call.uow))


@desk.get(
    "/v1/open-rounds/{open_round_id}/events",
    permission=Permission.READ_ROUNDS,
    query=ListQuery,
    answer=schemas.EntriesOut,
    problems=("invalid_cursor",),
    example=page_of(examples.ENTRY),
)
def list_events(call: Call) -> Mapping[str, Any]:
    """List the log of a growing round: every event, undoing and voiding, by whom and when.

    Of each event what lay open when it happened: a discard, a card that is set, but no throw and no private draw. The
    device of a seat sees its own events whole, everybody else all of them once the round is over.
    """
    row = open_rounds.find_row(call.connection, call.principal, call.path["open_round_id"])
    return answer_list(
        call,
        f"events of {row.id}",
        lambda page: open_rounds.list_entries(call.connection, call.principal, row, page),
        lambda entry: schemas.show_entry(entry.row, entry.body),
    )


@desk.post(
    "/v1/open-rounds/{open_round_id}/undo",
    permission=Permission.UNDO_EVENT,
    body=schemas.UndoIn,
    answer=schemas.AppendedOut,
    problems=("round_not_open", "events_moved_on", "nothing_to_undo"),
    request=examples.UNDO,
    example=examples.UNDONE,
)
def undo_event(call: WriteCall) -> Mapping[str, Any]:
    """Undo the last event of an open round, before the next one only.

    It stays in the log with the undoing behind it. A round that is settled is not undone: that is a correction.
    """
    command = events.UndoEvent(call.path["open_round_id"], call.body["place"], call.body["reason"])
    return _appended(call, events.undo_event(command, call.principal, call.uow))


@desk.post(
    "/v1/open-rounds/{open_round_id}/voiding",
    permission=Permission.UNDO_EVENT,
    body=schemas.VoidingIn,
    answer=schemas.StandingOut,
    status=200,
    problems=("round_not_open",),
    request=examples.VOIDING,
    example=examples.VOIDED,
)
def void_open_round(call: WriteCall) -> Mapping[str, Any]:
    """Void an open round: nothing of it is settled, and the next one goes on from the last that was.

    Its number stays used and is accounted for by the audit; the log stays as it is.
    """
    command = open_rounds.VoidRound(call.path["open_round_id"], call.body["reason"])
    return _standing(call, open_rounds.void_round(command, call.principal, call.uow))


def _standing(call: Call, grown: Grown) -> Mapping[str, Any]:
    return schemas.show_standing(grown.row, grown.growth, grown.state, call.principal.seat)


def _appended(call: Call, grown: Grown) -> Mapping[str, Any]:
    recorded = grown.recorded
    return {
        "open_round": _standing(call, grown),
        "announced": grown.growth.announced(grown.state),
        "round": None if recorded is None else show_round(recorded.round),
        "settlement": None if recorded is None else show_settlement(recorded),
    }
