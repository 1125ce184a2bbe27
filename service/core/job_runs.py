"""Running a job: take the lease, let the handler work, close the job one way or the other."""

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

import structlog

from service.core import jobs
from service.core.database import reading
from service.core.jobs import JobFailed, Lease, LeaseLost, Policy
from service.core.uow import Database, UnitOfWork

_log: Final = structlog.get_logger("pitbook.jobs")


class Interrupted(Exception):
    """The process is about to end; the job was not finished."""


class JobRun:
    """One lease on one job, as its handler sees it."""

    def __init__(self, database: Database, lease: Lease, policy: Policy, stopping: threading.Event) -> None:
        self.database = database
        self.lease = lease
        self._policy = policy
        self._stopping = stopping

    @property
    def params(self) -> Mapping[str, Any]:
        """What the job was asked to do."""
        return self.lease.params

    def report(self, done: int, total: int, write: Callable[[UnitOfWork], None] | None = None) -> None:
        """Note progress, extend the lease and let ``write`` add its rows, all in one transaction.

        Raises LeaseLost where another runner has the job by now and Interrupted where this process is to end;
        a handler lets both pass.
        """

        def work(uow: UnitOfWork) -> None:
            jobs.report(uow, self.lease, self._policy, done, total)
            if write is not None:
                write(uow)

        if self._stopping.is_set():
            raise Interrupted
        self.database.transact(work)


Handler = Callable[[JobRun], Mapping[str, object]]
"""Does the work of one kind of job and returns its result. Raises JobFailed where trying again would not help."""


class Jobs:
    """Runs jobs of known kinds in this process."""

    def __init__(self, database: Database, handlers: Mapping[str, Handler], policy: Policy | None = None) -> None:
        self._database = database
        self._handlers = handlers
        self._policy = policy or Policy()
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._at_work = 0

    @property
    def at_work(self) -> int:
        """How many jobs are being worked on here."""
        return self._at_work

    def stop(self) -> None:
        """Have every job that runs here given back at its next report."""
        self._stopping.set()

    def due(self) -> list[int]:
        """Ids of jobs that nobody works on."""
        with reading(self._database.engine) as connection:
            return jobs.find_due(connection, self._database.clock())

    def run(self, job_id: int) -> bool:
        """Work on a job if there is a lease to be had. Returns whether there was.

        What a handler did not foresee is raised again once the job is given back, for the caller to log.
        """
        if self._stopping.is_set():
            return False
        lease = self._database.transact(lambda uow: jobs.take(uow, job_id, self._policy))
        if lease is None:
            return False
        with self._lock:
            self._at_work += 1
        try:
            self._work(lease)
        except LeaseLost:
            _log.warning("lease_lost", job_id=job_id, attempt=lease.attempt)
        finally:
            with self._lock:
                self._at_work -= 1
        return True

    def _work(self, lease: Lease) -> None:
        """Run the handler and close the job, or give it back. Raises LeaseLost."""
        transact = self._database.transact
        run = JobRun(self._database, lease, self._policy, self._stopping)
        try:
            handler = self._handlers.get(lease.kind)
            if handler is None:
                raise JobFailed("unknown_kind", f"this version knows no jobs of kind {lease.kind!r}")
            result = handler(run)
            transact(lambda uow: jobs.finish(uow, lease, result))
        except LeaseLost:
            raise
        except Interrupted:
            transact(lambda uow: jobs.hand_back(uow, lease))
        except JobFailed as failure:
            code, detail = failure.code, failure.detail
            _log.error("job_failed", job_id=lease.job_id, code=code, detail=detail)
            transact(lambda uow: jobs.fail(uow, lease, code, detail))
        except Exception:
            self._try_later_or_fail(lease)
            raise

    def _try_later_or_fail(self, lease: Lease) -> None:
        if lease.attempt < self._policy.attempts:
            self._database.transact(lambda uow: jobs.try_later(uow, lease, self._policy))
            return
        detail = f"attempt {lease.attempt} of {self._policy.attempts} ended in an error that the log names"
        self._database.transact(lambda uow: jobs.fail(uow, lease, "unexpected_error", detail))
