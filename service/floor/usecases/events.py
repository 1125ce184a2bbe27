"""Events of a growing round: appended in order of arrival, undone one at a time, settled with the last one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import structlog

from engine.errors import RecordRefused, Violation
from engine.growing import Growth
from service.core.auth import Principal
from service.core.errors import Refusal
from service.core.strict_json import write_canonical_json
from service.core.uow import UnitOfWork
from service.floor.store import open_rounds as store
from service.floor.store.open_rounds import Entry
from service.floor.usecases import logs
from service.floor.usecases.logs import MOST_ENTRIES, Grown, Log, Stand
from service.floor.usecases.open_rounds import hold_open
from service.floor.usecases.rounds import RecordRound, record_grown, within

_log: Final = structlog.get_logger("pitbook.floor")


@dataclass(frozen=True, slots=True)
class AppendEvents:
    """Append events in order, all or none. ``after`` is the last entry that the caller has seen, None: never mind."""

    open_round_id: int
    events: Sequence[Mapping[str, Any]]
    after: int | None


@dataclass(frozen=True, slots=True)
class UndoEvent:
    """Undo the event at a place, which must be the last one, and say why."""

    open_round_id: int
    place: int
    reason: str


def append_events(command: AppendEvents, principal: Principal, uow: UnitOfWork) -> Grown:
    """Append events to an open round; with its last event it is recorded and settled.

    Whoever comes first is first: an event that was possible when the caller saw the round and is not any more is
    refused as ``events_moved_on``, one that never was as ``event_refused`` by the code of the game. All that the caller
    can see is judged first, through all his events; what is then refused for cards that he cannot see is refused
    without a word about them. Raises Refusal ``not_found``, ``wrong_table``, ``wrong_seat``, ``round_not_open``,
    ``log_full`` or ``invalid_request`` besides.
    """
    log = hold_open(command.open_round_id, len(command.events), principal, uow)
    known = log.row.last_place - len(command.events)
    _require_known(command.after, known)
    if log.row.last_place > MOST_ENTRIES:
        raise Refusal("log_full", f"A log has {MOST_ENTRIES} entries at most, this one has {known}.")
    events = [_read(data, index, log.growth, principal) for index, data in enumerate(command.events)]
    stand = log.stand_at(uow.connection, known)
    fault = log.growth.told(stand.state, events, principal.seat, log.ruleset.rules)
    if fault is not None:
        raise _impossible(fault, command.after, events, log, principal, uow)
    stand = _grown(stand, events, log, principal)
    entries = [
        Entry(store.EVENT, event.seat, write_canonical_json(data).decode())
        for event, data in zip(events, command.events, strict=True)
    ]
    _write(log, known, entries, principal, uow)
    return _answer(log, stand, principal, uow)


def _require_known(after: int | None, known: int) -> None:
    if after is not None and after > known:
        fault = Violation("wrong_value", "/after", f"the log has {known} entries")
        raise Refusal("invalid_request", "Nobody can have seen so many entries.", [fault])


def _read(data: Mapping[str, Any], index: int, growth: Growth, principal: Principal) -> Any:
    """An event of the caller's: the device of a seat speaks for that seat alone."""
    try:
        event = growth.read_event(data)
    except RecordRefused as refused:
        faults = within(f"/events/{index}", refused.violations)
        raise Refusal("event_refused", "This is no event of the game.", faults) from None
    if principal.seat not in (None, event.seat):
        detail = f"{principal.label} plays seat {principal.seat}, not {event.seat}"
        fault = Violation("wrong_seat", f"/events/{index}/seat", detail)
        raise Refusal("wrong_seat", "This is another seat's event.", [fault])
    return event


def _impossible(
    fault: Violation, after: int | None, events: Sequence[Any], log: Log, principal: Principal, uow: UnitOfWork
) -> Refusal:
    """The refusal of events that cannot follow, as the caller can see; held against the round as he knew it."""
    faults = within("/events", [fault])
    known = log.row.last_place - len(events)
    if after not in (None, known):
        seen = log.stand_at(uow.connection, after).state
        if log.growth.told(seen, events, principal.seat, log.ruleset.rules) is None:
            return Refusal("events_moved_on", "The round went on meanwhile, and this is not possible any more.", faults)
    return Refusal("event_refused", "The rules do not let this happen now.", faults)


def _grown(stand: Stand, events: Sequence[Any], log: Log, principal: Principal) -> Stand:
    """The round after events in which their sender can see no fault.

    Which of several is refused for hidden cards would tell of the others that they could happen, so it is not said.
    That somebody ran into hidden cards is written down: who does so often may be trying them out.
    """
    for event in events:
        found = log.growth.apply(stand.state, event, log.ruleset.rules)
        if isinstance(found, Violation):
            _log.warning(
                "hidden_cards_met",
                principal=principal.label,
                open_round_id=log.row.id,
                code=found.code,
                seat=event.seat,
                events=len(events),
            )
            code, detail = log.growth.unseen
            fault = Violation(code, "/events/0" if len(events) == 1 else "/events", detail)
            raise Refusal("event_refused", "Cards that you cannot see do not let this happen.", [fault])
        stand = Stand(stand.place + 1, found, stand.state)
    return stand


def undo_event(command: UndoEvent, principal: Principal, uow: UnitOfWork) -> Grown:
    """Undo the last event of an open round, as long as nothing was appended behind it.

    The undoing is an entry of its own; nothing is taken away. Raises Refusal ``not_found``, ``round_not_open``,
    ``invalid_request``, ``events_moved_on`` or ``nothing_to_undo``.
    """
    log = hold_open(command.open_round_id, 1, principal, uow)
    known = log.row.last_place - 1
    if command.place > known:
        fault = Violation("wrong_value", "/place", f"the log has {known} entries")
        raise Refusal("invalid_request", "There is no such entry.", [fault])
    if command.place < known:
        raise Refusal("events_moved_on", f"Entry {known} stands behind entry {command.place}.")
    (undone,) = store.read_log(uow.connection, log.row.id, known - 1, known)
    if undone.kind != store.EVENT:
        raise Refusal("nothing_to_undo", f"Entry {command.place} is of the kind {undone.kind}.")
    stand = Stand(log.row.last_place, log.stand_at(uow.connection, known).before)
    entry = Entry(store.UNDO, undone.seat, write_canonical_json({"reason": command.reason}).decode())
    _write(log, known, [entry], principal, uow)
    return _answer(log, stand, principal, uow)


def _write(log: Log, after_place: int, entries: Sequence[Entry], principal: Principal, uow: UnitOfWork) -> None:
    recorded = {"recorded_us": uow.now_us, "recorded_by": principal.label}
    store.add_entries(uow.connection, log.row.id, after_place, entries, recorded)


def _answer(log: Log, stand: Stand, principal: Principal, uow: UnitOfWork) -> Grown:
    """The round as it stands now, settled where it is over."""
    row, growth = log.row, log.growth
    logs.keep(uow, row.id, stand)
    if not growth.is_over(stand.state):
        return Grown(row._asdict(), growth, stand.state)
    command = RecordRound(row.session_id, row.number, row.played_us, log.record(uow.connection))
    recorded = record_grown(command, log.place, principal, uow)
    closing = {"state": store.SETTLED, "closed_us": uow.now_us, "round_id": recorded.round["id"], "voided_seq": None}
    return Grown(store.close(uow.connection, row.id, closing)._asdict(), growth, stand.state, recorded)
