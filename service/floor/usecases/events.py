"""Events of a growing round: appended in order of arrival, undone one at a time, settled with the last one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import Row

from engine.errors import RecordRefused, Violation
from engine.growing import Growth
from service.core.auth import Principal
from service.core.errors import Refusal
from service.core.strict_json import write_canonical_json
from service.core.uow import UnitOfWork
from service.floor.store import open_rounds as store
from service.floor.store.open_rounds import Entry
from service.floor.store.places import Place
from service.floor.usecases import logs
from service.floor.usecases.logs import Grown
from service.floor.usecases.open_rounds import hold_open
from service.floor.usecases.rounds import RecordRound, record_grown, within
from service.rulebook.usecases import Published, published


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

    Whoever comes first is first: an event that was legal when the caller saw the round and is not any more is refused
    as ``events_moved_on``, one that never was as ``event_refused`` by the code of the game. Raises Refusal
    ``not_found``, ``wrong_table``, ``wrong_seat``, ``round_not_open`` or ``invalid_request`` besides.
    """
    row, place = hold_open(command.open_round_id, len(command.events), principal, uow)
    known = row.last_place - len(command.events)
    if command.after is not None and command.after > known:
        fault = Violation("wrong_value", "/after", f"the log has {known} entries")
        raise Refusal("invalid_request", "Nobody can have seen so many entries.", [fault])
    ruleset = published(uow.connection, place.ruleset_version_id)
    state = logs.state_at(uow.connection, row, known, place, ruleset)
    entries = []
    for index, data in enumerate(command.events):
        event = _read(data, index, logs.growth_of(ruleset), principal)
        state = _applied(state, event, index, ruleset, stale=command.after not in (None, known))
        entries.append(Entry(store.EVENT, event.seat, write_canonical_json(data).decode()))
    _write(row, known, entries, principal, uow)
    return _stand(row, place, state, ruleset, principal, uow)


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


def _applied(state: Any, event: Any, index: int, ruleset: Published, *, stale: bool) -> Any:
    """The state after an event; ``stale`` where entries were appended that the caller has not seen."""
    found = logs.growth_of(ruleset).apply(state, event, ruleset.rules)
    if not isinstance(found, Violation):
        return found
    fault = found._replace(pointer=f"/events/{index}")
    if stale:
        raise Refusal(
            "events_moved_on", "The round went on meanwhile, and the event is not possible any more.", [fault]
        )
    raise Refusal("event_refused", "The rules do not let this happen now.", [fault])


def undo_event(command: UndoEvent, principal: Principal, uow: UnitOfWork) -> Grown:
    """Undo the last event of an open round, as long as nothing was appended behind it.

    The undoing is an entry of its own; nothing is taken away. Raises Refusal ``not_found``, ``round_not_open``,
    ``invalid_request``, ``events_moved_on`` or ``nothing_to_undo``.
    """
    row, place = hold_open(command.open_round_id, 1, principal, uow)
    log = store.read_log(uow.connection, row.id)
    if command.place > len(log):
        fault = Violation("wrong_value", "/place", f"the log has {len(log)} entries")
        raise Refusal("invalid_request", "There is no such entry.", [fault])
    if command.place < len(log):
        raise Refusal("events_moved_on", f"Entry {len(log)} stands behind entry {command.place}.")
    undone = log[-1]
    if undone.kind != store.EVENT:
        raise Refusal("nothing_to_undo", f"Entry {command.place} is of the kind {undone.kind}.")
    entry = Entry(store.UNDO, undone.seat, write_canonical_json({"reason": command.reason}).decode())
    _write(row, len(log), [entry], principal, uow)
    ruleset = published(uow.connection, place.ruleset_version_id)
    state = logs.replayed(row, logs.events_of([*log, entry]), place, ruleset)
    return _stand(row, place, state, ruleset, principal, uow)


def _write(row: Row[Any], after_place: int, entries: Sequence[Entry], principal: Principal, uow: UnitOfWork) -> None:
    recorded = {"recorded_us": uow.now_us, "recorded_by": principal.label}
    store.add_entries(uow.connection, row.id, after_place, entries, recorded)


def _stand(row: Row[Any], place: Place, state: Any, ruleset: Published, principal: Principal, uow: UnitOfWork) -> Grown:
    """The round with its new state, settled where it is over."""
    logs.keep(uow, row.id, row.last_place, state)
    growth = logs.growth_of(ruleset)
    if not growth.is_over(state):
        return Grown(row._asdict(), growth, state)
    events = logs.events_of(store.read_log(uow.connection, row.id))
    record = growth.record_of(orjson.loads(row.header), events)
    command = RecordRound(row.session_id, row.number, row.played_us, record)
    recorded = record_grown(command, place, principal, uow)
    closing = {"state": store.SETTLED, "closed_us": uow.now_us, "round_id": recorded.round["id"], "voided_seq": None}
    return Grown(store.close(uow.connection, row.id, closing)._asdict(), growth, state, recorded)
