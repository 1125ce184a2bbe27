"""The best five of six for every hand over all dealer's hands, counted without ranking 407,170,400 times six.

Ranks and suits are counted apart. By ranks alone six cards make quads, a full house, a straight and so on; how
many dealer's hands of given ranks a hand leaves is a product of binomials. Where five or six cards are of one
suit (a hand then holds two or three of it) that class gives way to a flush, straight flush or royal flush; such
deals have five different ranks of the suit, so they are never quads or a full house.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final

import numpy as np

from engine.edges.deals import HANDS, Ints, Mask, deals
from engine.games.three_card_poker.hands import SixClass

SIX_CARD_DEALS: Final = comb(52, 6)
SPLITS: Final = comb(6, 3)
"""Ways in which six cards are dealt as a hand and a dealer's hand."""

_RANKS: Final = 13
_ROYAL: Final = 0b1_1111_0000_0000
_SIX_ROYAL: Final = 0b1_1111_1000_0000
_STRAIGHTS: Final = (*(0b1_1111 << low for low in range(9)), 0b1_0000_0000_1111)
_BY_RANKS: Final = (
    SixClass.NOTHING,
    SixClass.TWO_PAIR,
    SixClass.TRIPS,
    SixClass.STRAIGHT,
    SixClass.FULL_HOUSE,
    SixClass.QUADS,
)
_NAMED_SUITS: Final = (
    (3, SixClass.ROYAL_FLUSH, SixClass.ROYAL_FLUSH_SPADES),
    (3, SixClass.SIX_CARD_ROYAL, SixClass.SIX_CARD_ROYAL_SPADES),
    (1, SixClass.SIX_CARD_ROYAL, SixClass.SIX_CARD_ROYAL_DIAMONDS),
)
"""A suit, the class of its royal flushes in whatever suit, and their own."""


@dataclass(frozen=True, slots=True)
class _Ranks:
    """Three ranks in any suits: ``index`` numbers the 455, ``classes[own, dealer]`` is what six make.

    ``of_hand`` are those of each of the 22,100 hands.
    """

    index: dict[tuple[int, ...], int]
    of_hand: Ints
    classes: Ints
    by_own: Ints


@cache
def six_classes() -> Ints:
    """How many of its dealer's hands make each SixClass with a hand: 22,100 rows that sum to 18,424."""
    ranks, cards = _count_ranks(), deals().cards
    sets = ranks.of_hand
    table = ranks.by_own[sets].copy()
    suits = cards & 3
    same = np.stack([suits == suit for suit in range(4)])
    held = same.sum(axis=2)
    flush_suit = held.argmax(axis=0)
    suited = np.where(same[flush_suit, np.arange(HANDS)], 1 << (cards >> 2), 0).sum(axis=1)
    for number, shifts in ((2, _two_suited), (3, _three_suited)):
        hands = np.flatnonzero(held.max(axis=0) == number)
        _, first, back = np.unique(
            suited[hands] * len(ranks.index) + sets[hands], return_index=True, return_inverse=True
        )
        rows = shifts(ranks, suited[hands[first]], sets[hands[first]])
        table[hands] += rows[back]
    _name_suits(table, flush_suit)
    return table


def six_classes_of(hand: int) -> Ints:
    """The SixClass of one hand with each of the 22,100 as the dealer's, of no meaning where a card is in both."""
    ranks, by_suit = _count_ranks(), _suited_ranks()
    found: Ints = ranks.classes[ranks.of_hand[hand]][ranks.of_hand]
    for suit, suited in enumerate(by_suit):
        if int(suited[hand]).bit_count() >= 2:
            both = suited | suited[hand]
            dealers = np.flatnonzero(np.bitwise_count(both) >= 5)
            flushes = _flush_class(both[dealers])
            for named, old, new in _NAMED_SUITS:
                flushes[(flushes == old) & (named == suit)] = new
            found[dealers] = flushes
    return found


@cache
def _suited_ranks() -> Ints:
    """``[suit, hand]``: the ranks, one bit each, of a hand's cards of a suit."""
    cards = deals().cards
    return np.stack([np.where(cards & 3 == suit, 1 << (cards >> 2), 0).sum(axis=1) for suit in range(4)])


def _name_suits(table: Ints, flush_suit: Ints) -> None:
    """Royal flushes were counted in whatever suit; tables tell spades and diamonds apart."""
    for suit, old, new in _NAMED_SUITS:
        rows = flush_suit == suit
        table[rows, new] = table[rows, old]
        table[rows, old] = 0


@cache
def _count_ranks() -> _Ranks:
    """What each three ranks make with each other three, and in how many suits those can be dealt."""
    listed = list(combinations_with_replacement(range(_RANKS), 3))
    sets = np.zeros((len(listed), _RANKS), dtype=np.int8)
    for row, three in enumerate(listed):
        for rank in three:
            sets[row, rank] += 1
    both = sets[:, None, :] + sets[None, :, :]
    ways_left = np.array([[comb(4 - own, more) for more in range(4)] for own in range(4)], dtype=np.int64)
    ways = np.ones(both.shape[:2], dtype=np.int64)
    for rank in range(_RANKS):
        ways *= ways_left[sets[:, None, rank], sets[None, :, rank]]
    pairs, trips = (both >= 2).sum(axis=2), (both >= 3).sum(axis=2)
    mask = (both > 0) @ (1 << np.arange(_RANKS))
    classes = _select(
        ((both == 4).any(axis=2), SixClass.QUADS),
        ((trips >= 1) & (pairs >= 2), SixClass.FULL_HOUSE),
        (_has_straight(mask), SixClass.STRAIGHT),
        (trips >= 1, SixClass.TRIPS),
        (pairs >= 2, SixClass.TWO_PAIR),
        otherwise=SixClass.NOTHING,
    )
    by_own = np.zeros((len(listed), len(SixClass)), dtype=np.int64)
    for one in _BY_RANKS:
        by_own[:, one] = np.where(classes == one, ways, 0).sum(axis=1)
    index: dict[tuple[int, ...], int] = {three: row for row, three in enumerate(listed)}
    of_hand = np.array([index[tuple(row)] for row in (deals().cards >> 2).tolist()], dtype=np.int64)
    return _Ranks(index, of_hand, classes, by_own)


def _select(*cases: tuple[Mask, SixClass], otherwise: SixClass) -> Ints:
    """The class of the first case that holds."""
    chosen = np.select([holds for holds, _ in cases], [np.int64(one) for _, one in cases], np.int64(otherwise))
    return chosen.astype(np.int64)


def _has_straight(mask: Ints) -> Mask:
    found = np.zeros(mask.shape, dtype=np.bool_)
    for straight in _STRAIGHTS:
        found |= (mask & straight) == straight
    return found


def _flush_class(mask: Ints) -> Ints:
    """What five or six ranks of one suit make."""
    return _select(
        (mask == _SIX_ROYAL, SixClass.SIX_CARD_ROYAL),
        ((mask & _ROYAL) == _ROYAL, SixClass.ROYAL_FLUSH),
        (_has_straight(mask), SixClass.STRAIGHT_FLUSH),
        otherwise=SixClass.FLUSH,
    )


def _two_suited(ranks: _Ranks, suited: Ints, sets: Ints) -> Ints:
    """Two of a suit in the hand: only a dealer with three of it makes a flush."""
    threes = list(combinations(range(_RANKS), 3))
    return _shifted(ranks, suited, sets, threes, [ranks.index[three] for three in threes], 1)


def _three_suited(ranks: _Ranks, suited: Ints, sets: Ints) -> Ints:
    """Three of a suit in the hand: a dealer with three of it, or with two and one card of the 39 others."""
    pairs = [(pair, other) for pair in combinations(range(_RANKS), 2) for other in range(_RANKS)]
    indices = [ranks.index[tuple(sorted((*pair, other)))] for pair, other in pairs]
    two = _shifted(ranks, suited, sets, [pair for pair, _ in pairs], indices, 3)
    return two + _two_suited(ranks, suited, sets)


def _shifted(
    ranks: _Ranks, suited: Ints, sets: Ints, drawn: Sequence[tuple[int, ...]], dealer_sets: list[int], ways: int
) -> Ints:
    """What moves from classes by ranks to flush classes, for hands (rows) and suited dealer's ranks (``drawn``)."""
    masks = np.array([sum(1 << rank for rank in one) for one in drawn], dtype=np.int64)
    possible = (suited[:, None] & masks[None, :]) == 0
    old = ranks.classes[sets][:, dealer_sets]
    new = _flush_class(suited[:, None] | masks[None, :])
    table = np.zeros((len(suited), len(SixClass)), dtype=np.int64)
    rows = np.broadcast_to(np.arange(len(suited))[:, None], possible.shape)[possible]
    np.add.at(table, (rows, new[possible]), ways)
    np.subtract.at(table, (rows, old[possible]), ways)
    return table
