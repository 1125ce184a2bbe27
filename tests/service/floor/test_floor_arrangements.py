"""Arrangements checked before the reveal."""

import json

from support.house import House
from support.play import open_session, refused

LEGAL = {
    "front": ["Qc", "Qd", "4h"],
    "middle": ["9s", "9h", "9c", "5d", "2s"],
    "back": ["Ac", "Jc", "8c", "6c", "3c"],
}
FOUL = {**LEGAL, "middle": LEGAL["back"], "back": LEGAL["middle"]}
WESTERN = {"key": "western24", "version": 1}
PATH = "/v1/arrangements/check"


def test_a_legal_arrangement_is_said_to_be_and_valued_row_by_row(house: House) -> None:
    response = house.post(PATH, {"session_id": open_session(house), "holding": LEGAL}, who="device-1")
    assert response.status_code == 200
    body = response.get_json()
    assert (body["legal"], body["reasons"], body["game"], body["ruleset"]) == (True, [], "chinese_poker", WESTERN)
    assert [body["rating"]["rows"][row]["category"] for row in ("front", "middle", "back")] == [
        "pair",
        "trips",
        "flush",
    ]


def test_a_foul_is_an_answer_with_its_reason(house: House) -> None:
    body = house.post(PATH, {"ruleset": {"key": "western24"}, "holding": FOUL}, who="device-1").get_json()
    assert (body["legal"], body["reasons"]) == (False, ["middle_over_back"])


def test_entry_errors_are_told_beside_fouls(house: House) -> None:
    holding = {**LEGAL, "front": ["Qc", "Qc", "4h"]}
    body = house.post(PATH, {"ruleset": {"key": "western24"}, "holding": holding}, who="device-1").get_json()
    assert (body["legal"], body["reasons"]) == (False, ["duplicate_card"])
    assert [fault["pointer"] for fault in body["rating"]["faults"]] == ["/front/1"]


def test_a_royalty_is_told_under_a_ruleset_that_pays_it(house: House) -> None:
    holding = {**LEGAL, "middle": ["9s", "9h", "9c", "5d", "5s"]}
    back = {"back": ["Ac", "Ad", "Ah", "As", "3c"]}
    body = house.post(PATH, {"ruleset": {"key": "pusoy"}, "holding": {**holding, **back}}, who="device-1").get_json()
    royalties = {row: rated["royalty"] for row, rated in body["rating"]["rows"].items()}
    assert royalties == {"front": "0", "middle": "2", "back": "4"}, "full house in the middle 2, quads behind 4"


def test_a_game_without_fouls_values_what_can_be_read(house: House) -> None:
    holding = {"cards": ["Ac", "Kc", "9c"]}
    body = house.post(PATH, {"ruleset": {"key": "tcp_us"}, "holding": holding}, who="device-2").get_json()
    assert (body["legal"], body["rating"]["hand"], body["rating"]["pays"]["pair_plus"]) == (True, "flush", "4")


def test_what_is_no_holding_is_refused_at_its_place(house: House) -> None:
    body = {"ruleset": {"key": "western24"}, "holding": {"front": []}}
    errors = refused(house.post(PATH, body), "arrangement_refused")["errors"]
    assert {error["pointer"] for error in errors} == {"/holding"}
    body = {"ruleset": {"key": "tcp_us"}, "holding": {"cards": ["Ac", "Kc", "Kc"]}}
    refused(house.post(PATH, body), "arrangement_refused", "/holding/cards/2")


def test_rules_are_named_once_and_must_be_there(house: House) -> None:
    refused(house.post(PATH, {"holding": LEGAL}), "invalid_request")
    both = {"session_id": open_session(house), "ruleset": {"key": "western24"}, "holding": LEGAL}
    refused(house.post(PATH, both), "invalid_request")
    refused(house.post(PATH, {"ruleset": {"key": "nobody"}, "holding": LEGAL}), "unknown_ruleset", "/ruleset")
    refused(house.post(PATH, {"session_id": 99, "holding": LEGAL}), "unknown_session")


def test_a_session_of_another_table_or_property_is_unknown(house: House) -> None:
    body = {"session_id": open_session(house), "holding": LEGAL}
    for who in ("device-2", "floor-2", "device-4"):
        refused(house.post(PATH, body, who=who), "unknown_session")


def test_a_check_needs_no_idempotency_key_and_writes_nothing(house: House) -> None:
    session_id, before = open_session(house), house.count_rows()
    raw = json.dumps({"session_id": session_id, "holding": LEGAL}).encode()
    headers = {"Authorization": f"Bearer {house.keys['device-1']}"}
    response = house.app.test_client().post(PATH, data=raw, content_type="application/json", headers=headers)
    assert response.status_code == 200
    assert house.count_rows() == before


def test_only_who_stands_at_the_table_checks(house: House) -> None:
    body = {"ruleset": {"key": "western24"}, "holding": LEGAL}
    for who in ("cashier", "auditor", "admin"):
        refused(house.post(PATH, body, who=who), "not_permitted")
