"""The search for the deal that wins most: kinds of deals against the game's own reading, and deals it must not miss."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK, Card, card_codes, parse_cards
from engine.edges.deals import COLOUR_RENAMINGS, HANDS, deals, suit_patterns
from engine.edges.liability import highest_stakes, largest_liability
from engine.edges.reach import KINDS, Kind, Reach, hands_apart, kinds_of
from engine.edges.six import six_classes, six_classes_of
from engine.games.three_card_poker.hands import HandClass, SixClass, colours, six_class
from engine.games.three_card_poker.rules import Contest
from engine.ranking import strength_three
from support.three_card import by_bet, limits, record, rules_with, seat, settle

LIMIT = {"min_minor": "100", "max_minor": "10000", "step_minor": "100"}
QUEEN = 12 << 16
SIX_CARD = {"royal_flush": 1, "straight_flush": 1, "quads": 1, "full_house": 1, "flush": 1, "straight": 1, "trips": 1}


def index_of(cards: tuple[Card, ...]) -> int:
    return deals().cards.tolist().index(sorted(cards))


def kind_of(hand: tuple[Card, ...], dealer: tuple[Card, ...], *, six: bool) -> Kind:
    """One deal as the game reads it."""
    own, other = strength_three(*hand), strength_three(*dealer)
    met = Contest.HIGHER if own > other else Contest.EQUAL if own == other else Contest.LOWER
    best = six_class((*hand, *dealer)) if six else SixClass.NOTHING
    return Kind(Contest.NOT_QUALIFIED if other < QUEEN else met, own > other, best, colours(hand, dealer))


@pytest.mark.parametrize("cards", ["Qs Ks As", "2c 2s 9c", "Td Jd 3h"])
@pytest.mark.parametrize("six", [True, False])
def test_the_kinds_of_deals_of_a_hand_are_those_of_every_dealer_listed(cards: str, six: bool) -> None:
    hand = parse_cards(cards)
    first: dict[Kind, tuple[Card, ...]] = {}
    for dealer in combinations([card for card in DECK if card not in hand], 3):
        first.setdefault(kind_of(hand, dealer, six=six), dealer)
    kinds, dealers = kinds_of(index_of(hand), QUEEN, six)
    found = {KINDS[kind]: tuple(deals().cards[dealer]) for kind, dealer in zip(kinds, dealers, strict=True)}
    assert found == first


def test_the_best_of_six_of_each_dealer_is_counted_as_often_as_the_table_says() -> None:
    masks = (np.int64(1) << deals().cards).sum(axis=1)
    for hand in range(0, HANDS, 211):
        left = (masks & masks[hand]) == 0
        assert np.bincount(six_classes_of(hand)[left], minlength=13).tolist() == six_classes()[hand].tolist()


def most_of(tables: dict[str, Any], **stakes: int) -> Any:
    """The largest liability where every bet has its stake as its limit."""
    fixed = {
        bet: {"min_minor": str(stake), "max_minor": str(stake), "step_minor": "1"} for bet, stake in stakes.items()
    }
    rules = rules_with(limits(**fixed), tables)
    return largest_liability(rules, highest_stakes(rules), 0)


def test_a_pair_of_one_colour_wins_where_pairs_and_colours_pay() -> None:
    # Ante and play 1 each, a bonus of 1,000 for the pair, pair plus 1, and 400 for six cards of one colour.
    tables = {
        "ante_bonus": {"pair": 1000, "straight": 1, "trips": 1, "straight_flush": 1},
        "prime": {"three": 3, "six": 400},
    }
    found = most_of(tables, ante=100, pair_plus=100, prime=100)
    assert found.net_minor == 100 * (2 + 1000 + 1 + 400)


@pytest.mark.parametrize(("named", "suit"), [("royal_flush_spades", "s"), ("six_card_royal_diamonds", "d")])
def test_a_royal_flush_of_the_suit_that_is_paid_most_is_found(named: str, suit: str) -> None:
    found = most_of(
        {"six_card": {**SIX_CARD, named: 5000}, "prime": {"three": 3, "six": 4}},
        ante=1,
        pair_plus=1,
        six_card=1,
        prime=1,
    )
    assert found.net_minor == 2 + 5 + 40 + 5000 + 4
    assert {code[1] for code in card_codes(found.hand)} == {suit}


def test_a_royal_flush_of_a_suit_that_is_paid_less_is_not_taken() -> None:
    found = most_of(
        {"six_card": {**SIX_CARD, "royal_flush": 9000, "royal_flush_spades": 0}}, ante=1, pair_plus=1, six_card=1
    )
    assert found.net_minor == 2 + 5 + 40 + 9000
    assert "s" not in {code[1] for code in card_codes(found.hand)}


def test_lines_that_exclude_one_another_are_not_added_up() -> None:
    # Quads need four suits, and six cards of one colour have two: 1,000 and 3 (three of a colour), or 1,000 alone.
    tables = {
        "ante_bonus": "off",
        "pair_plus": "off",
        "six_card": {**SIX_CARD, "quads": 1000},
        "prime": {"three": 3, "six": 1000},
    }
    assert most_of(tables, ante=1, six_card=1, prime=1).net_minor == 2 + 1000 + 3


ODDS = st.integers(0, 1000)


@settings(max_examples=4, deadline=None)
@given(
    st.fixed_dictionaries({"three": ODDS, "six": ODDS}),
    st.fixed_dictionaries(dict.fromkeys([*SIX_CARD, "two_pair", "six_card_royal_diamonds"], ODDS)),
    st.fixed_dictionaries(dict.fromkeys(["pair", "flush", "straight", "trips", "straight_flush"], ODDS)),
    st.booleans(),
)
def test_no_deal_wins_more_than_the_largest_liability(
    prime: dict[str, int], six_card: dict[str, int], pair_plus: dict[str, int], contested: bool
) -> None:
    every = dict.fromkeys(("ante", "pair_plus", "six_card", "prime"), LIMIT)
    switches = {
        **limits(**every),
        "pair_plus_contested": "must_beat_dealer" if contested else "no",
        "ante_bonus_on_loss": False,
    }
    rules = rules_with(switches, {"prime": prime, "six_card": six_card, "pair_plus": pair_plus})
    found = largest_liability(rules, highest_stakes(rules), 0)
    stakes = {"ante": 10_000, "pair_plus": 10_000, "six_card": 10_000, "prime": 10_000}
    assert (
        sum(net for _, net in by_bet(settle(dealt(found.hand, found.dealer, stakes), rules)).values())
        == found.net_minor
    )
    generator = np.random.default_rng(sum(prime.values()))
    for deal in (generator.choice(52, 6, replace=False) for _ in range(300)):
        hand, dealer = tuple(map(Card, deal[:3].tolist())), tuple(map(Card, deal[3:].tolist()))
        assert sum(net for _, net in by_bet(settle(dealt(hand, dealer, stakes), rules)).values()) <= found.net_minor


def dealt(hand: tuple[Card, ...], dealer: tuple[Card, ...], stakes: dict[str, int]) -> dict[str, Any]:
    return record(" ".join(card_codes(dealer)), seat(" ".join(card_codes(hand)), **stakes))


def test_a_hand_that_is_not_tried_comes_to_the_same_kinds_of_deals_as_one_that_is() -> None:
    _, _, pattern = suit_patterns(COLOUR_RENAMINGS)
    tried = {(pattern[hand], reach): hand for reach, hands in hands_apart(QUEEN, True) for hand in hands}
    for hand in (*range(0, HANDS, 311), *np.flatnonzero(deals().hand_class >= HandClass.MINI_ROYAL).tolist()):
        kinds = [KINDS[kind] for kind in kinds_of(hand, QUEEN, True)[0]]
        reach = Reach(
            HandClass(deals().hand_class[hand]),
            tuple(sorted({kind.contest for kind in kinds})),
            tuple(sorted({kind.colours for kind in kinds})),
            tuple(sorted({kind.six for kind in kinds})),
        )
        assert kinds_of(tried[pattern[hand], reach], QUEEN, True)[0] == kinds_of(hand, QUEEN, True)[0]
