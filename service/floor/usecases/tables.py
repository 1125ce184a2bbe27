"""Gaming tables and gaming days."""

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Row

from engine.catalogue import GAMES
from engine.errors import Violation
from service.core.auth import Principal
from service.core.errors import Refusal
from service.core.uow import UnitOfWork
from service.floor.store import tables as store


@dataclass(frozen=True, slots=True)
class AddTable:
    """Put a table on the floor. ``seats`` is the number of its betting positions."""

    code: str
    game: str
    pit: str
    seats: int


def add_table(command: AddTable, principal: Principal, uow: UnitOfWork) -> Row[Any]:
    """A new table of the caller's property.

    Raises Refusal ``invalid_request`` for seats that the game has no room for and ``code_taken``.
    """
    least, most = GAMES[command.game].seats
    if not least <= command.seats <= most:
        detail = f"{GAMES[command.game].title} is played at {least} to {most} seats"
        raise Refusal("invalid_request", "No such table.", [Violation("wrong_value", "/seats", detail)])
    values = {**asdict(command), "property_id": principal.property_id, "last_seq": 0}
    table_id = store.add_table(uow.connection, values)
    if table_id is None:
        detail = f"There is a table {command.code!r} already."
        raise Refusal("code_taken", detail, [Violation("code_taken", "/code", detail)])
    return find_table(uow.connection, principal, table_id)


def find_table(connection: Connection, principal: Principal, table_id: int) -> Row[Any]:
    """A table that the caller may see. Raises Refusal ``not_found``."""
    table = store.find_table(connection, principal, table_id)
    if table is None:
        raise Refusal("not_found", "No such table.")
    return table


def find_day(connection: Connection, principal: Principal, gaming_date: str) -> Row[Any]:
    """A gaming day of the caller's property. Raises Refusal ``not_found``."""
    day = store.find_day(connection, principal.property_id, gaming_date)
    if day is None:
        raise Refusal("not_found", "No session was opened on such a gaming day.")
    return day


def close_day(gaming_date: str, principal: Principal, uow: UnitOfWork) -> Row[Any]:
    """Close a gaming day for good.

    Raises Refusal ``not_found``, ``gaming_day_closed`` or, while play goes on, ``sessions_open``.
    """
    closed = store.close_day(uow.connection, principal.property_id, gaming_date, uow.now_us)
    if closed is None:
        find_day(uow.connection, principal, gaming_date)
        raise Refusal("gaming_day_closed", f"The gaming day {gaming_date} is closed already.")
    still_open = store.open_sessions_of(uow.connection, principal.property_id, gaming_date)
    if still_open:
        raise Refusal("sessions_open", f"Open sessions: {', '.join(map(str, still_open))}.")
    return closed
