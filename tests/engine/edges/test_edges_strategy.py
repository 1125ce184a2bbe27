"""The best strategy and what others lose to it, under the switches; frequencies; laws over rulesets."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.edges.ante import Strategy, ante_figures, best_strategy, from_strength, loss_to_best, results
from engine.edges.deals import DEALERS, DEALS, HANDS
from engine.edges.frequencies import frequencies
from engine.edges.proof import plays_what_is_best
from engine.edges.side import pair_plus_figures
from engine.games.three_card_poker.hands import HandClass
from engine.games.three_card_poker.rating import Q64
from engine.games.three_card_poker.rules import Contest, Rules
from support.three_card import rules_with, seeded

STANDARD = rules_with()
QUEEN = 12 << 16


@pytest.mark.parametrize(
    ("switches", "played", "edge"),
    [
        ({}, 14_900, "3.3730"),
        ({"tie": "player"}, 14_924, "3.2415"),
        ({"dealer_qualifies": "K"}, 22_100, "2.3950"),
        ({"dealer_qualifies": "Q64"}, 14_780, "4.8312"),
        ({"dealer_qualifies": "J"}, 15_380, "-3.3309"),
        ({"dealer_qualifies": "always"}, 16_400, "-18.5671"),
        ({"ante_when_not_qualified": "push"}, 12_860, "22.9338"),
    ],
)
def test_the_best_strategy_of_a_rule_variant_is_the_published_one(
    switches: dict[str, Any], played: int, edge: str
) -> None:
    rules = rules_with(switches)
    best = best_strategy(rules)
    assert best.hands_played == played
    assert f"{float(100 * ante_figures(rules, best).house_edge):.4f}" == edge


def test_ties_for_the_player_have_no_rank_cut_off() -> None:
    assert not best_strategy(rules_with({"tie": "player"})).is_cut_off
    assert best_strategy(STANDARD).is_cut_off


def test_the_best_strategy_is_described() -> None:
    assert best_strategy(STANDARD).as_data() == {
        "hands_played": 14_900,
        "hands_folded": 7_200,
        "lowest_played": {"category": "high_card", "ranks": [12, 6, 4]},
        "is_cut_off": True,
        "indifferent_hands": 0,
    }


def test_a_strategy_that_folds_everything_is_described_and_costs_the_ante() -> None:
    never = from_strength(2**30)
    assert never.as_data()["lowest_played"] is None
    assert ante_figures(STANDARD, never).house_edge == 1


@pytest.mark.parametrize(
    ("least", "loss"),
    [
        (Q64, Fraction(0)),
        (QUEEN, Fraction(70_219, 2_035_852) - Fraction(686_689, 20_358_520)),
        (0, Fraction(1_947_749, 25_448_150) - Fraction(686_689, 20_358_520)),
    ],
)
def test_known_strategies_lose_what_is_published(least: int, loss: Fraction) -> None:
    assert loss_to_best(STANDARD, from_strength(least), best_strategy(STANDARD)) == loss


SWITCHES = st.fixed_dictionaries(
    {
        "dealer_qualifies": st.sampled_from(["J", "Q", "Q64", "K", "A", "pair", "always"]),
        "ante_when_not_qualified": st.sampled_from(["win", "push"]),
        "tie": st.sampled_from(["push", "player"]),
        "ante_bonus_on_loss": st.booleans(),
        "ante_bonus_on_fold": st.booleans(),
        "pair_plus_on_fold": st.sampled_from(["settle", "forfeit"]),
        "pair_plus_contested": st.sampled_from(["no", "must_beat_dealer"]),
        "commission_bp": st.sampled_from([0, 250, 1000, 10_000]),
        "commission_per": st.sampled_from(["round", "bet"]),
    }
)
TABLES = st.sampled_from(["1_4_5", "1_10_12_5", "ma_c", "none"])


@settings(max_examples=40, deadline=None)
@given(SWITCHES, TABLES, st.integers(0, 2**32 - 1))
def test_no_other_strategy_beats_the_best(switches: dict[str, Any], table: str, seed: int) -> None:
    rules = rules_with(switches, {"ante_bonus": seeded("ante_bonus", table)})
    best = best_strategy(rules)
    flipped = best.played ^ (np.random.default_rng(seed).random(HANDS) < 0.001)
    other = Strategy(flipped, 0)
    assert plays_what_is_best(rules, best)
    assert loss_to_best(rules, other, best) >= 0
    assert (loss_to_best(rules, other, best) == 0) == plays_what_is_best(rules, other)


@settings(max_examples=40, deadline=None)
@given(SWITCHES, TABLES)
def test_figures_are_consistent_under_every_switch(switches: dict[str, Any], table: str) -> None:
    rules = rules_with(switches, {"ante_bonus": seeded("ante_bonus", table)})
    best = best_strategy(rules)
    for figures in (ante_figures(rules, best), pair_plus_figures(rules, best)):
        assert figures.hit_frequency + figures.push_frequency + figures.loss_frequency == 1
        assert figures.variance >= 0
        assert figures.house_edge == figures.element_of_risk * figures.mean_wager
        assert figures.player_return == 1 - figures.element_of_risk


@settings(max_examples=40, deadline=None)
@given(SWITCHES)
def test_better_contests_never_pay_less(switches: dict[str, Any]) -> None:
    won = results(rules_with(switches))
    for hand in HandClass:
        assert won[hand, Contest.LOWER] <= won[hand, Contest.EQUAL] <= won[hand, Contest.HIGHER]


def dealt(rules: Rules) -> Any:
    return frequencies(rules.qualifies_from, best_strategy(rules))


def test_frequencies_of_any_hand_sum_to_all_hands() -> None:
    assert dealt(STANDARD).dealt == {
        HandClass.HIGH_CARD: 16_440,
        HandClass.PAIR: 3_744,
        HandClass.FLUSH: 1_096,
        HandClass.STRAIGHT: 720,
        HandClass.TRIPS: 52,
        HandClass.STRAIGHT_FLUSH: 44,
        HandClass.MINI_ROYAL: 3,
        HandClass.MINI_ROYAL_SPADES: 1,
    }
    assert dealt(STANDARD).qualifying == 15_380


def test_a_dealer_against_played_and_folded_hands_is_any_dealer() -> None:
    found = dealt(STANDARD)
    for hand in HandClass:
        assert found.dealer_if_played[hand] + found.dealer_if_folded[hand] == found.dealt[hand] * DEALERS
    assert sum(found.dealer_if_played.values()) == 14_900 * DEALERS
    assert sum(found.dealer_if_played.values()) + sum(found.dealer_if_folded.values()) == DEALS


def test_a_dealer_qualifies_against_played_hands_as_often_as_contests_say() -> None:
    # Player wins, ties and dealer wins of the rules reference, section 4.
    assert dealt(STANDARD).qualifying_if_played == 97_354_684 + 267_648 + 91_401_616


def test_frequencies_are_told_with_their_totals() -> None:
    data = dealt(STANDARD).as_data()
    assert data["hand_if_played"]["of"] == 14_900
    assert data["dealer_qualifies"] == {"count": 15_380, "of": 22_100}
    for part in ("any_hand", "hand_if_played", "dealer_if_played", "dealer_if_folded"):
        assert sum(data[part]["counts"].values()) == data[part]["of"]
