"""Ruleset documents of Three Card Poker: the seeded ones are lawful, and every fault is named at once."""

from fractions import Fraction
from typing import Any

import pytest

from engine.errors import RulesetRefused
from engine.games import three_card_poker as game
from engine.games.three_card_poker.paytables import FixedPrize, read_paytable, read_progressive
from engine.games.three_card_poker.rules import SCHEDULES, SWITCHES
from engine.validation import Reader
from support.three_card import document, fixed_stake, limits, paytable_files, rules_with, ruleset_keys, seeded, vectors

EXPECTED = vectors("three-card-expected.json")


def ante(low: str, high: str | None, step: str | None) -> dict[str, Any]:
    """The limits switch with one limit on the ante; without a step where it is None."""
    limit = {"min_minor": low, "max_minor": high, "step_minor": step}
    return limits(ante={key: value for key, value in limit.items() if key != "step_minor" or step is not None})


def faults(found: Any) -> list[tuple[str, str]]:
    with pytest.raises(RulesetRefused) as refusal:
        game.load_rules(found)
    return [(violation.code, violation.pointer) for violation in refusal.value.violations]


@pytest.mark.parametrize("key", ruleset_keys())
def test_a_seeded_ruleset_is_lawful_complete_and_has_a_source(key: str) -> None:
    seed = document(key=key)
    assert game.load_rules(seed).key == key == seed["key"]
    assert tuple(seed["switches"]) != ()
    assert set(seed["switches"]) == set(SWITCHES)
    assert set(seed["schedules"]) == set(SCHEDULES)
    assert all(seed["sources"])


PAYTABLES = [(kind, key) for kind, tables in sorted(paytable_files().items()) for key in tables]


@pytest.mark.parametrize(("kind", "key"), PAYTABLES)
def test_a_seeded_paytable_is_lawful_and_has_a_source(kind: str, key: str) -> None:
    seed, reader = paytable_files()[kind][key], Reader()
    read = read_progressive if kind == "progressive" else lambda *given: read_paytable(kind, *given)
    assert read(seed["schedule"], "", reader) is not None
    assert reader.violations == []
    assert set(seed) == {"format", "game", "kind", "key", "title", "sources", "schedule"}
    assert all(seed["sources"])
    assert seed["key"].startswith(kind)


def as_fractions(schedule: dict[str, Any]) -> dict[str, Fraction]:
    return {name: Fraction(pay) for name, pay in schedule.items()}


@pytest.mark.parametrize(
    ("kind", "section"),
    [("ante_bonus", "ante_bonus_tables"), ("pair_plus", "pair_plus_tables"), ("six_card", "six_card_bonus")],
)
def test_every_published_table_is_seeded(kind: str, section: str) -> None:
    seeds = [
        as_fractions(seed["schedule"])
        for seed in paytable_files()[kind].values()
        if not any(isinstance(pay, dict) for pay in seed["schedule"].values())
    ]
    published = [as_fractions(table["pays"]) for table in EXPECTED[section].values()]
    none = {"straight": Fraction(0), "trips": Fraction(0), "straight_flush": Fraction(0)}
    assert [table for table in published if (table or none) not in seeds] == []
    assert len(seeds) == len(published)


def test_the_standard_ruleset_is_the_default_of_the_rules_reference() -> None:
    switches = document()["switches"]
    defaults = {**EXPECTED_DEFAULTS, "limits": switches["limits"]}
    assert switches == defaults
    assert set(switches["limits"].values()) == {"none"}


EXPECTED_DEFAULTS = {
    "dealer_qualifies": "Q",
    "ante_when_not_qualified": "win",
    "tie": "push",
    "pair_plus_on_fold": "settle",
    "pair_plus_without_ante": True,
    "pair_plus_contested": "no",
    "ante_bonus_on_loss": True,
    "ante_bonus_on_fold": False,
    "six_card_on_fold": "settle",
    "six_card_needs_ante": True,
    "prime_on_fold": "settle",
    "progressive_on_fold": "settle",
    "rounding": "down",
    "chip_unit_minor": "1",
    "commission_bp": 0,
    "commission_per": "round",
    "payout_cap": "none",
    "misdeal": "void_round",
    "exposed_cards_allowed": 1,
}


@pytest.mark.parametrize("name", SWITCHES)
def test_no_switch_has_a_default(name: str) -> None:
    incomplete = document()
    del incomplete["switches"][name]
    assert faults(incomplete) == [("missing_key", "/switches")]


@pytest.mark.parametrize("name", SWITCHES)
def test_no_switch_takes_what_it_does_not_know(name: str) -> None:
    assert [pointer for _, pointer in faults(document({name: 1.5}))] == [f"/switches/{name}"]


@pytest.mark.parametrize("kind", SCHEDULES)
def test_no_schedule_may_be_missing(kind: str) -> None:
    incomplete = document()
    del incomplete["schedules"][kind]
    assert faults(incomplete) == [("missing_key", "/schedules")]


@pytest.mark.parametrize(
    ("switches", "code", "pointer"),
    [
        ({"ante_when_not_qualified": "lose"}, "wrong_value", "/switches/ante_when_not_qualified"),
        ({"commission_bp": 10_001}, "wrong_value", "/switches/commission_bp"),
        ({"commission_bp": -1}, "wrong_value", "/switches/commission_bp"),
        ({"commission_bp": True}, "wrong_value", "/switches/commission_bp"),
        ({"ante_bonus_on_loss": 1}, "wrong_value", "/switches/ante_bonus_on_loss"),
        ({"chip_unit_minor": "0"}, "wrong_value", "/switches/chip_unit_minor"),
        ({"pair_plus_without_ante": "0"}, "wrong_value", "/switches/pair_plus_without_ante"),
        ({"dealer_smiles": True}, "unknown_key", "/switches/dealer_smiles"),
        ({"limits": {}}, "missing_key", "/switches/limits"),
        (ante("200", "100", "1"), "limits_reversed", "/switches/limits/ante"),
        (ante("0", "100", "1"), "wrong_value", "/switches/limits/ante/min_minor"),
        (ante("10", "none", "4"), "not_a_step", "/switches/limits/ante/min_minor"),
        (ante("10", None, "5"), "wrong_money", "/switches/limits/ante/max_minor"),
        (ante("10", "20", None), "missing_key", "/switches/limits/ante"),
        (limits(play=fixed_stake(5)), "unknown_key", "/switches/limits/play"),
        ({"payout_cap": {"minor": "0", "per": "seat", "over": "refuse"}}, "wrong_value", "/switches/payout_cap/minor"),
        ({"payout_cap": {"minor": "5", "per": "day", "over": "refuse"}}, "wrong_value", "/switches/payout_cap/per"),
        ({"payout_cap": {"minor": "5", "per": "seat", "over": "share"}}, "wrong_value", "/switches/payout_cap/over"),
        ({"payout_cap": {"minor": "5", "per": "seat"}}, "missing_key", "/switches/payout_cap"),
        ({"payout_cap": "off"}, "wrong_type", "/switches/payout_cap"),
    ],
)  # fmt: skip
def test_a_switch_out_of_its_bounds_is_refused(switches: dict[str, Any], code: str, pointer: str) -> None:
    assert (code, pointer) in faults(document(switches))


def changed(kind: str, key: str, **lines: Any) -> dict[str, Any]:
    return document({}, {kind: {**seeded(kind, key), **lines}})


PAYS = "/schedules/progressive/pays"


def pair_plus(**lines: Any) -> dict[str, Any]:
    return changed("pair_plus", "40_30_6_3_1", **lines)


def six_card(**lines: Any) -> dict[str, Any]:
    return changed("six_card", "1000_200_100_20_15_10_7", **lines)


def progressive(**lines: Any) -> dict[str, Any]:
    return changed("progressive", "500_70_60_6", **lines)


@pytest.mark.parametrize(
    ("found", "code", "pointer"),
    [
        (pair_plus(flush=3.0), "wrong_odds", "/schedules/pair_plus/flush"),
        (pair_plus(flush=-1), "wrong_odds", "/schedules/pair_plus/flush"),
        (pair_plus(flush="3 to 1"), "wrong_odds", "/schedules/pair_plus/flush"),
        (pair_plus(flush=None), "wrong_odds", "/schedules/pair_plus/flush"),
        (pair_plus(flush=1_000_001), "wrong_odds", "/schedules/pair_plus/flush"),
        (pair_plus(flush={"fixed_minor": "5"}), "wrong_odds", "/schedules/pair_plus/flush"),
        (pair_plus(quads=100), "cannot_occur", "/schedules/pair_plus/quads"),
        (pair_plus(high_card=1), "cannot_occur", "/schedules/pair_plus/high_card"),
        (pair_plus(colour=2), "unknown_category", "/schedules/pair_plus/colour"),
        (changed("ante_bonus", "1_4_5", royal_flush=9), "cannot_occur", "/schedules/ante_bonus/royal_flush"),
        (six_card(mini_royal=9), "cannot_occur", "/schedules/six_card/mini_royal"),
        (six_card(quads={"fixed_minor": "0"}), "wrong_value", "/schedules/six_card/quads/fixed_minor"),
        (six_card(quads={"meter_bp": 5}), "unknown_key", "/schedules/six_card/quads/meter_bp"),
        (changed("prime", "3_4", mixed=1), "cannot_occur", "/schedules/prime/mixed"),
        (document({}, {"ante_bonus": {"straight": 1, "trips": 4}}), "missing_category", "/schedules/ante_bonus"),
        (document({}, {"ante_bonus": None}), "wrong_type", "/schedules/ante_bonus"),
        (document({}, {"ante_bonus": "ante_bonus_1_4_5"}), "wrong_type", "/schedules/ante_bonus"),
        (document({}, {"side_bet": "off"}), "unknown_key", "/schedules/side_bet"),
        (progressive(buddy=None), "wrong_odds", "/schedules/progressive/buddy"),
        (progressive(on="dealer"), "wrong_value", "/schedules/progressive/on"),
        (progressive(verify_meter="yes"), "wrong_type", "/schedules/progressive/verify_meter"),
        (progressive(pays={"straight_flush": 70}), "no_meter", "/schedules/progressive/pays"),
        (progressive(pays={"straight_flush": {"meter_bp": 10_001}}), "wrong_value", f"{PAYS}/straight_flush/meter_bp"),
        (progressive(), "stake_not_fixed", "/switches/limits/progressive"),
    ],
)  # fmt: skip
def test_a_paytable_that_is_not_complete_and_lawful_is_refused(found: dict[str, Any], code: str, pointer: str) -> None:
    assert (code, pointer) in faults(found)


def test_every_fault_is_named_at_once() -> None:
    found = document(
        {"tie": "dealer", "commission_bp": "10"},
        {"ante_bonus": {"straight": 1.5, "trips": 4}, "pair_plus": {**seeded("pair_plus", "40_30_6_3_1"), "odd": 1}},
    )
    del found["switches"]["misdeal"]
    assert faults(found) == [
        ("missing_key", "/switches"),
        ("wrong_value", "/switches/tie"),
        ("wrong_value", "/switches/commission_bp"),
        ("wrong_odds", "/schedules/ante_bonus/straight"),
        ("missing_category", "/schedules/ante_bonus"),
        ("unknown_category", "/schedules/pair_plus/odd"),
    ]


def test_a_ruleset_of_another_game_is_refused() -> None:
    assert faults({**document(), "game": "kowah"}) == [("wrong_game", "/game")]


def test_a_line_that_a_table_leaves_out_falls_back_to_the_next_it_has() -> None:
    table = rules_with({}, {"ante_bonus": {**seeded("ante_bonus", "1_4_5"), "mini_royal": 9}}).ante_bonus
    assert table is not None
    assert table.pays == (None, None, None, 1, 4, 5, 9, 9)
    millionaire = rules_with(key="tcp_millionaire_maker").six_card
    assert millionaire is not None
    assert millionaire.pays[8:] == (1000, 1000, FixedPrize(10_000_000), FixedPrize(10_000_000), FixedPrize(100_000_000))
