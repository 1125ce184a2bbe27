"""Rounds that were opened with their logs, rounds that are open, and events of no round."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, func, or_, select

from service.audit.store.scopes import Scope
from service.floor.models import gaming_days, open_rounds, round_events, rounds, sessions

MOST_OPEN: Final = 1000
"""Of rounds that lie open at a table no more are looked at: a session has one."""

MOST_ORPHANS: Final = 1000


def read_opened(
    connection: Connection, round_ids: Collection[int], open_round_ids: Collection[int]
) -> Sequence[Row[Any]]:
    """The opened rounds that became certain rounds, and some others by their id."""
    wanted: Select[Any] = select(*open_rounds.c)
    became = wanted.where(open_rounds.c.round_id.in_(round_ids))
    rows = list(connection.execute(became.order_by(open_rounds.c.id))) if round_ids else []
    if open_round_ids:
        others = wanted.where(open_rounds.c.id.in_(open_round_ids))
        rows += connection.execute(others.order_by(open_rounds.c.id))
    return rows


def read_unsettled(connection: Connection, scope: Scope) -> Sequence[Row[Any]]:
    """Opened rounds of the day that are neither voided nor a round that is there, each with how far its session got."""
    last_seq = select(func.max(rounds.c.seq)).where(rounds.c.session_id == open_rounds.c.session_id)
    wanted: Select[Any] = (
        select(*open_rounds.c, last_seq.correlate(open_rounds).scalar_subquery().label("session_seq"))
        .join_from(open_rounds, rounds, rounds.c.id == open_rounds.c.round_id, isouter=True)
        .where(
            open_rounds.c.table_id == scope.pin.table_id,
            open_rounds.c.gaming_date == scope.gaming_date,
            open_rounds.c.voided_seq.is_(None),
            rounds.c.id.is_(None),
        )
    )
    return connection.execute(wanted.order_by(open_rounds.c.number).limit(MOST_OPEN)).all()


def read_entries(connection: Connection, open_round_ids: Collection[int]) -> Mapping[int, Sequence[Row[Any]]]:
    """The logs of some rounds in order, by the id of the opened round."""
    entries: dict[int, list[Row[Any]]] = defaultdict(list)
    if open_round_ids:
        wanted: Select[Any] = select(*round_events.c).where(round_events.c.open_round_id.in_(open_round_ids))
        for row in connection.execute(wanted.order_by(round_events.c.open_round_id, round_events.c.place)):
            entries[row.open_round_id].append(row)
    return entries


def read_orphans(connection: Connection, table_ids: Collection[int], gaming_date: str) -> Sequence[int]:
    """Ids of opened rounds that are gone while their log is there, of about one gaming day.

    Ids rise with time. Looked at are those from the day's first to its last and on to the next ones that are there, so
    that the audits of all days together leave none out, and none reads more than its own day.
    """
    of_day = select(func.min(open_rounds.c.id), func.max(open_rounds.c.id)).where(
        open_rounds.c.table_id.in_(table_ids), open_rounds.c.gaming_date == gaming_date
    )
    first, last = connection.execute(of_day).one()
    if first is None:
        return []
    before = connection.execute(select(func.max(open_rounds.c.id)).where(open_rounds.c.id < first)).scalar()
    behind = connection.execute(select(func.min(open_rounds.c.id)).where(open_rounds.c.id > last)).scalar()
    wanted = select(round_events.c.open_round_id).where(
        ~select(open_rounds.c.id).where(open_rounds.c.id == round_events.c.open_round_id).exists()
    )
    if before is not None:
        wanted = wanted.where(round_events.c.open_round_id > before)
    if behind is not None:
        wanted = wanted.where(round_events.c.open_round_id < behind)
    ordered = wanted.distinct().order_by(round_events.c.open_round_id).limit(MOST_ORPHANS)
    return connection.execute(ordered).scalars().all()


def read_left_open(connection: Connection, scope: Scope) -> Sequence[Row[Any]]:
    """Rounds of the day that are open, while their session or the day is closed: neither closes before them."""
    wanted: Select[Any] = (
        select(open_rounds.c.id, open_rounds.c.number)
        .join_from(open_rounds, sessions, open_rounds.c.session_id == sessions.c.id)
        .join(gaming_days, sessions.c.gaming_day_id == gaming_days.c.id)
        .where(
            open_rounds.c.property_id == scope.property_id,
            open_rounds.c.table_id == scope.pin.table_id,
            open_rounds.c.gaming_date == scope.gaming_date,
            open_rounds.c.state == "open",
            or_(sessions.c.closed_us.is_not(None), gaming_days.c.closed_us.is_not(None)),
        )
    )
    return connection.execute(wanted.order_by(open_rounds.c.number)).all()
