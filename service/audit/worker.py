"""The worker: a Celery consumer and a sweeper over the same rows, ``python -m service worker``.

Tasks run in threads of one process, so that no database connection ever crosses a fork and the sweeper can share
the engine. Python computes in one thread at a time: more workers, not more threads, make audits faster. The second
thread keeps a long audit from holding up a short one.
"""

import threading
from collections.abc import Callable
from typing import Final

import structlog
from celery import Celery, signals
from sqlalchemy.exc import SQLAlchemyError

from service.audit.tasks import make_celery, make_waker, register
from service.audit.usecases import HANDLERS
from service.core.database import make_engine
from service.core.errors import Refusal
from service.core.job_runs import Jobs
from service.core.jobs import Policy
from service.core.settings import Settings, SettingsError
from service.core.uow import Database

CONCURRENCY: Final = 2
SWEEP_S: Final = 1.0
_log: Final = structlog.get_logger("pitbook.jobs")


class Sweeper:
    """Wakes what is due while its own worker has a hand free: then no message is under way that would have done so.

    A worker with both hands full wakes nothing, so that messages do not pile up behind long jobs.
    """

    def __init__(self, jobs: Jobs, wake: Callable[[int], None], sweep_s: float = SWEEP_S) -> None:
        self._jobs = jobs
        self._wake = wake
        self._sweep_s = sweep_s
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._loop, name="sweeper", daemon=True)

    def start(self) -> None:
        """Begin to sweep, in a thread."""
        self._thread.start()

    def stop(self) -> None:
        """End after the sweep that is under way."""
        self._ending.set()

    def sweep(self) -> None:
        """Wake every job that is due, once."""
        if self._jobs.at_work >= CONCURRENCY:
            return
        for job_id in self._jobs.due():
            self._wake(job_id)

    def _loop(self) -> None:
        while not self._ending.wait(self._sweep_s):
            try:
                self.sweep()
            except (SQLAlchemyError, Refusal):
                _log.warning("jobs_unreadable", exc_info=True)


def main(settings: Settings, policy: Policy | None = None) -> int:
    """Run a worker until it is told to end; returns the exit status. Raises SettingsError without a broker."""
    if settings.broker_url is None:
        raise SettingsError("a worker needs PITBOOK_BROKER_URL; without one the server runs jobs itself")
    engine = make_engine(settings)
    app = make_celery(settings.broker_url)
    jobs = Jobs(Database(engine), HANDLERS, policy)
    register(app, jobs)
    sweeper = Sweeper(jobs, make_waker(app))

    def end(**_: object) -> None:
        sweeper.stop()
        jobs.stop()

    signals.worker_shutting_down.connect(end)
    try:
        return _serve(app, sweeper)
    finally:
        signals.worker_shutting_down.disconnect(end)
        end()
        engine.dispose()


def _serve(app: Celery, sweeper: Sweeper) -> int:
    worker = app.Worker(
        pool="threads",
        concurrency=CONCURRENCY,
        without_gossip=True,
        without_mingle=True,
        send_events=False,
        loglevel="INFO",
    )
    sweeper.start()
    worker.start()
    return int(worker.exitcode or 0)
