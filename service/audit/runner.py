"""The embedded runner: a thread of the server process that works on jobs where no broker is configured.

It reads the same rows as a worker of its own would, so that several server processes may each have one.
"""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import structlog
from sqlalchemy.exc import SQLAlchemyError

from service.audit.usecases import HANDLERS
from service.core.errors import Refusal
from service.core.job_runs import Jobs
from service.core.jobs import Policy
from service.core.operations import Services

SWEEP_S: Final = 1.0
STOP_TIMEOUT_S: Final = 30.0
_log: Final = structlog.get_logger("pitbook.jobs")


class Runner:
    """Works on jobs, one at a time, as soon as it is woken and otherwise once a second.

    ``wake`` may be called before ``start``: services need it before there is a database to run on.
    """

    def __init__(self, policy: Policy | None = None, sweep_s: float = SWEEP_S) -> None:
        self._policy = policy
        self._sweep_s = sweep_s
        self._woken = threading.Event()
        self._ending = threading.Event()
        self._jobs: Jobs | None = None
        self._thread: threading.Thread | None = None

    def wake(self, _job_id: int) -> None:
        """Have the runner look for jobs now."""
        self._woken.set()

    def start(self, services: Services) -> None:
        """Begin to work on the jobs of a database, in a thread."""
        self._jobs = Jobs(services.database, HANDLERS, self._policy)
        self._thread = threading.Thread(target=self._loop, args=(self._jobs,), name="job-runner", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Give back the job that is worked on at its next report, and wait for the thread."""
        self._ending.set()
        self._woken.set()
        if self._jobs is not None and self._thread is not None:
            self._jobs.stop()
            self._thread.join(STOP_TIMEOUT_S)

    def _loop(self, jobs: Jobs) -> None:
        with ThreadPoolExecutor(1, "job") as hands:
            while not self._ending.is_set():
                self._woken.clear()
                try:
                    due = jobs.due()
                except (SQLAlchemyError, Refusal):
                    _log.warning("jobs_unreadable", exc_info=True)
                    due = []
                for job_id in due:
                    error = hands.submit(jobs.run, job_id).exception()
                    if error is not None:
                        _log.error("job_attempt_failed", job_id=job_id, exc_info=error)
                if not due:
                    self._woken.wait(self._sweep_s)
