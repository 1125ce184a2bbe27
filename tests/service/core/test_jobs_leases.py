import threading
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from service.core.database import make_engine
from service.core.job_runs import Handler, JobRun, Jobs
from service.core.jobs import JobFailed, JobRequest, LeaseLost, Policy, find_due, read_error, request_job
from service.core.jobs_models import jobs
from service.core.settings import Settings
from service.core.uow import Database, UnitOfWork
from service.staff.models import properties

SECOND_US = 1_000_000


class Bench:
    """A database with one property, a clock that stands still until it is moved, and what was woken."""

    def __init__(self, url: str) -> None:
        self.moment_us = 1_000 * SECOND_US
        self.engine = make_engine(Settings(database_url=url))
        self.database = Database(self.engine, lambda: self.moment_us)
        self.woken: list[int] = []
        home = {"id": 1, "code": "P1", "name": "House", "currency": "EUR", "time_zone": "UTC", "rollover_min": 0}
        self.database.transact(lambda uow: uow.connection.execute(insert(properties).values(home)) and None)

    def ask(self, effect_key: str = "effect", kind: str = "count") -> int:
        wanted = JobRequest(1, kind, effect_key, {"up_to": 3}, "person:test")
        return self.database.transact(lambda uow: request_job(uow, self.woken.append, wanted))

    def jobs(self, handler: Handler, policy: Policy | None = None) -> Jobs:
        return Jobs(self.database, {"count": handler}, policy)

    def row(self, job_id: int) -> Any:
        with self.engine.connect() as connection:
            return connection.execute(select(jobs).where(jobs.c.id == job_id)).one()

    def due(self) -> list[int]:
        with self.engine.connect() as connection:
            return find_due(connection, self.moment_us)

    def pass_s(self, seconds: int) -> None:
        self.moment_us += seconds * SECOND_US


@pytest.fixture
def bench(database_url: str) -> Iterator[Bench]:
    bench = Bench(database_url)
    yield bench
    bench.engine.dispose()


def add_property(code: str) -> Any:
    """An effect that would show if it happened twice: id and code of a property are unique."""

    def write(uow: UnitOfWork) -> None:
        home = {"id": 2, "code": code, "name": "House", "currency": "EUR", "time_zone": "UTC", "rollover_min": 0}
        uow.connection.execute(insert(properties).values(home))

    return write


def count_properties(bench: Bench) -> int:
    with bench.engine.connect() as connection:
        return len(connection.execute(select(properties.c.id)).all())


def nothing(run: JobRun) -> Mapping[str, object]:
    return {}


def test_a_job_runs_once_and_keeps_its_result_and_progress(bench: Bench) -> None:
    def count(run: JobRun) -> Mapping[str, object]:
        run.report(2, run.params["up_to"])
        return {"counted": run.params["up_to"]}

    job_id = bench.ask()
    assert bench.row(job_id).state == "queued"
    assert bench.jobs(count).run(job_id)
    row = bench.row(job_id)
    assert (row.state, row.done, row.total, row.result, row.attempts) == ("done", 2, 3, '{"counted":3}', 1)
    assert (row.lease_token, row.lease_until_us) == (None, None)
    assert not bench.jobs(count).run(job_id)


def test_the_wake_up_goes_out_after_the_commit_and_not_without_it(bench: Bench) -> None:
    def ask_and_fail(uow: UnitOfWork) -> None:
        request_job(uow, bench.woken.append, JobRequest(1, "count", "lost", {}, "person:test"))
        assert bench.woken == []
        raise RuntimeError("the request failed after it asked for a job")

    with pytest.raises(RuntimeError, match="the request failed"):
        bench.database.transact(ask_and_fail)
    assert bench.woken == []
    assert bench.due() == []
    job_id = bench.ask()
    assert bench.woken == [job_id]


def test_the_same_effect_asked_for_twice_is_one_job(bench: Bench) -> None:
    first = bench.ask("audit of the day")
    assert bench.ask("audit of the day") == first
    other = bench.ask("audit of another day")
    assert other != first
    assert bench.woken == [first, other]


def test_of_many_runners_woken_at_once_one_does_the_work(bench: Bench) -> None:
    worked = []

    def work(run: JobRun) -> Mapping[str, object]:
        worked.append(run.lease.token)
        run.report(1, 1, add_property("effect"))
        return {}

    job_id = bench.ask()
    runners = [bench.jobs(work) for _ in range(6)]
    start = threading.Barrier(6)
    took = []

    def wake(runner: Jobs) -> None:
        start.wait()
        took.append(runner.run(job_id))

    threads = [threading.Thread(target=wake, args=(runner,)) for runner in runners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(took) == [False] * 5 + [True]
    assert len(worked) == 1
    assert count_properties(bench) == 2


def test_a_job_in_good_hands_is_not_due_and_each_report_extends_the_lease(bench: Bench) -> None:
    seen: list[list[int]] = []

    def slow(run: JobRun) -> Mapping[str, object]:
        for done in range(3):
            bench.pass_s(7)
            seen.append(bench.due())
            run.report(done, 3)
        return {}

    job_id = bench.ask()
    assert bench.due() == [job_id]
    assert bench.jobs(slow, Policy(lease_s=8)).run(job_id)
    assert seen == [[], [], []]
    assert bench.row(job_id).state == "done"


def test_a_runner_whose_lease_ran_out_writes_nothing_any_more(bench: Bench) -> None:
    def work(run: JobRun) -> Mapping[str, object]:
        run.report(1, 1, add_property("effect"))
        return {"by": run.lease.attempt}

    def asleep(run: JobRun) -> Mapping[str, object]:
        bench.pass_s(9)
        assert bench.due() == [job_id]
        assert bench.jobs(work).run(job_id)
        with pytest.raises(LeaseLost):
            run.report(1, 1, add_property("effect of a sleeper"))
        return {"by": "the sleeper"}

    job_id = bench.ask()
    assert bench.jobs(asleep, Policy(lease_s=8)).run(job_id)
    row = bench.row(job_id)
    assert (row.state, row.result, row.attempts) == ("done", '{"by":2}', 2)
    assert count_properties(bench) == 2


def test_a_job_whose_runner_is_lost_each_time_fails_with_a_code(bench: Bench) -> None:
    job_id = bench.ask()
    bench.database.transact(
        lambda uow: (
            uow.connection.execute(
                update(jobs).values(state="running", attempts=3, lease_token="gone", lease_until_us=bench.moment_us)
            )
            and None
        )
    )
    assert bench.due() == [job_id]
    assert not bench.jobs(nothing, Policy(attempts=3)).run(job_id)
    row = bench.row(job_id)
    assert row.state == "failed"
    assert read_error(row.error)[0] == "attempts_exhausted"
    assert bench.due() == []


def test_an_unforeseen_error_is_raised_and_the_job_tried_again_after_a_growing_pause_till_it_fails(
    bench: Bench,
) -> None:
    def broken(run: JobRun) -> Mapping[str, object]:
        raise ZeroDivisionError("secret of the handler")

    job_id = bench.ask()
    runner = bench.jobs(broken, Policy(attempts=3, pause_s=1))
    for pause_s in (1, 2):
        with pytest.raises(ZeroDivisionError):
            runner.run(job_id)
        assert bench.row(job_id).state == "queued"
        bench.pass_s(pause_s - 1)
        assert bench.due() == []
        bench.pass_s(1)
        assert bench.due() == [job_id]
    with pytest.raises(ZeroDivisionError):
        runner.run(job_id)
    row = bench.row(job_id)
    assert (row.state, row.attempts, row.finished_us) == ("failed", 3, bench.moment_us)
    assert read_error(row.error)[0] == "unexpected_error"
    assert "secret" not in row.error
    assert runner.at_work == 0


def test_a_job_that_trying_again_cannot_mend_fails_at_once_with_its_own_code(bench: Bench) -> None:
    def refused(run: JobRun) -> Mapping[str, object]:
        raise JobFailed("day_gone", "the gaming day is gone: " + "x" * 900)

    job_id = bench.ask()
    assert bench.jobs(refused).run(job_id)
    row = bench.row(job_id)
    assert (row.state, row.attempts, len(row.error)) == ("failed", 1, 500)
    assert read_error(row.error)[0] == "day_gone"


def test_a_kind_that_this_version_does_not_know_fails_with_a_code(bench: Bench) -> None:
    job_id = bench.ask(kind="of_the_future")
    assert bench.jobs(nothing).run(job_id)
    assert read_error(bench.row(job_id).error)[0] == "unknown_kind"


def test_a_process_that_ends_gives_its_job_back_and_the_attempt_does_not_count(bench: Bench) -> None:
    def interrupted(run: JobRun) -> Mapping[str, object]:
        runner.stop()
        run.report(1, 2, add_property("half an effect"))
        return {}

    job_id = bench.ask()
    runner = bench.jobs(interrupted)
    assert runner.run(job_id)
    row = bench.row(job_id)
    assert (row.state, row.attempts, row.lease_token) == ("queued", 0, None)
    assert bench.due() == [job_id]
    assert count_properties(bench) == 1
    assert not runner.run(job_id)


def test_what_a_report_writes_and_its_progress_stand_or_fall_together(bench: Bench) -> None:
    def twice(run: JobRun) -> Mapping[str, object]:
        run.report(1, 2, add_property("P1"))
        return {}

    job_id = bench.ask()
    with pytest.raises(Exception, match=r"(?i)unique"):
        bench.jobs(twice).run(job_id)
    assert bench.row(job_id).done == 0
