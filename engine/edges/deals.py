"""All deals of one position against the dealer: 22,100 hands, each against the 18,424 that its cards leave.

Nothing is sampled and no pair of hands is compared: how many dealer's hands lie below, at or above a hand, or
fail to qualify, follows by inclusion and exclusion from how many hold one of its cards, two of them, or all
three (a card is in 1,275 hands, two cards in 50). Arrays are indexed by hand, in the order of
``itertools.combinations`` of the deck.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import DECK
from engine.games.three_card_poker.hands import HandClass, hand_class
from engine.games.three_card_poker.rules import Contest
from engine.ranking import strength_three

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

HANDS: Final = 22_100
DEALERS: Final = 18_424
DEALS: Final = HANDS * DEALERS
PAIRS_OF_CARDS: Final = 1_326
PLAYED_CONTESTS: Final = (Contest.NOT_QUALIFIED, Contest.LOWER, Contest.EQUAL, Contest.HIGHER)
"""The columns of ``contests``: how a hand that is played can stand against the dealer."""

Renamings = tuple[tuple[int, ...], ...]
ALL_RENAMINGS: Final[Renamings] = tuple(permutations(range(4)))
"""The suits (clubs, diamonds, hearts, spades) in every other order: no hand gets stronger or weaker by one."""
COLOUR_RENAMINGS: Final[Renamings] = tuple(one for one in ALL_RENAMINGS if one[0] + one[3] == one[1] + one[2])
"""Those that keep cards of one colour of one colour."""


@dataclass(frozen=True, slots=True)
class Deals:
    """The hands: cards, strength, place among the 741 strengths, paytable class; and the dealer's hands they leave.

    ``pair_of[a, b]`` numbers two cards (a < b), ``pairs`` are the three of each hand. ``below`` and ``equal``
    count the dealer's hands, of those that a hand leaves, with less and with the same strength.
    """

    cards: Ints
    strength: Ints
    place: Ints
    places: int
    hand_class: Ints
    pair_of: Ints
    pairs: Ints
    below: Ints
    equal: Ints


@cache
def deals() -> Deals:
    """The hands and their counts, made once in a process."""
    hands = list(combinations(DECK, 3))
    strengths = [strength_three(*hand) for hand in hands]
    cards = np.array(hands, dtype=np.int64)
    strength = np.array(strengths, dtype=np.int64)
    scale, place = np.unique(strength, return_inverse=True)
    pair_of = np.zeros((52, 52), dtype=np.int64)
    pair_of[np.triu_indices(52, 1)] = np.arange(PAIRS_OF_CARDS)
    pairs = np.stack(
        [pair_of[cards[:, 0], cards[:, 1]], pair_of[cards[:, 0], cards[:, 2]], pair_of[cards[:, 1], cards[:, 2]]],
        axis=1,
    )
    below, equal = _standing(cards, pairs, place, len(scale))
    classes = [hand_class(one, hand) for one, hand in zip(strengths, hands, strict=True)]
    return Deals(cards, strength, place, len(scale), np.array(classes, dtype=np.int64), pair_of, pairs, below, equal)


@cache
def suit_patterns(renamings: Renamings) -> tuple[Ints, Ints, Ints]:
    """Hands up to renaming suits: the first hand of each pattern, how many have it, and the pattern of each hand."""
    cards = deals().cards
    codes = []
    for order in renamings:
        renamed = np.sort((cards >> 2 << 2) | np.array(order)[cards & 3], axis=1)
        codes.append((renamed[:, 0] * 52 + renamed[:, 1]) * 52 + renamed[:, 2])
    _, first, pattern, counts = np.unique(
        np.min(codes, axis=0), return_index=True, return_inverse=True, return_counts=True
    )
    return first.astype(np.int64), counts.astype(np.int64), pattern.astype(np.int64)


def _standing(cards: Ints, pairs: Ints, place: Ints, places: int) -> tuple[Ints, Ints]:
    """Dealer's hands below and at each hand's own strength, among those that share no card with it."""
    by_card = np.zeros((52, places), dtype=np.int64)
    by_pair = np.zeros((PAIRS_OF_CARDS, places), dtype=np.int64)
    np.add.at(by_card, (cards, place[:, None]), 1)
    np.add.at(by_pair, (pairs, place[:, None]), 1)
    by_place = np.bincount(place, minlength=places)

    def left(total: Ints, card: Ints, pair: Ints) -> Ints:
        own = place[:, None]
        counted: Ints = total[place] - card[cards, own].sum(axis=1) + pair[pairs, own].sum(axis=1)
        return counted

    equal = left(by_place, by_card, by_pair) - 1  # the hand itself is the one that shares all three cards
    for counts in (by_place, by_card, by_pair):
        counts.cumsum(axis=-1, out=counts)
    return left(by_place, by_card, by_pair) - 1 - equal, equal


def left_by(values: Ints) -> Ints:
    """For each hand the sum of ``values`` over the dealer's hands that share no card with it."""
    table = deals()
    by_card = np.zeros(52, dtype=values.dtype)
    by_pair = np.zeros(PAIRS_OF_CARDS, dtype=values.dtype)
    np.add.at(by_card, table.cards, values[:, None])
    np.add.at(by_pair, table.pairs, values[:, None])
    left: Ints = values.sum() - by_card[table.cards].sum(axis=1) + by_pair[table.pairs].sum(axis=1) - values
    return left


@cache
def contests(qualifies_from: int) -> Ints:
    """How many of its dealer's hands each hand meets in each of PLAYED_CONTESTS; every row sums to 18,424."""
    table = deals()
    missed = left_by((table.strength < qualifies_from).astype(np.int64))
    qualified = table.strength >= qualifies_from
    lower = np.where(qualified, table.below - missed, 0)
    equal = np.where(qualified, table.equal, 0)
    return np.stack([missed, DEALERS - missed - lower - equal, equal, lower], axis=1)


@cache
def dealer_classes() -> Ints:
    """How many of its dealer's hands of each paytable class each hand leaves, indexed by HandClass."""
    classes = deals().hand_class
    return np.stack([left_by((classes == one).astype(np.int64)) for one in HandClass], axis=1)
