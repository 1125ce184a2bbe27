"""Settlements seat by seat, and the running balance of a session."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, case, func, literal, select

from engine.settlement import HOUSE
from service.core.auth import Principal
from service.core.lists import Slice, read_slice
from service.core.paging import Page
from service.floor.models import rounds, sessions, settlements, spot_results
from service.floor.store.rounds import ROUND, Spot
from service.floor.store.scope import visible
from service.rulebook.models import rulebook_entries, rulebook_versions


@dataclass(frozen=True, slots=True)
class SpotFilter:
    """Which seats' results are asked for; None is any (of the seats, the house only by its name)."""

    table_id: int | None
    session_id: int | None
    gaming_date: str | None
    seat: str | None
    player: str | None


class SeatBalance(NamedTuple):
    """What a session comes to for one seat: in all, and up to the sequence number where a page begins."""

    seat: str
    net_minor: int
    returned_minor: int
    net_before_minor: int


_SPOT: Final = (
    spot_results.c.settlement_id,
    spot_results.c.seat,
    spot_results.c.player,
    spot_results.c.table_id,
    spot_results.c.session_id,
    spot_results.c.gaming_date,
    spot_results.c.seq,
    spot_results.c.net_minor,
    spot_results.c.returned_minor,
)


def list_spots(connection: Connection, principal: Principal, asked: SpotFilter, page: Page) -> Slice[Row[Any]]:
    """Results seat by seat, in the order in which the rounds were recorded, table by table, day by day."""
    wanted: Select[Any] = (
        select(
            *_SPOT,
            settlements.c.round_id,
            rounds.c.number,
            sessions.c.terms,
            rulebook_entries.c.entry_key,
            rulebook_versions.c.version,
        )
        .join_from(spot_results, settlements, spot_results.c.settlement_id == settlements.c.id)
        .join(rounds, settlements.c.round_id == rounds.c.id)
        .join(sessions, spot_results.c.session_id == sessions.c.id)
        .join(rulebook_versions, settlements.c.ruleset_version_id == rulebook_versions.c.id)
        .join(rulebook_entries, rulebook_versions.c.entry_id == rulebook_entries.c.id)
        .where(*visible(principal, spot_results), *_asked(asked))
    )
    return read_slice(connection, wanted, _order(principal, asked), page)


def _asked(asked: SpotFilter) -> list[ColumnElement[bool]]:
    given = {
        spot_results.c.table_id: asked.table_id,
        spot_results.c.session_id: asked.session_id,
        spot_results.c.gaming_date: asked.gaming_date,
        spot_results.c.player: asked.player,
        spot_results.c.seat: asked.seat,
    }
    conditions = [column == value for column, value in given.items() if value is not None]
    return conditions if asked.seat is not None else [*conditions, spot_results.c.seat != HOUSE]


def _order(principal: Principal, asked: SpotFilter) -> list[ColumnElement[Any]]:
    """The walk along the index that fits, without what the filter fixes; at one table the sequence is the order."""
    spot: list[ColumnElement[Any]] = [spot_results.c.seq, spot_results.c.seat]
    if asked.session_id is not None:
        return spot
    one_table = (asked.table_id or principal.table_id) is not None
    if one_table and (asked.player is None or asked.gaming_date is not None):
        return spot
    if asked.gaming_date is not None:
        return [spot_results.c.table_id, *spot]
    return [spot_results.c.gaming_date, spot_results.c.table_id, *spot]


def spots_of(connection: Connection, settlement_id: int) -> list[Spot]:
    """The results of all sides of one settlement, the house's among them."""
    wanted = select(
        spot_results.c.seat, spot_results.c.player, spot_results.c.net_minor, spot_results.c.returned_minor
    ).where(spot_results.c.settlement_id == settlement_id)
    return [Spot(*row) for row in connection.execute(wanted.order_by(spot_results.c.seat))]


def find_round_id(connection: Connection, principal: Principal, settlement_id: int) -> int | None:
    """The round of a settlement that the caller may see."""
    wanted = (
        select(settlements.c.round_id)
        .join_from(settlements, rounds, settlements.c.round_id == rounds.c.id)
        .where(settlements.c.id == settlement_id, *visible(principal, rounds))
    )
    return connection.execute(wanted).scalar_one_or_none()


def sum_session(connection: Connection, session_id: int, before_seq: int | None) -> list[SeatBalance]:
    """What every side of a session, the house among them, has won so far and had won by ``before_seq``."""
    earlier = spot_results.c.seq <= (literal(0) if before_seq is None else before_seq)
    return [
        SeatBalance(seat, int(net), int(returned), int(before))
        for seat, net, returned, before in connection.execute(
            select(
                spot_results.c.seat,
                func.sum(spot_results.c.net_minor),
                func.sum(spot_results.c.returned_minor),
                func.sum(case((earlier, spot_results.c.net_minor), else_=0)),
            )
            .where(spot_results.c.session_id == session_id)
            .group_by(spot_results.c.seat)
            .order_by(spot_results.c.seat)
        )
    ]


def count_rounds(connection: Connection, session_id: int) -> int:
    """How many rounds a session has."""
    wanted = select(func.count()).select_from(rounds).where(rounds.c.session_id == session_id)
    return connection.execute(wanted).scalar_one()


def session_rounds(connection: Connection, session_id: int, page: Page) -> Slice[Row[Any]]:
    """Rounds of a session in the order in which they were recorded."""
    wanted = select(*ROUND).where(rounds.c.session_id == session_id)
    return read_slice(connection, wanted, [rounds.c.seq], page)


def nets_between(
    connection: Connection, session_id: int, first_seq: int, last_seq: int
) -> Mapping[int, Sequence[tuple[str, int]]]:
    """Sequence number -> what each side won in that round of a session."""
    nets: dict[int, list[tuple[str, int]]] = {}
    wanted = select(spot_results.c.seq, spot_results.c.seat, spot_results.c.net_minor).where(
        spot_results.c.session_id == session_id, spot_results.c.seq.between(first_seq, last_seq)
    )
    for seq, seat, net in connection.execute(wanted.order_by(spot_results.c.seq, spot_results.c.seat)):
        nets.setdefault(seq, []).append((seat, net))
    return nets
