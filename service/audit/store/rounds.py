"""What was recorded at a table on a gaming day, in chunks, with what it refers to."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, or_, select

from service.audit.store.scopes import Scope
from service.floor.models import (
    gaming_tables,
    rounds,
    session_seats,
    sessions,
    settlements,
    spot_results,
)
from service.rulebook.models import rulebook_entries, rulebook_versions

MOST_STRAYS: Final = 1000
"""Stray rows beyond this number are not told one by one: the first thousand say enough."""


_ROUND: Final = (
    rounds.c.id,
    rounds.c.property_id,
    rounds.c.table_id,
    rounds.c.session_id,
    rounds.c.gaming_date,
    rounds.c.seq,
    rounds.c.number,
    rounds.c.record,
    rounds.c.evidence_sha256,
    settlements.c.id.label("settlement_id"),
    settlements.c.ruleset_version_id,
    settlements.c.body,
    settlements.c.sha256,
)


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


_SESSION: Final = (
    sessions.c.id,
    sessions.c.property_id,
    sessions.c.table_id,
    sessions.c.gaming_date,
    sessions.c.ruleset_version_id,
    sessions.c.terms,
)


_VERSION: Final = (
    rulebook_versions.c.id,
    rulebook_entries.c.entry_key,
    rulebook_versions.c.version,
    rulebook_versions.c.document,
    rulebook_versions.c.sha256,
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


def read_spots(connection: Connection, settlement_ids: Collection[int]) -> Sequence[Row[Any]]:
    """The rows by seat of some settlements, settlement by settlement."""
    wanted: Select[Any] = select(*_SPOT).where(spot_results.c.settlement_id.in_(settlement_ids))
    return connection.execute(wanted.order_by(spot_results.c.settlement_id)).all()


def read_sessions(connection: Connection, session_ids: Collection[int]) -> Sequence[Row[Any]]:
    """Some sessions with what they fix for their rounds."""
    wanted: Select[Any] = select(*_SESSION).where(sessions.c.id.in_(session_ids))
    return connection.execute(wanted).all()


def read_players(connection: Connection, session_ids: Collection[int]) -> Mapping[int, dict[str, str | None]]:
    """Who sits where, session by session."""
    wanted = select(session_seats.c.session_id, session_seats.c.seat, session_seats.c.player)
    players: dict[int, dict[str, str | None]] = defaultdict(dict)
    for session_id, seat, player in connection.execute(wanted.where(session_seats.c.session_id.in_(session_ids))):
        players[session_id][seat] = player
    return players


def read_versions(connection: Connection, version_ids: Collection[int]) -> Sequence[Row[Any]]:
    """Some ruleset versions as they are stored now, past every cache."""
    wanted: Select[Any] = select(*_VERSION).join_from(
        rulebook_versions, rulebook_entries, rulebook_versions.c.entry_id == rulebook_entries.c.id
    )
    return connection.execute(wanted.where(rulebook_versions.c.id.in_(version_ids))).all()


def read_beyond_sequence(connection: Connection, scope: Scope) -> Sequence[Row[Any]]:
    """Rounds of the day with a sequence number that the table, read at the same moment, has not given out."""
    wanted: Select[Any] = (
        select(rounds.c.id, rounds.c.number, rounds.c.seq, gaming_tables.c.last_seq)
        .join_from(rounds, gaming_tables, rounds.c.table_id == gaming_tables.c.id)
        .where(
            rounds.c.property_id == scope.property_id,
            rounds.c.gaming_date == scope.gaming_date,
            rounds.c.table_id == scope.pin.table_id,
            or_(
                rounds.c.seq < 1,
                and_(rounds.c.seq > scope.pin.as_of_seq, rounds.c.seq > gaming_tables.c.last_seq),
            ),
        )
        .limit(MOST_STRAYS)
    )
    return connection.execute(wanted).all()


def count_spots(connection: Connection, scope: Scope) -> int:
    """How many rows by seat are filed under the day."""
    return int(connection.execute(select(func.count()).select_from(spot_results).where(*_spots_of(scope))).scalar_one())


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


def _spots_of(scope: Scope) -> list[ColumnElement[bool]]:
    return [
        spot_results.c.property_id == scope.property_id,
        spot_results.c.gaming_date == scope.gaming_date,
        spot_results.c.table_id == scope.pin.table_id,
        spot_results.c.seq <= scope.pin.as_of_seq,
    ]
