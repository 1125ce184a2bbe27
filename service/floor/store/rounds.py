"""Rounds, their settlements and spot results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Insert,
    Row,
    Select,
    Table,
    bindparam,
    insert,
    select,
    true,
    union_all,
)
from sqlalchemy.dialects.postgresql import insert as insert_or_nothing  # ON CONFLICT is spelled alike for both

from service.core.auth import Principal
from service.core.lists import Slice, read_slice
from service.core.paging import Page
from service.floor.models import rounds, sessions, settlements, spot_results
from service.floor.store.scope import visible


class Spot(NamedTuple):
    """What a settlement comes to for one side: a seat, or the house."""

    seat: str
    player: str | None
    net_minor: int
    returned_minor: int


@dataclass(frozen=True, slots=True)
class RoundFilter:
    """Which rounds are asked for; None is any."""

    table_id: int | None
    session_id: int | None
    gaming_date: str | None


_OF_SETTLEMENT: Final = ("ruleset_version_id", "body", "sha256", "settled_us")
_OF_ALL_SPOTS: Final = ("property_id", "table_id", "session_id", "gaming_date", "seq")
_ADD_ROUND: Final = insert_or_nothing(rounds).on_conflict_do_nothing().returning(rounds.c.id)

ROUND: Final = (
    rounds.c.id,
    rounds.c.session_id,
    rounds.c.table_id,
    rounds.c.gaming_date,
    rounds.c.number,
    rounds.c.seq,
    rounds.c.played_us,
    rounds.c.recorded_us,
    rounds.c.recorded_by,
    rounds.c.evidence_sha256,
)


def add_round(
    connection: Connection, played: Mapping[str, Any], worth: Mapping[str, Any], spots: Sequence[Spot]
) -> tuple[int, int] | None:
    """Write a round, its settlement and the results of all its sides: ids of round and settlement.

    ``played`` and ``worth`` are columns of the round and the settlement. None, and nothing written, where the round's
    number is used at the table on that gaming day.
    """
    own = {f"{name}_{index}": value for index, spot in enumerate(spots) for name, value in spot._asdict().items()}
    if connection.dialect.name == "postgresql":
        written = connection.execute(_add_at_once(len(spots)), {**played, **worth, **own}).one_or_none()
        return None if written is None else (written.round_id, written.settlement_id)
    round_id = connection.execute(_ADD_ROUND, played).scalar_one_or_none()
    if round_id is None:
        return None
    settlement_id = connection.execute(_ADD_SETTLEMENT, {**worth, "round_id": round_id}).scalar_one()
    shared = {name: played[name] for name in _OF_ALL_SPOTS}
    connection.execute(_add_spots(len(spots)), {**shared, **own, "settlement_id": settlement_id})
    return round_id, settlement_id


@cache
def _add_at_once(sides: int) -> Select[Any]:
    """All rows of a round in one statement, for a database that is a journey away (SQLite has no such statement)."""
    names = [column.name for column in rounds.c if column.name != "id"]
    add_round = insert_or_nothing(rounds).from_select(names, select(*_binds(rounds, names)))
    new_round = add_round.on_conflict_do_nothing().returning(rounds.c.id).cte("new_round")
    new_settlement = _settlement_of(new_round.c.id).returning(settlements.c.id).cte("new_settlement")
    new_spots = _spots_of(new_settlement.c.id, sides).returning(spot_results.c.seat).cte("new_spots")
    both = new_round.join(new_settlement, true())
    ids = new_round.c.id.label("round_id"), new_settlement.c.id.label("settlement_id")
    return select(*ids).select_from(both).add_cte(new_spots)


@cache
def _add_spots(sides: int) -> Insert:
    return _spots_of(bindparam("settlement_id", type_=spot_results.c.settlement_id.type), sides)


def _settlement_of(round_id: ColumnElement[int]) -> Insert:
    worth = select(round_id, *_binds(settlements, _OF_SETTLEMENT))
    return insert(settlements).from_select(["round_id", *_OF_SETTLEMENT], worth)


def _spots_of(settlement_id: ColumnElement[int], sides: int) -> Insert:
    """So many rows in one INSERT. (Neither a list of VALUES nor executemany would be compiled only once.)"""
    rows = (
        select(
            settlement_id,
            *_binds(spot_results, _OF_ALL_SPOTS),
            *(bindparam(f"{name}_{index}", type_=spot_results.c[name].type) for name in Spot._fields),
        )
        for index in range(sides)
    )
    return insert(spot_results).from_select(["settlement_id", *_OF_ALL_SPOTS, *Spot._fields], union_all(*rows))


def _binds(table: Table, names: Sequence[str]) -> Iterator[ColumnElement[Any]]:
    return (bindparam(name, type_=table.c[name].type) for name in names)


_ADD_SETTLEMENT: Final = _settlement_of(bindparam("round_id", type_=settlements.c.round_id.type)).returning(
    settlements.c.id
)


def find_number(connection: Connection, table_id: int, gaming_date: str, number: int) -> int | None:
    """The id of the round that has a number at a table on a gaming day."""
    wanted = select(rounds.c.id).where(
        rounds.c.table_id == table_id, rounds.c.gaming_date == gaming_date, rounds.c.number == number
    )
    return connection.execute(wanted).scalar_one_or_none()


def last_rounds(connection: Connection, session_id: int, most: int) -> Sequence[Row[Any]]:
    """Records and settlements of the last rounds of a session, the newest first."""
    wanted: Select[Any] = (
        select(rounds.c.record, settlements.c.body)
        .join_from(rounds, settlements, settlements.c.round_id == rounds.c.id)
        .where(rounds.c.session_id == session_id)
    )
    return connection.execute(wanted.order_by(rounds.c.seq.desc()).limit(most)).all()


def list_rounds(connection: Connection, principal: Principal, asked: RoundFilter, page: Page) -> Slice[Row[Any]]:
    """Rounds in the order in which they were recorded, table by table, day by day."""
    wanted: Select[Any] = select(*ROUND).where(*visible(principal, rounds))
    for column, value in (
        (rounds.c.table_id, asked.table_id),
        (rounds.c.session_id, asked.session_id),
        (rounds.c.gaming_date, asked.gaming_date),
    ):
        if value is not None:
            wanted = wanted.where(column == value)
    return read_slice(connection, wanted, _order(principal, asked), page)


def _order(principal: Principal, asked: RoundFilter) -> list[ColumnElement[Any]]:
    """The walk along the index that fits, without what the filter fixes; at one table the sequence is the order."""
    if (asked.session_id or asked.table_id or principal.table_id) is not None:
        return [rounds.c.seq]
    if asked.gaming_date is not None:
        return [rounds.c.table_id, rounds.c.seq]
    return [rounds.c.gaming_date, rounds.c.table_id, rounds.c.seq]


def find_round(connection: Connection, principal: Principal, round_id: int) -> Row[Any] | None:
    """A round that the caller may see, with its record, its session's terms and its settlement."""
    wanted: Select[Any] = (
        select(
            *ROUND,
            rounds.c.record,
            sessions.c.terms,
            settlements.c.id.label("settlement_id"),
            settlements.c.ruleset_version_id,
            settlements.c.body,
            settlements.c.sha256,
            settlements.c.settled_us,
        )
        .join_from(rounds, sessions, rounds.c.session_id == sessions.c.id)
        .join(settlements, settlements.c.round_id == rounds.c.id)
        .where(rounds.c.id == round_id, *visible(principal, rounds))
    )
    return connection.execute(wanted).one_or_none()
