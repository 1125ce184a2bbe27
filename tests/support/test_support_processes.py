import shutil
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from support.processes import ROOT, RUNNING, ProcessFailed, answers, clean_environ, free_port, start_process

PARENT = """
import sys
from support.postgres import running_postgres
from support.valkey import running_valkey

with running_postgres(durable=False) as postgres, running_valkey() as valkey:
    print(postgres.process.pid, valkey.process.pid, postgres.data.parent, valkey.home, flush=True)
    sys.stdin.read()
"""


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def gone(process: psutil.Process) -> bool:
    """A dead child of nobody may stay a zombie where pid 1 does not reap; it runs no more."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_a_started_server_answers_and_is_stopped_by_its_own_pid(tmp_path: Path) -> None:
    port = free_port()
    server = start_process(
        "files", [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"], log=tmp_path / "log"
    )
    server.wait_until(lambda: answers(f"http://127.0.0.1:{port}/"))
    assert psutil.Process(server.pid).cmdline()[1:3] == ["-m", "http.server"]
    server.stop()
    assert not answers(f"http://127.0.0.1:{port}/")
    assert server not in RUNNING


def test_a_process_that_ends_before_it_is_ready_fails_with_its_log(tmp_path: Path) -> None:
    process = start_process("short", python("print('no such table'); raise SystemExit(3)"), log=tmp_path / "log")
    with pytest.raises(ProcessFailed, match=r"(?s)short ended with 3.*no such table"):
        process.wait_until(lambda: False)
    process.stop()


def test_a_process_that_stays_deaf_fails_with_its_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    process = start_process("deaf", python("print('thinking', flush=True); import time; time.sleep(60)"), log=log)
    process.wait_until(lambda: "thinking" in process.log_tail())
    with pytest.raises(ProcessFailed, match=r"(?s)deaf was not ready within 0.05 s.*thinking"):
        process.wait_until(lambda: False, timeout_s=0.05)
    process.stop()


def test_a_process_that_ignores_the_request_to_stop_is_killed(tmp_path: Path) -> None:
    stubborn = "import signal, time; signal.signal(15, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"
    process = start_process("stubborn", python(stubborn), log=tmp_path / "log")
    process.wait_until(lambda: "deaf" in process.log_tail())
    assert process.stop(timeout_s=0.1) == -9


def test_a_process_sees_only_the_settings_that_its_test_states(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOOK_BROKER_URL", "redis://elsewhere")
    show = "import os; print(sorted(n for n in os.environ if n.startswith('PITBOOK_')))"
    process = start_process("env", python(show), log=tmp_path / "log", environ={"PITBOOK_PORT": "1"})
    process.popen.wait()
    process.stop()
    assert process.log_tail() == "['PITBOOK_PORT']"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can tie a process to the life of its parent")
def test_kill_9_of_the_parent_leaves_no_server_behind() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT],
        cwd=ROOT,
        env=clean_environ() | {"PYTHONPATH": "tests"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as parent:
        assert parent.stdout is not None
        *pids, postgres_home, valkey_home = parent.stdout.readline().split()
        servers = [psutil.Process(int(pid)) for pid in pids]
        everything = servers + [child for server in servers for child in server.children(recursive=True)]
        assert len(servers) == 2
        assert len(everything) > 4, "PostgreSQL has children of its own"
        parent.kill()
    psutil.wait_procs(everything, timeout=10)
    left = [process for process in everything if not gone(process)]
    for process in left:
        process.kill()
    for home in (postgres_home, valkey_home):
        shutil.rmtree(home)
    assert left == []
