"""Numbers in use: of rounds by gaming day, and of all that was recorded at a table. A voiding counts for both."""

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, Connection, Select, func, or_, select, union_all

from engine.checks.numbers import Numbered
from service.audit.store.rounds import rounds_of
from service.audit.store.scopes import Scope
from service.floor.models import open_rounds, rounds


def read_numbers(connection: Connection, scope: Scope) -> Iterable[int]:
    """The numbers of the day's rounds and of those that were voided, rising."""
    voided = select(open_rounds.c.number).where(
        open_rounds.c.property_id == scope.property_id,
        open_rounds.c.gaming_date == scope.gaming_date,
        open_rounds.c.table_id == scope.pin.table_id,
        open_rounds.c.voided_seq.between(1, scope.pin.as_of_seq),
    )
    both = union_all(select(rounds.c.number).where(*rounds_of(scope)), voided)
    return connection.execute(both.order_by("number")).scalars()


def read_twice(connection: Connection, scope: Scope) -> Iterable[int]:
    """Numbers of the day that a recorded round has, and another one that was opened has too, rising."""
    opened = select(open_rounds.c.number).join_from(
        open_rounds,
        rounds,
        (rounds.c.table_id == open_rounds.c.table_id)
        & (rounds.c.gaming_date == open_rounds.c.gaming_date)
        & (rounds.c.number == open_rounds.c.number),
    )
    another = or_(open_rounds.c.round_id.is_(None), open_rounds.c.round_id != rounds.c.id)
    here = (open_rounds.c.table_id == scope.pin.table_id, open_rounds.c.gaming_date == scope.gaming_date)
    return connection.execute(opened.where(*here, another).order_by(open_rounds.c.number)).scalars()


def read_sequence(connection: Connection, table_id: int, first: int, last: int) -> Sequence[Numbered]:
    """What rounds and voidings have of a table's sequence within bounds, rising, of whichever day."""
    played = select(rounds.c.seq, rounds.c.session_id).where(
        rounds.c.table_id == table_id, rounds.c.seq.between(first, last)
    )
    voided = select(open_rounds.c.voided_seq, open_rounds.c.session_id).where(
        open_rounds.c.table_id == table_id, open_rounds.c.voided_seq.between(first, last)
    )
    both = union_all(played, voided)
    return [Numbered(*row) for row in connection.execute(both.order_by("seq"))]


def last_sequence(connection: Connection, scope: Scope) -> int:
    """The highest sequence number in use at the table up to the pin, whichever day it belongs to; 0 for none."""
    pin = scope.pin
    played = select(func.max(rounds.c.seq)).where(rounds.c.table_id == pin.table_id, rounds.c.seq <= pin.as_of_seq)
    voided = _voidings(pin.table_id, open_rounds.c.voided_seq <= pin.as_of_seq)
    found = connection.execute(union_all(played, select(func.max(voided.subquery().c.seq)))).scalars()
    return max((seq for seq in found if seq is not None), default=0)


def read_voidings(connection: Connection, scope: Scope) -> Sequence[tuple[int, int]]:
    """Sequence number and id of each round of the day that was voided by the time of the pin, rising."""
    wanted = select(open_rounds.c.voided_seq, open_rounds.c.id).where(
        open_rounds.c.table_id == scope.pin.table_id,
        open_rounds.c.gaming_date == scope.gaming_date,
        open_rounds.c.voided_seq <= scope.pin.as_of_seq,
    )
    return [(seq, open_round_id) for seq, open_round_id in connection.execute(wanted.order_by("voided_seq"))]


def _voidings(table_id: int, within: ColumnElement[bool]) -> Select[tuple[int | None]]:
    wanted = select(open_rounds.c.voided_seq.label("seq"))
    return wanted.where(open_rounds.c.table_id == table_id, within)
