"""Where rounds are recorded: what a session fixes for all of them, kept in the process because it never changes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

import orjson
from sqlalchemy import Connection, Engine, bindparam, select, update

from service.floor.models import gaming_tables, session_seats, sessions
from service.staff.models import properties

_MOST_KEPT: Final = 4096


@dataclass(frozen=True, slots=True)
class Place:
    """A session's own facts, its property's clock, and who sits where. ``terms_text`` is stored, canonical JSON."""

    session_id: int
    property_id: int
    table_id: int
    gaming_date: str
    ruleset_version_id: int
    terms_text: str
    terms: Mapping[str, str]
    time_zone: str
    rollover_min: int
    players: Mapping[str, str | None]


_kept: Final[WeakKeyDictionary[Engine, dict[int, Place]]] = WeakKeyDictionary()
_PLACE: Final = (
    select(
        sessions.c.property_id,
        sessions.c.table_id,
        sessions.c.gaming_date,
        sessions.c.ruleset_version_id,
        sessions.c.terms,
        properties.c.time_zone,
        properties.c.rollover_min,
        session_seats.c.seat,
        session_seats.c.player,
    )
    .join_from(sessions, properties, sessions.c.property_id == properties.c.id)
    .join(session_seats, session_seats.c.session_id == sessions.c.id)
    .where(sessions.c.id == bindparam("of_session"))
)
_NEXT_SEQ: Final = (
    update(gaming_tables)
    .where(gaming_tables.c.id == bindparam("at_table"), gaming_tables.c.open_session_id == bindparam("of_session"))
    .values(last_seq=gaming_tables.c.last_seq + 1)
    .returning(gaming_tables.c.last_seq)
)
_HELD: Final = (
    select(gaming_tables.c.id)
    .where(gaming_tables.c.id == bindparam("at_table"), gaming_tables.c.open_session_id == bindparam("of_session"))
    .with_for_update()
)


def find_place(connection: Connection, session_id: int) -> Place | None:
    """The place of a session, of whichever property."""
    kept = _kept.setdefault(connection.engine, {})
    if session_id not in kept:
        place = _read(connection, session_id)
        if place is None:
            return None
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        kept[session_id] = place
        return place
    return kept[session_id]


def next_seq(connection: Connection, place: Place) -> int | None:
    """The next number in the order of what is recorded at a table; None where the session is not open any more.

    The table is held till the transaction ends, so these numbers come in the order of the commits.
    """
    asked = {"at_table": place.table_id, "of_session": place.session_id}
    return connection.execute(_NEXT_SEQ, asked).scalar_one_or_none()


def hold(connection: Connection, place: Place) -> bool:
    """Hold the table till the transaction ends, without a number. False where the session is not open any more."""
    asked = {"at_table": place.table_id, "of_session": place.session_id}
    return connection.execute(_HELD, asked).one_or_none() is not None


def _read(connection: Connection, session_id: int) -> Place | None:
    rows = connection.execute(_PLACE, {"of_session": session_id}).all()
    if not rows:
        return None
    first = rows[0]
    return Place(
        session_id,
        first.property_id,
        first.table_id,
        first.gaming_date,
        first.ruleset_version_id,
        first.terms,
        orjson.loads(first.terms),
        first.time_zone,
        first.rollover_min,
        {row.seat: row.player for row in rows},
    )
