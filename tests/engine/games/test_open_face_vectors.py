"""The worked cases of Open-Face, one by one, and vector files that a house might write itself."""

import copy
from typing import Any

import pytest

from engine.conformance import open_face
from engine.conformance.runner import run_document
from support.chinese_poker import vectors as chinese_vectors
from support.open_face import vectors

DOCUMENT = vectors()
OPEN_FACE_KINDS = ("fantasyland", "streets", "super_bowl", "jokers")
AMONG_CHINESE = [vector for vector in chinese_vectors()["vectors"] if vector["kind"] in OPEN_FACE_KINDS]


def with_log(index: int, **changes: Any) -> dict[str, Any]:
    """The vector file with one vector alone, its log changed."""
    vector = copy.deepcopy(DOCUMENT["vectors"][index])
    vector["log"].update(changes)
    return {**DOCUMENT, "vectors": [vector]}


@pytest.mark.parametrize("vector", DOCUMENT["vectors"], ids=lambda vector: vector["id"])
def test_a_worked_log_means_what_it_must(vector: dict[str, Any]) -> None:
    assert open_face.log(vector, DOCUMENT) == vector["expected"]


def test_the_runner_passes_the_whole_file() -> None:
    report = run_document(DOCUMENT)
    assert (report.passed, report.failures, report.skips) == (80, (), ())


@pytest.mark.parametrize("vector", AMONG_CHINESE, ids=lambda vector: vector["id"])
def test_an_open_face_case_of_chinese_poker_is_answered_as_it_must(vector: dict[str, Any]) -> None:
    adapter = open_face.CHINESE_POKER_ADAPTERS[vector["kind"]]
    assert adapter(vector, chinese_vectors()) == vector["expected"]


def test_there_are_as_many_of_these_cases_as_the_file_has() -> None:
    assert len(AMONG_CHINESE) == 20


def test_a_wrong_expectation_fails() -> None:
    wrong = with_log(0)
    wrong["vectors"][0]["expected"]["net"] = {"A": 1, "B": -1}
    assert len(run_document(wrong).failures) == 1


def test_a_key_that_is_not_expected_fails() -> None:
    wrong = with_log(0)
    del wrong["vectors"][0]["expected"]["faults"]
    assert len(run_document(wrong).failures) == 1


def test_a_switch_that_no_house_knows_fails_its_vector() -> None:
    (failure,) = run_document(with_log(0, ruleset={"preset": "ofc_classic", "fl_smiles": True})).failures
    assert failure["got"]["raised"] == "RulesetRefused"  # type: ignore[index]


def test_a_royalty_table_that_the_vector_spells_out_is_taken() -> None:
    """Vector 1 nets 2 - 1 + 1 - 2; without any royalties 2 - 1 remains."""
    plain = with_log(0, ruleset={"royalties": {"front": {}, "middle": {}, "back": {}}})
    expected = plain["vectors"][0]["expected"]
    nothing = {"front": 0, "middle": 0, "back": 0, "total": 0}
    expected.update(net={"A": 1, "B": -1}, royalties={"A": nothing, "B": nothing})
    expected["pairs"][0]["units"] = 1
    assert run_document(plain).clean


def test_a_form_with_streets_that_nobody_deals_is_skipped_and_says_so() -> None:
    odd = {**with_log(0), "forms": {"classic": {**DOCUMENT["forms"]["classic"], "streets": [[13, 0]]}}}
    (skip,) = run_document(odd).skips
    assert "classic" in str(skip["why"])


def test_an_entry_that_is_no_text_is_no_card() -> None:
    moves = copy.deepcopy(DOCUMENT["vectors"][0]["log"]["moves"])
    moves[0]["dealt"][0] = 9
    (failure,) = run_document(with_log(0, moves=moves)).failures
    assert failure["got"] == {"status": "illegal", "index": 0, "reason": "bad_card"}


def test_a_board_of_jokers_that_fouls_is_resolved_to_nothing() -> None:
    """Aces in front stand over the best that a joker makes of the middle, a pair of kings."""
    vector = {
        "ruleset": {"preset": "ofc_progressive"},
        "input": {
            "front": ["Ah", "Ad", "5c"],
            "middle": ["Kh", "Qc", "3d", "4s", "X1"],
            "back": ["9h", "9d", "9c", "7s", "7h"],
        },
    }
    assert open_face.jokers(vector, chinese_vectors()) == {"resolved": None}
