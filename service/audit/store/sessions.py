"""Sessions with who sits in them, and the ruleset versions that they are pinned to."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, or_, select

from service.audit.store.scopes import Scope
from service.floor.models import gaming_days, session_seats, sessions
from service.rulebook.models import rulebook_entries, rulebook_versions

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


def read_misfiled_sessions(connection: Connection, scope: Scope) -> Sequence[Row[Any]]:
    """Sessions of the table's day whose gaming day is another one, or gone."""
    wanted: Select[Any] = (
        select(
            sessions.c.id,
            gaming_days.c.property_id.label("day_property_id"),
            gaming_days.c.gaming_date.label("day_gaming_date"),
        )
        .join_from(sessions, gaming_days, sessions.c.gaming_day_id == gaming_days.c.id, isouter=True)
        .where(
            sessions.c.property_id == scope.property_id,
            sessions.c.gaming_date == scope.gaming_date,
            sessions.c.table_id == scope.pin.table_id,
            or_(
                gaming_days.c.id.is_(None),
                gaming_days.c.property_id != sessions.c.property_id,
                gaming_days.c.gaming_date != sessions.c.gaming_date,
            ),
        )
    )
    return connection.execute(wanted.order_by(sessions.c.id)).all()
