"""The worked cases of Chinese poker, one by one; kinds of Open-Face are covered beside that game."""

from typing import Any

import pytest

from engine.conformance.chinese_poker import ADAPTERS, rules_of
from engine.conformance.runner import agrees
from engine.errors import RulesetRefused
from support.chinese_poker import PRESETS, rules, vectors

DOCUMENT = vectors()
CASES = [vector for vector in DOCUMENT["vectors"] if vector["kind"] in ADAPTERS]
OPEN_FACE = {"fantasyland", "streets", "super_bowl", "jokers"}


@pytest.mark.parametrize("vector", CASES, ids=lambda vector: vector["id"])
def test_a_worked_case_comes_out_as_it_must(vector: dict[str, Any]) -> None:
    assert agrees(vector["expected"], ADAPTERS[vector["kind"]](vector, DOCUMENT), exact=True)


def test_every_kind_but_open_face_and_the_best_setting_is_answered() -> None:
    assert set(DOCUMENT["kinds"]) - set(ADAPTERS) - OPEN_FACE == {"solve"}
    assert len(CASES) == 102


def test_a_switch_that_no_house_knows_is_refused_and_not_overlooked() -> None:
    with pytest.raises(RulesetRefused) as refusal:
        rules_of({"preset": "hk", "dealer_smiles": True}, DOCUMENT)
    assert [(v.code, v.pointer) for v in refusal.value.violations] == [("unknown_key", "/switches/dealer_smiles")]


def test_a_vector_may_name_units_with_a_fraction() -> None:
    from fractions import Fraction

    found = rules_of({"surrender": Fraction(5, 2), "naturals": [["dragon", Fraction(7, 2)]]}, DOCUMENT)
    assert (found.dead.surrender, found.naturals.units["dragon"]) == (Fraction(5, 2), Fraction(7, 2))


def test_an_entry_error_in_a_round_is_answered_by_its_code() -> None:
    settle = next(vector for vector in CASES if vector["kind"] == "settle")
    first, second = settle["input"]["players"]
    twice = {**settle, "input": {"players": [first, {**second, "front": first["front"]}]}}
    assert ADAPTERS["settle"](twice, DOCUMENT) == {"error": "duplicate_card"}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_seeded_presets_are_those_of_the_vectors(preset: str) -> None:
    """What scores is equal; table penalties, match lengths and the key are the seeds' own."""
    ours, theirs = rules(preset), rules_of({"preset": preset}, DOCUMENT)
    for part in (
        "rows",
        "royalties",
        "pairs",
        "foul",
        "home_run_mult",
        "home_run_min",
        "to_banker",
        "fourteen",
        "stake",
    ):
        assert getattr(ours, part) == getattr(theirs, part), part
    assert list(ours.naturals.units.items()) == list(theirs.naturals.units.items())
    assert (ours.naturals.auto, ours.naturals.versus) == (theirs.naturals.auto, theirs.naturals.versus)
    assert ours.dead.surrender == theirs.dead.surrender
