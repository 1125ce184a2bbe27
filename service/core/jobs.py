"""Jobs: the row is the truth, a lease on it decides who works, a message only wakes.

A job is written in the transaction of the request that asks for it, and a wake-up goes out once that is
committed. A runner takes a lease: a fresh token and a time at which it runs out. Each report of progress extends
it, and whatever the job writes is written in the same transaction as a check of the token; so however many
runners are woken, and whichever of them is killed, there is one effect. A lease that ran out is taken again by
whoever comes first, a bounded number of times.

``queued`` -> ``running`` -> ``done`` | ``failed``; ``running`` -> ``queued`` when a runner gives a job back.
While a job is queued, ``lease_until_us`` is the moment before which it is not taken again.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import orjson
from sqlalchemy import ColumnElement, Connection, and_, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert  # its ON CONFLICT is spelled alike for both databases

from service.core.jobs_models import jobs
from service.core.uow import UnitOfWork

MOST_AT_ONCE: Final = 16
_SECOND_US: Final = 1_000_000
_ERROR_LENGTH: Final = 500


class State(StrEnum):
    """Where a job stands."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


OPEN_STATES: Final = (State.QUEUED, State.RUNNING)


@dataclass(frozen=True, slots=True)
class Policy:
    """How long a lease holds without a sign of life, how often a job is tried, and the pause after a failed try."""

    lease_s: float = 6.0
    attempts: int = 5
    pause_s: float = 1.0

    def pause_us(self, attempt: int) -> int:
        """Pause after the given attempt, doubled with each."""
        return int(self.pause_s * 2 ** (attempt - 1) * _SECOND_US)


@dataclass(frozen=True, slots=True)
class JobRequest:
    """A job that is asked for. ``effect_key`` names its one effect: asked for again, it is the same job."""

    property_id: int
    kind: str
    effect_key: str
    params: Mapping[str, object]
    created_by: str


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on a job, for as long as ``token`` stands in its row."""

    job_id: int
    property_id: int
    kind: str
    params: Mapping[str, Any]
    attempt: int
    token: str


class LeaseLost(Exception):
    """The lease is somebody else's by now; nothing was written."""


class JobFailed(Exception):
    """A job that no further attempt will mend, with the code under which it is shown as failed."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


def request_job(uow: UnitOfWork, wake: Callable[[int], None], wanted: JobRequest) -> int:
    """Write a job and have a runner woken after the commit. Returns the id, an earlier one's for the same effect."""
    row = {
        "property_id": wanted.property_id,
        "kind": wanted.kind,
        "effect_key": wanted.effect_key,
        "params": orjson.dumps(wanted.params).decode(),
        "state": State.QUEUED,
        "attempts": 0,
        "done": 0,
        "created_us": uow.now_us,
        "created_by": wanted.created_by,
    }
    statement = insert(jobs).values(row).on_conflict_do_nothing().returning(jobs.c.id)
    job_id = uow.connection.execute(statement).scalar_one_or_none()
    if job_id is None:
        same = select(jobs.c.id).where(jobs.c.kind == wanted.kind, jobs.c.effect_key == wanted.effect_key)
        return int(uow.connection.execute(same).scalar_one())
    uow.after_commit.append(lambda: wake(job_id))
    return int(job_id)


def find_due(connection: Connection, now_us: int, most: int = MOST_AT_ONCE) -> list[int]:
    """Ids of jobs that nobody works on, the oldest first."""
    return list(connection.execute(select(jobs.c.id).where(_due(now_us)).order_by(jobs.c.id).limit(most)).scalars())


def take(uow: UnitOfWork, job_id: int, policy: Policy) -> Lease | None:
    """A lease on a job, or None where there is nothing to take: worked on, finished, or tried too often.

    The last is marked as failed here: its runner was lost each time, so nobody was left to say so.
    """
    token = secrets.token_hex(16)
    taken = uow.connection.execute(
        update(jobs)
        .where(jobs.c.id == job_id, _due(uow.now_us), jobs.c.attempts < policy.attempts)
        .values(
            state=State.RUNNING,
            lease_token=token,
            lease_until_us=uow.now_us + int(policy.lease_s * _SECOND_US),
            attempts=jobs.c.attempts + 1,
            started_us=func.coalesce(jobs.c.started_us, uow.now_us),
        )
        .returning(jobs.c.property_id, jobs.c.kind, jobs.c.params, jobs.c.attempts)
    ).one_or_none()
    if taken is None:
        _give_up(uow, job_id, policy)
        return None
    return Lease(job_id, taken.property_id, taken.kind, orjson.loads(taken.params), taken.attempts, token)


def _give_up(uow: UnitOfWork, job_id: int, policy: Policy) -> None:
    error = _error("attempts_exhausted", f"the runner was lost {policy.attempts} times before the job was done")
    uow.connection.execute(
        update(jobs)
        .where(jobs.c.id == job_id, _due(uow.now_us), jobs.c.attempts >= policy.attempts)
        .values(state=State.FAILED, error=error, finished_us=uow.now_us, lease_token=None, lease_until_us=None)
    )


def report(uow: UnitOfWork, lease: Lease, policy: Policy, done: int, total: int) -> None:
    """Note progress and extend the lease. Raises LeaseLost where it is not ours any more.

    Comes first in a transaction that writes part of the effect: it locks the row against another runner.
    """
    until_us = uow.now_us + int(policy.lease_s * _SECOND_US)
    _change(uow, lease, done=done, total=total, lease_until_us=until_us)


def finish(uow: UnitOfWork, lease: Lease, result: Mapping[str, object]) -> None:
    """Close a job as done. Raises LeaseLost where the lease is not ours any more."""
    text = orjson.dumps(result).decode()
    _change(uow, lease, state=State.DONE, result=text, finished_us=uow.now_us, lease_token=None, lease_until_us=None)


def fail(uow: UnitOfWork, lease: Lease, code: str, detail: str) -> None:
    """Close a job as failed. Raises LeaseLost where the lease is not ours any more."""
    error = _error(code, detail)
    _change(uow, lease, state=State.FAILED, error=error, finished_us=uow.now_us, lease_token=None, lease_until_us=None)


def try_later(uow: UnitOfWork, lease: Lease, policy: Policy) -> None:
    """Give a job back after a failed attempt, to be taken again after a pause."""
    not_before_us = uow.now_us + policy.pause_us(lease.attempt)
    _change(uow, lease, state=State.QUEUED, lease_token=None, lease_until_us=not_before_us)


def hand_back(uow: UnitOfWork, lease: Lease) -> None:
    """Give a job back that was interrupted in order; the attempt does not count."""
    _change(uow, lease, state=State.QUEUED, attempts=lease.attempt - 1, lease_token=None, lease_until_us=None)


def read_error(text: str) -> tuple[str, str]:
    """Code and detail of a failed job's error."""
    code, _, detail = text.partition(": ")
    return code, detail


def _error(code: str, detail: str) -> str:
    return f"{code}: {detail}"[:_ERROR_LENGTH]


def _due(now_us: int) -> ColumnElement[bool]:
    free = or_(jobs.c.lease_until_us.is_(None), jobs.c.lease_until_us <= now_us)
    return and_(jobs.c.state.in_(OPEN_STATES), free)


def _change(uow: UnitOfWork, lease: Lease, **values: object) -> None:
    changed = uow.connection.execute(
        update(jobs)
        .where(jobs.c.id == lease.job_id, jobs.c.lease_token == lease.token, jobs.c.state == State.RUNNING)
        .values(values)
    )
    if changed.rowcount != 1:
        raise LeaseLost(f"job {lease.job_id} is not ours any more")
