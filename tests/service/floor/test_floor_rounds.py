"""Posting rounds: what is taken, what is refused and leaves nothing behind, and what retries come to."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from service.core.web import MAX_BODY_BYTES
from support.house import House
from support.plain_data import places
from support.play import (
    CASINO,
    CASINO_NETS,
    FOUL,
    FOUL_NETS,
    SCOOP,
    SCOOP_NETS,
    open_session,
    post_round,
    refused,
    round_of,
)

ROWS_OF_A_ROUND = {"rounds": 1, "settlements": 1, "spot_results": 3, "idempotency_keys": 1}


def nets(settlement: Mapping[str, Any]) -> dict[str, str]:
    return {spot["seat"]: spot["net_minor"] for spot in settlement["seats"]}


def changed(record: Mapping[str, Any], change: Callable[[Any], object]) -> dict[str, Any]:
    """A copy of a record, changed."""
    copy: dict[str, Any] = json.loads(json.dumps(record))
    change(copy)
    return copy


def put(record: Mapping[str, Any], place: tuple[str | int, ...], value: object) -> Any:
    """A copy of a record with another value at one place."""
    if not place:
        return value
    copy: Any = json.loads(json.dumps(record))
    inner = copy
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    return copy


def test_a_round_is_recorded_settled_and_every_line_says_why(house: House) -> None:
    session_id = open_session(house)
    before = house.count_rows()
    answer = post_round(house, session_id, 7, SCOOP, who="device-1")
    after = house.count_rows()
    assert {name: after[name] - before[name] for name in after if after[name] != before[name]} == ROWS_OF_A_ROUND
    played = answer["round"]
    assert (played["number"], played["seq"], played["gaming_date"]) == (7, 1, "2026-11-30")
    assert (played["played_at"], played["recorded_at"]) == (
        "2026-11-30T11:58:07.250000Z",
        "2026-11-30T12:00:00.000000Z",
    )
    assert (played["recorded_by"], played["table_id"], played["session_id"]) == ("device:tablet-1", 1, session_id)
    settlement = answer["settlement"]
    assert nets(settlement) == SCOOP_NETS
    assert settlement["house_net_minor"] == "0"
    assert settlement["currency"] == "EUR"
    assert settlement["ruleset"] == {"key": "western24", "version": 1}
    assert [line["item"] for line in settlement["lines"]] == ["front", "middle", "back", "overall"]
    assert all(line["why"].endswith("]") and line["reason"]["clause"] for line in settlement["lines"])


def test_a_round_against_the_house_is_settled_with_the_house(house: House) -> None:
    settlement = post_round(house, open_session(house, 2), 1, CASINO, who="device-2")["settlement"]
    assert nets(settlement) == CASINO_NETS
    assert settlement["house_net_minor"] == "-5000"
    assert {spot["seat"]: spot["returned_minor"] for spot in settlement["seats"]} == {"1": "9000", "2": "0"}


def test_a_foul_is_settled_and_no_problem(house: House) -> None:
    settlement = post_round(house, open_session(house), 1, FOUL)["settlement"]
    assert nets(settlement) == FOUL_NETS
    assert settlement["marks"]["state"]["1"] == "foul"


def test_dealers_devices_and_the_floor_post_and_nobody_else(house: House) -> None:
    session_id = open_session(house)
    for number, who in enumerate(("device-1", "dealer", "floor"), start=1):
        assert post_round(house, session_id, number, SCOOP, who)["round"]["seq"] == number
    for who in ("cashier", "auditor", "paytable_maker", "paytable_approver", "admin"):
        refused(house.post(f"/v1/sessions/{session_id}/rounds", round_of(9), who=who), "not_permitted")


RECORDS: list[tuple[Callable[[Any], object], str, str]] = [
    (lambda r: r["seats"][1]["front"].__setitem__(1, "Qc"), "duplicate_card", "/record/seats/1/front/1"),
    (lambda r: r["seats"][0]["back"].__setitem__(0, "10c"), "bad_card", "/record/seats/0/back/0"),
    (lambda r: r["seats"][0]["back"].__setitem__(0, 7), "bad_card", "/record/seats/0/back/0"),
    (lambda r: r["seats"][0]["front"].append("5h"), "wrong_row_size", "/record/seats/0/front"),
    (lambda r: r["seats"][1]["back"].pop(), "wrong_row_size", "/record/seats/1/back"),
    (lambda r: r["seats"][0].pop("middle"), "missing_key", "/record/seats/0"),
    (lambda r: r["seats"][0].update(colour="red"), "unknown_key", "/record/seats/0/colour"),
    (lambda r: r["seats"][0].update(seat="house"), "wrong_value", "/record/seats/0/seat"),
    (lambda r: r.pop("seats"), "missing_key", "/record"),
]


def test_a_record_that_cannot_be_true_is_refused_with_its_place_and_nothing_is_written(house: House) -> None:
    session_id = open_session(house)
    before = house.count_rows()
    for change, code, pointer in RECORDS:
        response = house.post(f"/v1/sessions/{session_id}/rounds", round_of(1, changed(SCOOP, change)))
        errors = refused(response, "record_refused")["errors"]
        assert (code, pointer) in [(error["code"], error["pointer"]) for error in errors], errors
    assert house.count_rows() == before
    assert post_round(house, session_id, 1)["round"]["seq"] == 1, "a refused round takes no number"


def test_a_number_with_a_point_is_refused_wherever_it_stands_in_a_record(house: House) -> None:
    sessions = {1: (open_session(house), SCOOP), 2: (open_session(house, 2), CASINO)}
    before = house.count_rows()
    for session_id, record in sessions.values():
        for place in places(json.loads(json.dumps(record))):
            for value in (1.0, 2.5, 1e3):
                response = house.post(f"/v1/sessions/{session_id}/rounds", round_of(1, put(record, place, value)))
                assert response.get_json()["code"] in ("record_refused", "invalid_request"), place
    assert house.count_rows() == before


def test_a_card_that_was_not_dealt_is_refused(house: House) -> None:
    session_id = open_session(house)
    seat = SCOOP["seats"][0]
    dealt = [*seat["front"], *seat["middle"], *seat["back"][:4], "2h"]
    record = changed(SCOOP, lambda r: r["seats"][0].update(dealt=dealt))
    errors = refused(house.post(f"/v1/sessions/{session_id}/rounds", round_of(1, record)), "record_refused")["errors"]
    assert ("card_not_dealt", "/record/seats/0/back/4") in [(error["code"], error["pointer"]) for error in errors]


def test_every_fault_of_a_record_is_named_at_once(house: House) -> None:
    def spoil(record: Any) -> None:
        record["seats"][0]["front"][0] = "1c"
        record["seats"][1]["back"][4] = "Zz"

    response = house.post(f"/v1/sessions/{open_session(house)}/rounds", round_of(1, changed(SCOOP, spoil)))
    refused(response, "record_refused", "/record/seats/0/front/0", "/record/seats/1/back/4")


def test_a_seat_that_is_not_in_the_session_is_refused_at_its_place(house: House) -> None:
    session_id = open_session(house)
    before = house.count_rows()
    record = changed(SCOOP, lambda r: r["seats"][1].update(seat="4"))
    response = house.post(f"/v1/sessions/{session_id}/rounds", round_of(1, record))
    refused(response, "seat_not_in_session", "/record/seats/1/seat")
    assert house.count_rows() == before


def test_a_body_that_does_not_say_what_is_needed_is_refused_at_each_place(house: House) -> None:
    path = f"/v1/sessions/{open_session(house)}/rounds"
    before = house.count_rows()
    good = round_of(1)
    for body, pointers in [
        ({}, {"/number", "/played_at", "/record"}),
        (good | {"number": 0}, {"/number"}),
        (good | {"number": 2**31}, {"/number"}),
        (good | {"number": "1"}, {"/number"}),
        (good | {"number": 1.0}, {"/number"}),
        (good | {"number": True}, {"/number"}),
        (good | {"played_at": "2026-11-30 12:00"}, {"/played_at"}),
        (good | {"played_at": 1796040000}, {"/played_at"}),
        (good | {"record": []}, {"/record"}),
        (good | {"record": None}, {"/record"}),
        (good | {"table": 1}, {"/table"}),
    ]:
        errors = refused(house.post(path, body), "invalid_request")["errors"]
        assert {error["pointer"] for error in errors} == pointers
    assert house.count_rows() == before


def test_a_body_that_is_no_json_too_large_or_too_deep_is_refused(house: House) -> None:
    path = f"/v1/sessions/{open_session(house)}/rounds"
    before = house.count_rows()
    refused(house.post(path, b"{"), "invalid_json")
    refused(house.post(path, b'{"number": 1, "number": 1}'), "invalid_json")
    refused(house.post(path, json.dumps(round_of(1)).replace("1", "NaN", 1).encode()), "invalid_json")
    refused(house.post(path, b" " * (MAX_BODY_BYTES + 1)), "body_too_large")
    deep: Any = []
    for _ in range(20):
        deep = [deep]
    refused(house.post(path, round_of(1, {"seats": deep})), "json_too_deep")
    assert house.count_rows() == before


def test_a_round_needs_a_usable_idempotency_key_and_a_known_caller(house: House) -> None:
    path = f"/v1/sessions/{open_session(house)}/rounds"
    raw, before = json.dumps(round_of(1)).encode(), house.count_rows()

    def send(**headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return house.app.test_client().post(path, data=raw, content_type="application/json", headers=named)

    floor = f"Bearer {house.keys['floor']}"
    refused(send(Authorization=floor), "missing_idempotency_key")
    refused(send(Authorization=floor, Idempotency_Key="short"), "bad_idempotency_key")
    refused(send(Idempotency_Key="k" * 20), "missing_key")
    refused(send(Authorization="Bearer pbk_nobody", Idempotency_Key="k" * 20), "unknown_key")
    assert house.count_rows() == before


def test_a_device_posts_at_its_own_table_only(house: House) -> None:
    session_id = open_session(house)
    before = house.count_rows()
    refused(house.post(f"/v1/sessions/{session_id}/rounds", round_of(1), who="device-2"), "wrong_table")
    refused(house.post(f"/v1/sessions/{session_id}/rounds", round_of(1), who="device-3"), "wrong_table")
    assert house.count_rows() == before


def test_a_session_of_another_property_or_none_is_not_found(house: House) -> None:
    session_id = open_session(house)
    before = house.count_rows()
    for who in ("floor-2", "device-4", "dealer-2"):
        refused(house.post(f"/v1/sessions/{session_id}/rounds", round_of(1), who=who), "not_found")
    refused(house.post(f"/v1/sessions/{session_id + 1}/rounds", round_of(1)), "not_found")
    refused(house.post(f"/v1/sessions/{2**62}/rounds", round_of(1)), "not_found")
    assert house.count_rows() == before


def test_a_time_of_play_in_another_gaming_day_than_the_session_is_refused(house: House) -> None:
    path = f"/v1/sessions/{open_session(house)}/rounds"
    before = house.count_rows()
    for played_at in ("2026-11-30T04:59:59.999999Z", "2026-12-01T05:00:00Z", "1999-12-31T12:00:00Z"):
        refused(house.post(path, round_of(1, played_at=played_at)), "outside_session", "/played_at")
    assert house.count_rows() == before
    for number, played_at in enumerate(("2026-11-30T05:00:00Z", "2026-12-01T04:59:59.999999Z"), start=1):
        assert house.post(path, round_of(number, played_at=played_at)).status_code == 201


def test_a_round_number_is_used_once_at_a_table_on_a_gaming_day(house: House) -> None:
    first = open_session(house)
    earlier = post_round(house, first, 1)["round"]
    before = house.count_rows()
    problem = refused(house.post(f"/v1/sessions/{first}/rounds", round_of(1, FOUL)), "round_number_used", "/number")
    assert f"round id {earlier['id']}" in problem["detail"]
    house.post(f"/v1/sessions/{first}/closing", {})
    second = open_session(house)
    refused(house.post(f"/v1/sessions/{second}/rounds", round_of(1)), "round_number_used")
    assert house.count_rows()["rounds"] == before["rounds"]
    assert post_round(house, open_session(house, 3), 1)["round"]["number"] == 1, "another table counts for itself"
    house.post(f"/v1/sessions/{second}/closing", {})
    yesterday = open_session(house, opened_at="2026-11-29T12:00:00Z")
    body = round_of(1, played_at="2026-11-29T12:00:00Z")
    assert house.post(f"/v1/sessions/{yesterday}/rounds", body).status_code == 201, "another day counts for itself"


def test_a_retry_is_answered_with_the_same_bytes_and_has_no_further_effect(house: House) -> None:
    path = f"/v1/sessions/{open_session(house)}/rounds"
    first = house.post(path, round_of(1), key="round-1-of-the-session")
    once = house.count_rows()
    for _ in range(3):
        again = house.post(path, round_of(1), key="round-1-of-the-session")
        assert (again.status_code, again.data) == (201, first.data)
        assert again.headers["Idempotency-Replayed"] == "true"
    refused(house.post(path, round_of(2), key="round-1-of-the-session"), "idempotency_key_reused")
    assert house.count_rows() == once


def test_a_retry_is_answered_also_after_the_session_was_closed(house: House) -> None:
    session_id = open_session(house)
    first = house.post(f"/v1/sessions/{session_id}/rounds", round_of(1), key="sent-before-the-closing")
    house.post(f"/v1/sessions/{session_id}/closing", {})
    again = house.post(f"/v1/sessions/{session_id}/rounds", round_of(1), key="sent-before-the-closing")
    assert (again.status_code, again.data) == (201, first.data)


def test_a_refused_round_is_taken_under_the_same_key_once_it_is_mended(house: House) -> None:
    path = f"/v1/sessions/{open_session(house)}/rounds"
    spoilt = changed(SCOOP, lambda r: r["seats"][0]["front"].append("5h"))
    refused(house.post(path, round_of(1, spoilt), key="one-intent-two-tries"), "record_refused")
    assert house.post(path, round_of(1), key="one-intent-two-tries").status_code == 201


def test_a_result_beyond_all_limits_is_refused_and_nothing_is_written(house: House) -> None:
    session = open_session(house, 2, ruleset={"key": "tcp_massachusetts"})
    most = "999999999999999"
    hand = {"seat": "1", "cards": ["Ad", "Kd", "Qd"], "decision": "play", "bets": {"ante": most, "play": most}}
    record = {"dealer": ["Jd", "Td", "9d"], "seats": [hand]}
    before = house.count_rows()
    answer = house.post(f"/v1/sessions/{session}/rounds", round_of(1, record), "device-2")
    problem = refused(answer, "record_refused", "/record")
    assert problem["errors"][0]["code"] == "amount_too_large"
    assert house.count_rows() == before
