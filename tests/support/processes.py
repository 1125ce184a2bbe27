"""Real processes for tests: started, waited for until they answer, stopped by their own pid, heard on failure."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

ROOT: Final = Path(__file__).resolve().parents[2]
LAUNCHER: Final = Path(__file__).with_name("launch.py")
READY_TIMEOUT_S: Final = 60.0
STOP_TIMEOUT_S: Final = 20.0
POLL_S: Final = 0.02

RUNNING: Final[list["RunningProcess"]] = []
"""What runs now; the report of a failed test shows the end of each one's log."""


class ProcessFailed(Exception):
    """A process died or stayed deaf; the message carries the end of its log."""


@dataclass(frozen=True, slots=True)
class User:
    """An unprivileged user whose place a process takes."""

    uid: int
    gid: int


@dataclass(eq=False, slots=True)
class RunningProcess:
    """A process that this test process started and therefore may stop."""

    name: str
    popen: subprocess.Popen[bytes]
    log: Path
    stop_signal: signal.Signals

    @property
    def pid(self) -> int:
        """The server's own pid, not that of a wrapper."""
        return self.popen.pid

    def log_tail(self, lines: int = 40) -> str:
        """The last lines that the process wrote to either stream."""
        text = self.log.read_text(encoding="utf-8", errors="replace")
        return "\n".join(text.splitlines()[-lines:])

    def wait_until(self, ready: Callable[[], bool], timeout_s: float = READY_TIMEOUT_S) -> None:
        """Poll ``ready``. Raises ProcessFailed when the process ends first or the time is over."""
        deadline = time.monotonic() + timeout_s
        while not ready():
            if self.popen.poll() is not None:
                raise ProcessFailed(f"{self.name} ended with {self.popen.returncode}:\n{self.log_tail()}")
            if time.monotonic() > deadline:
                raise ProcessFailed(f"{self.name} was not ready within {timeout_s} s:\n{self.log_tail()}")
            time.sleep(POLL_S)

    def stop(self, timeout_s: float = STOP_TIMEOUT_S) -> int:
        """Ask the process to end and wait; its whole group is killed when it does not. Returns the exit status."""
        if self.popen.poll() is None:
            self.popen.send_signal(self.stop_signal)
        try:
            self.popen.wait(timeout_s)
        except subprocess.TimeoutExpired:
            os.killpg(self.pid, signal.SIGKILL)
            self.popen.wait()
        self._forget()
        return self.popen.returncode

    def kill(self) -> None:
        """kill -9: what a crash or the kernel's memory guard does."""
        self.popen.kill()
        self.popen.wait()
        self._forget()

    def _forget(self) -> None:
        if self in RUNNING:
            RUNNING.remove(self)


def start_process(
    name: str,
    command: Sequence[str],
    *,
    log: Path,
    environ: Mapping[str, str] | None = None,
    user: User | None = None,
    stop_signal: signal.Signals = signal.SIGTERM,
) -> RunningProcess:
    """Start a command that dies with this process.

    It runs in the repository's root, in a session of its own (Ctrl-C in the terminal stops it through its
    fixture, in order), with this environment but for ``PITBOOK_*``, which only ``environ`` sets.
    """
    launched = [sys.executable, "-I", "-S", str(LAUNCHER), stop_signal.name]
    launched += [f"{user.uid}:{user.gid}" if user else "-", str(os.getpid()), *command]
    with log.open("ab") as stream:
        popen = subprocess.Popen(
            launched,
            cwd=ROOT,
            env=clean_environ() | dict(environ or {}),
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    process = RunningProcess(name, popen, log, stop_signal)
    RUNNING.append(process)
    return process


def clean_environ() -> dict[str, str]:
    """This process's environment without the service's own settings, which a test states itself."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PITBOOK_")}


def free_port() -> int:
    """A port of 127.0.0.1 that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(url: str) -> bool:
    """Whether an HTTP GET of ``url`` is answered with a 2xx."""
    try:
        with urlopen(url, timeout=5) as answer:
            return 200 <= int(answer.status) < 300
    except (URLError, OSError):
        return False


@contextmanager
def running_service(
    database_url: str, log: Path, environ: Mapping[str, str] | None = None
) -> Iterator[tuple[RunningProcess, str]]:
    """``python -m service serve`` on a free port, ready to answer: the process and its base address."""
    port = free_port()
    settings = {"PITBOOK_DATABASE_URL": database_url, "PITBOOK_HOST": "127.0.0.1", "PITBOOK_PORT": str(port)}
    process = start_process(
        "service", [sys.executable, "-m", "service", "serve"], log=log, environ=settings | dict(environ or {})
    )
    address = f"http://127.0.0.1:{port}"
    try:
        process.wait_until(lambda: answers(f"{address}/health/ready"))
        yield process, address
    finally:
        process.stop()
