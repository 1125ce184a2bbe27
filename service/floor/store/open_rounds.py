"""Rounds that grow, and their logs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, Select, bindparam, insert, or_, select, update

from service.core.auth import Principal
from service.core.lists import Slice, read_slice
from service.core.paging import Page
from service.floor.models import open_rounds, round_events
from service.floor.store.scope import visible

OPEN: Final = "open"
SETTLED: Final = "settled"
VOID: Final = "void"

EVENT: Final = "event"
UNDO: Final = "undo"
VOIDING: Final = "void"


class Entry(NamedTuple):
    """One entry of a log: what kind, of which seat (a voiding is of none), and its body, canonical JSON."""

    kind: str
    seat: str | None
    body: str


_GROW: Final = (
    update(open_rounds)
    .where(
        open_rounds.c.id == bindparam("wanted"),
        open_rounds.c.property_id == bindparam("at_property"),
        open_rounds.c.state == OPEN,
    )
    .values(last_place=open_rounds.c.last_place + bindparam("entries"))
    .returning(*open_rounds.c)
)
_CLOSE: Final = (
    update(open_rounds)
    .where(open_rounds.c.id == bindparam("wanted"))
    .values({name: bindparam(name) for name in ("state", "closed_us", "round_id", "voided_seq")})
    .returning(*open_rounds.c)
)
_LOG: Final = (
    select(round_events.c.kind, round_events.c.seat, round_events.c.body)
    .where(
        round_events.c.open_round_id == bindparam("wanted"),
        round_events.c.place > bindparam("behind"),
        round_events.c.place <= bindparam("up_to"),
    )
    .order_by(round_events.c.place)
)


def add_open_round(connection: Connection, values: Mapping[str, Any]) -> Row[Any]:
    """Write a round that is open. Raises IntegrityError where its number is taken, or its session has one open."""
    fresh = {**values, "state": OPEN, "last_place": 0}
    return connection.execute(insert(open_rounds).values(fresh).returning(*open_rounds.c)).one()


def grow(connection: Connection, property_id: int, open_round_id: int, entries: int) -> Row[Any] | None:
    """An open round with so many entries more, held till the transaction ends; None where none is open."""
    asked = {"wanted": open_round_id, "at_property": property_id, "entries": entries}
    return connection.execute(_GROW, asked).one_or_none()


def close(connection: Connection, open_round_id: int, closing: Mapping[str, Any]) -> Row[Any]:
    """A round closed for good, ``closing`` being the columns that say how."""
    return connection.execute(_CLOSE, {"wanted": open_round_id, **closing}).one()


def add_entries(
    connection: Connection, open_round_id: int, after_place: int, entries: Iterable[Entry], recorded: Mapping[str, Any]
) -> None:
    """Write entries behind a place of a log; ``recorded`` are the columns that say when and by whom."""
    rows = [
        {"open_round_id": open_round_id, "place": place, **entry._asdict(), **recorded}
        for place, entry in enumerate(entries, after_place + 1)
    ]
    connection.execute(insert(round_events), rows)


def read_log(connection: Connection, open_round_id: int, behind: int, up_to: int) -> list[Entry]:
    """The entries of a log behind one place up to another, in order; from behind 0 on it is the whole log."""
    asked = {"wanted": open_round_id, "behind": behind, "up_to": up_to}
    return [Entry(*row) for row in connection.execute(_LOG, asked)]


def find_open_round(connection: Connection, principal: Principal, open_round_id: int) -> Row[Any] | None:
    """A growing round that the caller may see, open or closed."""
    wanted: Select[Any] = select(*open_rounds.c)
    mine = wanted.where(open_rounds.c.id == open_round_id, *visible(principal, open_rounds))
    return connection.execute(mine).one_or_none()


def find_in_the_way(
    connection: Connection, session_id: int, table_id: int, gaming_date: str, number: int
) -> Sequence[Row[Any]]:
    """What keeps a number from being used in a session: a growing round that has it, and one that is open."""
    the_number = (
        (open_rounds.c.table_id == table_id)
        & (open_rounds.c.gaming_date == gaming_date)
        & (open_rounds.c.number == number)
    )
    still_open = (open_rounds.c.session_id == session_id) & (open_rounds.c.state == OPEN)
    wanted: Select[Any] = select(open_rounds.c.id, open_rounds.c.number, open_rounds.c.state)
    return connection.execute(wanted.where(or_(the_number, still_open)).order_by(open_rounds.c.id)).all()


def find_open_of(connection: Connection, session_id: int) -> Row[Any] | None:
    """The round of a session that is open."""
    wanted: Select[Any] = select(open_rounds.c.id, open_rounds.c.number)
    still_open = wanted.where(open_rounds.c.session_id == session_id, open_rounds.c.state == OPEN)
    return connection.execute(still_open).one_or_none()


def list_open_rounds(
    connection: Connection, principal: Principal, session_id: int, state: str | None, page: Page
) -> Slice[Row[Any]]:
    """The growing rounds of a session in the order in which they were opened."""
    wanted: Select[Any] = select(*open_rounds.c)
    mine = wanted.where(open_rounds.c.session_id == session_id, *visible(principal, open_rounds))
    if state is not None:
        mine = mine.where(open_rounds.c.state == state)
    return read_slice(connection, mine, [open_rounds.c.id], page)


def list_entries(connection: Connection, open_round_id: int, page: Page) -> Slice[Row[Any]]:
    """The entries of a log by their place."""
    wanted: Select[Any] = select(*round_events.c).where(round_events.c.open_round_id == open_round_id)
    return read_slice(connection, wanted, [round_events.c.place], page)
