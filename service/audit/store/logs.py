"""The logs of rounds that grew, and rounds that are open though they must not be."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, or_, select

from engine.checks.logs import Entry, Log
from service.audit.store.scopes import Scope
from service.floor.models import gaming_days, open_rounds, round_events, sessions


def read_logs(connection: Connection, round_ids: Collection[int]) -> Mapping[int, Log]:
    """Round -> its log, of those rounds that grew."""
    wanted: Select[Any] = select(
        open_rounds.c.id,
        open_rounds.c.round_id,
        open_rounds.c.number,
        open_rounds.c.header,
        open_rounds.c.last_place,
    ).where(open_rounds.c.round_id.in_(round_ids))
    grown = connection.execute(wanted).all()
    if not grown:
        return {}
    entries = _read_entries(connection, [row.id for row in grown])
    return {row.round_id: Log(row.number, row.header, row.last_place, entries[row.id]) for row in grown}


def _read_entries(connection: Connection, open_round_ids: Collection[int]) -> Mapping[int, Sequence[Entry]]:
    entries: dict[int, list[Entry]] = defaultdict(list)
    wanted = select(round_events.c.open_round_id, round_events.c.place, round_events.c.kind, round_events.c.body)
    ordered = wanted.where(round_events.c.open_round_id.in_(open_round_ids)).order_by(
        round_events.c.open_round_id, round_events.c.place
    )
    for open_round_id, *entry in connection.execute(ordered):
        entries[open_round_id].append(Entry(*entry))
    return entries


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
