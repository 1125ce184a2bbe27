"""Jobs by message: the Celery application, the wake-up that it carries, and the task that answers to it.

A message holds a job's id and nothing else. The row decides whether there is anything to do, so that a message
may be lost, doubled, late or stale without harm.
"""

from collections.abc import Callable
from typing import Final

import structlog
from celery import Celery
from kombu.exceptions import OperationalError

from service.core.job_runs import Jobs

TASK: Final = "pitbook.run_job"
QUEUE: Final = "pitbook.jobs"
LONGEST_TASK_S: Final = 12 * 3600
CONNECT_TIMEOUT_S: Final = 1
ANSWER_TIMEOUT_S: Final = 2
_ONE_TRY: Final = {"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0}
_log: Final = structlog.get_logger("pitbook.jobs")


def make_celery(broker_url: str) -> Celery:
    """The Celery application over a Redis-protocol broker. Opens no connection yet.

    A task is acknowledged when it is done and fetched one at a time. The visibility timeout stands above the longest
    task, or the broker would hand a running one out again; the two restore settings have it look for what killed
    workers left every second instead of every ten. Results and retries are the row's, so Celery keeps none.
    """
    app = Celery("pitbook", broker=broker_url, set_as_current=False)
    app.conf.update(
        task_default_queue=QUEUE,
        task_ignore_result=True,
        task_acks_late=True,
        task_publish_retry=False,
        task_serializer="json",
        accept_content=["json"],
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_transport_options={
            "visibility_timeout": LONGEST_TASK_S,
            "unacked_restore_interval": 1,
            "unacked_restore_throttle": 1,
            "socket_connect_timeout": CONNECT_TIMEOUT_S,
            "socket_timeout": ANSWER_TIMEOUT_S,
            **_ONE_TRY,
        },
    )
    return app


def make_waker(app: Celery) -> Callable[[int], None]:
    """What sends a wake-up for a job, once its row is committed.

    A broker that cannot be reached is logged and let be: the row is there, and a worker's sweeper finds it. Nothing
    else here lets a failure pass.
    """

    def wake(job_id: int) -> None:
        try:
            app.send_task(TASK, (job_id,), retry=False)
        except OperationalError as error:
            _log.warning("wake_up_lost", job_id=job_id, reason=str(error))

    return wake


def register(app: Celery, jobs: Jobs) -> None:
    """Have the workers of an application run jobs when they are woken."""

    def run_job(job_id: int) -> None:
        jobs.run(job_id)

    app.task(name=TASK, ignore_result=True)(run_job)
