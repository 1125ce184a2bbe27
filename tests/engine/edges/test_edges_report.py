"""The report of a ruleset, of a paytable, of a change; the progressive's meter; the largest liability."""

import json
from fractions import Fraction
from typing import Any

import pytest

from engine.edges import edge_difference, edge_report, edges
from engine.edges.ante import from_strength
from engine.edges.deals import HANDS
from engine.edges.liability import UnlimitedBets, highest_stakes, largest_liability
from engine.edges.progressive import buddy_return, meter_return, progressive_figures
from engine.edges.side import StakeNeeded, six_card_figures
from engine.errors import RulesetRefused
from engine.games.three_card_poker.rating import Q64
from support.three_card import document, fixed_stake, limits, paytable_files, rules_with, ruleset_keys, seeded

LIMIT = {"min_minor": "100", "max_minor": "10000", "step_minor": "100"}
ONE = fixed_stake(100)


def with_progressive(**changes: Any) -> Any:
    table = {**seeded("progressive", "500_70_60_6"), **changes}
    return rules_with(limits(progressive=ONE), {"progressive": table})


@pytest.mark.parametrize("key", ruleset_keys())
def test_the_report_of_a_seeded_ruleset_is_plain_json_without_floats(key: str) -> None:
    report = edge_report(document(key=key))
    text = json.dumps(report)
    assert json.loads(text, parse_float=lambda _: pytest.fail("a float stands in a report")) == report
    assert set(report) == {
        *("game", "key", "bets", "strategy", "spread", "liability", "frequencies", "not_counted"),
    }


def test_the_report_of_the_standard_ruleset_says_what_is_published() -> None:
    report: Any = edge_report(document())
    assert report["bets"]["ante"]["house_edge"]["exact"] == "686689/20358520"
    assert report["bets"]["ante"]["mean_wager"]["exact"] == "370/221"
    assert report["bets"]["ante"]["standard_deviation"] == "1.639253"
    assert report["bets"]["pair_plus"]["net_sum"] == "-1608"
    named = report["strategy"]["named"]
    assert named["never_fold"]["house_edge"]["exact"] == "1947749/25448150"
    assert named["q64_or_better"]["loss_to_best"]["exact"] == "0"
    assert report["liability"] == {"unlimited_bets": ["ante", "pair_plus"]}
    assert list(report["spread"]) == ["ante", "ante_and_equal_pair_plus"]
    assert list(report["spread"]["ante"]["rounds"]) == ["1", "2", "3", "4", "5", "6", "7"]


def test_what_depends_on_stakes_is_named_as_not_counted() -> None:
    assert edge_report(document(key="tcp_us"))["not_counted"] == ["payout_cap"]
    assert edge_report(document({"chip_unit_minor": "50"}))["not_counted"] == ["chip_unit_minor"]


def test_a_change_is_told_bet_by_bet() -> None:
    change: Any = edge_difference(document(), document(key="tcp_us"))
    assert change["ante"]["change"]["exact"] == "0"
    assert change["pair_plus"]["change"]["exact"] == str(Fraction(512 - 1608, HANDS))
    assert change["six_card"]["before"] is None
    assert change["six_card"]["after"]["exact"] == "12816/149695"
    assert "prime" not in change


def test_a_faulty_ruleset_is_refused_with_its_faults() -> None:
    with pytest.raises(RulesetRefused) as refusal:
        edge_report(document({"tie": "dealer"}))
    assert [violation.pointer for violation in refusal.value.violations] == ["/switches/tie"]


@pytest.mark.parametrize("kind", ["royalties", None, ["ante_bonus"]])
def test_a_schedule_of_another_kind_is_refused(kind: Any) -> None:
    with pytest.raises(RulesetRefused):
        edge_report({"kind": kind, "key": "x", "schedule": {}})


def test_a_faulty_paytable_is_refused_at_its_own_place() -> None:
    seed = paytable_files()["pair_plus"]["pair_plus_40_30_6_3_1"]
    with pytest.raises(RulesetRefused) as refusal:
        edge_report({**seed, "schedule": {**seed["schedule"], "pair": -1}})
    assert [(one.code, one.pointer) for one in refusal.value.violations] == [("wrong_odds", "/schedule/pair")]


def test_fixed_prizes_need_a_stake() -> None:
    rules = rules_with(key="tcp_millionaire_maker")
    with pytest.raises(StakeNeeded):
        six_card_figures(rules, from_strength(Q64), None)
    table = paytable_files()["six_card"]["six_card_millionaire_maker"]
    assert edge_report(table)["bets"] == {"six_card": {"stake_needed": True}}


def test_fixed_prizes_are_counted_at_the_lowest_stake_and_worth_less_at_larger_ones() -> None:
    report: Any = edge_report(document(key="tcp_millionaire_maker"))
    assert report["bets"]["six_card"]["house_edge"]["exact"] == "460562/2544815"
    larger: Any = edge_report(document(key="tcp_millionaire_maker"), stake_minor=1000)
    assert Fraction(larger["bets"]["six_card"]["house_edge"]["exact"]) > Fraction(460_562, 2_544_815)


def test_the_progressive_breaks_even_at_10080_units() -> None:
    returns = meter_return(with_progressive(), from_strength(Q64))
    assert (returns.fixed, returns.break_even_meter) == (Fraction(601, 1105), 10_080)
    assert returns.house_edge(10_080) == 0
    assert returns.house_edge(0) == Fraction(504, 1105)
    report: Any = edge_report(document(key="tcp_progressive"), meter_minor=1_008_000)
    assert report["bets"]["progressive"]["break_even_meter_minor"] == "1008000.00"
    assert report["bets"]["progressive"]["at_meter"]["house_edge"]["exact"] == "0"


def test_the_whole_bet_at_a_meter_costs_what_its_return_says() -> None:
    rules = with_progressive()
    figures = progressive_figures(rules, from_strength(Q64), 5_000)
    assert figures.house_edge == meter_return(rules, from_strength(Q64)).house_edge(5_000)


def test_a_progressive_on_six_cards_counts_its_royals() -> None:
    pays = {"royal_flush_spades": {"meter_bp": 10_000}, "royal_flush": {"meter_bp": 2_500}}
    rules = with_progressive(on="best_of_six", pays=pays)
    returns = meter_return(rules, from_strength(Q64))
    # 188 royals of 20,358,520, one suit in four the whole meter, the others a quarter of it.
    assert returns.per_unit == Fraction(47 * 4 + 141, 4 * 20_358_520)
    assert returns.hit_frequency == Fraction(188, 20_358_520)


def test_a_buddy_amount_is_paid_once_if_any_other_hits() -> None:
    one_hand = with_progressive(buddy=25).progressive
    assert buddy_return(one_hand, 3) == Fraction(3 * 25, HANDS)
    suits = with_progressive(buddy=25, pays={"mini_royal": {"meter_bp": 10_000}, "straight_flush": 70}).progressive
    # Two others: 4/22100 each, less the chance that both hold mini royals, of two suits.
    both = Fraction(4 * 3, 22_100 * 18_424)
    assert buddy_return(suits, 2) == 25 * (2 * Fraction(4, HANDS) - both)
    assert buddy_return(with_progressive().progressive, 6) == 0


def test_too_many_hitting_hands_are_not_guessed_at() -> None:
    many = with_progressive(buddy=25, pays={"straight_flush": {"meter_bp": 1_000}}).progressive
    assert buddy_return(many, 2) is None


def test_a_table_that_never_pays_its_meter_has_no_break_even() -> None:
    rules = rules_with(
        {**limits(progressive=ONE), "progressive_on_fold": "forfeit"},
        {"progressive": seeded("progressive", "500_70_60_6")},
    )
    returns = meter_return(rules, from_strength(2**30))
    assert (returns.break_even_meter, returns.as_data()["break_even_meter_units"]) == (None, None)


def test_the_largest_liability_is_the_best_hand_at_the_highest_stakes() -> None:
    rules = rules_with(limits(ante=LIMIT, pair_plus=LIMIT))
    found = largest_liability(rules, highest_stakes(rules), 0)
    # Ante and play win 10,000 each, the bonus 5 times and pair plus 40 times that.
    assert found.net_minor == 470_000
    assert found.as_data(7)["round_bound_minor"] == "3290000"


def test_the_largest_liability_takes_bets_that_win_together() -> None:
    tables = {"six_card": seeded("six_card", "1000_200_100_20_15_10_7"), "prime": seeded("prime", "3_4")}
    rules = rules_with(limits(ante=LIMIT, pair_plus=LIMIT, six_card=LIMIT, prime=LIMIT), tables)
    found = largest_liability(rules, highest_stakes(rules), 0)
    # 2 + 5 + 40, a royal flush of six cards 1000, all six of one colour 4.
    assert found.net_minor == 10_000 * (2 + 5 + 40 + 1000 + 4)


def test_the_largest_liability_with_a_meter_is_the_mini_royal_of_spades() -> None:
    rules = rules_with(
        limits(ante=LIMIT, pair_plus=LIMIT, progressive=ONE), {"progressive": seeded("progressive", "500_70_60_6")}
    )
    found = largest_liability(rules, highest_stakes(rules), 2_000_000)
    assert found.net_minor == 470_000 + 2_000_000 - 100
    assert found.as_data(1)["hand"] == ["Qs", "Ks", "As"]


def test_a_payout_cap_bounds_the_largest_liability() -> None:
    cap = {"payout_cap": {"minor": "50000", "per": "seat", "over": "pro_rata"}}
    rules = rules_with({**limits(ante=LIMIT, pair_plus=LIMIT), **cap})
    found = largest_liability(rules, highest_stakes(rules), 0)
    assert (found.net_minor, found.uncut) == (50_000, 470_000)


def test_a_largest_win_that_cannot_be_paid_in_whole_chips_is_named_instead() -> None:
    switches = {**limits(ante=fixed_stake(150), pair_plus=fixed_stake(50)), "chip_unit_minor": "100"}
    report: Any = edge_report(document({**switches, "rounding": "reject"}))
    assert report["liability"] == {"fractional_payout": "150 is not a multiple of 100"}


def test_a_pair_plus_tied_to_the_ante_needs_no_limit_of_its_own() -> None:
    rules = rules_with({**limits(ante=LIMIT), "pair_plus_without_ante": "1/2"})
    assert highest_stakes(rules).pair_plus == 5_000


def test_bets_without_a_highest_stake_are_named() -> None:
    with pytest.raises(UnlimitedBets) as unlimited:
        highest_stakes(rules_with(limits(ante=LIMIT)))
    assert unlimited.value.bets == ("pair_plus",)


def test_edges_are_exact_for_every_bet_of_a_table() -> None:
    found = edges(rules_with(key="tcp_progressive"))
    assert found == {
        "ante": Fraction(686_689, 20_358_520),
        "pair_plus": Fraction(1_608, HANDS),
        "progressive": Fraction(504, 1_105),
    }


def test_a_table_that_takes_all_winnings_has_a_report_without_a_hit() -> None:
    report: Any = edge_report(document({"commission_bp": 10_000}))
    assert report["bets"]["ante"]["hit_frequency"]["exact"] == "0"
    assert report["bets"]["pair_plus"]["house_edge"]["exact"] == str(Fraction(16_440, HANDS))


def test_a_paytable_that_is_off_has_no_edge() -> None:
    document = {"kind": "pair_plus", "key": "none", "schedule": "off"}
    with pytest.raises(RulesetRefused) as refused:
        edge_report(document)
    assert [(v.code, v.pointer) for v in refused.value.violations] == [("nothing_offered", "/schedule")]
