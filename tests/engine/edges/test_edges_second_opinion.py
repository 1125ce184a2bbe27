"""The counts behind the edges against slower, plainer ways: listing deals and settling them one by one."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from engine.cards import DECK, Card, card_codes, parse_cards
from engine.edges.ante import Strategy, ante_figures, best_strategy, from_strength, hand_values
from engine.edges.deals import DEALERS, DEALS, HANDS, contests, dealer_classes, deals, left_by
from engine.edges.side import colour_classes, own_classes, pair_plus_figures, prime_figures, six_card_figures
from engine.edges.six import SIX_CARD_DEALS, six_classes
from engine.edges.spread import spread
from engine.games import three_card_poker as game
from engine.games.three_card_poker.hands import colours, hand_class, six_class
from engine.games.three_card_poker.rating import Q64
from engine.ranking import strength_three
from support.three_card import rules_with, seeded

HANDS_TRIED = ["Qs 6h 4h", "5s 3h 2d", "As Ks Qs", "7c 7d Ah", "Ad Kd 2d", "9h Th Jh", "Js Td 8c"]
SIX = {"six_card": seeded("six_card", "1000_200_100_20_15_10_7")}


def index_of(cards: str) -> int:
    wanted = sorted(parse_cards(cards))
    return deals().cards.tolist().index(wanted)


def dealers_left(hand: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    return list(combinations([card for card in DECK if card not in hand], 3))


def test_there_are_all_hands_of_741_strengths() -> None:
    table = deals()
    assert (len(table.cards), table.places) == (HANDS, 741)
    assert len({tuple(row) for row in table.cards.tolist()}) == HANDS == 22_100
    assert (DEALERS, DEALS) == (18_424, 407_170_400)


@pytest.mark.parametrize("cards", HANDS_TRIED)
@pytest.mark.parametrize("qualifies_from", [0, 12 << 16, 1 << 20])
def test_contests_are_those_of_every_dealer_listed(cards: str, qualifies_from: int) -> None:
    hand = parse_cards(cards)
    own = strength_three(*hand)
    others = [strength_three(*dealer) for dealer in dealers_left(hand)]
    met = [other for other in others if other >= qualifies_from]
    listed = [
        len(others) - len(met),
        sum(own < other for other in met),
        sum(own == other for other in met),
        sum(own > other for other in met),
    ]
    assert contests(qualifies_from)[index_of(cards)].tolist() == listed


@pytest.mark.parametrize("cards", HANDS_TRIED[:3])
def test_dealer_classes_and_colours_are_those_of_every_dealer_listed(cards: str) -> None:
    hand, row = parse_cards(cards), index_of(cards)
    left = dealers_left(hand)
    classes = [hand_class(strength_three(*dealer), dealer) for dealer in left]
    assert dealer_classes()[row].tolist() == [classes.count(one) for one in range(8)]
    shades = [colours(hand, dealer) for dealer in left]
    assert colour_classes()[row].tolist() == [shades.count(one) for one in range(3)]


@pytest.mark.parametrize("cards", ["Qs 6h 4h", "Ad Kd 2d", "9h Th Jh", "7c 7d Ah", "Qs Ks 9s"])
def test_six_card_classes_are_those_of_every_dealer_listed(cards: str) -> None:
    hand = parse_cards(cards)
    classes = [six_class((*hand, *dealer)) for dealer in dealers_left(hand)]
    assert six_classes()[index_of(cards)].tolist() == [classes.count(one) for one in range(13)]


def test_six_card_classes_sum_to_all_deals_of_six_cards() -> None:
    assert (six_classes().sum(axis=1) == DEALERS).all()
    assert int(six_classes().sum()) == DEALS == 20 * SIX_CARD_DEALS


def test_what_is_left_by_a_hand_is_what_shares_no_card_with_it() -> None:
    values = np.arange(HANDS, dtype=np.int64) % 97
    sets = [frozenset(row) for row in deals().cards.tolist()]
    sums = left_by(values)
    for hand in (0, 777, 22_099):
        assert sums[hand] == sum(int(value) for value, one in zip(values, sets, strict=True) if not one & sets[hand])


def settled_sum(cards: str, decision: str, rules: Any, item: str = "", **bets: int) -> int:
    """What one position wins in all (or on one item), settled by the game against every dealer's hand."""
    hand = parse_cards(cards)
    stakes = {**bets, "play": bets["ante"] if decision == "play" else 0}
    seat = {
        "seat": "1",
        "cards": card_codes(hand),
        "decision": decision,
        "bets": {bet: str(stake) for bet, stake in stakes.items()},
    }
    total = 0
    for dealer in dealers_left(hand):
        played = game.parse({"dealer": card_codes(dealer), "seats": [seat]}, {"currency": "EUR"})
        lines = game.settle(game.judge(played, rules), played.bets, rules).lines
        total += sum(line.net_minor for line in lines if item in ("", line.item))
    return total


SWITCHES: list[dict[str, Any]] = [
    {},
    {"tie": "player", "ante_bonus_on_loss": False, "commission_bp": 1000},
    {"dealer_qualifies": "K", "ante_when_not_qualified": "push", "ante_bonus_on_fold": True, "commission_per": "bet"},
]


@pytest.mark.parametrize(
    ("cards", "decision", "switches"),
    [
        ("Qs 6h 4h", "play", SWITCHES[0]),
        ("8h 9h Th", "play", SWITCHES[1]),
        ("7s 8h 9d", "play", SWITCHES[2]),
        ("7s 8h 9d", "fold", SWITCHES[2]),
    ],
)
def test_the_value_of_a_hand_is_what_the_game_pays_it(cards: str, decision: str, switches: dict[str, Any]) -> None:
    rules = rules_with(switches)
    values = hand_values(rules)
    scaled = (values.play if decision == "play" else values.fold)[index_of(cards)]
    assert settled_sum(cards, decision, rules, ante=10_000) == Fraction(int(scaled), values.scale) * 10_000


def only(cards: str) -> Strategy:
    """The strategy that plays one hand and folds all others."""
    mask = np.zeros(HANDS, dtype=np.bool_)
    mask[index_of(cards)] = True
    return Strategy(mask, 0)


ALL_OTHERS_FORFEIT = -(HANDS - 1) * DEALERS


def test_a_contested_pair_plus_costs_what_the_game_takes() -> None:
    rules = rules_with({"pair_plus_contested": "must_beat_dealer", "pair_plus_on_fold": "forfeit"})
    settled = settled_sum("7c 7d Ah", "play", rules, "pair_plus", ante=1, pair_plus=1)
    assert pair_plus_figures(rules, only("7c 7d Ah")).net_sum == settled + ALL_OTHERS_FORFEIT


def test_a_forfeited_six_card_bet_costs_what_the_game_takes() -> None:
    rules = rules_with({"six_card_on_fold": "forfeit"}, SIX)
    settled = settled_sum("9h Th Jh", "play", rules, "six_card", ante=1, six_card=1)
    assert six_card_figures(rules, only("9h Th Jh"), None).net_sum == settled + ALL_OTHERS_FORFEIT


def test_a_bet_that_a_fold_does_not_touch_costs_the_same_under_any_strategy() -> None:
    rules = rules_with({}, {**SIX, "prime": seeded("prime", "3_4")})
    folds_all, plays_all = from_strength(2**30), from_strength(0)
    assert pair_plus_figures(rules, folds_all) == pair_plus_figures(rules, plays_all)
    assert six_card_figures(rules, folds_all, None) == six_card_figures(rules, plays_all, None)
    assert prime_figures(rules, folds_all) == prime_figures(rules, plays_all)


def test_forfeits_under_a_strategy_that_never_folds_change_nothing() -> None:
    tables = {**SIX, "prime": seeded("prime", "3_4")}
    forfeit = rules_with(
        {"pair_plus_on_fold": "forfeit", "six_card_on_fold": "forfeit", "prime_on_fold": "forfeit"}, tables
    )
    settle, never = rules_with({}, tables), from_strength(0)
    for figures in (pair_plus_figures, prime_figures):
        assert figures(forfeit, never).house_edge == figures(settle, never).house_edge
    assert six_card_figures(forfeit, never, None).house_edge == six_card_figures(settle, never, None).house_edge


def test_q64_loses_nothing_on_a_forfeited_pair_plus() -> None:
    forfeit = rules_with({"pair_plus_on_fold": "forfeit"})
    assert pair_plus_figures(forfeit, from_strength(Q64)).house_edge == Fraction(1608, 22_100)


def bitmasks(cards: Any) -> Any:
    return (np.int64(1) << cards).sum(axis=1)


def test_the_spread_of_one_position_is_that_of_its_figures() -> None:
    for switches in SWITCHES:
        rules = rules_with(switches)
        best = best_strategy(rules)
        figures, spreads = ante_figures(rules, best), spread(rules, best)
        assert (spreads.mean, spreads.variance) == (-figures.house_edge, figures.variance)
        assert spreads.round_variance(1) == figures.variance


def test_positions_that_always_fold_do_not_vary() -> None:
    folded = spread(rules_with(), from_strength(2**30))
    assert (folded.mean, folded.variance, folded.covariance, folded.correlation) == (-1, 0, 0, None)


@pytest.mark.parametrize(("spades", "paid"), [({}, 200), ({"mini_royal_spades": 1_000}, 1_000)])
def test_the_covariance_of_pair_plus_alone_is_that_of_two_disjoint_hands_listed(
    spades: dict[str, int], paid: int
) -> None:
    # Everybody folds the ante, so that a position's net is its pair plus and a constant; the dealer drops out.
    rules = rules_with({}, {"pair_plus": {**seeded("pair_plus", "mr200_40_30_6_3_1"), **spades}})
    pays = np.array([-1, 1, 3, 6, 30, 40, 200, paid])
    net, masks = pays[deals().hand_class], bitmasks(deals().cards)
    # One hand of each rank pattern by suits cannot be assumed here: hands of one suit and two are listed in full.
    total = sum(int(net[hand]) * int(net[(masks & masks[hand]) == 0].sum()) for hand in range(HANDS))
    listed = Fraction(total, HANDS * DEALERS) - Fraction(int(net.sum()), HANDS) ** 2
    assert spread(rules, from_strength(2**30), 1).covariance == listed


def test_nets_too_fine_for_64_bits_spread_exactly_all_the_same() -> None:
    fine = rules_with({}, {"ante_bonus": {"straight": "1/999999937", "trips": 4, "straight_flush": 5}})
    best = best_strategy(fine)
    none = rules_with({}, {"ante_bonus": {"straight": 0, "trips": 4, "straight_flush": 5}})
    spreads, plain = spread(fine, best), spread(none, best)
    assert spreads.variance == ante_figures(fine, best).variance
    assert 0 < abs(spreads.covariance - plain.covariance) < Fraction(1, 10**8)


def test_own_classes_are_one_class_a_hand() -> None:
    assert (own_classes().sum(axis=1) == DEALERS).all()
    assert (own_classes().max(axis=1) == DEALERS).all()
