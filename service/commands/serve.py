"""``serve``: the HTTP server.

Granian holds the socket and starts worker processes; in each the application is made anew, so that no database
connection crosses from one process into another. SQLite has one writer, so it gets one process.
"""

import errno
import os
import signal
import socket
import threading
from dataclasses import replace
from functools import partial
from multiprocessing.util import Finalize
from typing import Final

import click
from flask import Flask
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from service.app import create_app, create_services
from service.audit.runner import Runner
from service.commands.support import open_database, plain_errors, shown_database, usable_settings
from service.core.clock import elapsed_s, wait_s
from service.core.logs import configure_logs
from service.core.settings import Settings, ip_host

STOP_TIMEOUT_S: Final = 40
RESPAWN_WAIT_S: Final = 0.2
PARENT_POLL_S: Final = 0.1
PORT_WAIT_S: Final = 3.0
_TO_STDERR: Final = {"class": "logging.StreamHandler", "formatter": "generic", "stream": "ext://sys.stderr"}


@click.command()
@click.option("--host", help="Address to listen at, instead of PITBOOK_HOST.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port instead of PITBOOK_PORT; 0 for any free one.")
@click.option("--end-with-parent", is_flag=True, help="Stop when the process that started this one is gone.")
def command(*, host: str | None, port: int | None, end_with_parent: bool) -> None:
    """Answer requests, until stopped.

    SIGINT or SIGTERM lets requests that are under way end first. Without a broker jobs run here too, in a thread.
    """
    if end_with_parent:
        _end_with_parent(os.getppid())
    settings = usable_settings()
    with plain_errors():
        host = settings.host if host is None else ip_host("--host", host)
        settings = replace(settings, host=host, port=settings.port if port is None else port)
        with open_database(settings):
            pass
    serve(replace(settings, port=require_free_port(settings.host, settings.port)))


def serve(settings: Settings) -> None:
    """Listen at the address of the settings until this process is told to stop."""
    processes = 1 if settings.is_sqlite else settings.processes
    server = Granian(
        "service.commands.serve:make_application",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.WSGI,
        workers=processes,
        blocking_threads=settings.threads,
        workers_kill_timeout=STOP_TIMEOUT_S,
        websockets=False,
        respawn_failed_workers=True,
        log_dictconfig={"handlers": {"console": _TO_STDERR, "access": _TO_STDERR}},
        log_level=LogLevels.error,
    )
    server.respawned_wrks = _NeverRecent()
    jobs = "jobs run in a thread here" if settings.broker_url is None else "jobs run in workers"

    @server.on_startup
    def tell() -> None:
        click.echo(f"Pitbook listens at http://{settings.host}:{settings.port} (API documents at /docs).")
        click.echo(f"{shown_database(settings)}; {processes} x {settings.threads} threads; {jobs}. Stop with Ctrl-C.")

    os.register_at_fork(after_in_child=_stop_by_default)
    server.serve(target_loader=partial(make_application, settings, os.getpid()), wrap_loader=False)


class _NeverRecent(dict[int, float]):
    """When processes were started again, as Granian asks it: never lately.

    It gives up at a second crash within 5.5 seconds, and the tables would stand still. Here a process is started again
    however soon it died, after a moment, so that one which cannot start does not spin.
    """

    def get(self, _key: int, _default: float | None = None) -> float:  # type: ignore[override]
        """Long ago."""
        wait_s(RESPAWN_WAIT_S)
        return float("-inf")


def make_application(settings: Settings, parent_pid: int) -> Flask:
    """The application of one server process, with its own database connections and job runner."""
    configure_logs(settings.log_level)
    _end_with_parent(parent_pid)
    if settings.broker_url is not None:
        from service.audit.tasks import make_celery, make_waker  # noqa: PLC0415  (paid for only where it is used)

        return create_app(create_services(settings, make_waker(make_celery(settings.broker_url))))
    runner = Runner()
    services = create_services(settings, runner.wake)
    runner.start(services)
    Finalize(None, runner.stop, exitpriority=100)
    return create_app(services)


def _stop_by_default() -> None:
    """Let a signal end a server process that is still starting.

    Until it sets handlers of its own it would inherit its parent's, which do nothing there, and outlive the stop.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def _end_with_parent(parent_pid: int) -> None:
    """Stop when the process that holds the command is gone, even by kill -9: nobody could stop us otherwise."""

    def watch() -> None:
        while os.getppid() == parent_pid:
            wait_s(PARENT_POLL_S)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()


def require_free_port(host: str, port: int) -> int:
    """The port, once nobody else listens there; a free one for 0. Raises ClickException for a taken one.

    The server shares its port among its processes, and so would silently share it with a second server. A killed
    predecessor is given some seconds to let go.
    """
    deadline_s = elapsed_s() + PORT_WAIT_S
    while True:
        try:
            return _bound_port(host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or elapsed_s() > deadline_s:
                advice = "Stop what listens there, or set PITBOOK_PORT to another port."
                raise click.ClickException(f"Cannot listen at {host}:{port}: {error.strerror}. {advice}") from error
        wait_s(PARENT_POLL_S)


def _bound_port(host: str, port: int) -> int:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        return int(probe.getsockname()[1])
