"""The audit's SQL. It reads what other desks stored, in chunks, and writes findings."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, func, insert, or_, select

from service.audit.models import findings
from service.core.jobs_models import jobs
from service.core.lists import Slice, read_slice
from service.core.paging import Page
from service.floor.models import gaming_days, gaming_tables, rounds, session_seats, sessions, settlements, spot_results
from service.rulebook.models import rulebook_entries, rulebook_versions
from service.staff.models import properties

MOST_STRAYS: Final = 1000
"""Stray rows beyond this number are not told one by one: the first thousand say enough."""


class Pin(NamedTuple):
    """One table of an audit, and the last sequence number that belongs to it."""

    table_id: int
    code: str
    as_of_seq: int


class Scope(NamedTuple):
    """One table's gaming day, as far as it was recorded when the audit was asked for."""

    property_id: int
    property_code: str
    gaming_date: str
    pin: Pin


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
JOB: Final = (
    jobs.c.id,
    jobs.c.kind,
    jobs.c.params,
    jobs.c.state,
    jobs.c.attempts,
    jobs.c.done,
    jobs.c.total,
    jobs.c.result,
    jobs.c.error,
    jobs.c.created_us,
    jobs.c.created_by,
    jobs.c.started_us,
    jobs.c.finished_us,
)


def has_day(connection: Connection, property_id: int, gaming_date: str) -> bool:
    """Whether a property has a gaming day of that date."""
    wanted = select(gaming_days.c.id).where(
        gaming_days.c.property_id == property_id, gaming_days.c.gaming_date == gaming_date
    )
    return connection.execute(wanted).first() is not None


def read_pins(connection: Connection, property_id: int, table_id: int | None) -> list[Pin]:
    """The tables of a property (or the one), each with the last sequence number given out there by now."""
    wanted = select(gaming_tables.c.id, gaming_tables.c.code, gaming_tables.c.last_seq).where(
        gaming_tables.c.property_id == property_id
    )
    if table_id is not None:
        wanted = wanted.where(gaming_tables.c.id == table_id)
    return [Pin(*row) for row in connection.execute(wanted.order_by(gaming_tables.c.id))]


def property_code(connection: Connection, property_id: int) -> str:
    """The short name of a casino, which stands in the natural keys of findings."""
    return str(connection.execute(select(properties.c.code).where(properties.c.id == property_id)).scalar_one())


def count_rounds(connection: Connection, scope: Scope) -> int:
    """How many rounds are to be audited."""
    return int(connection.execute(select(func.count()).select_from(rounds).where(*_rounds_of(scope))).scalar_one())


def read_rounds(connection: Connection, scope: Scope, after_seq: int, most: int) -> Sequence[Row[Any]]:
    """The next rounds in sequence with their settlements, where they have one."""
    wanted: Select[Any] = select(*_ROUND).join_from(
        rounds, settlements, settlements.c.round_id == rounds.c.id, isouter=True
    )
    behind = wanted.where(*_rounds_of(scope), rounds.c.seq > after_seq)
    return connection.execute(behind.order_by(rounds.c.seq).limit(most)).all()


def _rounds_of(scope: Scope) -> list[ColumnElement[bool]]:
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


def read_numbers(connection: Connection, scope: Scope) -> Iterable[int]:
    """The round numbers of the day, rising."""
    return connection.execute(select(rounds.c.number).where(*_rounds_of(scope)).order_by(rounds.c.number)).scalars()


def read_sequence(connection: Connection, table_id: int, first: int, last: int) -> Iterable[int]:
    """The sequence numbers in use at a table within bounds, rising, whichever day they belong to."""
    wanted = select(rounds.c.seq).where(rounds.c.table_id == table_id, rounds.c.seq.between(first, last))
    return connection.execute(wanted.order_by(rounds.c.seq)).scalars()


def last_sequence(connection: Connection, scope: Scope) -> int:
    """The highest sequence number in use at the table up to the pin, whichever day it belongs to; 0 for none."""
    pin = scope.pin
    wanted = select(func.max(rounds.c.seq)).where(rounds.c.table_id == pin.table_id, rounds.c.seq <= pin.as_of_seq)
    return connection.execute(wanted).scalar_one() or 0


def read_beyond_sequence(connection: Connection, scope: Scope) -> Sequence[Row[Any]]:
    """Rounds of the day with a sequence number that the table, read at the same moment, has not given out."""
    wanted: Select[Any] = (
        select(rounds.c.id, rounds.c.number, rounds.c.seq, gaming_tables.c.last_seq)
        .join_from(rounds, gaming_tables, rounds.c.table_id == gaming_tables.c.id)
        .where(
            rounds.c.property_id == scope.property_id,
            rounds.c.gaming_date == scope.gaming_date,
            rounds.c.table_id == scope.pin.table_id,
            rounds.c.seq > scope.pin.as_of_seq,
            rounds.c.seq > gaming_tables.c.last_seq,
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


def read_keys(connection: Connection, job_id: int) -> set[str]:
    """Keys of the findings that a job has written already."""
    return set(connection.execute(select(findings.c.finding_key).where(findings.c.job_id == job_id)).scalars())


def add_findings(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write findings."""
    connection.execute(insert(findings), rows)


def count_findings(connection: Connection, job_id: int) -> Sequence[Row[Any]]:
    """How many findings a job has of each code, table by table."""
    return connection.execute(
        select(findings.c.table_id, findings.c.code, func.count().label("times"))
        .where(findings.c.job_id == job_id)
        .group_by(findings.c.table_id, findings.c.code)
        .order_by(findings.c.table_id, findings.c.code)
    ).all()


def list_findings(connection: Connection, job_id: int, page: Page) -> Slice[Row[Any]]:
    """The findings of a job in the order in which they were found."""
    wanted = (
        select(*findings.c, gaming_tables.c.code.label("table_code"))
        .join_from(findings, gaming_tables, findings.c.table_id == gaming_tables.c.id, isouter=True)
        .where(findings.c.job_id == job_id)
    )
    return read_slice(connection, wanted, [findings.c.id], page)


def list_jobs(connection: Connection, property_id: int, page: Page) -> Slice[Row[Any]]:
    """The jobs of a property, the oldest first."""
    return read_slice(connection, select(*JOB).where(jobs.c.property_id == property_id), [jobs.c.id], page)


def find_job(connection: Connection, property_id: int, job_id: int) -> Row[Any] | None:
    """A job of a property."""
    wanted: Select[Any] = select(*JOB).where(jobs.c.id == job_id, jobs.c.property_id == property_id)
    return connection.execute(wanted).one_or_none()
