"""Sessions: opened under pinned rules, closed for good."""

import threading
from typing import Any

from support import kowah
from support.growing import publish
from support.house import House
from support.play import PLAYERS, open_session, post_round, refused, round_of, walk

SESSION: dict[str, Any] = {
    "table_id": 1,
    "ruleset": {"key": "western24", "version": 1},
    "unit_minor": "500",
    "seats": PLAYERS,
}


def test_an_opened_session_says_who_plays_what_by_which_rules_at_which_stake(house: House) -> None:
    response = house.post("/v1/sessions", SESSION)
    assert response.status_code == 201
    session = response.get_json()
    assert session == {
        "id": session["id"],
        "table_id": 1,
        "gaming_date": "2026-11-30",
        "game": "chinese_poker",
        "ruleset": {"key": "western24", "version": 1},
        "currency": "EUR",
        "unit_minor": "500",
        "seats": PLAYERS,
        "opened_at": "2026-11-30T12:00:00.000000Z",
        "opened_by": "person:floor",
        "closed_at": None,
        "closed_by": None,
    }
    assert house.get(f"/v1/sessions/{session['id']}").get_json() == session


def test_a_game_that_counts_no_units_has_none(house: House) -> None:
    session = house.get(f"/v1/sessions/{open_session(house, 2)}").get_json()
    assert session["unit_minor"] is None
    assert session["ruleset"] == {"key": "tcp_us", "version": 1}


REFUSED: list[tuple[dict[str, object], str, list[str]]] = [
    ({"ruleset": {"key": "nobody_plays_this"}}, "unknown_ruleset", ["/ruleset"]),
    ({"ruleset": {"key": "western24", "version": 2}}, "unknown_ruleset", ["/ruleset"]),
    ({"ruleset": {"key": "Western 24"}}, "invalid_request", ["/ruleset/key"]),
    ({"ruleset": {"key": "tcp_us"}}, "ruleset_for_other_game", ["/ruleset/key"]),
    ({"table_id": 99}, "unknown_table", ["/table_id"]),
    ({"table_id": 4}, "unknown_table", ["/table_id"]),
    ({"unit_minor": "0"}, "invalid_request", ["/unit_minor"]),
    ({"unit_minor": 500}, "invalid_request", ["/unit_minor"]),
    ({"seats": []}, "invalid_request", ["/seats"]),
    ({"seats": [{"seat": "1"}]}, "invalid_request", ["/seats"]),
    ({"seats": [{"seat": str(n)} for n in range(5)]}, "invalid_request", ["/seats"]),
    ({"seats": [{"seat": "1"}, {"seat": "1"}]}, "invalid_request", ["/seats/0/seat", "/seats/1/seat"]),
    ({"seats": [{"seat": "1"}, {"seat": "house"}]}, "invalid_request", ["/seats/1/seat"]),
    ({"seats": [{"seat": "1"}, {"seat": "no spaces"}]}, "invalid_request", ["/seats/1/seat"]),
    ({"seats": [{"seat": "1"}, {"seat": "2", "player": ""}]}, "invalid_request", ["/seats/1/player"]),
    ({"opened_at": "2026-11-30T12:00:00"}, "invalid_request", ["/opened_at"]),
    ({"opened_at": "0001-01-01T00:00:00Z"}, "invalid_request", ["/opened_at"]),
    ({"opened_at": "9999-12-31T23:59:59Z"}, "invalid_request", ["/opened_at"]),
]


def test_a_session_that_cannot_be_is_refused_and_nothing_is_written(house: House) -> None:
    before = house.count_rows()
    for changed, code, pointers in REFUSED:
        refused(house.post("/v1/sessions", SESSION | changed), code, *pointers)
    assert house.count_rows() == before


def test_a_unit_is_needed_where_units_count_and_refused_where_they_do_not(house: House) -> None:
    without = {key: value for key, value in SESSION.items() if key != "unit_minor"}
    refused(house.post("/v1/sessions", without), "invalid_request", "/unit_minor")
    at_casino_table = SESSION | {"table_id": 2, "ruleset": {"key": "tcp_us"}}
    refused(house.post("/v1/sessions", at_casino_table), "invalid_request", "/unit_minor")


def test_what_a_ruleset_needs_to_be_played_is_asked_when_its_session_is_opened(house: House) -> None:
    publish(house, {**kowah.document(stake="all_pay"), "key": "kowah_paid"})
    table = house.post("/v1/tables", {"code": "KW-09", "game": "kowah", "pit": "K", "seats": 4}).get_json()
    session: dict[str, object] = {
        "table_id": table["id"],
        "ruleset": {"key": "kowah_paid"},
        "seats": [{"seat": str(n)} for n in range(2)],
    }
    refused(house.post("/v1/sessions", session), "invalid_request", "/unit_minor", "/seats")
    session["seats"] = [{"seat": str(n)} for n in range(3)]
    refused(house.post("/v1/sessions", session), "invalid_request", "/unit_minor")
    free_of_money = session | {"ruleset": {"key": "kowah_cheki"}}
    assert house.post("/v1/sessions", free_of_money).status_code == 201


def test_a_table_has_one_open_session(house: House) -> None:
    session_id = open_session(house)
    before = house.count_rows()
    refused(house.post("/v1/sessions", SESSION), "session_open")
    assert house.count_rows() == before
    house.post(f"/v1/sessions/{session_id}/closing", {})
    assert open_session(house) != session_id


def test_of_two_sessions_opened_at_once_at_a_table_one_stands(house: House) -> None:
    answers: list[tuple[int, str | None]] = []

    def post() -> None:
        response = house.post("/v1/sessions", SESSION)
        answers.append((response.status_code, response.get_json().get("code")))

    threads = [threading.Thread(target=post) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers, key=str) == [(201, None)] + [(409, "session_open")] * 3
    assert len(walk(house, "/v1/sessions?open=true")) == 1


def test_a_closed_session_says_who_closed_it_and_takes_nothing_more(house: House) -> None:
    session_id = open_session(house)
    closed = house.post(f"/v1/sessions/{session_id}/closing", {})
    assert closed.status_code == 200
    assert closed.get_json()["closed_at"] == "2026-11-30T12:00:00.000000Z"
    assert closed.get_json()["closed_by"] == "person:floor"
    before = house.count_rows()
    refused(house.post(f"/v1/sessions/{session_id}/rounds", round_of(1)), "session_closed")
    refused(house.post(f"/v1/sessions/{session_id}/closing", {}), "session_closed")
    assert house.count_rows() == before


def test_a_round_is_refused_in_the_closed_session_while_the_next_one_takes_it(house: House) -> None:
    first = open_session(house)
    post_round(house, first, 1)
    house.post(f"/v1/sessions/{first}/closing", {})
    second = open_session(house)
    refused(house.post(f"/v1/sessions/{first}/rounds", round_of(2)), "session_closed")
    assert post_round(house, second, 2)["round"]["session_id"] == second


def test_opening_and_closing_again_under_the_same_key_is_answered_with_the_same_bytes(house: House) -> None:
    first = house.post("/v1/sessions", SESSION, key="open-the-session-once")
    again = house.post("/v1/sessions", SESSION, key="open-the-session-once")
    assert (first.status_code, first.data) == (again.status_code, again.data)
    assert again.headers["Idempotency-Replayed"] == "true"
    path = f"/v1/sessions/{first.get_json()['id']}/closing"
    closed = house.post(path, {}, key="close-the-session-once")
    assert house.post(path, {}, key="close-the-session-once").data == closed.data
    assert house.count_rows()["sessions"] == 1


def test_the_gaming_day_of_a_session_follows_the_time_of_its_opening(house: House) -> None:
    early = open_session(house, opened_at="2026-11-30T04:59:59Z")
    assert house.get(f"/v1/sessions/{early}").get_json()["gaming_date"] == "2026-11-29"
    late = open_session(house, 3, opened_at="2026-11-30T06:00:00+01:00")
    assert house.get(f"/v1/sessions/{late}").get_json()["gaming_date"] == "2026-11-30"


def test_only_the_floor_opens_and_closes(house: House) -> None:
    session_id = open_session(house)
    for who in ("device-1", "dealer", "cashier", "auditor", "admin", "paytable_approver"):
        refused(house.post("/v1/sessions", SESSION | {"table_id": 3}, who=who), "not_permitted")
        refused(house.post(f"/v1/sessions/{session_id}/closing", {}, who=who), "not_permitted")


def test_another_property_neither_sees_nor_closes_a_session(house: House) -> None:
    session_id = open_session(house)
    refused(house.get(f"/v1/sessions/{session_id}", "floor-2"), "not_found")
    refused(house.get(f"/v1/sessions/{session_id}/balance", "floor-2"), "not_found")
    refused(house.post(f"/v1/sessions/{session_id}/closing", {}, who="floor-2"), "not_found")
    assert walk(house, "/v1/sessions", "floor-2") == []
    assert walk(house, "/v1/sessions", "device-1")[0]["id"] == session_id
    assert walk(house, "/v1/sessions", "device-2") == []


def test_sessions_are_found_by_table_date_and_whether_they_are_open(house: House) -> None:
    ids: dict[str, int] = {}
    for name, table_id, opened_at in [
        ("a", 1, "2026-11-29T12:00:00Z"),
        ("b", 1, "2026-11-30T12:00:00Z"),
        ("c", 2, "2026-11-29T12:00:00Z"),
        ("d", 3, "2026-11-28T12:00:00Z"),
    ]:
        ids[name] = open_session(house, table_id, opened_at=opened_at)
        if name in "ad":
            house.post(f"/v1/sessions/{ids[name]}/closing", {})

    def found(query: str) -> str:
        names = {number: name for name, number in ids.items()}
        return "".join(names[session["id"]] for session in walk(house, f"/v1/sessions?{query}", limit=1))

    assert found("") == "dacb"
    assert found("table_id=1") == "ab"
    assert found("gaming_date=2026-11-29") == "ac"
    assert found("open=true") == "bc"
    assert found("open=false") == "da"
    assert found("table_id=1&open=true") == "b"
    assert found("table_id=1&gaming_date=2026-11-29&open=true") == ""
    assert found("gaming_date=2026-11-29&open=true") == "c"
    assert found("table_id=4") == ""
