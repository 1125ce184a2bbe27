"""The worked cases of Three Card Poker, one by one."""

from typing import Any

import pytest

from engine.conformance.runner import run_document
from engine.conformance.three_card import settle_vector
from support.three_card import vectors

DOCUMENT = vectors("three-card.json")


@pytest.mark.parametrize("vector", DOCUMENT["vectors"], ids=lambda vector: vector["id"])
def test_a_worked_case_settles_as_it_must(vector: dict[str, Any]) -> None:
    assert settle_vector(vector, DOCUMENT) == vector["expected"]


def test_the_runner_passes_the_whole_file() -> None:
    report = run_document(DOCUMENT)
    assert (report.passed, report.failures, report.skips) == (46, (), ())


def test_a_wrong_expectation_fails() -> None:
    wrong = {**DOCUMENT["vectors"][0], "expected": {**DOCUMENT["vectors"][0]["expected"], "returned": 3001}}
    assert len(run_document({**DOCUMENT, "vectors": [wrong]}).failures) == 1


def test_a_rule_that_no_table_knows_fails_its_vector() -> None:
    odd = {**DOCUMENT["vectors"][0], "rules": {"dealer_smiles": True}}
    assert len(run_document({**DOCUMENT, "vectors": [odd]}).failures) == 1


def test_a_paytable_that_no_table_knows_fails_its_vector() -> None:
    first = DOCUMENT["vectors"][0]
    odd = {**first, "paytable": {**first["paytable"], "lucky_ladies": {"pair": 4}}}
    assert len(run_document({**DOCUMENT, "vectors": [odd]}).failures) == 1
