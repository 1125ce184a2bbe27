"""Rows by seat, from which players are paid: those of rounds, their sums, and those that no round has."""

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Integer, Row, Select, and_, case, func, literal_column, or_, select

from engine.settlement import HOUSE
from service.audit.store.scopes import Scope
from service.floor.models import gaming_tables, rounds, settlements, spot_results

MOST_STRAYS: Final = 1000
"""Stray rows beyond this number are not told one by one: the first thousand say enough."""

_SPOT: Final = (
    spot_results.c.settlement_id,
    spot_results.c.seat,
    spot_results.c.net_minor,
    spot_results.c.returned_minor,
    spot_results.c.player,
    spot_results.c.property_id,
    spot_results.c.table_id,
    spot_results.c.session_id,
    spot_results.c.gaming_date,
    spot_results.c.seq,
)

_LOW_BITS: Final = 32
_SHIFT: Final = literal_column(str(_LOW_BITS), Integer)
"""An INTEGER, for PostgreSQL shifts by nothing else."""


class Sums(NamedTuple):
    """Rows by seat added up: how many there are, and of the players' what was won and what goes back to the rail."""

    rows: int
    net_minor: int
    returned_minor: int


NOTHING: Final = Sums(0, 0, 0)


class Foreign(NamedTuple):
    """Rows by seat of a gaming day under a table that the property has not."""

    table_id: int
    sums: Sums


def read_spots(connection: Connection, settlement_ids: Collection[int]) -> Sequence[Row[Any]]:
    """The rows by seat of some settlements, settlement by settlement."""
    wanted: Select[Any] = select(*_SPOT).where(spot_results.c.settlement_id.in_(settlement_ids))
    return connection.execute(wanted.order_by(spot_results.c.settlement_id)).all()


def read_sums(connection: Connection, scope: Scope) -> Sums:
    """All that is payable of the table's day, whatever it hangs on."""
    return _sums(connection.execute(select(*_added_up()).where(*_spots_of(scope))).one())


def read_later_sums(connection: Connection, scope: Scope) -> Sums:
    """What came to the day after the audit was asked for, filed where its round is, which the table has numbered."""
    wanted = (
        select(*_added_up())
        .join_from(rounds, settlements, settlements.c.round_id == rounds.c.id)
        .join(gaming_tables, rounds.c.table_id == gaming_tables.c.id)
        .join(spot_results, and_(spot_results.c.settlement_id == settlements.c.id, *_filed_alike()))
        .where(
            rounds.c.property_id == scope.property_id,
            rounds.c.gaming_date == scope.gaming_date,
            rounds.c.table_id == scope.pin.table_id,
            rounds.c.seq > scope.pin.as_of_seq,
            rounds.c.seq <= gaming_tables.c.last_seq,
        )
    )
    return _sums(connection.execute(wanted).one())


def read_foreign_sums(connection: Connection, property_id: int, gaming_date: str) -> list[Foreign]:
    """What is payable on a gaming day under tables of nobody and of other properties."""
    own = select(gaming_tables.c.id).where(gaming_tables.c.property_id == property_id)
    wanted = (
        select(spot_results.c.table_id, *_added_up())
        .where(
            spot_results.c.property_id == property_id,
            spot_results.c.gaming_date == gaming_date,
            spot_results.c.table_id.not_in(own),
        )
        .group_by(spot_results.c.table_id)
        .order_by(spot_results.c.table_id)
        .limit(MOST_STRAYS)
    )
    return [Foreign(row.table_id, _sums(row)) for row in connection.execute(wanted)]


def read_strays(connection: Connection, scope: Scope) -> Sequence[Row[Any]]:
    """Rows by seat that are filed under the day while their round is gone or filed elsewhere."""
    elsewhere = or_(
        rounds.c.id.is_(None),
        rounds.c.property_id != spot_results.c.property_id,
        rounds.c.table_id != spot_results.c.table_id,
        rounds.c.gaming_date != spot_results.c.gaming_date,
        rounds.c.seq != spot_results.c.seq,
    )
    wanted: Select[Any] = (
        select(
            spot_results.c.settlement_id,
            spot_results.c.seat,
            spot_results.c.seq,
            rounds.c.id.label("round_id"),
            rounds.c.gaming_date,
            rounds.c.number,
            gaming_tables.c.code,
        )
        .join_from(spot_results, settlements, spot_results.c.settlement_id == settlements.c.id, isouter=True)
        .join(rounds, settlements.c.round_id == rounds.c.id, isouter=True)
        .join(gaming_tables, rounds.c.table_id == gaming_tables.c.id, isouter=True)
        .where(*_spots_of(scope), elsewhere)
        .order_by(spot_results.c.seq, spot_results.c.settlement_id, spot_results.c.seat)
        .limit(MOST_STRAYS)
    )
    return connection.execute(wanted).all()


def _filed_alike() -> list[ColumnElement[bool]]:
    names = ("property_id", "table_id", "session_id", "gaming_date", "seq")
    return [spot_results.c[name] == rounds.c[name] for name in names]


def _added_up() -> list[ColumnElement[Any]]:
    """The sums in two halves each, so that no amount, however absurd, makes a sum that 64 bits do not hold."""
    halves: list[ColumnElement[Any]] = [func.count().label("times")]
    for name in ("net_minor", "returned_minor"):
        amount = case((spot_results.c.seat != HOUSE, spot_results.c[name]), else_=0)
        halves.append(func.coalesce(func.sum(amount.bitwise_rshift(_SHIFT)), 0).label(f"{name}_high"))
        halves.append(func.coalesce(func.sum(amount.bitwise_and(2**_LOW_BITS - 1)), 0).label(f"{name}_low"))
    return halves


def _sums(row: Row[Any]) -> Sums:
    net_minor = (int(row.net_minor_high) << _LOW_BITS) + int(row.net_minor_low)
    returned_minor = (int(row.returned_minor_high) << _LOW_BITS) + int(row.returned_minor_low)
    return Sums(row.times, net_minor, returned_minor)


def _spots_of(scope: Scope) -> list[ColumnElement[bool]]:
    return [
        spot_results.c.property_id == scope.property_id,
        spot_results.c.gaming_date == scope.gaming_date,
        spot_results.c.table_id == scope.pin.table_id,
    ]
