"""The server as a process of its own: it answers, ends in order, and what dies is started again."""

import json
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psutil
import pytest
from click.testing import CliRunner

from service.__main__ import commands
from service.commands import serve
from support.commands import environment, free_port, runner
from support.processes import RunningProcess, start_process


def answer(port: int, path: str) -> Any:
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as response:
        return json.load(response)


def lives(port: int) -> bool:
    try:
        return bool(answer(port, "/health/live"))
    except OSError:
        return False


def start_server(url: str, port: int, log: Path, **environ: str) -> RunningProcess:
    command = [sys.executable, "-m", "service", "serve", "--port", str(port)]
    return start_process("serve", command, log=log, environ=environment(url, **environ))


@pytest.fixture
def server(make_database: Callable[[str], str], tmp_path: Path) -> Iterator[tuple[int, RunningProcess]]:
    """A real server over SQLite, answering: its port and process."""
    port = free_port()
    process = start_server(make_database("sqlite"), port, tmp_path / "serve.log")
    try:
        process.wait_until(lambda: lives(port))
        yield port, process
    finally:
        process.stop()


@pytest.mark.parametrize("processes", [1, 2])
def test_a_server_answers_with_its_processes_and_ends_in_order(
    database_url: str, tmp_path: Path, processes: int
) -> None:
    port = free_port()
    process = start_server(database_url, port, tmp_path / "serve.log", PITBOOK_PROCESSES=str(processes))
    try:
        process.wait_until(lambda: lives(port))
        children = psutil.Process(process.pid).children(recursive=True)
        assert len(children) == (1 if database_url.startswith("sqlite") else processes)
        assert answer(port, "/health/ready")["status"] == "ok"
    finally:
        status = process.stop()
    assert status == 0
    assert f"Pitbook listens at http://127.0.0.1:{port}" in process.log_tail()
    assert "Traceback" not in process.log_tail()
    assert psutil.wait_procs(children, 5)[1] == []


def test_a_signal_of_the_terminal_ends_a_server_in_order(server: tuple[int, RunningProcess]) -> None:
    process = server[1]
    process.stop_signal = signal.SIGINT
    assert process.stop() == 0


def test_a_server_that_is_stopped_while_it_starts_leaves_nothing_running(
    make_database: Callable[[str], str], tmp_path: Path
) -> None:
    process = start_server(make_database("sqlite"), free_port(), tmp_path / "serve.log")
    process.wait_until(lambda: bool(psutil.Process(process.pid).children()))
    children = psutil.Process(process.pid).children()
    assert process.stop(10) == 0
    assert psutil.wait_procs(children, 5)[1] == []


def test_a_killed_server_leaves_nobody_at_the_port_and_starts_again(
    server: tuple[int, RunningProcess], make_database: Callable[[str], str], tmp_path: Path
) -> None:
    port, process = server
    orphans = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    again = start_server(make_database("sqlite"), port, tmp_path / "again.log")
    try:
        assert psutil.wait_procs(orphans, 10)[1] == []
        again.wait_until(lambda: lives(port))
    finally:
        assert again.stop() == 0


def test_a_killed_server_process_is_replaced_however_often_it_dies(server: tuple[int, RunningProcess]) -> None:
    port, process = server
    for _ in range(4):
        (child,) = psutil.Process(process.pid).children()
        child.kill()
        process.wait_until(lambda killed=child: lives(port) and psutil.Process(process.pid).children() != [killed])
        assert answer(port, "/health/ready")["status"] == "ok"


def test_a_second_server_at_the_same_port_is_refused(
    server: tuple[int, RunningProcess], make_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "PORT_WAIT_S", 0.2)
    refused = runner(make_database("sqlite"))("serve", "--port", str(server[0]))
    assert (refused.exit_code, "Address already in use" in refused.stderr) == (1, True)


def test_a_free_port_is_found_for_zero_and_a_bad_address_is_refused() -> None:
    assert serve.require_free_port("127.0.0.1", 0) > 0
    refused = CliRunner().invoke(commands, ["serve", "--host", "192.0.2.1"], env={"PITBOOK_DATABASE_URL": "mysql://"})
    assert (refused.exit_code, "must start with sqlite:///" in refused.output) == (1, True)
