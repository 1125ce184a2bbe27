"""What audit operations take and give."""

from collections.abc import Mapping
from typing import Any, Final

import orjson
from sqlalchemy import Row

from engine.checks.findings import FINDINGS, Severity
from service.core.clock import format_us
from service.core.fields import Body, Choice, Day, Document, ListOf, Moment, Nested, Text, Whole
from service.core.jobs import State, read_error
from service.core.lists import list_of


class AuditIn(Body):
    """The gaming day to settle again."""

    gaming_date = Day(required=True)
    table_id = Whole(metadata={"description": "The one table to audit; leave out for all tables of the property."})


class ErrorOut(Body):
    """Why a job failed."""

    code = Text(required=True)
    detail = Text(required=True)


class ProgressOut(Body):
    """How far a job is, in units of its kind (an audit counts rounds)."""

    done = Whole(required=True)
    total = Whole(required=True, allow_none=True, metadata={"description": "null until the job has counted."})


class JobOut(Body):
    """A job, what it was asked to do and how it stands."""

    id = Whole(required=True)
    kind = Text(required=True)
    asked = Document(required=True)
    state = Choice(State, required=True)
    attempts = Whole(required=True)
    progress = Nested(ProgressOut, required=True)
    result = Document(required=True, allow_none=True, metadata={"description": "What came out, once it is done."})
    error = Nested(ErrorOut, required=True, allow_none=True)
    created_at = Moment(required=True)
    created_by = Text(required=True)
    started_at = Moment(required=True, allow_none=True)
    finished_at = Moment(required=True, allow_none=True)


class FindingOut(Body):
    """One thing that an audit found, where, and what to do next."""

    id = Whole(required=True)
    finding_key = Text(required=True, metadata={"description": "The same for the same fault in every run."})
    check = Text(required=True)
    code = Choice(FINDINGS, required=True)
    severity = Choice(Severity, required=True)
    title = Text(required=True)
    message = Text(required=True)
    advice = Text(required=True)
    gaming_date = Day(required=True, allow_none=True)
    table_id = Whole(required=True, allow_none=True)
    table = Text(required=True, allow_none=True)
    round_id = Whole(required=True, allow_none=True)
    number = Whole(required=True, allow_none=True)
    differences = ListOf(
        Document(),
        required=True,
        metadata={
            "description": "Places, each with a JSON pointer and what is recorded and computed there "
            "(or the code and detail of a violation). The first 20."
        },
    )
    differences_total = Whole(required=True)
    found_at = Moment(required=True)


JobsOut: Final = list_of(JobOut, "JobsOut")
FindingsOut: Final = list_of(FindingOut, "FindingsOut")


def show_job(row: Row[Any]) -> dict[str, Any]:
    """A job as answered. The pins that it works by are shown in its result."""
    params = orjson.loads(row.params)
    return {
        "id": row.id,
        "kind": row.kind,
        "asked": {name: value for name, value in params.items() if name != "tables"},
        "state": row.state,
        "attempts": row.attempts,
        "progress": {"done": row.done, "total": row.total},
        "result": None if row.result is None else orjson.loads(row.result),
        "error": None if row.error is None else _error(row.error),
        "created_at": format_us(row.created_us),
        "created_by": row.created_by,
        "started_at": None if row.started_us is None else format_us(row.started_us),
        "finished_at": None if row.finished_us is None else format_us(row.finished_us),
    }


def _error(text: str) -> Mapping[str, str]:
    code, detail = read_error(text)
    return {"code": code, "detail": detail}


def show_finding(row: Row[Any]) -> dict[str, Any]:
    """A finding as answered, with what its code means."""
    detail = orjson.loads(row.detail)
    kind = FINDINGS[row.code]
    return {
        "id": row.id,
        "finding_key": row.finding_key,
        "check": kind.check,
        "code": row.code,
        "severity": row.severity,
        "title": kind.title,
        "message": detail["message"],
        "advice": kind.advice,
        "gaming_date": detail["gaming_date"],
        "table_id": row.table_id,
        "table": row.table_code,
        "round_id": row.round_id,
        "number": row.number,
        "differences": detail["differences"],
        "differences_total": detail["differences_total"],
        "found_at": format_us(row.found_us),
    }
