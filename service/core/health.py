"""Whether the process lives, whether it can do its work, and what a problem code means."""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import text

from service.core import fields
from service.core.clock import format_us
from service.core.errors import PROBLEMS, Refusal
from service.core.operations import Call, Desk

desk: Final = Desk("service", "Health of the service, and the catalogue of its problems.")


class HealthOut(fields.Body):
    """State of the process."""

    status = fields.Choice(["ok"], required=True)
    time = fields.Moment(required=True)


class ProblemOut(fields.Body):
    """What a problem code means."""

    code = fields.Text(required=True)
    status = fields.Whole(required=True)
    title = fields.Text(required=True)
    advice = fields.Text(required=True)


_EXAMPLE: Final = {"status": "ok", "time": "2026-11-30T02:36:53.000000Z"}
_PROBLEM_EXAMPLE: Final = {
    "code": "session_closed",
    "status": 409,
    "title": PROBLEMS["session_closed"].title,
    "advice": PROBLEMS["session_closed"].advice,
}


@desk.get("/health/live", permission=None, answer=HealthOut, example=_EXAMPLE)
def read_live(call: Call) -> Mapping[str, Any]:
    """Say that the process answers."""
    return {"status": "ok", "time": format_us(call.services.database.clock())}


@desk.get("/health/ready", permission=None, answer=HealthOut, problems=("busy",), example=_EXAMPLE)
def read_ready(call: Call) -> Mapping[str, Any]:
    """Say that the process can reach its database."""
    call.connection.execute(text("SELECT 1 FROM installation"))
    return {"status": "ok", "time": format_us(call.services.database.clock())}


@desk.get("/problems/{code}", permission=None, answer=ProblemOut, example=_PROBLEM_EXAMPLE)
def read_problem(call: Call) -> Mapping[str, Any]:
    """Explain a problem code: its status, its title and what to do next."""
    code = call.path["code"]
    kind = PROBLEMS.get(code)
    if kind is None:
        raise Refusal("not_found", "No such problem code.")
    return {"code": code, "status": kind.status, "title": kind.title, "advice": kind.advice}
