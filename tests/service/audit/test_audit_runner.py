import threading
import time
from collections.abc import Callable, Iterator, Mapping

import pytest
from sqlalchemy.exc import OperationalError

from service.audit import runner as module
from service.audit.runner import Runner
from service.audit.usecases import AUDIT, HANDLERS
from service.core.job_runs import JobRun, Jobs
from support.audited_day import ask_audit, open_three_card, post_round, read_job
from support.house import House

TIMEOUT_S = 20


def wait_until(ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while not ready():
        assert time.monotonic() < deadline, "not ready in time"
        time.sleep(0.01)


@pytest.fixture
def woken_house(house_url: str) -> Iterator[tuple[House, Runner]]:
    """A casino whose requests wake a runner, which sweeps so seldom that only a wake-up makes it look."""
    runner = Runner(sweep_s=3600)
    house = House(house_url, wake_jobs=runner.wake)
    open_three_card(house)
    yield house, runner
    runner.stop()
    house.close()


def has_state(house: House, job_id: int, state: str) -> Callable[[], bool]:
    return lambda: bool(read_job(house, job_id)["state"] == state)


def test_the_embedded_runner_works_on_a_job_as_soon_as_it_is_asked_for(woken_house: tuple[House, Runner]) -> None:
    house, runner = woken_house
    post_round(house, 1, 1)
    runner.start(house.services)
    job_id = ask_audit(house)
    wait_until(has_state(house, job_id, "done"))
    job = read_job(house, job_id)
    assert (job["attempts"], job["result"]["rounds"], job["result"]["findings"]) == (1, 1, 0)


def test_what_was_asked_for_while_no_runner_ran_is_done_when_one_starts(woken_house: tuple[House, Runner]) -> None:
    house, runner = woken_house
    job_ids = [ask_audit(house) for _ in range(3)]
    runner.start(house.services)
    for job_id in job_ids:
        wait_until(has_state(house, job_id, "done"))


def test_a_job_whose_wake_up_was_lost_is_found_by_the_sweep(house: House) -> None:
    open_three_card(house)
    runner = Runner(sweep_s=0.05)
    runner.start(house.services)
    wait_until(has_state(house, ask_audit(house), "done"))
    runner.stop()


def test_an_error_in_one_job_does_not_end_the_runner(
    woken_house: tuple[House, Runner], monkeypatch: pytest.MonkeyPatch
) -> None:
    house, runner = woken_house
    tried: list[int] = []

    def broken_once(run: JobRun) -> Mapping[str, object]:
        tried.append(run.lease.job_id)
        if len(tried) == 1:
            raise ZeroDivisionError
        return HANDLERS[AUDIT](run)

    monkeypatch.setattr(module, "HANDLERS", {AUDIT: broken_once})
    runner.start(house.services)
    first = ask_audit(house)
    wait_until(lambda: tried == [first])
    second = ask_audit(house)
    wait_until(has_state(house, second, "done"))
    assert read_job(house, first)["state"] == "queued"


def test_a_database_that_is_away_for_a_while_does_not_end_the_runner(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    due = Jobs.due

    def away_twice(jobs: Jobs) -> list[int]:
        asked.append(1)
        if len(asked) < 3:
            raise OperationalError("SELECT", {}, Exception("connection refused"))
        return due(jobs)

    monkeypatch.setattr(Jobs, "due", away_twice)
    open_three_card(house)
    runner = Runner(sweep_s=0.05)
    runner.start(house.services)
    wait_until(has_state(house, ask_audit(house), "done"))
    runner.stop()
    assert len(asked) >= 3


def test_a_runner_that_is_stopped_gives_its_job_back(
    woken_house: tuple[House, Runner], monkeypatch: pytest.MonkeyPatch
) -> None:
    house, runner = woken_house
    begun = threading.Event()

    def endless(run: JobRun) -> Mapping[str, object]:
        while True:
            begun.set()
            run.report(1, 2)
            time.sleep(0.01)

    monkeypatch.setattr(module, "HANDLERS", {AUDIT: endless})
    runner.start(house.services)
    job_id = ask_audit(house)
    assert begun.wait(TIMEOUT_S)
    runner.stop()
    job = read_job(house, job_id)
    assert (job["state"], job["attempts"]) == ("queued", 0)
