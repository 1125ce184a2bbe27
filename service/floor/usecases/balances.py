"""The running balance of a session: what every seat and the house have won so far, and after each round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row

from engine.settlement import HOUSE
from service.core.auth import Principal
from service.core.lists import Slice
from service.core.paging import Page
from service.floor.store import settlements as store
from service.floor.store.sessions import Session
from service.floor.store.settlements import SeatBalance
from service.floor.usecases.sessions import find_session


@dataclass(frozen=True, slots=True)
class Entry:
    """One round of a session: what each side won in it, and has won up to and with it. The house among them."""

    round: Row[Any]
    nets_minor: Mapping[str, int]
    balances_minor: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Balance:
    """A session so far. ``sides`` are its seats and the house in all, ``entries`` a page of its rounds."""

    session: Session
    rounds: int
    sides: Mapping[str, SeatBalance]
    entries: Slice[Entry]


def read_balance(connection: Connection, principal: Principal, session_id: int, page: Page) -> Balance:
    """The running balance of a session, in six queries however many rounds it has. Raises Refusal ``not_found``."""
    session = find_session(connection, principal, session_id)
    before_seq = None if page.after is None else page.after[0]
    sides = {side.seat: side for side in store.sum_session(connection, session_id, before_seq)}
    for seat in (*(taken.seat for taken in session.seats), HOUSE):
        sides.setdefault(seat, SeatBalance(seat, 0, 0, 0))
    played = store.session_rounds(connection, session_id, page)
    entries = Slice(_entries(connection, session, sides, played.rows), played.next_key)
    return Balance(session, store.count_rounds(connection, session_id), sides, entries)


def _entries(
    connection: Connection, session: Session, sides: Mapping[str, SeatBalance], played: Sequence[Row[Any]]
) -> list[Entry]:
    if not played:
        return []
    nets = store.nets_between(connection, session.id, played[0].seq, played[-1].seq)
    balances = {seat: side.net_before_minor for seat, side in sides.items()}
    entries: list[Entry] = []
    for row in played:
        won = dict(nets[row.seq])
        balances = balances | {seat: balances[seat] + net for seat, net in won.items()}
        entries.append(Entry(row, won, balances))
    return entries
