"""A real Celery worker for tests: ``python -m service worker`` on its own, answering before a test goes on."""

import sys
from collections.abc import Mapping
from pathlib import Path

from celery import Celery

from support.processes import RunningProcess, start_process


def start_worker(
    database_url: str, broker_url: str, log: Path, environ: Mapping[str, str] | None = None
) -> RunningProcess:
    """Start a worker and wait until it answers a ping through the broker."""
    settings = {"PITBOOK_DATABASE_URL": database_url, "PITBOOK_BROKER_URL": broker_url}
    process = start_process(
        "worker", [sys.executable, "-m", "service", "worker"], log=log, environ=settings | dict(environ or {})
    )
    try:
        with Celery(broker=broker_url, set_as_current=False) as caller:
            process.wait_until(lambda: bool(caller.control.ping(timeout=0.5)))
    except BaseException:
        process.stop()
        raise
    return process
