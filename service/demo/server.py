"""A server process of our own, started for the demo and stopped with it."""

import http.client
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from service.core.clock import elapsed_s, wait_s
from service.core.settings import Settings, child_environ
from service.demo.client import Address
from service.demo.play import DemoFailed

READY_TIMEOUT_S: Final = 30
POLL_S: Final = 0.05
STOP_TIMEOUT_S: Final = 30


@contextmanager
def running_server(settings: Settings, address: Address) -> Iterator[subprocess.Popen[bytes]]:
    """``python -m service serve`` at an address, ready to answer; stopped at the end by its own pid.

    Raises DemoFailed where it does not come up.
    """
    placed = replace(settings, host=address.host, port=address.port, log_level="warning")
    environment = child_environ(placed)
    with running([sys.executable, "-m", "service", "serve", "--end-with-parent"], environment, address) as process:
        yield process


@contextmanager
def running(
    command: Sequence[str], environment: Mapping[str, str], address: Address
) -> Iterator[subprocess.Popen[bytes]]:
    """A server process that answers at ``/health/ready``; stopped at the end by its own pid. Raises DemoFailed."""
    # A session of its own: Ctrl-C reaches us alone, and we stop the server once, in order.
    process = subprocess.Popen(  # noqa: S603  (our own command)
        command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        _wait_until_ready(process, address)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_port(host: str) -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(process: subprocess.Popen[bytes], address: Address) -> None:
    deadline = elapsed_s() + READY_TIMEOUT_S
    while elapsed_s() < deadline:
        if process.poll() is not None:
            raise DemoFailed(f"the server ended with status {process.returncode}; what it said stands above")
        try:
            connection = http.client.HTTPConnection(address.host, address.port, timeout=2)
            connection.request("GET", "/health/ready")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        wait_s(POLL_S)
    raise DemoFailed(f"the server at {address} was not ready within {READY_TIMEOUT_S} seconds")
