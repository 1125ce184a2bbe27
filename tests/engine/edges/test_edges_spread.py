"""The spread of a round at odds and commissions of any fineness, against sums by value in place of counts."""

from fractions import Fraction
from math import comb, lcm
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.edges.ante import Strategy, ante_figures, best_strategy, from_strength, hand_values
from engine.edges.deals import ALL_RENAMINGS, DEALERS, DEALS, HANDS, contests, deals, suit_patterns
from engine.edges.joint import ROYALS, SIDES, blocks, disjoint_pairs, groups, joint_counts
from engine.edges.proof import plays_what_is_best
from engine.edges.spread import spread
from engine.errors import BrokenInvariant
from engine.games.three_card_poker.hands import HandClass
from engine.games.three_card_poker.paytables import MOST_ODDS
from engine.games.three_card_poker.rating import Q64
from engine.games.three_card_poker.rules import Rules
from support.three_card import rules_with, seeded

QUEEN = 12 << 16
OTHERS = comb(46, 3)
PRIME = 65_521
"""The whole covariance is summed by value modulo this prime: 18,424 values below it, summed, squared, fit 64 bits."""

ANTE_BONUS = ("straight", "trips", "straight_flush", "pair", "flush", "mini_royal", "mini_royal_spades")
PAIR_PLUS = ("pair", "flush", "straight", "trips", "straight_flush", "mini_royal", "mini_royal_spades")
NINE_DIGIT_PRIMES = (
    *(999_999_937, 999_999_929, 999_999_893, 999_999_883, 999_999_797, 999_999_761, 999_999_757),
    *(999_999_751, 999_999_739, 999_999_733, 999_999_677, 999_999_667, 999_999_613, 999_999_607),
)
# Every line has a denominator of its own, the largest that can be written: no table is finer.
FINEST = {
    "ante_bonus": {line: f"{prime - 1}/{prime}" for line, prime in zip(ANTE_BONUS, NINE_DIGIT_PRIMES[:7], strict=True)},
    "pair_plus": {line: f"{prime - 1}/{prime}" for line, prime in zip(PAIR_PLUS, NINE_DIGIT_PRIMES[7:], strict=True)},
}
LARGEST = {"ante_bonus": dict.fromkeys(ANTE_BONUS, MOST_ODDS), "pair_plus": dict.fromkeys(PAIR_PLUS, MOST_ODDS)}


def net_of(rules: Rules, hand: HandClass, *, played: bool, qualifies: bool, side: int, pair_plus: int) -> Fraction:
    """What one position wins, told as the rules reference tells it (sections 4, 5 and 9)."""
    if not played:
        contest, bets = "FOLD", [Fraction(-1)]
    elif not qualifies:
        contest, bets = "NOT_QUALIFIED", [Fraction(rules.main[1].ante)]
    else:
        contest = ("LOWER", "EQUAL", "HIGHER")[side]
        bets = 2 * [Fraction((-1, rules.main[3].ante, 1)[side])]
    bonus = rules.ante_bonus.pays[hand] if rules.ante_bonus else None
    if isinstance(bonus, int | Fraction) and contest in {one.name for one in rules.ante_bonus_contests}:
        bets.append(Fraction(bonus))
    if pair_plus and rules.pair_plus:
        pay = rules.pair_plus.pays[hand]
        if not isinstance(pay, int | Fraction) or (not played and "pair_plus" in rules.forfeited_on_fold):
            bets.append(Fraction(-1))
        elif side == SIDES - 1 or not rules.pair_plus_contested:
            bets.append(Fraction(pay))
    taxed = sum(bet for bet in bets if bet > 0) if rules.commission_per_bet else max(sum(bets), 0)
    return Fraction(sum(bets)) - Fraction(rules.commission_bp, 10_000) * taxed


def products_by_value(dealer: int, value: Any) -> int:
    """Summed over ordered pairs of hands that share no card with each other or the dealer's: value times value."""
    left = disjoint(dealer)
    own, by_card, by_pair = value[left], np.zeros(52, dtype=value.dtype), np.zeros(1_326, dtype=value.dtype)
    np.add.at(by_card, deals().cards[left], own[:, None])
    np.add.at(by_pair, deals().pairs[left], own[:, None])
    return int(own.sum()) ** 2 - int((by_card**2).sum()) + int((by_pair**2).sum()) - int((own**2).sum())


def disjoint(hand: int) -> Any:
    """Which of the 22,100 hands share no card with one."""
    masks = (np.int64(1) << deals().cards).sum(axis=1)
    return (masks & masks[hand]) == 0


def test_the_products_by_value_are_those_of_all_pairs_listed() -> None:
    value, dealer = np.random.default_rng(5).integers(-3, 9, size=HANDS), 20_011
    masks, left = (np.int64(1) << deals().cards).sum(axis=1), disjoint(dealer)
    net, own = value[left], masks[left]
    listed = sum(int(one) * int(net[(own & mask) == 0].sum()) for one, mask in zip(net, own, strict=True))
    assert products_by_value(dealer, value) == listed


@settings(max_examples=15, deadline=None)
@given(
    st.integers(0, HANDS - 1),
    st.sampled_from([0, Q64, QUEEN, 1 << 20, 3 << 20 | 9 << 16]),
    st.lists(st.integers(-(10**40), 10**40), min_size=64, max_size=64),
)
def test_counts_by_standing_give_the_products_by_value_in_integers_of_any_size(
    dealer: int, least: int, nets: list[int]
) -> None:
    table, group = deals(), np.minimum(groups(from_strength(least).played), ROYALS)
    own_class = min(int(table.hand_class[dealer]), HandClass.MINI_ROYAL)
    block = next(one for one in blocks(group) if one.dealer_class == own_class)
    counts = disjoint_pairs(block, np.array([dealer]))[0]
    standing = SIDES * group + np.sign(table.place - table.place[dealer]) + 1
    value = np.array(nets, dtype=object)
    by_standing = sum(
        int(count) * nets[block.standings[one]] * nets[block.standings[other]]
        for (one, other), count in np.ndenumerate(counts)
    )
    assert by_standing == products_by_value(dealer, value[standing])


@settings(max_examples=4, deadline=None)
@given(st.sampled_from([0, Q64, QUEEN, 2 << 20, 2**30]), st.sampled_from([0, QUEEN, 14 << 16, 1 << 20]))
def test_either_position_alone_stands_as_all_deals_of_one_position_do(least: int, qualifies_from: int) -> None:
    strategy = from_strength(least)
    counts = joint_counts(strategy.played, qualifies_from)
    assert (counts == counts.transpose(0, 2, 1)).all()
    alone, table = counts.sum(axis=2), deals()
    sides = np.stack([DEALERS - table.below - table.equal, table.equal, table.below], axis=1)
    listed = np.zeros((len(alone[0]) // SIDES, SIDES), dtype=np.int64)
    np.add.at(listed, groups(strategy.played), sides)
    assert (alone.sum(axis=0).reshape(-1, SIDES) == OTHERS * listed).all()
    met = np.zeros((2, len(listed)), dtype=np.int64)
    missed = contests(qualifies_from)[:, 0]
    np.add.at(met[0], groups(strategy.played), missed)
    np.add.at(met[1], groups(strategy.played), DEALERS - missed)
    assert (alone.reshape(2, -1, SIDES).sum(axis=2) == OTHERS * met).all()


def test_no_sum_of_counts_can_leave_its_integers() -> None:
    # The most that a sum could hold is what it would if all hands stood alike; paytables have no part in it.
    assert DEALERS**2 + 49 * comb(48, 2) ** 2 + comb(49, 2) * 47**2 < 2**29
    for block in blocks(np.minimum(groups(from_strength(Q64).played), ROYALS)):
        first_dealer = np.flatnonzero(deals().place == block.lowest)[:1]
        pairs = disjoint_pairs(block, first_dealer)
        assert int(pairs.sum()) == DEALERS * OTHERS
        assert np.iinfo(pairs.dtype).max >= 2**29
        assert all(np.iinfo(held.dtype).max > HANDS for held in block.holding)
    assert int(joint_counts(from_strength(Q64).played, QUEEN).sum()) == DEALS * OTHERS < 2**43


COVARIANCES: list[tuple[dict[str, Any], str, str, str]] = [
    ({}, "1_4_5", "7096280872053167/13677488107483200", "4143021343304927689/7864555661802840000"),
    ({}, "ma_c", "4078301359611066361/7864555661802840000", "318531188454833077/604965820138680000"),
    (
        {"dealer_qualifies": "K", "pair_plus_contested": "must_beat_dealer", "tie": "player"},
        "1_4_5",
        "530148117033251179/491534728862677500",
        "190261641718590551/154206973760840000",
    ),
    (
        {"commission_bp": 1237, "commission_per": "bet"},
        "1_4_5",
        "5504905814400184649542577/12099316402773600000000000",
        "362856875148467442658143421/786455566180284000000000000",
    ),
]


@pytest.mark.parametrize(("switches", "table", "ante", "both"), COVARIANCES)
def test_the_covariance_is_what_summing_by_value_found(
    switches: dict[str, Any], table: str, ante: str, both: str
) -> None:
    # Recorded once from sums by value over all dealer's hands, in Python's integers.
    rules = rules_with(switches, {"ante_bonus": seeded("ante_bonus", table)})
    best = best_strategy(rules)
    assert str(spread(rules, best).covariance) == ante
    assert str(spread(rules, best, 1).covariance) == both


def covariance_residue(rules: Rules, strategy: Strategy, pair_plus: int) -> int:
    """The covariance modulo PRIME, summed by value over one dealer's hand of each suit pattern."""
    table = deals()
    kinds = 2 * table.hand_class + strategy.played
    value = np.zeros((2, SIDES, HANDS), dtype=np.int64)
    for qualifies, side, kind in np.ndindex(2, SIDES, 16):
        own, played = HandClass(kind // 2), kind % 2 == 1
        net = net_of(rules, own, played=played, qualifies=qualifies == 1, side=side, pair_plus=pair_plus)
        value[qualifies, side, kinds == kind] = net.numerator * pow(net.denominator, -1, PRIME) % PRIME
    first, weights, _ = suit_patterns(ALL_RENAMINGS)
    sums = products = 0
    for dealer, weight in zip(first.tolist(), weights.tolist(), strict=True):
        side = np.sign(table.place - table.place[dealer]) + 1
        at = value[int(table.strength[dealer] >= rules.qualifies_from)][side, np.arange(HANDS)] * disjoint(dealer)
        # Weights of bincount are floats, exact here: no sum reaches 2 ** 31.
        by_card = np.bincount(table.cards.ravel(), np.repeat(at, 3)).astype(np.int64)
        by_pair = np.bincount(table.pairs.ravel(), np.repeat(at, 3)).astype(np.int64)
        parts = (
            (at.sum() % PRIME) ** 2,
            -((by_card % PRIME) ** 2).sum(),
            ((by_pair % PRIME) ** 2).sum(),
            -(at**2).sum(),
        )
        sums, products = sums + weight * int(at.sum()), products + weight * sum(map(int, parts))
    mean = sums * pow(DEALS, -1, PRIME)
    return (products * pow(DEALS * OTHERS, -1, PRIME) - mean**2) % PRIME


@pytest.mark.parametrize(("tables", "commission_bp", "commission_per"), [(FINEST, 9_973, "bet"), (LARGEST, 1, "round")])
def test_the_covariance_of_the_finest_and_largest_tables_is_that_of_sums_by_value(
    tables: dict[str, Any], commission_bp: int, commission_per: str
) -> None:
    switches = {
        "commission_bp": commission_bp,
        "commission_per": commission_per,
        "pair_plus_contested": "must_beat_dealer",
        "dealer_qualifies": "J",
        "ante_bonus_on_loss": False,
    }
    # No mini royal of spades here: its suit is the only one that a table names, and patterns have no suits.
    shortened = {kind: {**lines, "mini_royal_spades": lines["mini_royal"]} for kind, lines in tables.items()}
    rules = rules_with(switches, shortened)
    strategy = from_strength(Q64)
    covariance = spread(rules, strategy, 1).covariance
    residue = covariance.numerator * pow(covariance.denominator, -1, PRIME) % PRIME
    assert residue == covariance_residue(rules, strategy, 1)


ODDS = st.one_of(
    st.integers(0, MOST_ODDS),
    st.sampled_from(["12.37", "0.000001", "999999.999999"]),
    st.builds("{}/{}".format, st.integers(0, 999_999_999), st.integers(1_000, 999_999_999)),
)
SWITCHES = st.fixed_dictionaries(
    {
        "dealer_qualifies": st.sampled_from(["J", "Q", "Q64", "K", "A", "pair", "always"]),
        "ante_when_not_qualified": st.sampled_from(["win", "push"]),
        "tie": st.sampled_from(["push", "player"]),
        "ante_bonus_on_loss": st.booleans(),
        "ante_bonus_on_fold": st.booleans(),
        "commission_bp": st.one_of(st.sampled_from([1, 1_237, 9_999, 10_000]), st.integers(0, 10_000)),
        "commission_per": st.sampled_from(["round", "bet"]),
    }
)


@settings(max_examples=8, deadline=None)
@given(SWITCHES, st.fixed_dictionaries(dict.fromkeys(ANTE_BONUS, ODDS)))
def test_mean_and_variance_are_those_of_the_histogram_at_any_odds_and_commission(
    switches: dict[str, Any], lines: dict[str, Any]
) -> None:
    rules = rules_with(switches, {"ante_bonus": lines})
    best = best_strategy(rules)
    figures, found = ante_figures(rules, best), spread(rules, best)
    assert (found.mean, found.variance) == (-figures.house_edge, figures.variance)
    assert abs(found.covariance) <= found.variance


@pytest.mark.parametrize("tables", [FINEST, LARGEST])
@pytest.mark.parametrize("commission_bp", [0, 9_999])
def test_the_value_of_every_hand_is_exact_at_the_finest_and_largest_odds(
    tables: dict[str, Any], commission_bp: int
) -> None:
    rules = rules_with({"commission_bp": commission_bp, "commission_per": "bet", "ante_bonus_on_fold": True}, tables)
    values, best = hand_values(rules), best_strategy(rules)
    assert plays_what_is_best(rules, best)
    for hand in (0, 6_000, 12_345, 22_099):
        own, counts = HandClass(deals().hand_class[hand]), contests(rules.qualifies_from)[hand].tolist()
        nets = [
            net_of(rules, own, played=True, qualifies=qualifies, side=side, pair_plus=0)
            for qualifies, side in ((False, 0), (True, 0), (True, 1), (True, 2))
        ]
        played = sum((count * net for count, net in zip(counts, nets, strict=True)), Fraction(0))
        assert values.play_value(hand) == played / DEALERS
        folded = net_of(rules, own, played=False, qualifies=True, side=0, pair_plus=0)
        assert Fraction(int(values.fold[hand]), values.scale) == folded * DEALERS


def test_a_scale_is_no_finer_than_the_nets_need() -> None:
    rules = rules_with({"commission_bp": 1_237}, {"ante_bonus": {"straight": "1/7", "trips": 1, "straight_flush": 1}})
    assert lcm(70_000, hand_values(rules).scale) == 70_000


def test_a_strategy_that_tells_suits_apart_has_no_spread() -> None:
    played = from_strength(Q64).played.copy()
    played[np.flatnonzero(played)[0]] = False
    with pytest.raises(BrokenInvariant):
        spread(rules_with(), Strategy(played, 0))


def test_mini_royals_may_be_played_by_suit() -> None:
    # Whoever folds all but the mini royal of spades differs from a folder in that hand alone.
    played = deals().hand_class == HandClass.MINI_ROYAL_SPADES
    rules, strategy = rules_with(), Strategy(played, 0)
    found, figures = spread(rules, strategy), ante_figures(rules, strategy)
    assert (found.mean, found.variance) == (-figures.house_edge, figures.variance)
    # Two positions cannot both hold it: the product of what each wins above a fold is never anything but 0.
    assert found.covariance == -((found.mean + 1) ** 2)
