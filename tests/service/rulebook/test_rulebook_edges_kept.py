"""An edge is computed once, holds up nobody who need not wait, and the oldest is let go."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from engine import edges as engine_edges
from service.rulebook import edges
from support.edges import STANDARD, US, got
from support.house import House
from support.play import open_session, post_round, refused


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> edges.Reports:
    """Nothing is kept yet, and nobody may wait."""
    reports = edges.Reports(most_waiting=0)
    monkeypatch.setattr(edges, "_reports", reports)
    return reports


class Slow:
    """Stands in for the engine: counts its calls, and computes only when it is let."""

    def __init__(self) -> None:
        self.calls = 0
        self.begun = threading.Event()
        self.let = threading.Event()

    def __call__(self, document: Any, **_: Any) -> Any:
        self.calls += 1
        self.begun.set()
        assert self.let.wait(60)
        return {"bets": {}, "key": document["key"]}


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, fresh: edges.Reports) -> Iterator[Slow]:
    """An engine that is computing an edge until it is let."""
    engine = Slow()
    monkeypatch.setattr(engine_edges, "edge_report", engine)
    yield engine
    engine.let.set()


def test_what_was_computed_for_a_version_is_not_computed_again(house: House, slow: Slow) -> None:
    slow.let.set()
    for path in (f"{STANDARD}/edge", f"{STANDARD}/edge", f"{STANDARD}/edge?stake_minor=100", f"{US}/edge"):
        got(house, path)
    assert slow.calls == 3, "once for each version and stake"


def test_the_oldest_report_is_let_go_when_there_are_too_many() -> None:
    reports, computed = edges.Reports(most_kept=2), []

    def find(name: str) -> edges.Report:
        def compute() -> edges.Report:
            computed.append(name)
            return {"name": name}

        return reports.find(name, compute)

    assert [find(name)["name"] for name in "abbcb"] == list("abbcb")
    assert computed == ["a", "b", "c"]
    find("a")
    assert computed == ["a", "b", "c", "a"]


def test_a_computation_that_fails_leaves_room_for_the_next(fresh: edges.Reports) -> None:
    def fail() -> edges.Report:
        raise ArithmeticError("as planted")

    for _ in range(3):
        with pytest.raises(ArithmeticError):
            fresh.find("a", fail)
    assert fresh.find("a", lambda: {"name": "a"}) == {"name": "a"}


def open_snapshots(house: House) -> int:
    """How many transactions are open besides the one that asks."""
    with house.database.engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            # A checkpoint that is to empty the log is told "busy" (1) while any reader still looks at it.
            raw = connection.connection.cursor()
            return int(raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])
        others = "datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL"
        return int(connection.exec_driver_sql(f"SELECT count(*) FROM pg_stat_activity WHERE {others}").scalar_one())


def test_while_an_edge_is_computed_rounds_are_posted_and_no_snapshot_is_held(house: House, slow: Slow) -> None:
    session_id = open_session(house)
    answers: list[Any] = []
    asking = threading.Thread(target=lambda: answers.append(house.get(f"{STANDARD}/edge", "auditor")))
    asking.start()
    assert slow.begun.wait(30)
    assert post_round(house, session_id, 1)["round"]["seq"] == 1
    assert open_snapshots(house) == 0
    assert answers == []
    slow.let.set()
    asking.join()
    assert answers[0].status_code == 200


def test_whoever_would_wait_too_long_is_told_to_ask_again_and_what_is_kept_is_answered(
    house: House, slow: Slow
) -> None:
    slow.let.set()
    got(house, f"{US}/edge")
    slow.let.clear()
    slow.begun.clear()
    asking = threading.Thread(target=lambda: house.get(f"{STANDARD}/edge", "auditor"))
    asking.start()
    assert slow.begun.wait(30)
    answer = house.get("/v1/rulesets/tcp_uk/versions/1/edge", "auditor")
    assert (refused(answer, "edges_busy")["status"], answer.headers["Retry-After"]) == (503, "2")
    assert got(house, f"{US}/edge")["key"] == "tcp_us"
    slow.let.set()
    asking.join()
    assert house.get("/v1/rulesets/tcp_uk/versions/1/edge", "auditor").status_code == 200


def test_callers_who_ask_the_same_at_once_are_answered_from_one_computation(
    house: House, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edges, "_reports", edges.Reports())
    answers: list[Any] = []
    asking = [threading.Thread(target=lambda: answers.append(got(house, f"{STANDARD}/edge"))) for _ in range(3)]
    for thread in asking:
        thread.start()
    assert slow.begun.wait(30)
    slow.let.set()
    for thread in asking:
        thread.join()
    assert (len(answers), slow.calls) == (3, 1)
