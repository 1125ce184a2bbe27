"""The cage's SQL: sums over the floor's results of one gaming day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, cast, func, null, select, true, tuple_

from engine.settlement import HOUSE
from service.core.auth import Principal
from service.core.lists import Slice
from service.core.paging import Page
from service.floor.models import gaming_tables, spot_results
from service.floor.store.scope import visible
from service.staff.models import properties

UNNAMED: Final = ""
"""Stands for patrons whom nobody named, in the order of players; no player has an empty name."""


@dataclass(frozen=True, slots=True)
class PayableFilter:
    """Whose results are summed: those of a gaming day, at one table or of one player where that is given."""

    gaming_date: str
    by: str
    table_id: int | None
    player: str | None


class Sums(NamedTuple):
    """Results added up: what was won (negative: lost), what went back to the rail, in how many rounds."""

    net_minor: int
    returned_minor: int
    rounds: int


class Group(NamedTuple):
    """The sums of a table, a seat or a player; what the group is not about is None."""

    table_id: int | None
    table_code: str | None
    seat: str | None
    player: str | None
    sums: Sums


class Payable(NamedTuple):
    """What a gaming day comes to: in all, and a page of its groups."""

    currency: str
    totals: Sums
    groups: Slice[Group]


_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "table": ("table_id",),
    "seat": ("table_id", "seat"),
    "player": ("player",),
}
BY: Final = tuple(_KEYS)
_NAMED: Final[Mapping[str, ColumnElement[Any]]] = {
    "table_id": spot_results.c.table_id,
    "seat": spot_results.c.seat,
    "player": func.coalesce(spot_results.c.player, UNNAMED),
}
_SUMS: Final = (
    func.coalesce(func.sum(spot_results.c.net_minor), 0).label("net_minor"),
    func.coalesce(func.sum(spot_results.c.returned_minor), 0).label("returned_minor"),
    func.count(spot_results.c.settlement_id.distinct()).label("rounds"),
)


def read_payable(connection: Connection, principal: Principal, asked: PayableFilter, page: Page) -> Payable:
    """Sums of a gaming day in one query, which walks over that day's results and no others."""
    conditions = _conditions(principal, asked)
    currency = select(properties.c.currency).where(properties.c.id == principal.property_id).scalar_subquery()
    totals = select(*_SUMS, currency.label("currency")).where(*conditions).subquery("totals")
    groups = _groups(asked.by, conditions, page).subquery("groups")
    columns: list[ColumnElement[Any]] = [*totals.c, *(groups.c[name] for name in _NAMED), gaming_tables.c.code]
    columns += [groups.c[column.name].label(f"group_{column.name}") for column in _SUMS]
    wanted: Select[Any] = (
        select(*columns)
        .select_from(totals.outerjoin(groups, true()).outerjoin(gaming_tables, gaming_tables.c.id == groups.c.table_id))
        .order_by(*(groups.c[name] for name in _KEYS[asked.by]))
    )
    rows = connection.execute(wanted).all()
    found = [row for row in rows if row.group_rounds is not None]
    shown = found[: page.limit]
    key = tuple(shown[-1]._mapping[name] for name in _KEYS[asked.by]) if len(found) > page.limit else None
    head = rows[0]
    totals_sums = Sums(int(head.net_minor), int(head.returned_minor), head.rounds)
    return Payable(head.currency, totals_sums, Slice([_group(row) for row in shown], key))


def _groups(by: str, conditions: Sequence[ColumnElement[bool]], page: Page) -> Select[Any]:
    keys = [_NAMED[name] for name in _KEYS[by]]
    columns = [
        (column if name in _KEYS[by] else cast(null(), column.type)).label(name) for name, column in _NAMED.items()
    ]
    groups = select(*columns, *_SUMS).where(*conditions).group_by(*keys).order_by(*keys).limit(page.limit + 1)
    return groups if page.after is None else groups.where(tuple_(*keys) > page.after)


def _conditions(principal: Principal, asked: PayableFilter) -> list[ColumnElement[bool]]:
    conditions = [
        *visible(principal, spot_results),
        spot_results.c.gaming_date == asked.gaming_date,
        spot_results.c.seat != HOUSE,
    ]
    if asked.table_id is not None:
        conditions.append(spot_results.c.table_id == asked.table_id)
    if asked.player is not None:
        conditions.append(spot_results.c.player == asked.player)
    return conditions


def _group(row: Row[Any]) -> Group:
    sums = Sums(int(row.group_net_minor), int(row.group_returned_minor), row.group_rounds)
    return Group(row.table_id, row.code, row.seat, row.player or None, sums)
