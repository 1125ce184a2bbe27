"""What an audit looks at: the tables of a property, each up to a sequence number, on one gaming day."""

from typing import NamedTuple

from sqlalchemy import Connection, select

from service.floor.models import (
    gaming_days,
    gaming_tables,
)
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
    gaming_date: str
    pin: Pin


def has_day(connection: Connection, property_id: int, gaming_date: str) -> bool:
    """Whether a property has a gaming day of that date."""
    wanted = select(gaming_days.c.id).where(
        gaming_days.c.property_id == property_id, gaming_days.c.gaming_date == gaming_date
    )
    return connection.execute(wanted).first() is not None


def read_pins(connection: Connection, property_id: int, table_id: int | None) -> list[Pin]:
    """The tables of a property (or the one), each with the last sequence number given out there by now."""
    wanted = select(gaming_tables.c.id, gaming_tables.c.code, gaming_tables.c.last_seq).where(
        gaming_tables.c.property_id == property_id
    )
    if table_id is not None:
        wanted = wanted.where(gaming_tables.c.id == table_id)
    return [Pin(*row) for row in connection.execute(wanted.order_by(gaming_tables.c.id))]


def property_code(connection: Connection, property_id: int) -> str:
    """The short name of a casino, which stands in the natural keys of findings."""
    return str(connection.execute(select(properties.c.code).where(properties.c.id == property_id)).scalar_one())
