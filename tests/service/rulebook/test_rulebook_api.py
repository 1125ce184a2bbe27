"""Rulesets and paytables over HTTP."""

import json
from typing import Any

import pytest

from engine.catalogue import GAMES
from engine.errors import RulesetRefused
from engine.evidence import digest
from service.core.places import SEEDS
from service.rulebook.routes import desk
from service.rulebook.usecases import read_ruleset
from support.house import House

KEYS = sorted(path.stem for path in (SEEDS / "rulesets").glob("*.toml"))
PAYTABLE = "pair_plus_40_30_6_3_1"


def walk(house: House, path: str, who: str = "dealer") -> list[Any]:
    """All items of a list, three at a time."""
    items, cursor, mark = [], "", "&" if "?" in path else "?"
    while True:
        page = house.get(f"{path}{mark}limit=3{cursor}", who).get_json()
        items += page["items"]
        if page["next_cursor"] is None:
            return items
        cursor = f"&cursor={page['next_cursor']}"


def test_rulesets_are_listed_by_key_and_filtered_by_game(house: House) -> None:
    every = walk(house, "/v1/rulesets")
    assert [one["key"] for one in every] == KEYS
    games = {game: walk(house, f"/v1/rulesets?game={game}") for game in GAMES}
    assert sorted(one["key"] for found in games.values() for one in found) == KEYS
    assert all(one["game"] == game for game, found in games.items() for one in found)
    assert walk(house, "/v1/rulesets?game=whist") == []


def test_a_cursor_is_bound_to_its_filter(house: House) -> None:
    cursor = house.get("/v1/rulesets?limit=1").get_json()["next_cursor"]
    assert house.get(f"/v1/rulesets?game=chinese_poker&cursor={cursor}").get_json()["code"] == "invalid_cursor"


def test_a_version_is_read_whole_and_its_hash_can_be_taken_again(house: House) -> None:
    listed = next(one for one in walk(house, "/v1/rulesets") if one["key"] == "tcp_standard")
    assert walk(house, "/v1/rulesets/tcp_standard") == [listed]
    whole = house.get("/v1/rulesets/tcp_standard/versions/1", "device-2").get_json()
    assert {key: whole[key] for key in listed} == listed
    assert digest(whole["document"]) == whole["sha256"]
    assert whole["sources"] == whole["document"]["sources"]
    assert whole["document"]["schedules"]["pair_plus"]["straight_flush"] == 40


def test_paytables_are_schedules_of_any_kind_and_rulesets_are_none(house: House) -> None:
    every = walk(house, "/v1/paytables")
    names = [(one["kind"], one["key"]) for one in every]
    assert names == sorted(names)
    files = [path.stem for path in SEEDS.glob("*/*.toml") if path.parent.name not in ("rulesets", "demo")]
    assert sorted(key for _, key in names) == sorted(files)
    assert {one["game"] for one in every if one["kind"] == "pair_plus"} == {"three_card_poker"}
    assert {one["kind"] for one in walk(house, "/v1/paytables?kind=naturals")} == {"naturals"}
    assert walk(house, "/v1/paytables?kind=ruleset") == []


def test_a_paytable_is_read_with_its_source(house: House) -> None:
    versions = walk(house, f"/v1/paytables/pair_plus/{PAYTABLE}")
    assert [one["version"] for one in versions] == [1]
    whole = house.get(f"/v1/paytables/pair_plus/{PAYTABLE}/versions/1").get_json()
    assert whole["document"]["schedule"] == {"straight_flush": 40, "trips": 30, "straight": 6, "flush": 3, "pair": 1}
    assert whole["sources"]
    assert digest(whole["document"]) == whole["sha256"]


@pytest.mark.parametrize(
    "path",
    [
        "/v1/rulesets/no_such",
        "/v1/rulesets/TCP_STANDARD",
        "/v1/rulesets/a%00b",
        "/v1/rulesets/tcp_standard/versions/2",
        "/v1/rulesets/tcp_standard/versions/0",
        "/v1/rulesets/tcp_standard/versions/one",
        "/v1/rulesets/tcp_standard/versions/9223372036854775807",
        "/v1/rulesets/tcp_standard/versions/9223372036854775808",
        "/v1/paytables/ruleset/tcp_standard",
        "/v1/paytables/ruleset/tcp_standard/versions/1",
        "/v1/paytables/royalties/pair_plus_40_30_6_4_1",
        "/v1/paytables/a%00b/c",
    ],
)
def test_what_is_not_published_is_not_found(house: House, path: str) -> None:
    answer = house.get(path)
    assert (answer.status_code, answer.get_json()["code"]) == (404, "not_found")


def complete(house: House) -> dict[str, Any]:
    document: dict[str, Any] = house.get("/v1/rulesets/tcp_standard/versions/1").get_json()["document"]
    return document


def validate(house: House, document: Any, who: str = "paytable_maker") -> dict[str, Any]:
    rows = house.count_rows()
    body = json.dumps({"document": document}).encode()
    headers = {"Authorization": f"Bearer {house.keys[who]}"}
    client = house.app.test_client()
    answer = client.post("/v1/rulesets/validation", data=body, content_type="application/json", headers=headers)
    assert answer.status_code == 200
    assert house.count_rows() == rows
    found: dict[str, Any] = answer.get_json()
    return found


def test_a_document_that_names_a_published_paytable_comes_back_complete(house: House) -> None:
    whole = complete(house)
    named = {**whole, "schedules": {**whole["schedules"], "pair_plus": PAYTABLE}}
    assert validate(house, named) == {"valid": True, "faults": [], "document": whole, "sha256": digest(whole)}


def test_every_fault_of_a_document_is_named_with_its_pointer(house: House) -> None:
    whole = complete(house)
    del whole["sources"]
    faulty = {**whole, "sources": ["House"], "switches": {**whole["switches"], "no_such": 1, "nor_this": 2}}
    answer = validate(house, faulty)
    assert (answer["valid"], answer["document"], answer["sha256"]) == (False, None, None)
    assert [fault["pointer"] for fault in answer["faults"]] == ["/switches/no_such", "/switches/nor_this"]


@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        ({"game": "whist"}, "unknown_game", "/game"),
        ({"game": None}, "unknown_game", "/game"),
        ({"title": "T" * 201}, "wrong_value", "/title"),
        ({"format": 1.0}, "wrong_type", "/format"),
        ({"schedules": {"pair_plus": "no_such"}}, "unknown_schedule", "/schedules/pair_plus"),
        ({"schedules": 5}, "wrong_type", "/schedules"),
        ({"extra": 1}, "unknown_key", "/extra"),
    ],
)
def test_a_document_that_cannot_be_one_is_refused_at_the_place(
    house: House, change: dict[str, Any], code: str, pointer: str
) -> None:
    answer = validate(house, {**complete(house), **change})
    assert (code, pointer) in [(fault["code"], fault["pointer"]) for fault in answer["faults"]]


def test_a_question_that_is_no_document_is_a_bad_request(house: House) -> None:
    for body in ({}, {"document": []}, {"document": {}, "by": "me"}):
        assert house.post("/v1/rulesets/validation", body, "paytable_maker").get_json()["code"] == "invalid_request"


def test_every_role_reads_the_rules(house: House) -> None:
    for who in ("device-1", "dealer", "floor", "cashier", "auditor", "paytable_maker", "paytable_approver", "admin"):
        assert house.get("/v1/rulesets", who).status_code == 200
        assert validate(house, {}, who)["valid"] is False


def test_the_examples_of_the_description_are_true() -> None:
    operations = {operation.name: operation for operation in desk.operations}
    example = operations["read_ruleset_version"].answer_example
    assert example is not None
    GAMES[example["game"]].load_rules(example["document"])
    assert digest(example["document"]) == example["sha256"]
    question, answer = operations["validate_ruleset"].request_example, operations["validate_ruleset"].answer_example
    assert question is not None
    assert answer is not None
    with pytest.raises(RulesetRefused) as refused:
        read_ruleset(question["document"], {})
    assert [fault._asdict() for fault in refused.value.violations] == answer["faults"]
