"""Acceptance cases of the best setting, as a house would write them."""

from typing import Any

from engine.conformance.runner import run_document
from support.chinese_poker import vectors

NINE_HIGH = {"category": "straight", "ranks": [9]}
EIGHT_HIGH = {"category": "straight", "ranks": [8]}
CARDS = ["Kh", "Kc", "Kd", "9s", "9h", "4h", "5d", "6c", "7s", "8h", "As", "Ad", "Jc"]


def case(expected: dict[str, Any], cards: list[str], **asked: Any) -> dict[str, Any]:
    ruleset = asked.pop("ruleset", {})
    return {"id": "own", "kind": "solve", "ruleset": ruleset, "input": {"cards": cards, **asked}, "expected": expected}


def outcome(*cases: dict[str, Any]) -> tuple[int, int, int]:
    report = run_document({**vectors(), "vectors": list(cases)})
    return report.passed, len(report.failures), len(report.skips)


def test_the_shared_vectors_of_settings_pass() -> None:
    shared = [vector for vector in vectors()["vectors"] if vector["kind"] == "solve"]
    assert shared
    assert outcome(*shared) == (len(shared), 0, 0)


def test_a_house_writes_a_case_for_each_objective() -> None:
    table = {"count": 3, "odds": [6, 15, 700], "bank": "nobody"}
    house = case({"middle": EIGHT_HIGH}, CARDS, objective="expected_units", opponents=table)
    royalties = case({"middle": NINE_HIGH}, CARDS, objective="royalties_first")
    assert outcome(house, royalties) == (2, 0, 0)


def test_a_case_that_expects_another_setting_fails() -> None:
    assert outcome(case({"middle": EIGHT_HIGH}, CARDS, objective="back_first")) == (0, 1, 0)


def test_a_hand_without_a_legal_setting_is_answered_by_name() -> None:
    ruleset = {"variant": "middle_low", "low_middle_qualifier": "ten"}
    quads = ["Ac", "Ad", "Ah", "As", "Kc", "Kd", "Kh", "Ks", "Qc", "Qd", "Qh", "Qs", "2c"]
    found = case({"error": "no_legal_setting"}, quads, objective="back_first", ruleset=ruleset)
    assert outcome(found) == (1, 0, 0)


def test_cards_that_are_not_thirteen_fail_their_case_and_no_other() -> None:
    short = case({"middle": NINE_HIGH}, CARDS[:12], objective="back_first")
    assert outcome(short, case({"middle": NINE_HIGH}, CARDS, objective="back_first")) == (1, 1, 0)
