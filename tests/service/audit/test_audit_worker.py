"""Real Celery workers on a real broker: woken, doubled, killed, forgotten by the broker, and stopped in order."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any, cast

import pytest
from sqlalchemy import insert, select, update

from service.audit.tasks import TASK, make_celery, make_waker
from service.audit.worker import Sweeper, main
from service.core.job_runs import Jobs
from service.core.jobs import JobRequest, request_job
from service.core.jobs_models import jobs
from service.core.settings import Settings, SettingsError
from service.core.uow import UnitOfWork
from service.floor.models import gaming_tables, rounds, settlements, spot_results
from support.audited_day import ask_audit, open_three_card, post_round, read_findings, read_job
from support.house import House
from support.processes import RunningProcess
from support.valkey import ValkeyServer

TIMEOUT_S = 30
StartWorker = Callable[[str, str], RunningProcess]


@pytest.fixture
def woken_house(house_url: str, broker_url: str) -> Iterator[House]:
    """A casino whose requests wake workers through the broker; round 2 of its day is missing."""
    app = make_celery(broker_url)
    house = House(house_url, wake_jobs=make_waker(app))
    session_id = open_three_card(house)
    for number in (1, 3):
        post_round(house, session_id, number)
    yield house
    house.close()
    app.close()


def wait_for(house: House, job_id: int, state: str) -> dict[str, Any]:
    deadline = time.monotonic() + TIMEOUT_S
    while True:
        job = read_job(house, job_id)
        if job["state"] == state:
            return job
        assert time.monotonic() < deadline, job
        time.sleep(0.02)


def test_a_worker_does_what_it_is_woken_for(
    woken_house: House, house_url: str, broker_url: str, celery_worker: StartWorker
) -> None:
    celery_worker(house_url, broker_url)
    job_id = ask_audit(woken_house)
    job = wait_for(woken_house, job_id, "done")
    assert job["attempts"] == 1
    assert [finding["code"] for finding in read_findings(woken_house, job_id)] == ["number_gap"]


def test_many_wake_ups_of_one_job_at_two_workers_have_one_effect(
    woken_house: House, house_url: str, broker_url: str, celery_worker: StartWorker
) -> None:
    first, second = celery_worker(house_url, broker_url), celery_worker(house_url, broker_url)
    with make_celery(broker_url) as app:
        job_ids = [ask_audit(woken_house) for _ in range(4)]
        for job_id in job_ids * 5:
            app.send_task(TASK, (job_id,))
    for job_id in job_ids:
        assert wait_for(woken_house, job_id, "done")["attempts"] == 1
        assert len(read_findings(woken_house, job_id)) == 1
    assert (first.popen.poll(), second.popen.poll()) == (None, None)


@contextmanager
def held_at_work(house: House, job_id: int) -> Iterator[None]:
    """Wait until a worker has the job, and keep it from writing anything more until the block ends."""
    deadline = time.monotonic() + TIMEOUT_S
    held = select(jobs.c.state).where(jobs.c.id == job_id).with_for_update()
    while True:
        with house.database.engine.connect().execution_options(pitbook_write=True) as connection:
            state = connection.execute(held).scalar_one()
            if state == "running":
                yield
                return
        assert state == "queued", f"{state}: the job was over before it could be held"
        assert time.monotonic() < deadline, "nobody took the job"
        time.sleep(0.001)


def copy_rounds(house: House, copies: int) -> None:
    """Have the table's day hold many rounds more, so that an audit of it takes a while."""

    def write(uow: UnitOfWork) -> None:
        connection = uow.connection
        one = dict(connection.execute(select(rounds).where(rounds.c.number == 3)).one()._mapping)
        settled = dict(
            connection.execute(select(settlements).where(settlements.c.round_id == one["id"])).one()._mapping
        )
        wanted = select(spot_results).where(spot_results.c.settlement_id == settled["id"])
        spots = [dict(row._mapping) for row in connection.execute(wanted)]
        more = [{"id": 1000 + n, "seq": one["seq"] + 1 + n, "number": one["number"] + 1 + n} for n in range(copies)]
        connection.execute(insert(rounds), [one | new for new in more])
        connection.execute(insert(settlements), [settled | {"id": new["id"], "round_id": new["id"]} for new in more])
        rows = [spot | {"settlement_id": new["id"], "seq": new["seq"]} for new in more for spot in spots]
        connection.execute(insert(spot_results), rows)
        last = one["seq"] + copies
        connection.execute(update(gaming_tables).where(gaming_tables.c.id == 2).values(last_seq=last))

    house.database.transact(write)


def test_a_worker_killed_amid_a_job_is_followed_by_another_and_there_is_one_effect(
    woken_house: House, house_url: str, broker_url: str, celery_worker: StartWorker
) -> None:
    copy_rounds(woken_house, 3000)
    worker = celery_worker(house_url, broker_url)
    job_id = ask_audit(woken_house)
    with held_at_work(woken_house, job_id):
        worker.kill()
    job = read_job(woken_house, job_id)
    assert (job["state"], job["attempts"], job["result"]) == ("running", 1, None)

    woken_house.database.transact(
        lambda uow: uow.connection.execute(update(jobs).values(lease_until_us=1)) and None  # the time of a lease passes
    )
    celery_worker(house_url, broker_url)
    job = wait_for(woken_house, job_id, "done")
    assert job["attempts"] == 2
    assert job["result"]["rounds"] == 3002
    assert [finding["code"] for finding in read_findings(woken_house, job_id)] == ["number_gap"]


def test_a_worker_told_to_stop_gives_its_job_back_and_ends_in_order(
    woken_house: House, house_url: str, broker_url: str, celery_worker: StartWorker
) -> None:
    copy_rounds(woken_house, 3000)
    worker = celery_worker(house_url, broker_url)
    job_id = ask_audit(woken_house)
    with held_at_work(woken_house, job_id):
        worker.popen.terminate()
    assert worker.stop() == 0
    job = read_job(woken_house, job_id)
    assert (job["state"], job["attempts"]) == ("queued", 0)
    celery_worker(house_url, broker_url)
    assert wait_for(woken_house, job_id, "done")["attempts"] == 1


def test_a_broker_that_forgot_everything_holds_up_no_job(
    woken_house: House,
    house_url: str,
    broker_url: str,
    celery_worker: StartWorker,
    valkey_server: ValkeyServer,
) -> None:
    job_id = ask_audit(woken_house)
    valkey_server.empty()
    celery_worker(house_url, broker_url)
    assert wait_for(woken_house, job_id, "done")["attempts"] == 1


def test_a_broker_that_cannot_be_reached_does_not_hold_up_the_request(
    house_url: str, broker_url: str, celery_worker: StartWorker
) -> None:
    with (
        make_celery("redis://127.0.0.1:1/0") as nowhere,
        closing(House(house_url, wake_jobs=make_waker(nowhere))) as house,
    ):
        open_three_card(house)
        started_s = time.monotonic()
        job_id = ask_audit(house)
        assert time.monotonic() - started_s < 5
        assert read_job(house, job_id)["state"] == "queued"
        celery_worker(house_url, broker_url)
        wait_for(house, job_id, "done")


def test_a_job_that_fails_in_a_worker_shows_a_code(
    woken_house: House, house_url: str, broker_url: str, celery_worker: StartWorker
) -> None:
    wanted = JobRequest(1, "of_the_future", "one", {}, "person:test")
    job_id = woken_house.database.transact(lambda uow: request_job(uow, woken_house.services.wake_jobs, wanted))
    celery_worker(house_url, broker_url)
    job = wait_for(woken_house, job_id, "failed")
    assert job["error"]["code"] == "unknown_kind"


def test_a_worker_without_a_broker_says_what_is_missing() -> None:
    with pytest.raises(SettingsError, match="PITBOOK_BROKER_URL"):
        main(Settings())


class Hands:
    """Stands for the jobs of a worker: what is due, and how many it is working on."""

    def __init__(self, at_work: int) -> None:
        self.at_work = at_work

    def due(self) -> list[int]:
        return [7, 8]


@pytest.mark.parametrize(("at_work", "woken"), [(0, [7, 8]), (1, [7, 8]), (2, [])])
def test_a_sweeper_wakes_what_is_due_while_its_worker_has_a_hand_free(at_work: int, woken: list[int]) -> None:
    told: list[int] = []
    Sweeper(cast("Jobs", Hands(at_work)), told.append).sweep()
    assert told == woken
