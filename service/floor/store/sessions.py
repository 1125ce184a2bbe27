"""Sessions and their seats."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from sqlalchemy import ColumnElement, Connection, Row, Select, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or_nothing  # ON CONFLICT is spelled alike for both

from service.core.auth import Principal
from service.core.lists import Slice, read_slice
from service.core.paging import Page
from service.floor.models import gaming_tables, session_seats, sessions
from service.floor.store.scope import visible
from service.rulebook.models import rulebook_entries, rulebook_versions


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat of a session and, where he is known, who sits there."""

    seat: str
    player: str | None


@dataclass(frozen=True, slots=True)
class Session:
    """A session as stored. ``terms`` are what it fixes for all its rounds."""

    id: int
    table_id: int
    gaming_date: str
    game: str
    ruleset_version_id: int
    ruleset_key: str
    ruleset_version: int
    terms: Mapping[str, str]
    opened_us: int
    opened_by: str
    closed_us: int | None
    closed_by: str | None
    seats: Sequence[SeatTaken]


@dataclass(frozen=True, slots=True)
class SessionFilter:
    """Which sessions are asked for; None is any."""

    table_id: int | None
    gaming_date: str | None
    is_open: bool | None


_SESSION: Final = (
    sessions.c.id,
    sessions.c.table_id,
    sessions.c.gaming_date,
    rulebook_entries.c.game,
    sessions.c.ruleset_version_id,
    rulebook_entries.c.entry_key,
    rulebook_versions.c.version,
    sessions.c.terms,
    sessions.c.opened_us,
    sessions.c.opened_by,
    sessions.c.closed_us,
    sessions.c.closed_by,
)


def add_session(connection: Connection, values: Mapping[str, Any], seats: Sequence[SeatTaken]) -> int | None:
    """The id of a new session with its seats; None where the table has an open one."""
    statement = insert_or_nothing(sessions).values(values).on_conflict_do_nothing().returning(sessions.c.id)
    session_id = connection.execute(statement).scalar_one_or_none()
    if session_id is not None:
        _note_open(connection, values["table_id"], session_id)
        rows = [{"session_id": session_id, "seat": taken.seat, "player": taken.player} for taken in seats]
        connection.execute(insert(session_seats), rows)
    return session_id


def find_session(connection: Connection, principal: Principal, session_id: int) -> Session | None:
    """A session that the caller may see."""
    wanted = _sessions().where(sessions.c.id == session_id, *visible(principal, sessions))
    row = connection.execute(wanted).one_or_none()
    return None if row is None else _session(row, _seats_of(connection, [session_id])[session_id])


def list_sessions(connection: Connection, principal: Principal, asked: SessionFilter, page: Page) -> Slice[Session]:
    """Sessions by gaming date and table in the order in which they were opened; open ones by table."""
    wanted = _sessions().where(*visible(principal, sessions))
    if asked.table_id is not None:
        wanted = wanted.where(sessions.c.table_id == asked.table_id)
    if asked.gaming_date is not None:
        wanted = wanted.where(sessions.c.gaming_date == asked.gaming_date)
    if asked.is_open is not None:
        wanted = wanted.where(sessions.c.closed_us.is_(None) if asked.is_open else sessions.c.closed_us.is_not(None))
    found = read_slice(connection, wanted, _order(asked), page)
    seats = _seats_of(connection, [row.id for row in found.rows])
    return found.map(lambda row: _session(row, seats[row.id]))


def _order(asked: SessionFilter) -> list[ColumnElement[Any]]:
    """The walk along the index that fits, without what the filter fixes; a table has one open session at most."""
    if asked.is_open:
        return [sessions.c.table_id]
    if asked.gaming_date is not None:
        return [sessions.c.table_id, sessions.c.id]
    return [sessions.c.gaming_date, sessions.c.table_id, sessions.c.id]


def close_session(connection: Connection, session: Session, now_us: int, closed_by: str) -> bool:
    """Close a session. False where it is closed."""
    closed = connection.execute(
        update(sessions)
        .where(sessions.c.id == session.id, sessions.c.closed_us.is_(None))
        .values(closed_us=now_us, closed_by=closed_by)
    )
    if closed.rowcount != 1:
        return False
    _note_open(connection, session.table_id, None)
    return True


def _note_open(connection: Connection, table_id: int, session_id: int | None) -> None:
    connection.execute(update(gaming_tables).where(gaming_tables.c.id == table_id).values(open_session_id=session_id))


def _sessions() -> Select[Any]:
    return (
        select(*_SESSION)
        .join_from(sessions, rulebook_versions, sessions.c.ruleset_version_id == rulebook_versions.c.id)
        .join(rulebook_entries, rulebook_versions.c.entry_id == rulebook_entries.c.id)
    )


def _seats_of(connection: Connection, session_ids: Iterable[int]) -> dict[int, list[SeatTaken]]:
    seats: dict[int, list[SeatTaken]] = defaultdict(list)
    wanted = select(session_seats.c.session_id, session_seats.c.seat, session_seats.c.player)
    ordered = wanted.where(session_seats.c.session_id.in_(list(session_ids))).order_by(session_seats.c.seat)
    for session_id, seat, player in connection.execute(ordered):
        seats[session_id].append(SeatTaken(seat, player))
    return seats


def _session(row: Row[Any], seats: Sequence[SeatTaken]) -> Session:
    stored = row._asdict()
    terms = orjson.loads(stored.pop("terms"))
    key, version = stored.pop("entry_key"), stored.pop("version")
    return Session(**stored, ruleset_key=key, ruleset_version=version, terms=terms, seats=seats)
