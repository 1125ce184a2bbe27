"""What an audit looks at: the tables of a property, each up to a sequence number, on one gaming day."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, select

from service.floor.models import gaming_days, gaming_tables, spot_results
from service.staff.models import properties


class Pin(NamedTuple):
    """One table of an audit, and the last sequence number that belongs to it."""

    table_id: int
    code: str
    as_of_seq: int


class Scope(NamedTuple):
    """One table's gaming day, as far as it was recorded when the audit was asked for."""

    property_id: int
    property_code: str
    time_zone: str
    rollover_min: int
    gaming_date: str
    pin: Pin


def has_day(connection: Connection, property_id: int, gaming_date: str) -> bool:
    """Whether a property has a gaming day of that date, or results are payable on one that it has not."""
    opened = select(gaming_days.c.id).where(
        gaming_days.c.property_id == property_id, gaming_days.c.gaming_date == gaming_date
    )
    payable = select(spot_results.c.seq).where(
        spot_results.c.property_id == property_id, spot_results.c.gaming_date == gaming_date
    )
    return any(connection.execute(wanted.limit(1)).first() is not None for wanted in (opened, payable))


def read_pins(connection: Connection, property_id: int, table_id: int | None) -> list[Pin]:
    """The tables of a property (or the one), each with the last sequence number given out there by now."""
    wanted = select(gaming_tables.c.id, gaming_tables.c.code, gaming_tables.c.last_seq).where(
        gaming_tables.c.property_id == property_id
    )
    if table_id is not None:
        wanted = wanted.where(gaming_tables.c.id == table_id)
    return [Pin(*row) for row in connection.execute(wanted.order_by(gaming_tables.c.id))]


def read_scopes(connection: Connection, property_id: int, gaming_date: str, pins: Iterable[Pin]) -> list[Scope]:
    """A gaming day table by table, with what natural keys and gaming dates of the property are made of."""
    wanted = select(properties.c.code, properties.c.time_zone, properties.c.rollover_min)
    home = connection.execute(wanted.where(properties.c.id == property_id)).one()
    return [Scope(property_id, *home, gaming_date, pin) for pin in pins]
