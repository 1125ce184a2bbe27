"""Gaming tables and gaming days."""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, select, update
from sqlalchemy.dialects.postgresql import insert  # its ON CONFLICT is spelled alike for both databases

from service.core.auth import Principal
from service.core.lists import Slice, read_slice
from service.core.paging import Page
from service.floor.models import gaming_days, gaming_tables, sessions
from service.staff.models import properties

_TABLE: Final = (
    gaming_tables.c.id,
    gaming_tables.c.code,
    gaming_tables.c.game,
    gaming_tables.c.pit,
    gaming_tables.c.seats,
)
_DAY: Final = (gaming_days.c.id, gaming_days.c.gaming_date, gaming_days.c.opened_us, gaming_days.c.closed_us)


def add_table(connection: Connection, values: Mapping[str, Any]) -> int | None:
    """The id of a new table; None where its code is taken in the property."""
    statement = insert(gaming_tables).values(values).on_conflict_do_nothing().returning(gaming_tables.c.id)
    return connection.execute(statement).scalar_one_or_none()


def find_table(connection: Connection, principal: Principal, table_id: int) -> Row[Any] | None:
    """A table that the caller may see."""
    wanted: Select[Any] = select(*_TABLE).where(gaming_tables.c.id == table_id, *_visible(principal))
    return connection.execute(wanted).one_or_none()


def lock_table(connection: Connection, property_id: int, table_id: int) -> Row[Any] | None:
    """A table of the property with the property's currency, zone and rollover.

    The table is held till the transaction ends, so nobody else opens or closes a session or records anything there.
    """
    wanted: Select[Any] = (
        select(*_TABLE, properties.c.currency, properties.c.time_zone, properties.c.rollover_min)
        .join_from(gaming_tables, properties)
        .where(gaming_tables.c.id == table_id, gaming_tables.c.property_id == property_id)
        .with_for_update(of=gaming_tables)
    )
    return connection.execute(wanted).one_or_none()


def list_tables(connection: Connection, principal: Principal, page: Page) -> Slice[Row[Any]]:
    """Tables by their code."""
    return read_slice(connection, select(*_TABLE).where(*_visible(principal)), [gaming_tables.c.code], page)


def _visible(principal: Principal) -> list[ColumnElement[bool]]:
    conditions = [gaming_tables.c.property_id == principal.property_id]
    if principal.table_id is not None:
        conditions.append(gaming_tables.c.id == principal.table_id)
    return conditions


def open_day(connection: Connection, property_id: int, gaming_date: str, now_us: int) -> Row[Any]:
    """The gaming day of a date, made where it is new; it cannot be closed till the transaction ends."""
    held = _one_day(property_id, gaming_date).with_for_update(read=True)
    found = connection.execute(held).one_or_none()
    if found is None:
        values = {"property_id": property_id, "gaming_date": gaming_date, "opened_us": now_us}
        connection.execute(insert(gaming_days).values(values).on_conflict_do_nothing())
        found = connection.execute(held).one()
    return found


def find_day(connection: Connection, property_id: int, gaming_date: str) -> Row[Any] | None:
    """The gaming day of a date."""
    return connection.execute(_one_day(property_id, gaming_date)).one_or_none()


def _one_day(property_id: int, gaming_date: str) -> Select[Any]:
    return select(*_DAY).where(gaming_days.c.property_id == property_id, gaming_days.c.gaming_date == gaming_date)


def list_days(connection: Connection, property_id: int, since: str | None, page: Page) -> Slice[Row[Any]]:
    """Gaming days by date, from a date on."""
    wanted = select(*_DAY).where(gaming_days.c.property_id == property_id)
    if since is not None:
        wanted = wanted.where(gaming_days.c.gaming_date >= since)
    return read_slice(connection, wanted, [gaming_days.c.gaming_date], page)


def close_day(connection: Connection, property_id: int, gaming_date: str, now_us: int) -> Row[Any] | None:
    """Close a gaming day; None where no open one has that date. Sessions of it that are being opened wait for us."""
    return connection.execute(
        update(gaming_days)
        .where(
            gaming_days.c.property_id == property_id,
            gaming_days.c.gaming_date == gaming_date,
            gaming_days.c.closed_us.is_(None),
        )
        .values(closed_us=now_us)
        .returning(*_DAY)
    ).one_or_none()


def open_sessions_of(connection: Connection, property_id: int, gaming_date: str) -> list[int]:
    """Ids of the sessions of a gaming day that are open."""
    wanted = select(sessions.c.id).where(
        sessions.c.property_id == property_id, sessions.c.closed_us.is_(None), sessions.c.gaming_date == gaming_date
    )
    return list(connection.execute(wanted.order_by(sessions.c.id)).scalars())
