"""Posting rounds at the same time: what is answered with success is recorded once, and nothing else is."""

import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import func, select

from service.floor.models import gaming_tables, rounds, spot_results
from support.house import House
from support.play import CASINO, FOUL, SCOOP, open_session, post_round, refused, round_of, walk


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """The answers of calls that start together."""
    answers: list[Any] = []
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> None:
        start.wait()
        answers.append(call())

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_of_two_devices_that_post_the_same_number_at_once_one_is_recorded(house: House) -> None:
    path = f"/v1/sessions/{open_session(house)}/rounds"
    for number in range(1, 6):
        posts = [("device-1", round_of(number)), ("floor", round_of(number, FOUL)), ("dealer", round_of(number))]
        answers = at_once(*(lambda who=who, body=body: house.post(path, body, who=who) for who, body in posts))
        taken = [answer.get_json() for answer in answers if answer.status_code == 201]
        assert len(taken) == 1
        for answer in answers:
            if answer.status_code != 201:
                problem = refused(answer, "round_number_used", "/number")
                assert f"round id {taken[0]['round']['id']}" in problem["detail"]
    assert [item["seq"] for item in walk(house, "/v1/rounds")] == [1, 2, 3, 4, 5]
    assert house.count_rows()["spot_results"] == 15


def test_the_same_post_sent_many_times_at_once_is_recorded_once(house: House) -> None:
    path = f"/v1/sessions/{open_session(house)}/rounds"
    answers = at_once(*(lambda: house.post(path, round_of(1), key="the-same-post-again") for _ in range(6)))
    assert {(answer.status_code, answer.data) for answer in answers} == {(201, answers[0].data)}
    assert house.count_rows()["rounds"] == 1


def test_tables_posting_at_once_lose_nothing_and_are_numbered_without_gaps(house: House) -> None:
    sessions = {"device-1": open_session(house), "device-2": open_session(house, 2), "device-3": open_session(house, 3)}

    def post_all(who: str, session_id: int) -> None:
        for number in range(1, 11):
            post_round(house, session_id, number, CASINO if who == "device-2" else SCOOP, who)

    at_once(*(lambda who=who, session_id=session_id: post_all(who, session_id) for who, session_id in sessions.items()))
    for table_id in (1, 2, 3):
        assert [item["seq"] for item in walk(house, f"/v1/rounds?table_id={table_id}")] == list(range(1, 11))
    with house.database.engine.connect() as connection:
        assert connection.execute(select(func.sum(spot_results.c.net_minor))).scalar_one() == 0
        assert set(connection.execute(select(gaming_tables.c.last_seq)).scalars()) == {0, 10}


def test_a_session_closed_while_rounds_are_posted_holds_what_was_answered_with_success(house: House) -> None:
    session_id = open_session(house)
    path = f"/v1/sessions/{session_id}/rounds"
    answers = at_once(
        *(lambda number=number: house.post(path, round_of(number)) for number in range(1, 6)),
        lambda: house.post(f"/v1/sessions/{session_id}/closing", {}),
    )
    taken = [answer for answer in answers if answer.status_code == 201]
    for answer in answers:
        if answer.status_code not in (200, 201):
            refused(answer, "session_closed")
    with house.database.engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(rounds)).scalar_one() == len(taken)
    refused(house.post(path, round_of(9)), "session_closed")
