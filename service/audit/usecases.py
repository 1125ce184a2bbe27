"""Asking for an audit, and doing it: a whole gaming day settled again from what was recorded.

The audit is pinned, table by table, to the last sequence number given out when it was asked for. It walks the
rounds in chunks of one snapshot each. Findings are written with the progress, each once: their keys name the fault,
not the run, so that an audit which was killed starts again and adds only what it had not written.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.errors import Violation
from service.audit.facts.book import Book
from service.audit.passes.notes import Notes
from service.audit.passes.property_day import check_property
from service.audit.passes.table_day import TableDayPass
from service.audit.store.rounds import count_rounds
from service.audit.store.scopes import Pin, has_day, read_pins, read_scopes
from service.core.database import reading_anything
from service.core.errors import Refusal
from service.core.job_runs import Handler, JobRun
from service.core.jobs import JobRequest, request_job
from service.core.uow import UnitOfWork

AUDIT: Final = "audit"


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
    pins = read_pins(uow.connection, command.property_id, command.table_id)
    if command.table_id is not None and not pins:
        place = Violation("unknown_table", "/table_id", f"Table {command.table_id} is not a table of this property.")
        raise Refusal("unknown_table", place.detail, [place])
    if not has_day(uow.connection, command.property_id, command.gaming_date):
        place = Violation("unknown_gaming_day", "/gaming_date", f"Nothing was opened on {command.gaming_date}.")
        raise Refusal("invalid_request", "There is no such gaming day at this property.", [place])
    params = {"gaming_date": command.gaming_date, "table_id": command.table_id, "tables": [list(pin) for pin in pins]}
    where = "all" if command.table_id is None else command.table_id
    run = f"{command.property_id}/{command.gaming_date}/{where}/{secrets.token_hex(8)}"
    return request_job(uow, wake, JobRequest(command.property_id, AUDIT, run, params, command.asked_by))


def run_audit(run: JobRun) -> Mapping[str, object]:
    """Settle the day again, write every finding and return the counts."""
    engine, home = run.database.engine, run.lease.property_id
    pins = [Pin(*pin) for pin in run.params["tables"]]
    with reading_anything(engine) as connection:
        scopes = read_scopes(connection, home, run.params["gaming_date"], pins)
        total = sum(count_rounds(connection, scope) for scope in scopes)
    notes, book = Notes(run, total), Book(home)
    for scope in scopes:
        TableDayPass(engine, notes, book, scope).run()
    with reading_anything(engine) as connection:
        check_property(connection, notes, scopes, whole=run.params["table_id"] is None)
    notes.report()
    return notes.result(pins)


HANDLERS: Final[Mapping[str, Handler]] = {AUDIT: run_audit}
"""Every kind of job, and what does its work."""
