"""The subsets of thirteen cards and their cells."""

import numpy as np
import pytest
from hypothesis import given, settings

from engine.cards import DECK, Card, card_codes
from engine.setting.subsets import FIVES, FRONTS, MIDDLES, SPLITS, THREES, in_order, thirteen_of
from support import ranking_by_groups as ranking
from support.setting_drawn import hands


def masks(
    subsets: "np.ndarray[tuple[int, ...], np.dtype[np.intp]]",
) -> "np.ndarray[tuple[int, ...], np.dtype[np.intp]]":
    return (1 << subsets).sum(axis=1)


def test_every_back_leaves_its_56_middles_and_fronts_and_all_are_different() -> None:
    whole = masks(FIVES)[:, None] + masks(FIVES)[MIDDLES] + masks(THREES)[FRONTS]
    settings_seen = {(back, middle) for back, row in enumerate(MIDDLES.tolist()) for middle in row}
    assert (whole == (1 << 13) - 1).all()
    assert len(settings_seen) == 72_072


def test_every_front_leaves_its_252_middles_and_backs_and_all_are_different() -> None:
    middles, backs = SPLITS
    whole = masks(THREES)[:, None] + masks(FIVES)[middles] + masks(FIVES)[backs]
    assert (whole == (1 << 13) - 1).all()
    assert len(set(zip(middles.ravel().tolist(), backs.ravel().tolist(), strict=True))) == 72_072


@settings(max_examples=15, deadline=None)
@given(hands())
def test_two_subsets_have_one_cell_exactly_where_they_are_worth_the_same(cards: list[Card]) -> None:
    hand = thirteen_of(cards)
    for subsets, cells in ((FIVES, hand.fives), (THREES, hand.threes)):
        worths = {}
        for subset, cell in zip(subsets, cells, strict=True):
            codes = card_codes(hand.cards[number] for number in subset)
            worth = ranking.front(codes) if len(codes) == 3 else ranking.five(codes, wheel_second=False)
            assert worths.setdefault(int(cell), worth) == worth
        assert len(set(worths.values())) == len(worths)


@settings(max_examples=60, deadline=None)
@given(hands())
def test_the_order_of_the_cards_does_not_depend_on_how_they_come_in(cards: list[Card]) -> None:
    assert in_order(cards) == in_order(sorted(cards)) == in_order(cards[::-1])


@settings(max_examples=60, deadline=None)
@given(hands())
def test_the_order_of_the_suits_goes_with_the_cards_when_suits_are_renamed(cards: list[Card]) -> None:
    renamed = [Card(card ^ 3) for card in cards]  # clubs for spades, diamonds for hearts
    held = [sorted(card >> 2 for card in cards if card & 3 == suit) for suit in range(4)]
    back = [Card(card ^ 3) for card in in_order(renamed)]
    for one, other in zip(in_order(cards), back, strict=True):
        assert one >> 2 == other >> 2
        assert held[one & 3] == held[other & 3]  # only suits with the same ranks may change places


@pytest.mark.parametrize("cards", [DECK[:12], DECK[:14], [*DECK[:12], DECK[0]], [*DECK[:12], 52], [*DECK[:12], -1]])
def test_what_is_not_thirteen_cards_of_a_deck_is_refused(cards: list[Card]) -> None:
    with pytest.raises(ValueError, match="13 distinct cards"):
        thirteen_of(cards)
