"""What was recorded at a table on a gaming day, in chunks, and what is filed where it cannot be."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, and_, func, or_, select, union_all

from service.audit.store.scopes import Scope
from service.floor.models import gaming_tables, open_rounds, rounds, sessions, settlements

MOST_TOLD: Final = 1000
"""Rows filed elsewhere beyond this number are not told one by one: the first thousand say enough."""


_ROUND: Final = (
    rounds.c.id,
    rounds.c.property_id,
    rounds.c.table_id,
    rounds.c.session_id,
    rounds.c.gaming_date,
    rounds.c.seq,
    rounds.c.number,
    rounds.c.played_us,
    rounds.c.recorded_us,
    rounds.c.recorded_by,
    rounds.c.record,
    rounds.c.evidence_sha256,
    settlements.c.id.label("settlement_id"),
    settlements.c.ruleset_version_id,
    settlements.c.body,
    settlements.c.sha256,
    settlements.c.settled_us,
)


def count_rounds(connection: Connection, scope: Scope) -> int:
    """How many rounds are to be audited."""
    return int(connection.execute(select(func.count()).select_from(rounds).where(*rounds_of(scope))).scalar_one())


def read_rounds(connection: Connection, scope: Scope, after_seq: int, most: int) -> Sequence[Row[Any]]:
    """The next rounds in sequence with their settlements, where they have one."""
    wanted: Select[Any] = select(*_ROUND).join_from(
        rounds, settlements, settlements.c.round_id == rounds.c.id, isouter=True
    )
    behind = wanted.where(*rounds_of(scope), rounds.c.seq > after_seq)
    return connection.execute(behind.order_by(rounds.c.seq).limit(most)).all()


def rounds_of(scope: Scope) -> list[ColumnElement[bool]]:
    """Conditions on the rounds of a scope."""
    return [
        rounds.c.property_id == scope.property_id,
        rounds.c.gaming_date == scope.gaming_date,
        rounds.c.table_id == scope.pin.table_id,
        rounds.c.seq <= scope.pin.as_of_seq,
    ]


def read_beyond_sequence(connection: Connection, scope: Scope) -> Sequence[Row[Any]]:
    """Rounds and voidings of the day with a number that the table, read at the same moment, has not given out."""
    return connection.execute(union_all(_beyond(rounds, "id", "seq", scope), _beyond_voided(scope))).all()


def _beyond_voided(scope: Scope) -> Select[Any]:
    return _beyond(open_rounds, "round_id", "voided_seq", scope)


def _beyond(table: Table, round_id: str, seq: str, scope: Scope) -> Select[Any]:
    number = table.c[seq]
    wanted: Select[Any] = (
        select(table.c[round_id].label("round_id"), table.c.number, number.label("seq"), gaming_tables.c.last_seq)
        .join_from(table, gaming_tables, table.c.table_id == gaming_tables.c.id)
        .where(
            table.c.property_id == scope.property_id,
            table.c.gaming_date == scope.gaming_date,
            table.c.table_id == scope.pin.table_id,
            or_(number < 1, and_(number > scope.pin.as_of_seq, number > gaming_tables.c.last_seq)),
        )
    )
    return select(*wanted.limit(MOST_TOLD).subquery().c)


def read_moved(connection: Connection, scope: Scope) -> Sequence[Row[Any]]:
    """Rounds of the day's sessions, recorded or opened, that are filed under another table or day."""
    return connection.execute(union_all(*(_moved(table, scope) for table in (rounds, open_rounds)))).all()


def _moved(table: Table, scope: Scope) -> Select[Any]:
    wanted: Select[Any] = (
        select(table.c.number, table.c.gaming_date, gaming_tables.c.code)
        .join_from(sessions, table, table.c.session_id == sessions.c.id)
        .join(gaming_tables, table.c.table_id == gaming_tables.c.id, isouter=True)
        .where(
            sessions.c.property_id == scope.property_id,
            sessions.c.gaming_date == scope.gaming_date,
            sessions.c.table_id == scope.pin.table_id,
            or_(
                table.c.property_id != sessions.c.property_id,
                table.c.table_id != sessions.c.table_id,
                table.c.gaming_date != sessions.c.gaming_date,
            ),
        )
    )
    return select(*wanted.limit(MOST_TOLD).subquery().c)
