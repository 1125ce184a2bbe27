"""Numbers in use: of rounds by gaming day, and of all that was recorded at a table. A voiding counts for both."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, Connection, Select, func, select, union_all

from service.audit.store.rounds import rounds_of
from service.audit.store.scopes import Scope
from service.floor.models import (
    open_rounds,
    rounds,
)


def read_numbers(connection: Connection, scope: Scope) -> Iterable[int]:
    """The numbers of the day's rounds and of those that were voided, rising."""
    voided = select(open_rounds.c.number).where(
        open_rounds.c.property_id == scope.property_id,
        open_rounds.c.gaming_date == scope.gaming_date,
        open_rounds.c.table_id == scope.pin.table_id,
        open_rounds.c.voided_seq <= scope.pin.as_of_seq,
    )
    both = union_all(select(rounds.c.number).where(*rounds_of(scope)), voided)
    return connection.execute(both.order_by("number")).scalars()


def read_sequence(connection: Connection, table_id: int, first: int, last: int) -> Iterable[int]:
    """The sequence numbers that rounds and voidings have at a table within bounds, rising, of whichever day."""
    played = select(rounds.c.seq).where(rounds.c.table_id == table_id, rounds.c.seq.between(first, last))
    both = union_all(played, _voidings(table_id, open_rounds.c.voided_seq.between(first, last)))
    return connection.execute(both.order_by("seq")).scalars()


def last_sequence(connection: Connection, scope: Scope) -> int:
    """The highest sequence number in use at the table up to the pin, whichever day it belongs to; 0 for none."""
    pin = scope.pin
    played = select(func.max(rounds.c.seq)).where(rounds.c.table_id == pin.table_id, rounds.c.seq <= pin.as_of_seq)
    voided = _voidings(pin.table_id, open_rounds.c.voided_seq <= pin.as_of_seq)
    found = connection.execute(union_all(played, select(func.max(voided.subquery().c.seq)))).scalars()
    return max((seq for seq in found if seq is not None), default=0)


def voided_within(connection: Connection, scope: Scope) -> tuple[int, int] | None:
    """The first and the last sequence number of the day's voidings, None where it has none."""
    of_day = _voidings(scope.pin.table_id, open_rounds.c.voided_seq <= scope.pin.as_of_seq).where(
        open_rounds.c.property_id == scope.property_id, open_rounds.c.gaming_date == scope.gaming_date
    )
    found = of_day.subquery()
    first, last = connection.execute(select(func.min(found.c.seq), func.max(found.c.seq))).one()
    return None if first is None else (first, last)


def _voidings(table_id: int, within: ColumnElement[bool]) -> Select[tuple[int | None]]:
    wanted = select(open_rounds.c.voided_seq.label("seq"))
    return wanted.where(open_rounds.c.table_id == table_id, within)
