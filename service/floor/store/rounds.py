"""Rounds, their settlements and spot results.

Recording a round costs five statements: ``next_seq``, ``find_place``, ``add_round``, ``add_settlement``,
``add_spots``. They are built once, for this is the path that a whole casino waits for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, bindparam, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_nothing  # ON CONFLICT is spelled alike for both

from service.core.auth import Principal
from service.core.lists import Slice, read_slice
from service.core.paging import Page
from service.floor.models import gaming_days, gaming_tables, rounds, session_seats, sessions, settlements, spot_results
from service.floor.store.scope import visible
from service.staff.models import properties


@dataclass(frozen=True, slots=True)
class Place:
    """Where a round is to be recorded: the session as it stands, its day, its property's clock, who sits where.

    ``terms`` are the session's, as the canonical JSON text that is stored.
    """

    table_id: int
    gaming_date: str
    ruleset_version_id: int
    terms: str
    closed_us: int | None
    day_closed_us: int | None
    time_zone: str
    rollover_min: int
    players: Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class RoundFilter:
    """Which rounds are asked for; None is any."""

    table_id: int | None
    session_id: int | None
    gaming_date: str | None


_SESSION_TABLE: Final = (
    select(sessions.c.table_id)
    .where(sessions.c.id == bindparam("of_session"), sessions.c.property_id == bindparam("of_property"))
    .scalar_subquery()
)
_NEXT_SEQ: Final = (
    update(gaming_tables)
    .where(gaming_tables.c.id == _SESSION_TABLE)
    .values(last_seq=gaming_tables.c.last_seq + 1)
    .returning(gaming_tables.c.last_seq)
)
_PLACE: Final = (
    select(
        sessions.c.table_id,
        sessions.c.gaming_date,
        sessions.c.ruleset_version_id,
        sessions.c.terms,
        sessions.c.closed_us,
        gaming_days.c.closed_us.label("day_closed_us"),
        properties.c.time_zone,
        properties.c.rollover_min,
        session_seats.c.seat,
        session_seats.c.player,
    )
    .join_from(sessions, gaming_days, sessions.c.gaming_day_id == gaming_days.c.id)
    .join(properties, sessions.c.property_id == properties.c.id)
    .join(session_seats, session_seats.c.session_id == sessions.c.id)
    .where(sessions.c.id == bindparam("of_session"))
)
_ADD_ROUND: Final = insert_or_nothing(rounds).on_conflict_do_nothing().returning(rounds.c.id)
_ADD_SETTLEMENT: Final = insert(settlements).returning(settlements.c.id)
_ADD_SPOTS: Final = insert(spot_results)

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


def next_seq(connection: Connection, property_id: int, session_id: int) -> int | None:
    """The next number in the order of what is recorded at a session's table; None without such a session here.

    The table is held till the transaction ends, so these numbers come in the order of the commits.
    """
    asked = {"of_session": session_id, "of_property": property_id}
    return connection.execute(_NEXT_SEQ, asked).scalar_one_or_none()


def find_place(connection: Connection, session_id: int) -> Place:
    """All that is needed to judge whether a round may be recorded in a session, in one query."""
    rows = connection.execute(_PLACE, {"of_session": session_id}).all()
    first = rows[0]
    players = {row.seat: row.player for row in rows}
    return Place(
        first.table_id,
        first.gaming_date,
        first.ruleset_version_id,
        first.terms,
        first.closed_us,
        first.day_closed_us,
        first.time_zone,
        first.rollover_min,
        players,
    )


def add_round(connection: Connection, values: Mapping[str, Any]) -> int | None:
    """The id of a new round; None where its number is used at the table on that gaming day."""
    return connection.execute(_ADD_ROUND, values).scalar_one_or_none()


def add_settlement(connection: Connection, values: Mapping[str, Any]) -> int:
    """The id of a new settlement."""
    return int(connection.execute(_ADD_SETTLEMENT, values).scalar_one())


def add_spots(connection: Connection, spots: Sequence[Mapping[str, Any]]) -> None:
    """Write the results of all seats of one settlement at once."""
    connection.execute(_ADD_SPOTS, spots)


def find_number(connection: Connection, table_id: int, gaming_date: str, number: int) -> int:
    """The id of the round that has a number at a table on a gaming day."""
    wanted = select(rounds.c.id).where(
        rounds.c.table_id == table_id, rounds.c.gaming_date == gaming_date, rounds.c.number == number
    )
    return int(connection.execute(wanted).scalar_one())


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
    """The walk along the index that fits; at one table the sequence alone is the order."""
    if asked.session_id is not None:
        return [rounds.c.seq]
    if asked.gaming_date is None and (asked.table_id or principal.table_id) is not None:
        return [rounds.c.seq]
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
