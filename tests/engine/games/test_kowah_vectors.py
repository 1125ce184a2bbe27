"""The worked cases of Kowah, one by one."""

from typing import Any

import pytest

from engine.conformance.kowah import ADAPTERS
from engine.conformance.runner import run_document
from support.kowah import vectors

DOCUMENT = vectors()
CASES = [(kind, vector) for kind in ("ready", "logs", "legal_moves") for vector in DOCUMENT[kind]]


@pytest.mark.parametrize(("kind", "vector"), CASES, ids=[vector["id"] for _, vector in CASES])
def test_a_worked_case_comes_out_as_it_must(kind: str, vector: dict[str, Any]) -> None:
    assert ADAPTERS[kind](vector, DOCUMENT) == vector["waits" if kind == "ready" else "expected"]


def test_the_runner_passes_the_whole_file() -> None:
    report = run_document(DOCUMENT)
    assert (report.passed, report.failures, report.skips) == (63, (), ())


@pytest.mark.parametrize(
    ("kind", "key", "wrong"),
    [
        ("ready", "waits", ["C2"]),
        ("logs", "expected", {"status": "drawn", "index": 7}),
        ("legal_moves", "expected", []),
    ],
)
def test_a_wrong_expectation_fails(kind: str, key: str, wrong: object) -> None:
    document = {**DOCUMENT, "ready": [], "logs": [], "legal_moves": [], kind: [{**DOCUMENT[kind][0], key: wrong}]}
    assert len(run_document(document).failures) == 1


def alone(kind: str, **changed: Any) -> dict[str, Any]:
    """The file with nothing but the first vector of a kind, changed."""
    return {**DOCUMENT, "ready": [], "logs": [], "legal_moves": [], kind: [{**DOCUMENT[kind][0], **changed}]}


def test_a_switch_that_no_house_knows_fails_its_vector() -> None:
    assert len(run_document(alone("logs", rules={"dealer_smiles": True})).failures) == 1


@pytest.mark.parametrize(
    "hand",
    [
        "C5 S5 M5 C2 C2",
        "C5 S5 M5 C2 C2 C7 C7 C7 S9 S9 S9",
        "C5 C5 C5 C5 C5 C5 C7 C7",
        "WS WS WS C5 C5 C5 C7 C7",
        "C5 S5 M5 C7 C7 S7 C2 X",
    ],
)
def test_what_is_no_hand_of_this_game_waits_for_nothing(hand: str) -> None:
    assert run_document(alone("ready", hand=hand.split(), waits=[])).passed == 1
    assert len(run_document(alone("ready", hand=hand.split(), waits=["C2"])).failures) == 1


def test_a_vector_may_be_about_a_switch_that_the_format_does_not_name() -> None:
    hand = ["OT", "C1", "S1", "C3", "S3", "M3", "C9", "C9"]
    assert run_document(alone("ready", hand=hand, waits=["C9"], rules={"honour_groups": "with_ones"})).passed == 1


LOG = DOCUMENT["logs"][0]["log"]


@pytest.mark.parametrize(
    ("events", "index", "reason"),
    [
        ([{"t": None, "p": 0}], 0, "unknown_event"),
        ([{"p": 0}], 0, "unknown_event"),
        ([{"t": "draw" * 5, "p": 0, "c": "C2"}], 0, "unknown_event"),
        ([{"t": "draw", "p": 0, "c": "C2" * 9}], 0, "unknown_card"),
        ([{"t": "draw", "p": -1, "c": "C2"}], 0, "not_your_turn"),
        ([{"t": "pass", "p": 0, "c": "C1"}], 0, "unknown_event"),
        ([{"t": "draw", "p": 0}], 0, "unknown_card"),
        ([{"t": "draw", "p": 0, "c": 7}], 0, "unknown_card"),
        ([{"t": "draw", "p": 7, "c": "C2"}], 0, "not_your_turn"),
        ([{"t": "draw", "p": 0, "c": "C2"}, {"t": "discard", "p": 0}], 1, "unknown_card"),
        ([{"t": "draw", "p": 0, "c": "C2"}, {"t": "declare", "p": 0}], 1, "unknown_card"),
    ],
)
def test_an_event_without_what_it_needs_is_illegal_where_it_stands(events: list[Any], index: int, reason: str) -> None:
    expected = {"status": "illegal", "index": index, "reason": reason}
    assert ADAPTERS["logs"]({"log": {**LOG, "events": events}}, DOCUMENT) == expected


def test_a_log_of_too_few_hands_is_a_wrong_deal() -> None:
    expected = {"status": "illegal", "index": -1, "reason": "deal_wrong_seats"}
    assert ADAPTERS["logs"]({"log": {**LOG, "hands": LOG["hands"][:2]}}, DOCUMENT) == expected
    assert ADAPTERS["legal_moves"]({"log": {**LOG, "first": 3}}, DOCUMENT) == expected
    assert ADAPTERS["logs"]({"log": {**LOG, "first": -1}}, DOCUMENT) == expected
