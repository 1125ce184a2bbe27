"""Rounds that grow: opened, read, asked what may come next, voided. Their events stand in ``events``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, Row

from engine.catalogue import GAMES, Game, begin_round
from engine.errors import RecordRefused
from engine.growing import Growth
from service.core.auth import Principal
from service.core.errors import Refusal
from service.core.lists import Slice
from service.core.paging import Page
from service.core.strict_json import write_canonical_json
from service.core.uow import UnitOfWork
from service.floor.store import open_rounds as store
from service.floor.store import places, rounds
from service.floor.store.open_rounds import Entry
from service.floor.store.places import Place
from service.floor.usecases import carrying, logs
from service.floor.usecases.limits import find_excess
from service.floor.usecases.logs import Grown, Log, Stand
from service.floor.usecases.rounds import (
    find_place,
    require_gaming_day,
    require_no_seat,
    require_seated,
    take_seq,
    within,
)
from service.floor.usecases.sessions import require_table
from service.rulebook.usecases import Published, published


class LogEntry(NamedTuple):
    """One entry of a log: what is stored of it, and of its data what the caller may see."""

    row: Row[Any]
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OpenRound:
    """Begin a round of a session. ``header`` is the game's record without events, as far as it is not carried over."""

    session_id: int
    number: int
    played_us: int
    header: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class VoidRound:
    """End an open round without a settlement, and say why."""

    open_round_id: int
    reason: str


@dataclass(frozen=True, slots=True)
class AskChoices:
    """What may a seat do now, having been dealt these cards?"""

    open_round_id: int
    seat: str
    dealt: Sequence[str]


def open_round(command: OpenRound, principal: Principal, uow: UnitOfWork) -> Grown:
    """Open a round and give it its number for good.

    Raises Refusal ``not_found``, ``wrong_table``, ``wrong_seat``, ``not_growing``, ``session_closed``,
    ``outside_session``, ``round_open``, ``round_number_used``, ``not_carried``, ``header_refused`` or
    ``seat_not_in_session``.
    """
    place = find_place(command.session_id, principal, uow.connection)
    require_no_seat(principal)
    ruleset = published(uow.connection, place.ruleset_version_id)
    growth = _growth(GAMES[ruleset.game])
    if not places.hold(uow.connection, place):
        raise Refusal("session_closed", "Rounds are opened in an open session only.")
    require_gaming_day(command.played_us, place)
    _require_free(command, place, uow)
    header = carrying.completed(uow.connection, place, growth, command.header, ruleset.rules)
    state = _begun(header, place, ruleset)
    _require_payable(header, place, growth, ruleset.rules)
    require_seated(header, "/header", place)
    row = store.add_open_round(uow.connection, _values(command, header, place, principal, uow))
    logs.keep(uow, row.id, Stand(0, state))
    return Grown(row._asdict(), growth, state)


def _growth(game: Game) -> Growth:
    if game.growth is None:
        raise Refusal("not_growing", f"A round of {game.title} is recorded when it is over.")
    return game.growth


def _require_free(command: OpenRound, place: Place, uow: UnitOfWork) -> None:
    carrying.require_free(uow.connection, place, command.number)
    recorded = rounds.find_number(uow.connection, place.table_id, place.gaming_date, command.number)
    if recorded is not None:
        raise carrying.number_used(command.number, place, f"recorded as round id {recorded}")


def _begun(header: Mapping[str, Any], place: Place, ruleset: Published) -> Any:
    try:
        return begin_round(GAMES[ruleset.game], header, place.terms, ruleset.rules)
    except RecordRefused as refused:
        faults = within("/header", refused.violations)
        raise Refusal("header_refused", "The header was read, but no such round can be played.", faults) from None


def _require_payable(header: Mapping[str, Any], place: Place, growth: Growth, rules: Any) -> None:
    """Raise Refusal ``header_refused`` (``amount_too_large``) where the round could come to more than can be kept."""
    unit = place.terms.get("unit_minor")
    excess = find_excess(growth, None if unit is None else int(unit), header, rules, "/header")
    if excess is not None:
        raise Refusal("header_refused", "Nobody could be paid what this round can come to.", [excess])


def _values(
    command: OpenRound, header: Mapping[str, Any], place: Place, principal: Principal, uow: UnitOfWork
) -> dict[str, Any]:
    return {
        "property_id": place.property_id,
        "table_id": place.table_id,
        "session_id": place.session_id,
        "gaming_date": place.gaming_date,
        "number": command.number,
        "played_us": command.played_us,
        "opened_us": uow.now_us,
        "opened_by": principal.label,
        "header": write_canonical_json(header).decode(),
    }


def find_open_round(connection: Connection, principal: Principal, open_round_id: int) -> Grown:
    """A growing round that the caller may see, as it stands. Raises Refusal ``not_found``."""
    log = _log_of(connection, find_row(connection, principal, open_round_id))
    return Grown(log.row._asdict(), log.growth, log.stand_at(connection, log.row.last_place).state)


def list_choices(command: AskChoices, principal: Principal, connection: Connection) -> Sequence[Mapping[str, Any]]:
    """What a seat may do now, as far as the caller may know it.

    Raises Refusal ``not_found``, ``round_not_open``, ``wrong_seat`` or ``event_refused``.
    """
    row = find_row(connection, principal, command.open_round_id)
    if row.state != store.OPEN:
        raise _not_open(row)
    if principal.seat not in (None, command.seat):
        raise Refusal("wrong_seat", f"{principal.label} plays seat {principal.seat}.")
    log = _log_of(connection, row)
    state = log.stand_at(connection, row.last_place).state
    try:
        return log.growth.choices(state, command.seat, command.dealt, principal.seat, log.ruleset.rules)
    except RecordRefused as refused:
        raise Refusal("event_refused", "No such cards can be dealt to this seat now.", refused.violations) from None


def void_round(command: VoidRound, principal: Principal, uow: UnitOfWork) -> Grown:
    """Void an open round: its number stays used, and the voiding takes a number of the table's sequence.

    Raises Refusal ``not_found`` or ``round_not_open``.
    """
    log = hold_open(command.open_round_id, 1, principal, uow)
    known = log.row.last_place - 1
    state = log.stand_at(uow.connection, known).state
    entry = Entry(store.VOIDING, None, write_canonical_json({"reason": command.reason}).decode())
    recorded = {"recorded_us": uow.now_us, "recorded_by": principal.label}
    store.add_entries(uow.connection, log.row.id, known, [entry], recorded)
    closing = {"state": store.VOID, "closed_us": uow.now_us, "round_id": None, "voided_seq": take_seq(log.place, uow)}
    return Grown(store.close(uow.connection, log.row.id, closing)._asdict(), log.growth, state)


def hold_open(open_round_id: int, entries: int, principal: Principal, uow: UnitOfWork) -> Log:
    """The log of an open round that is to get so many entries, counted in already, held till the transaction ends.

    Raises Refusal ``not_found``, ``wrong_table`` or ``round_not_open``.
    """
    row = store.grow(uow.connection, principal.property_id, open_round_id, entries)
    if row is None:
        raise _not_open(find_row(uow.connection, principal, open_round_id))
    require_table(principal, row.table_id)
    return _log_of(uow.connection, row)


def _not_open(row: Row[Any]) -> Refusal:
    return Refusal("round_not_open", f"Round {row.number} of {row.gaming_date} is {row.state}.")


def find_row(connection: Connection, principal: Principal, open_round_id: int) -> Row[Any]:
    """What is stored of a growing round that the caller may see. Raises Refusal ``not_found``."""
    row = store.find_open_round(connection, principal, open_round_id)
    if row is None:
        raise Refusal("not_found", "No such round was opened.")
    return row


def list_entries(connection: Connection, principal: Principal, row: Row[Any], page: Page) -> Slice[LogEntry]:
    """The log of a growing round, its events as far as the caller may see them.

    The device of a seat sees all of that seat's events and what lay open of the others, everybody else that while the
    round is open, and everything once it is over.
    """
    found = store.list_entries(connection, row.id, page)
    if not found.rows or (principal.seat is None and row.state != store.OPEN):
        return found.map(lambda entry: LogEntry(entry, orjson.loads(entry.body)))
    seen = _log_of(connection, row).seen_events(connection, found.rows[0].place, found.rows[-1].place, principal.seat)
    return found.map(
        lambda entry: LogEntry(entry, seen[entry.place] if entry.kind == store.EVENT else orjson.loads(entry.body))
    )


def _log_of(connection: Connection, row: Row[Any]) -> Log:
    place = places.find_place(connection, row.session_id)
    assert place is not None, "a round is opened in a session, which stays"
    return Log(row, place, published(connection, place.ruleset_version_id))
