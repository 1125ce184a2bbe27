"""Ruleset documents of Chinese poker: the seeded ones are lawful, and every fault is named at once."""

from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RulesetRefused
from engine.games import chinese_poker as game
from engine.games.chinese_poker.naturals import read_naturals
from engine.games.chinese_poker.rules import SCHEDULES
from engine.games.chinese_poker.switches import SWITCHES
from engine.games.royalties import read_royalties
from engine.rulesets import OFF
from engine.validation import Reader
from support.chinese_poker import PRESETS, document, library, rules, seed
from support.plain_data import places


def faults(found: Any) -> list[tuple[str, str]]:
    with pytest.raises(RulesetRefused) as refusal:
        game.load_rules(found)
    return [(violation.code, violation.pointer) for violation in refusal.value.violations]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_seeded_ruleset_is_lawful_complete_and_has_sources(preset: str) -> None:
    found = seed(preset)
    assert game.load_rules(document(preset)).key == preset == found["key"]
    assert set(found["switches"]) == set(SWITCHES)
    assert set(found["schedules"]) == set(SCHEDULES)
    assert all(found["sources"])
    assert found["title"]


@pytest.mark.parametrize("key", sorted(library()["royalties"]))
def test_a_seeded_royalty_schedule_is_lawful_and_has_a_source(key: str) -> None:
    found, reader = library()["royalties"][key], Reader()
    assert read_royalties(found["schedule"], "", None, reader) is not None
    assert set(found) == {"format", "game", "kind", "key", "title", "sources", "schedule"}
    assert all(found["sources"])


@pytest.mark.parametrize("key", sorted(library()["naturals"]))
def test_a_seeded_list_of_naturals_is_lawful_and_has_a_source(key: str) -> None:
    found, reader = library()["naturals"][key], Reader()
    assert read_naturals(found["schedule"], "", reader)
    assert reader.violations == []
    assert set(found) == {"format", "game", "kind", "key", "title", "sources", "schedule"}
    assert all(found["sources"])


def test_every_fault_of_a_document_is_named_in_one_answer() -> None:
    schedules = {
        "royalties": {"front": {"quads": 22, "flush": 1}, "middle": {"trips": -1}, "back": {}},
        "naturals": [["dragon", 13], ["dragon", 5], ["blaze", 2], ["six_pairs", "scoop+"], ["three_flushes"]],
        "side_bets": {"front_pair": {"quads": 0, "pair": 0}, "lucky": {}},
    }
    found = document("pusoy", schedules, method="1-5", home_run_min=4, surrender=0, dealer_smiles=True)
    del found["switches"]["wheel"]
    assert faults(found) == [
        ("unknown_key", "/switches/dealer_smiles"),
        ("missing_key", "/switches"),
        ("wrong_value", "/switches/method"),
        ("wrong_value", "/switches/home_run_min"),
        ("wrong_value", "/switches/surrender"),
        ("impossible_royalty", "/schedules/royalties/front/quads"),
        ("impossible_royalty", "/schedules/royalties/front/flush"),
        ("wrong_value", "/schedules/royalties/middle/trips"),
        ("duplicate_natural", "/schedules/naturals/1/0"),
        ("unknown_natural", "/schedules/naturals/2/0"),
        ("wrong_value", "/schedules/naturals/3/1"),
        ("wrong_type", "/schedules/naturals/4"),
        ("unknown_key", "/schedules/side_bets/lucky"),
        ("unknown_key", "/schedules/side_bets/front_pair/quads"),
        ("wrong_value", "/schedules/side_bets/front_pair/pair"),
    ]


@pytest.mark.parametrize(
    ("row", "entry"),
    [
        ("front", "two_pair"),
        ("front", "straight"),
        ("front", "flush"),
        ("front", "full_house"),
        ("front", "quads"),
        ("front", "straight_flush"),
        ("front", "royal_flush"),
        ("front", "pair_1"),
        ("front", "low_9"),
        ("middle", "low_9"),
        ("middle", "low_75432"),
        ("back", "five_of_a_kind"),
        ("back", "straight_9"),
        ("back", ""),
    ],
)
def test_a_royalty_that_cannot_occur_is_refused(row: str, entry: str) -> None:
    table: dict[str, Any] = {"front": {}, "middle": {}, "back": {}}
    table[row][entry] = 5
    assert faults(document("pusoy", {"royalties": table})) == [
        ("impossible_royalty", f"/schedules/royalties/{row}/{entry}")
    ]


@pytest.mark.parametrize(
    ("variant", "row", "entry"),
    [
        ("middle_low", "middle", "full_house"),
        ("middle_low", "middle", "low_6"),
        ("middle_low", "back", "low_7"),
        ("front_low", "front", "trips"),
        ("front_low", "front", "low_3"),
        ("front_low", "middle", "low_8"),
    ],
)
def test_a_low_row_is_paid_for_low_hands_only(variant: str, row: str, entry: str) -> None:
    table: dict[str, Any] = {"front": {}, "middle": {}, "back": {}}
    table[row][entry] = 5
    found = faults(document("pusoy", {"royalties": table}, variant=variant))
    assert found == [("impossible_royalty", f"/schedules/royalties/{row}/{entry}")]


def test_a_low_front_with_the_ace_low_may_be_a_three() -> None:
    table = {"front": {"low_3": 5}, "middle": {}, "back": {}}
    assert rules("pusoy", {"royalties": table}, variant="front_low", low_front_ace="low").royalties.most == (5, 0, 0)


@pytest.mark.parametrize(
    ("switches", "pointer"),
    [
        ({"middle_over_back": "swap", "variant": "middle_low"}, "/switches/middle_over_back"),
        ({"natural_vs_natural": "first_announced", "natural_claim": "auto"}, "/switches/natural_vs_natural"),
        ({"stake": 5, "stake_schedule": [1, 2]}, "/switches/stake"),
    ],
)
def test_lawful_switches_that_contradict_each_other_are_refused(switches: dict[str, Any], pointer: str) -> None:
    schedules = {"royalties": OFF}
    assert faults(document("pusoy", schedules, **switches)) == [("contradiction", pointer)]


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("suit_order", "cdh"),
        ("suit_order", "cdhh"),
        ("foul_pays", "all"),
        ("foul_pays", 0),
        ("foul_pays", -3),
        ("foul_pays", 2.5),
        ("foul_pays", 1001),
        ("surrender", True),
        ("home_run_mult", 3),
        ("win_cap", 1),
        ("royalty_mult", 0),
        ("match_rounds", []),
        ("match_rounds", [3, 3]),
        ("match_rounds", [7]),
        ("match_rounds", [True]),
        ("match_rounds", "open"),
        ("stake", 0),
        ("stake_schedule", []),
        ("stake_schedule", [1, 0]),
        ("stake_schedule", [1.0]),
        ("chip_unit_minor", 1),
        ("chip_unit_minor", "0"),
        ("rounding", "up"),
        ("fee", {}),
        ("fee", {"take": "fixed", "per": "pot"}),
        ("fee", {"take": "fixed", "per": "hour", "amount_minor": "1"}),
        ("fee", {"take": "fixed", "per": "pot", "amount_minor": "0"}),
        ("fee", {"take": "percent", "per": "round", "rate": "1/20", "cap_minor": "none", "rounding": "down"}),
        ("fee", {"take": "percent", "per": "win", "rate": "1.5", "cap_minor": "none", "rounding": "down"}),
        ("fee", {"take": "percent", "per": "win", "rate": 0.05, "cap_minor": "none", "rounding": "down"}),
        ("fee", {"take": "percent", "per": "win", "rate": "1/20", "cap_minor": 5, "rounding": "down"}),
        ("fee", {"take": "percent", "per": "win", "rate": "1/20", "cap_minor": "none", "rounding": "reject"}),
    ],
)
def test_a_wrong_value_of_a_switch_is_refused(name: str, wrong: Any) -> None:
    assert faults(document("pusoy", **{name: wrong})) == [("wrong_value", f"/switches/{name}")]


def test_units_may_be_exact_fractions_and_the_rules_know_how_they_split_a_unit() -> None:
    table = {"front": {"trips": "2.5"}, "middle": {}, "back": {}}
    found = rules("pusoy", {"royalties": table, "naturals": [["dragon", "40/3"]]}, surrender="3/2")
    assert found.dead.surrender == Fraction(3, 2)
    assert found.denominator == 6


def test_a_table_that_does_not_use_a_schedule_says_so_in_one_word() -> None:
    found = rules("pusoy", {"royalties": OFF, "naturals": OFF, "side_bets": OFF})
    assert (found.royalties.most, dict(found.naturals.units), found.side_bets.offered) == ((0, 0, 0), {}, ())


def test_quoted_as_worth_instead_of_one_a_royalty_adds_one_less() -> None:
    table = {"front": {"trips": 3}, "middle": {"flush": 1}, "back": {"quads": 4}}
    assert rules("hk", {"royalties": table}, royalty_mult=2).royalties.most == (4, 0, 6)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
PLACES = list(places(document("fujian")))


def with_junk(data: Any, at: tuple[Any, ...], junk: Any) -> Any:
    if not at:
        return junk
    copy = list(data) if isinstance(data, list) else dict(data)
    copy[at[0]] = with_junk(data[at[0]], at[1:], junk)
    return copy


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(PLACES), JUNK)
def test_a_damaged_ruleset_is_refused_by_code_or_still_lawful(at: tuple[Any, ...], junk: Any) -> None:
    with suppress(RulesetRefused):
        game.load_rules(with_junk(document("fujian"), at, junk))


@settings(max_examples=100, deadline=None)
@given(JUNK)
def test_anything_at_all_is_refused_by_code(junk: Any) -> None:
    with pytest.raises(RulesetRefused):
        game.load_rules(junk)
