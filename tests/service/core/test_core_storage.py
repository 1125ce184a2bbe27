"""A database that is full or may not be written: a problem of its own, nothing partial, well again by itself."""

from pathlib import Path

import pytest
from sqlalchemy import event

from service.core.errors import PROBLEMS
from support.house import House, build
from support.play import open_session, round_of


@pytest.fixture
def small_house(tmp_path: Path) -> House:
    build(f"sqlite:///{tmp_path / 'house.db'}")
    return House(f"sqlite:///{tmp_path / 'house.db'}")


def limit_pages(house: House, pages: int) -> None:
    """Let the file of a house grow to so many pages and no further."""
    house.database.engine.dispose()

    @event.listens_for(house.database.engine, "connect")
    def limit(connection: object, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")  # type: ignore[attr-defined]


def test_a_full_disk_is_a_problem_of_its_own_and_leaves_nothing_half_written(small_house: House) -> None:
    session = open_session(small_house)
    with small_house.database.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    before = small_house.count_rows()
    limit_pages(small_house, pages)
    done = 0
    while (
        full := small_house.post(f"/v1/sessions/{session}/rounds", round_of(done + 1), "device-1")
    ).status_code == 201:
        done += 1
    assert full.get_json()["code"] == "storage_full"
    assert full.status_code == PROBLEMS["storage_full"].status == 507
    assert full.headers["Retry-After"]
    assert small_house.count_rows()["rounds"] - before["rounds"] == done
    assert small_house.count_rows()["settlements"] - before["settlements"] == done
    limit_pages(small_house, pages * 10)
    assert small_house.post(f"/v1/sessions/{session}/rounds", round_of(500), "device-1").status_code == 201
    small_house.close()


def test_a_database_that_may_not_be_written_is_a_problem_of_its_own(small_house: House) -> None:
    session = open_session(small_house)
    small_house.database.engine.dispose()

    @event.listens_for(small_house.database.engine, "connect")
    def read_only(connection: object, _: object) -> None:
        connection.execute("PRAGMA query_only=ON")  # type: ignore[attr-defined]

    answer = small_house.post(f"/v1/sessions/{session}/rounds", round_of(1), "device-1")
    assert (answer.status_code, answer.get_json()["code"]) == (503, "storage_unusable")
    small_house.close()
