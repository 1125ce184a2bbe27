"""Ruleset documents of Kowah: the seeded one is lawful, and every fault is named at once."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RulesetRefused
from engine.games import kowah as game
from engine.games.kowah.switches import SWITCHES
from support.kowah import document, seed, vectors

FEE_ON_WINS = {"take": "fixed", "per": "win", "amount_minor": "5"}
FEE_PER_ROUND = {"take": "fixed", "per": "round", "amount_minor": "5"}


def faults(found: Any) -> list[tuple[str, str]]:
    with pytest.raises(RulesetRefused) as refusal:
        game.load_rules(found)
    return [(violation.code, violation.pointer) for violation in refusal.value.violations]


def test_the_seeded_ruleset_is_lawful_complete_and_has_sources() -> None:
    assert game.load_rules(seed()).key == "kowah_cheki" == seed()["key"]
    assert set(seed()["switches"]) == set(SWITCHES)
    assert seed()["schedules"] == {}
    assert all(seed()["sources"])


def test_the_seeded_ruleset_has_the_defaults_of_the_reference() -> None:
    switches = seed()["switches"]
    named = vectors()["default_rules"]
    assert {name: switches[name] for name in named} == named
    assert (switches["seats"], switches["copies"], switches["hand_size"]) == (3, 4, 8)
    assert switches["multipliers"] == {"self_draw": 3, "opponent_draw": 1, "discard": 2}
    assert (switches["pair"], switches["final_match"], switches["honour_groups"]) == ("identical", "exact", "own_kind")
    assert (switches["points"], switches["stake"]) == ("off", "none")


def test_in_the_seeded_ruleset_an_exchange_of_discards_comes_to_an_end() -> None:
    assert seed()["switches"]["take_cap"] == 100


@pytest.mark.parametrize("name", SWITCHES)
def test_no_switch_has_a_default(name: str) -> None:
    incomplete = document()
    del incomplete["switches"][name]
    assert faults(incomplete) == [("missing_key", "/switches")]


@pytest.mark.parametrize("name", SWITCHES)
def test_no_switch_takes_what_it_does_not_know(name: str) -> None:
    for odd in (1.5, None, "odd", [], {"odd": 1}, 10**20):
        assert faults(document(**{name: odd})) == [("wrong_value", f"/switches/{name}")]


@pytest.mark.parametrize(
    "switches",
    [
        {"seats": 1},
        {"seats": 7},
        {"seats": True},
        {"copies": 2},
        {"copies": 9},
        {"hand_size": 9},
        {"take_cap": 0},
        {"take_cap": True},
        {"multipliers": {"self_draw": 3, "opponent_draw": 1}},
        {"multipliers": {"self_draw": 3, "opponent_draw": 1, "discard": 0}},
        {"multipliers": {"self_draw": 3, "opponent_draw": 1, "discard": True}},
        {"multipliers": {"self_draw": 3, "opponent_draw": 1, "discard": 101}},
        {"multipliers": {"self_draw": 3, "opponent_draw": 1, "discard": 2, "gift": 1}},
        {"chip_unit_minor": "0"},
        {"fee": {"take": "fixed", "per": "round", "amount_minor": "0"}},
    ],
)
def test_a_switch_out_of_its_bounds_is_refused(switches: dict[str, Any]) -> None:
    (name,) = switches
    assert faults(document(**switches)) == [("wrong_value", f"/switches/{name}")]


@pytest.mark.parametrize(
    ("switches", "name"),
    [
        ({"teams": "two"}, "teams"),
        ({"teams": "two", "seats": 5}, "teams"),
        ({"teams": "two", "seats": 2}, "teams"),
        ({"seats": 6, "hand_size": 14, "copies": 3}, None),
        ({"seats": 6, "hand_size": 14, "copies": 4, "teams": "two"}, None),
        ({"pair": "rank", "shape": "free"}, "pair"),
        ({"pair": "rank", "final_match": "rank"}, "shape"),
        ({"pair": "rank", "final_match": "rank", "shape": "free"}, None),
        ({"final_match": "rank"}, None),
        ({"fee": FEE_ON_WINS}, "fee"),
        ({"fee": FEE_ON_WINS, "stake": "all_pay"}, None),
        ({"fee": FEE_PER_ROUND}, None),
        ({"fee": FEE_PER_ROUND, "chip_unit_minor": "7"}, "fee"),
        ({"return_taken_card": False, "copies": 6, "hand_size": 5}, "return_taken_card"),
        ({"return_taken_card": False, "copies": 5, "hand_size": 5}, None),
        ({"return_taken_card": False, "copies": 8}, None),
    ],
)
def test_switches_that_contradict_each_other_are_refused(switches: dict[str, Any], name: str | None) -> None:
    if name is None:
        assert game.load_rules(document(**switches)).key == "kowah_cheki"
    else:
        assert faults(document(**switches)) == [("contradiction", f"/switches/{name}")]


def test_a_deal_must_leave_a_stock() -> None:
    """6 seats of 14 are 84 of 90 cards: no lawful size takes the whole pack, and the smallest stock is of 6 cards."""
    sizes = [
        game.load_rules(document(seats=seats, hand_size=size, copies=copies)).stock_size
        for seats in range(2, 7)
        for size in (5, 8, 11, 14)
        for copies in range(3, 9)
    ]
    assert min(sizes) == 90 - 84


def test_every_fault_is_named_at_once() -> None:
    found = document(shape="odd", seats="3", declares="never")
    del found["switches"]["copies"]
    found["schedules"] = {"royalties": {}}
    assert faults(found) == [
        ("unknown_key", "/switches/declares"),
        ("missing_key", "/switches"),
        ("wrong_value", "/switches/seats"),
        ("wrong_value", "/switches/shape"),
        ("unknown_key", "/schedules/royalties"),
    ]


def test_a_ruleset_of_another_game_is_refused() -> None:
    assert faults({**document(), "game": "open_face_chinese"}) == [("wrong_game", "/game")]


leaves = st.none() | st.booleans() | st.integers(-2, 20) | st.sampled_from(["none", "rank", "two", "1/20", "x", 1.5])
anything = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
)
changes = st.dictionaries(st.sampled_from([*SWITCHES, "odd"]), anything, max_size=4)


@given(
    changes, st.dictionaries(st.sampled_from(["format", "game", "key", "switches", "schedules"]), anything, max_size=1)
)
@settings(deadline=None, max_examples=300)
def test_whatever_stands_in_a_ruleset_it_is_lawful_or_refused_with_codes(
    switches: dict[str, Any], envelope: dict[str, Any]
) -> None:
    refused: tuple[Any, ...] = ()
    try:
        game.load_rules({**document(**switches), **envelope})
    except RulesetRefused as refusal:
        refused = refusal.violations
        assert refused
    assert all(one.code and one.detail and one.pointer[:1] in ("", "/") for one in refused)
