"""Rulesets of Open-Face: the seeded ones are complete and sourced, and what is wrong with one is all told."""

from typing import Any

import pytest

from engine.errors import RulesetRefused
from engine.games import open_face_chinese as game
from engine.games.open_face_chinese.switches import SWITCHES
from support.open_face import PRESETS, document, royalty_files, rules, seed, vectors


def refusals(made: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(RulesetRefused) as refused:
        game.load_rules(made)
    return [(violation.code, violation.pointer) for violation in refused.value.violations]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_seeded_ruleset_is_lawful_complete_and_sourced(preset: str) -> None:
    assert game.load_rules(seed(preset)).key == preset
    assert list(seed(preset)["switches"]) == list(SWITCHES)
    assert len(seed(preset)["sources"]) > 1


@pytest.mark.parametrize("preset", PRESETS)
def test_a_seeded_ruleset_plays_as_the_shared_preset(preset: str) -> None:
    header = vectors()
    shared = {**header["defaults"], **header["presets"][preset]}
    assert seed(preset)["schedules"]["royalties"] == header["royalties"][shared.pop("royalties")]
    assert {name: seed(preset)["switches"][name] for name in shared} == shared


@pytest.mark.parametrize("key", ["ofc", "ofc27"])
def test_a_seeded_royalty_table_names_its_game_and_its_sources(key: str) -> None:
    file = royalty_files()["royalties"][key]
    assert (file["game"], file["kind"]) == ("open_face_chinese", "royalties")
    assert file["sources"]


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_must_be_there(name: str) -> None:
    made = document()
    del made["switches"][name]
    assert refusals(made) == [("missing_key", "/switches")]


@pytest.mark.parametrize("name", SWITCHES)
def test_a_value_that_no_house_knows_is_refused(name: str) -> None:
    assert ("wrong_value", f"/switches/{name}") in refusals(document(**{name: "odd"}))


@pytest.mark.parametrize(
    ("switches", "pointers"),
    [
        ({"variant": "front_low"}, ["/switches/variant"]),
        ({"tie": "banker"}, ["/switches/tie"]),
        ({"jokers": 3}, ["/switches/jokers"]),
        ({"jokers": True}, ["/switches/jokers"]),
        ({"ofc": "progressive"}, ["/switches/ofc"]),
        ({"fl_cards": 14}, ["/switches/fl_cards"]),
        ({"royalty_levels": []}, ["/switches/royalty_levels"]),
        ({"royalty_levels": [1, 0]}, ["/switches/royalty_levels"]),
        ({"royalty_base_pot_minor": "0"}, ["/switches/royalty_base_pot_minor"]),
        ({"loss_limit_units": 0, "super_bowl_from": 0}, ["/switches/super_bowl_from", "/switches/loss_limit_units"]),
    ],
)
def test_unlawful_values_are_all_named(switches: dict[str, Any], pointers: list[str]) -> None:
    assert refusals(document(**switches)) == [("wrong_value", pointer) for pointer in pointers]


@pytest.mark.parametrize(
    ("switches", "pointer"),
    [
        ({"royalty_mult": 2, "royalty_levels": [1, 2]}, "/switches/royalty_mult"),
        ({"royalty_mult": 2, "royalty_base_pot_minor": "100"}, "/switches/royalty_mult"),
        ({"royalty_levels": [1, 2], "royalty_base_pot_minor": "100"}, "/switches/royalty_levels"),
        ({"fl_low_wheel_enters": True}, "/switches/fl_low_wheel_enters"),
        ({"fl_super": True}, "/switches/fl_super"),
        ({"loss_limit_units": 50, "short_stack": "uncapped"}, "/switches/loss_limit_units"),
        ({"stake": 2, "stake_schedule": [1, 2]}, "/switches/stake"),
    ],
)
def test_switches_that_contradict_each_other_are_refused(switches: dict[str, Any], pointer: str) -> None:
    assert refusals(document(**switches)) == [("contradiction", pointer)]


def test_unknown_switches_schedules_and_royalties_are_named_at_once() -> None:
    made = document(fl_smiles=True, royalties={"front": {"quads": 22}, "middle": {}, "back": {}})
    made["schedules"]["naturals"] = "off"
    assert refusals(made) == [
        ("unknown_key", "/switches/fl_smiles"),
        ("unknown_key", "/schedules/naturals"),
        ("impossible_royalty", "/schedules/royalties/front/quads"),
    ]


def test_a_low_middle_is_paid_for_lows_alone() -> None:
    made = document("ofc_27", royalties=seed("ofc_pineapple")["schedules"]["royalties"])
    assert {code for code, pointer in refusals(made)} == {"impossible_royalty"}


def test_a_ruleset_of_another_game_is_refused() -> None:
    assert refusals({**document(), "game": "chinese_poker"}) == [("wrong_game", "/game")]


def test_the_granted_numbers_of_cards_follow_from_the_switches() -> None:
    assert rules("ofc_classic").granted == {13}
    assert rules("ofc_pineapple").granted == {14}
    assert rules("ofc_progressive").granted == {14, 15, 16, 17}
    assert rules("ofc_27").granted == {14, 15}
    assert rules("ofc_27", fl_cards="13").granted == {13, 14}
