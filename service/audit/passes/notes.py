"""What an audit has found and read so far: findings are written with the progress, each once."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import structlog

from engine.checks.findings import Finding, finding, merged
from engine.errors import EngineError
from engine.evidence import canonical_bytes
from service.audit.store import findings as store
from service.audit.store.scopes import Pin, Scope
from service.core.clock import elapsed_s
from service.core.database import reading
from service.core.job_runs import JobRun
from service.core.uow import UnitOfWork

HEARTBEAT_S: Final = 1.0
MISSHAPEN: Final = (
    *(ArithmeticError, AssertionError, AttributeError, EngineError),
    *(LookupError, RuntimeError, TypeError, ValueError),
)
"""What misshapen data makes of code that does not expect it; a fault of database or machine is none of these."""

_log: Final = structlog.get_logger("pitbook.audit")

Check = Callable[[], Iterable[Finding]]


class Notes:
    """The findings of one run, known by their keys, its progress, and the hash of all that it read."""

    def __init__(self, run: JobRun, total: int) -> None:
        self._run = run
        self._total = total
        self._inputs = hashlib.sha256(canonical_bytes(run.params))
        self._pending: list[dict[str, Any]] = []
        self._rounds: dict[int, int] = defaultdict(int)
        self.settled_again = 0
        with reading(run.database.engine) as connection:
            self._known = store.read_keys(connection, run.lease.job_id)
        self._reported_s = elapsed_s()

    def read(self, *rows: Sequence[Any]) -> None:
        """Take rows into the hash of what was read, every column of them."""
        for row in rows:
            self._inputs.update(repr(tuple(row)).encode("utf-8", "surrogatepass"))

    def count(self, table_id: int, rounds: int) -> None:
        """Count rounds of a table as audited, and report where that is due, far below the length of a lease."""
        self._rounds[table_id] += rounds
        if elapsed_s() - self._reported_s >= HEARTBEAT_S:
            self.report()

    def add(self, scope: Scope | None, found: Iterable[Finding], round_id: int | None = None) -> None:
        """Note what was found at one place; of one kind there it is one finding with all differences."""
        for one in merged(found):
            if one.key not in self._known:
                self._known.add(one.key)
                self._pending.append(_row(self._run.lease.job_id, scope, one, round_id))

    def report(self) -> None:
        """Write what was found since the last report, with the progress."""
        pending = list(self._pending)

        def write(uow: UnitOfWork) -> None:
            if pending:
                store.add_findings(uow.connection, [{**row, "found_us": uow.now_us} for row in pending])

        self._run.report(sum(self._rounds.values()), self._total, write)
        self._pending = []
        self._reported_s = elapsed_s()

    def result(self, pins: Sequence[Pin]) -> dict[str, object]:
        """The counts of the whole run, those of findings as they stand in the database."""
        by_code: dict[str, int] = defaultdict(int)
        by_table: dict[int | None, int] = defaultdict(int)
        with reading(self._run.database.engine) as connection:
            for row in store.count_findings(connection, self._run.lease.job_id):
                by_code[row.code] += row.times
                by_table[row.table_id] += row.times
        return {
            "rounds": sum(self._rounds.values()),
            "settled_again": self.settled_again,
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
                for pin in pins
            ],
            "inputs_sha256": self._inputs.hexdigest(),
        }


def gathered(subject: tuple[str | int, ...], checks: Iterable[Check]) -> list[Finding]:
    """All that some checks find on one round, or on a day as a whole.

    Stored data may be so odd that a check fails on it. That is a finding too (``not_checked``), and logged with its
    traceback, and no reason to leave the rest of the day unaudited.
    """
    found: list[Finding] = []
    for check in checks:
        try:
            found.extend(check())
        except MISSHAPEN as error:
            _log.error("not_checked", subject=subject, exc_info=error)
            found.append(finding("not_checked", subject, f"{type(error).__name__}: {error}"))
    return found


def _row(job_id: int, scope: Scope | None, found: Finding, round_id: int | None) -> dict[str, Any]:
    number = found.subject[-1] if found.subject[0] == "round" else None
    detail = {
        "subject": found.subject,
        "message": found.message,
        "gaming_date": None if scope is None else scope.gaming_date,
        "differences": found.differences,
        "differences_total": found.differences_total,
    }
    return {
        "job_id": job_id,
        "finding_key": found.key,
        "code": found.code,
        "severity": found.kind.severity,
        "table_id": None if scope is None else scope.pin.table_id,
        "round_id": round_id,
        "number": number if isinstance(number, int) else None,
        "detail": canonical_bytes(detail).decode(),
    }
