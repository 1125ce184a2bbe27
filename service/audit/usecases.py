"""Asking for an audit, and doing it: a whole gaming day settled again from what was recorded.

The audit is pinned, table by table, to the last sequence number given out when it was asked for. It walks the
rounds in chunks of one snapshot each. Findings are written with the progress, each once: their keys name the fault,
not the run, so that an audit which was killed starts again and adds only what it had not written.
"""

import hashlib
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row

from engine.checks import logs as log_checks
from engine.checks import numbers, rounds
from engine.checks.facts import Trouble
from engine.checks.findings import Finding, RoundPlace, on_round
from engine.checks.logs import Log
from engine.checks.numbers import TableDay
from engine.errors import Violation
from engine.evidence import canonical_bytes
from service.audit.facts import Book
from service.audit.store import findings, logs, numbering, scopes
from service.audit.store import rounds as store
from service.audit.store.scopes import Pin, Scope
from service.core.clock import elapsed_s
from service.core.database import reading
from service.core.errors import Refusal
from service.core.job_runs import Handler, JobRun
from service.core.jobs import JobRequest, request_job
from service.core.schema import missing_triggers
from service.core.uow import UnitOfWork

AUDIT: Final = "audit"
BEFORE_ALL: Final = -(2**63)
"""No sequence number stands before it: rounds written behind our back with numbers below 1 are read too."""
CHUNK_ROUNDS: Final = 500
HEARTBEAT_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class AuditRequest:
    """Which gaming day to settle again; ``table_id`` None is every table of the property."""

    property_id: int
    gaming_date: str
    table_id: int | None
    asked_by: str


def request_audit(command: AuditRequest, uow: UnitOfWork, wake: Callable[[int], None]) -> int:
    """Write an audit as a job and return its id. Each request is a run of its own: what is stored may have changed.

    Raises Refusal ``unknown_table``, or ``invalid_request`` where the property has no such gaming day.
    """
    pins = scopes.read_pins(uow.connection, command.property_id, command.table_id)
    if command.table_id is not None and not pins:
        place = Violation("unknown_table", "/table_id", f"Table {command.table_id} is not a table of this property.")
        raise Refusal("unknown_table", place.detail, [place])
    if not scopes.has_day(uow.connection, command.property_id, command.gaming_date):
        place = Violation("unknown_gaming_day", "/gaming_date", f"Nothing was opened on {command.gaming_date}.")
        raise Refusal("invalid_request", "There is no such gaming day at this property.", [place])
    params = {"gaming_date": command.gaming_date, "table_id": command.table_id, "tables": [list(pin) for pin in pins]}
    where = "all" if command.table_id is None else command.table_id
    run = f"{command.property_id}/{command.gaming_date}/{where}/{secrets.token_hex(8)}"
    return request_job(uow, wake, JobRequest(command.property_id, AUDIT, run, params, command.asked_by))


def run_audit(run: JobRun) -> Mapping[str, object]:
    """Settle the day again, write every finding and return the counts."""
    audit = _Audit(run)
    for scope in audit.scopes:
        audit.check_table(scope)
    audit.check_guards()
    audit.report()
    return audit.result()


HANDLERS: Final[Mapping[str, Handler]] = {AUDIT: run_audit}
"""Every kind of job, and what does its work."""


class _Audit:
    """One run of an audit: what is known so far, and what is still to be written."""

    def __init__(self, run: JobRun) -> None:
        self._run = run
        self._engine = run.database.engine
        self._book = Book()
        self._inputs = hashlib.sha256(canonical_bytes(run.params))
        self._pending: list[dict[str, Any]] = []
        self._rounds: dict[int, int] = {}
        self._settled_again = 0
        with reading(self._engine) as connection:
            code = scopes.property_code(connection, run.lease.property_id)
            day = run.params["gaming_date"]
            pins = [Pin(*pin) for pin in run.params["tables"]]
            self.scopes = [Scope(run.lease.property_id, code, day, pin) for pin in pins]
            self._total = sum(store.count_rounds(connection, scope) for scope in self.scopes)
            self._known = findings.read_keys(connection, run.lease.job_id)
        self._reported_s = elapsed_s()

    def check_table(self, scope: Scope) -> None:
        """Walk the rounds of one table's day, then look at what only the whole of them shows."""
        after_seq, filed = BEFORE_ALL, 0
        self._rounds[scope.pin.table_id] = 0
        first_seq = None
        while True:
            with reading(self._engine) as connection:
                rows = store.read_rounds(connection, scope, after_seq, CHUNK_ROUNDS)
                if not rows:
                    break
                spots = _by_settlement(connection, rows)
                grown = logs.read_logs(connection, [row.id for row in rows])
                self._add(scope, self._book.learn(connection, {row.session_id for row in rows}))
            for row in rows:
                filed += self._check_round(scope, row, spots.get(row.settlement_id, ()), grown.get(row.id))
            first_seq, after_seq = first_seq or rows[0].seq, rows[-1].seq
            self._rounds[scope.pin.table_id] += len(rows)
            self._beat()
        with reading(self._engine) as connection:
            self._check_whole(connection, scope, filed, first_seq, after_seq)
        self._beat()

    def _check_round(self, scope: Scope, row: Row[Any], spots: Sequence[Row[Any]], log: Log | None) -> int:
        """Check one round; returns how many of its rows by seat are filed where it is."""
        facts = self._book.facts(scope, row, spots)
        self._settled_again += not isinstance(facts.replayed, Trouble)
        self._inputs.update(f"{row.id} {row.seq} {row.evidence_sha256} {row.sha256};".encode())
        self._add(scope, rounds.find(facts), row.id)
        growth = None if facts.ruleset is None else facts.ruleset.game.growth
        if log is not None and growth is not None:
            self._add(scope, log_checks.find(facts.place, facts.record_text, log, growth), row.id)
        return sum(spot.filing == facts.filing for spot in facts.spots)

    def _check_whole(
        self, connection: Connection, scope: Scope, filed: int, first_seq: int | None, last_seq: int
    ) -> None:
        day = TableDay(scope.property_code, scope.pin.code, scope.gaming_date)
        self._add(scope, numbers.find(day, numbering.read_numbers(connection, scope)))
        self._add(scope, _sequence_gaps(connection, scope, day, first_seq, last_seq))
        self._add(scope, _left_open(scope, logs.read_left_open(connection, scope)))
        for row in store.read_beyond_sequence(connection, scope):
            message = f"sequence number {row.seq}, while the table has given out {row.last_seq}"
            place = RoundPlace(scope.property_code, scope.pin.code, scope.gaming_date, row.number)
            self._add(scope, [on_round("round_beyond_sequence", place, message)], row.id)
        if store.count_spots(connection, scope) != filed:
            self._add(scope, _strays(scope, store.read_strays(connection, scope)))

    def check_guards(self) -> None:
        """Whether the database still refuses to change what is settled."""
        with reading(self._engine) as connection:
            missing = missing_triggers(connection)
        message = "the trigger is missing or switched off"
        self._add(None, [Finding("guard_missing", ("guard", name), f"{name}: {message}") for name in missing])

    def _add(self, scope: Scope | None, found: Iterable[Finding], round_id: int | None = None) -> None:
        for finding in found:
            if finding.key not in self._known:
                self._known.add(finding.key)
                self._pending.append(_row(self._run.lease.job_id, scope, finding, round_id))

    def _beat(self) -> None:
        """Report at least once in HEARTBEAT_S, far below the length of a lease, and seldom more often."""
        if elapsed_s() - self._reported_s >= HEARTBEAT_S:
            self.report()

    def report(self) -> None:
        """Write what was found since the last report, with the progress."""
        pending = list(self._pending)

        def write(uow: UnitOfWork) -> None:
            if pending:
                findings.add_findings(uow.connection, [{**row, "found_us": uow.now_us} for row in pending])

        self._run.report(sum(self._rounds.values()), self._total, write)
        self._pending = []
        self._reported_s = elapsed_s()

    def result(self) -> dict[str, object]:
        """The counts of the whole run, those of findings as they stand in the database."""
        by_code: dict[str, int] = defaultdict(int)
        by_table: dict[int | None, int] = defaultdict(int)
        with reading(self._engine) as connection:
            for row in findings.count_findings(connection, self._run.lease.job_id):
                by_code[row.code] += row.times
                by_table[row.table_id] += row.times
        return {
            "rounds": sum(self._rounds.values()),
            "settled_again": self._settled_again,
            "findings": sum(by_code.values()),
            "findings_by_code": dict(by_code),
            "tables": [
                {
                    "table_id": pin.table_id,
                    "table": pin.code,
                    "as_of_seq": pin.as_of_seq,
                    "rounds": self._rounds[pin.table_id],
                    "findings": by_table[pin.table_id],
                }
                for pin in (scope.pin for scope in self.scopes)
            ],
            "inputs_sha256": self._inputs.hexdigest(),
        }


def _by_settlement(connection: Connection, rows: Sequence[Row[Any]]) -> Mapping[int, Sequence[Row[Any]]]:
    spots: dict[int, list[Row[Any]]] = defaultdict(list)
    settled = [row.settlement_id for row in rows if row.settlement_id is not None]
    for spot in store.read_spots(connection, settled):
        spots[spot[0]].append(spot)
    return spots


def _sequence_gaps(
    connection: Connection, scope: Scope, day: TableDay, first_seq: int | None, last_seq: int
) -> Iterator[Finding]:
    """Gaps in the stretch of the table's sequence that the day takes, one more number at either end.

    Where nothing was recorded after the day, the stretch goes to the pin: what is cut off at the end shows there.
    """
    voided = numbering.voided_within(connection, scope)
    if voided is not None:
        first_seq, last_seq = min(first_seq or voided[0], voided[0]), max(last_seq, voided[1])
    end = numbering.last_sequence(connection, scope)
    first = end + 1 if first_seq is None else max(1, first_seq - 1)
    last = scope.pin.as_of_seq if last_seq == end or first_seq is None else last_seq + 1
    sequence = numbering.read_sequence(connection, scope.pin.table_id, first, last)
    yield from numbers.find_in_sequence(day, sequence, first, last)


def _left_open(scope: Scope, rows: Sequence[Row[Any]]) -> Iterator[Finding]:
    for row in rows:
        place = RoundPlace(scope.property_code, scope.pin.code, scope.gaming_date, row.number)
        yield on_round("round_left_open", place, f"open round id {row.id} was neither settled nor voided")


def _strays(scope: Scope, rows: Sequence[Row[Any]]) -> Iterator[Finding]:
    """Rows by seat without a round, or under another day or table than their round, one finding for each round."""
    for row in rows:
        if row.round_id is None:
            subject = ("settlement", scope.property_code, scope.pin.code, scope.gaming_date, row.seq)
            message = f"results by seat are filed under sequence number {row.seq}, and no round has them"
            yield Finding("settlement_without_round", subject, message)
        else:
            place = RoundPlace(scope.property_code, row.code, row.gaming_date, row.number)
            message = f"the result of seat {row.seat} is filed under {scope.pin.code} on {scope.gaming_date}"
            yield on_round("filed_elsewhere", place, message)


def _row(job_id: int, scope: Scope | None, finding: Finding, round_id: int | None) -> dict[str, Any]:
    detail = {
        "subject": finding.subject,
        "message": finding.message,
        "gaming_date": None if scope is None else scope.gaming_date,
        "differences": finding.differences,
        "differences_total": finding.differences_total,
    }
    return {
        "job_id": job_id,
        "finding_key": finding.key,
        "code": finding.code,
        "severity": finding.kind.severity,
        "table_id": None if scope is None else scope.pin.table_id,
        "round_id": round_id,
        "number": finding.subject[-1] if finding.subject[0] == "round" else None,
        "detail": canonical_bytes(detail).decode(),
    }
