"""Audits, jobs and findings over HTTP."""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, Row

from engine.checks.findings import FINDINGS
from service.audit import schemas, usecases
from service.audit.store import findings as store
from service.core.errors import Refusal
from service.core.lists import ListQuery, answer_list
from service.core.operations import Call, Desk, WriteCall
from service.core.permissions import Permission

desk: Final = Desk("audit", "Audits as jobs, and what they find.")

_QUEUED: Final = {
    "id": 12,
    "kind": "audit",
    "asked": {"gaming_date": "2026-11-29", "table_id": None},
    "state": "queued",
    "attempts": 0,
    "progress": {"done": 0, "total": None},
    "result": None,
    "error": None,
    "created_at": "2026-11-30T07:05:00.000000Z",
    "created_by": "person:ada.audit",
    "started_at": None,
    "finished_at": None,
}
_DONE: Final = {
    **_QUEUED,
    "state": "done",
    "attempts": 1,
    "progress": {"done": 412, "total": 412},
    "result": {
        "rounds": 412,
        "settled_again": 412,
        "findings": 1,
        "findings_by_code": {"settlement_differs": 1},
        "tables": [{"table_id": 1, "table": "CP-01", "as_of_seq": 1630, "rounds": 412, "findings": 1}],
        "inputs_sha256": "5a4fcab45a3db1b6b2b0e3f9b1b2ad8ae4a94c0cf4e62d8e6f0d9f4b9f0f1c2d",
    },
    "started_at": "2026-11-30T07:05:00.010000Z",
    "finished_at": "2026-11-30T07:05:00.190000Z",
}
_FINDING: Final = {
    "id": 1,
    "finding_key": "9d3f4b0f6f2f3c1e8f5a7c6b5d4e3f2a1b0c9d8e7f6a5b4c3d2e1f0a9b8c7d6e",
    "check": FINDINGS["settlement_differs"].check,
    "code": "settlement_differs",
    "severity": str(FINDINGS["settlement_differs"].severity),
    "title": FINDINGS["settlement_differs"].title,
    "message": "settled again the nets are 1 -1500, 2 1500, house 0",
    "advice": FINDINGS["settlement_differs"].advice,
    "gaming_date": "2026-11-29",
    "table_id": 1,
    "table": "CP-01",
    "round_id": 345,
    "number": 17,
    "differences": [{"pointer": "/nets/1", "recorded": "1500", "computed": "-1500"}],
    "differences_total": 1,
    "found_at": "2026-11-30T07:05:00.150000Z",
}


@desk.post(
    "/v1/audits",
    permission=Permission.RUN_AUDIT,
    body=schemas.AuditIn,
    answer=schemas.JobOut,
    status=202,
    problems=("unknown_table",),
    request={"gaming_date": "2026-11-29"},
    example=_QUEUED,
)
def start_audit(call: WriteCall) -> Mapping[str, Any]:
    """Settle a whole gaming day again and report every difference.

    The answer is a job; read it until its state is done or failed, then read its findings. The audit covers what was
    recorded when it was asked for: each round is settled again from its record under its session's ruleset version
    and compared with the stored settlement, its hashes and the results by seat, its log, if it grew, and the rounds
    before it; numbers must have no gap, and what is payable must be what the rounds come to. A day that was never
    opened can be audited where results are payable on it.
    """
    asked = call.body
    command = usecases.AuditRequest(
        call.principal.property_id, asked["gaming_date"], asked.get("table_id"), call.principal.label
    )
    job_id = usecases.request_audit(command, call.uow, call.services.wake_jobs)
    return schemas.show_job(_require_job(call.connection, call.principal.property_id, job_id))


@desk.get(
    "/v1/jobs",
    permission=Permission.READ_AUDIT,
    query=ListQuery,
    answer=schemas.JobsOut,
    problems=("invalid_cursor",),
    example={"items": [_DONE], "next_cursor": None},
)
def list_jobs(call: Call) -> Mapping[str, Any]:
    """List the property's jobs in the order in which they were asked for."""
    home = call.principal.property_id
    return answer_list(call, "jobs", lambda page: store.list_jobs(call.connection, home, page), schemas.show_job)


@desk.get("/v1/jobs/{job_id}", permission=Permission.READ_AUDIT, answer=schemas.JobOut, example=_DONE)
def read_job(call: Call) -> Mapping[str, Any]:
    """Read how a job stands: state, progress, result, or the error that ended it."""
    return schemas.show_job(_require_job(call.connection, call.principal.property_id, call.path["job_id"]))


@desk.get(
    "/v1/jobs/{job_id}/findings",
    permission=Permission.READ_AUDIT,
    query=ListQuery,
    answer=schemas.FindingsOut,
    problems=("invalid_cursor",),
    example={"items": [_FINDING], "next_cursor": None},
)
def list_findings(call: Call) -> Mapping[str, Any]:
    """List what a job has found so far: which round, which places of it, and what to do next."""
    job = _require_job(call.connection, call.principal.property_id, call.path["job_id"])
    name = f"findings of {job.id}"
    return answer_list(
        call, name, lambda page: store.list_findings(call.connection, job.id, page), schemas.show_finding
    )


def _require_job(connection: Connection, property_id: int, job_id: int) -> Row[Any]:
    row = store.find_job(connection, property_id, job_id)
    if row is None:
        raise Refusal("not_found", "No such job at this property.")
    return row
