"""Sessions: opened under one pinned ruleset version, closed for good."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row

from engine.catalogue import GAMES, Game
from engine.errors import Violation
from engine.evidence import canonical_bytes
from engine.settlement import HOUSE
from service.core.auth import Principal
from service.core.errors import Refusal
from service.core.uow import UnitOfWork
from service.floor.gaming_days import gaming_date_of
from service.floor.store import open_rounds, tables
from service.floor.store import sessions as store
from service.floor.store.sessions import SeatTaken, Session
from service.floor.usecases.limits import find_excess
from service.rulebook.usecases import Published, find_published


@dataclass(frozen=True, slots=True)
class OpenSession:
    """Begin play at a table. ``ruleset_version`` None is the newest; ``opened_us`` None is now."""

    table_id: int
    ruleset_key: str
    ruleset_version: int | None
    unit_minor: int | None
    seats: tuple[SeatTaken, ...]
    opened_us: int | None


def open_session(command: OpenSession, principal: Principal, uow: UnitOfWork) -> Session:
    """A new session, and its gaming day where it is the first of that date.

    Raises Refusal ``unknown_table``, ``wrong_table``, ``unknown_ruleset``, ``ruleset_for_other_game``,
    ``invalid_request``, ``gaming_day_closed`` or ``session_open``.
    """
    table = tables.lock_table(uow.connection, principal.property_id, command.table_id)
    if table is None:
        raise Refusal(
            "unknown_table", f"There is no table {command.table_id} here.", [_at("/table_id", "no such table")]
        )
    require_table(principal, command.table_id)
    ruleset = require_published(uow.connection, command.ruleset_key, command.ruleset_version)
    if ruleset.game != table.game:
        detail = f"{ruleset.key} is a ruleset of {ruleset.game}, the table plays {table.game}."
        raise Refusal("ruleset_for_other_game", detail, [_at("/ruleset/key", detail)])
    faults = [*_unit_faults(command, ruleset), *_seat_faults(command, table, ruleset), *_excess(command, ruleset)]
    if faults:
        raise Refusal("invalid_request", "Such a session cannot be opened.", faults)
    day = _open_day(command, principal, uow, table)
    values = {
        "property_id": principal.property_id,
        "table_id": command.table_id,
        "gaming_day_id": day.id,
        "gaming_date": day.gaming_date,
        "ruleset_version_id": ruleset.id,
        "terms": canonical_bytes(_terms(command, table)).decode(),
        "opened_us": uow.now_us if command.opened_us is None else command.opened_us,
        "opened_by": principal.label,
    }
    session_id = store.add_session(uow.connection, values, command.seats)
    if session_id is None:
        raise Refusal("session_open", f"Table {table.code} has an open session.")
    return find_session(uow.connection, principal, session_id)


def find_session(connection: Connection, principal: Principal, session_id: int) -> Session:
    """A session that the caller may see. Raises Refusal ``not_found``."""
    session = store.find_session(connection, principal, session_id)
    if session is None:
        raise Refusal("not_found", "No such session.")
    return session


def close_session(session_id: int, principal: Principal, uow: UnitOfWork) -> Session:
    """End play. Rounds that are being posted at the table are let through first, later ones are refused.

    Raises Refusal ``not_found``, ``session_closed`` or, while a round grows in it, ``round_open``.
    """
    session = find_session(uow.connection, principal, session_id)
    tables.lock_table(uow.connection, principal.property_id, session.table_id)
    still_open = open_rounds.find_open_of(uow.connection, session_id)
    if still_open is not None:
        raise Refusal("round_open", f"Round {still_open.number} is open as open round id {still_open.id}.")
    if not store.close_session(uow.connection, session, uow.now_us, principal.label):
        raise Refusal("session_closed", "The session is closed already.")
    return find_session(uow.connection, principal, session_id)


def require_table(principal: Principal, table_id: int) -> None:
    """Raise Refusal ``wrong_table`` where the caller is bound to another gaming table."""
    if principal.table_id not in (None, table_id):
        raise Refusal("wrong_table", f"{principal.label} belongs to table {principal.table_id}.")


def require_published(connection: Connection, key: str, version: int | None) -> Published:
    """A published ruleset version, the newest for None. Raises Refusal ``unknown_ruleset``."""
    ruleset = find_published(connection, key, version)
    if ruleset is None:
        wanted = key if version is None else f"{key} version {version}"
        detail = f"No ruleset {wanted} is published."
        raise Refusal("unknown_ruleset", detail, [Violation("unknown_ruleset", "/ruleset", detail)])
    return ruleset


def counts_units(game: Game) -> bool:
    """Whether the game's terms name the worth of a unit."""
    properties = game.terms_schema["properties"]
    assert isinstance(properties, dict)
    return "unit_minor" in properties


def _unit_faults(command: OpenSession, ruleset: Published) -> Iterator[Violation]:
    game = GAMES[ruleset.game]
    if game.needs(ruleset.rules).unit and command.unit_minor is None:
        yield Violation("missing_key", "/unit_minor", f"{game.title} counts units: say what one is worth.")
    if not counts_units(game) and command.unit_minor is not None:
        yield Violation("unknown_key", "/unit_minor", f"{game.title} counts no units.")


def _excess(command: OpenSession, ruleset: Published) -> Iterator[Violation]:
    """Rounds that grow are paid when they have been played: what they can cost is judged before they begin."""
    growth = GAMES[ruleset.game].growth
    pointer = "/ruleset/key" if command.unit_minor is None else "/unit_minor"
    excess = None if growth is None else find_excess(growth, command.unit_minor, {}, ruleset.rules, pointer)
    if excess is not None:
        yield excess


def _seat_faults(command: OpenSession, table: Row[Any], ruleset: Published) -> Iterator[Violation]:
    least = GAMES[ruleset.game].needs(ruleset.rules).least_seats
    if not least <= len(command.seats) <= table.seats:
        yield _at("/seats", f"{ruleset.key} needs {least} seats, and the table has {table.seats}")
    named = Counter(taken.seat for taken in command.seats)
    for index, taken in enumerate(command.seats):
        if taken.seat == HOUSE:
            yield _at(f"/seats/{index}/seat", "the house is nobody's seat")
        if named[taken.seat] > 1:
            yield _at(f"/seats/{index}/seat", f"seat {taken.seat!r} is named {named[taken.seat]} times")


def _open_day(command: OpenSession, principal: Principal, uow: UnitOfWork, table: Row[Any]) -> Row[Any]:
    opened_us = uow.now_us if command.opened_us is None else command.opened_us
    gaming_date = gaming_date_of(opened_us, table.time_zone, table.rollover_min)
    day = tables.open_day(uow.connection, principal.property_id, gaming_date, uow.now_us)
    if day.closed_us is not None:
        raise Refusal("gaming_day_closed", f"The gaming day {gaming_date} is closed.")
    return day


def _terms(command: OpenSession, table: Row[Any]) -> dict[str, str]:
    terms = {"currency": table.currency}
    return terms if command.unit_minor is None else terms | {"unit_minor": str(command.unit_minor)}


def _at(pointer: str, detail: str) -> Violation:
    return Violation("wrong_value", pointer, detail)
