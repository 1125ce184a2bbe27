"""Sums of a value over the hands that hold given cards, for every strength of the dealer's hand.

The value of a hand depends on whether it lies below, at or above the dealer's strength. Kept by strength, the
sums over all hands, over those with one card and over those with two answer for any dealer's hand, by inclusion
and exclusion, what the hands that share no card with it sum to, with and without any one or two more cards.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import Final

import numpy as np

from engine.edges.deals import HANDS, PAIRS_OF_CARDS, Ints, deals

_NO_PAIR: Final = PAIRS_OF_CARDS
_NO_HAND: Final = HANDS
"""Indices past the end, where cards repeat: the value there is 0."""


@dataclass(frozen=True, slots=True)
class _Joined:
    """Index tables by card: ``pair[c, d]`` two cards, ``hand[c, p]`` a card and a pair, ``holding[c]`` its 51 pairs."""

    pair: Ints
    hand: Ints
    holding: Ints


@dataclass(frozen=True, slots=True)
class CardSums:
    """``value[0 | 1 | 2]`` of each hand below, at and above the dealer's strength, and its sums by strength (rows).

    Columns: ``whole`` none, ``card`` the 52 cards, ``pair`` the 1,326 pairs of cards and a last one that is 0.
    """

    value: Ints
    whole: Ints
    card: Ints
    pair: Ints

    @classmethod
    def of(cls, value: Ints) -> "CardSums":
        """The sums of a value of the 22,100 hands."""
        table = deals()
        every = np.zeros((HANDS, 1), dtype=np.int64)
        return cls(
            np.concatenate([value, np.zeros((3, 1), dtype=value.dtype)], axis=1),
            _by_place(value, every, 1)[:, 0],
            _by_place(value, table.cards, 52),
            _by_place(value, table.pairs, PAIRS_OF_CARDS + 1),
        )

    def products(self, place: int, dealers: Ints) -> Ints:
        """For dealer's hands of one strength: the sum, over ordered pairs of hands that each leaves, of value x value.

        The two hands are disjoint or the same hand twice; the caller takes the squares off.
        """
        joined, held = _joined(), deals().cards[dealers]
        own_place = np.append(deals().place, place)
        at = np.where(own_place < place, self.value[0], np.where(own_place == place, self.value[1], self.value[2]))
        pair_row, rows = self.pair[place], np.arange(len(dealers))[:, None]

        twos = [joined.pair[one, other] for one, other in combinations(held.T, 2)]
        own = at[dealers]
        whole = self.whole[place] - self.card[place][held].sum(axis=1) + sum(pair_row[two] for two in twos) - own

        by_card = self.card[place] - sum(pair_row[joined.pair[one]] for one in held.T)
        by_card = by_card + sum(at[joined.hand[:, two].T] for two in twos)
        by_card[rows, held] = 0

        by_pair = pair_row[:-1] - sum(at[joined.hand[one, :-1]] for one in held.T)
        by_pair[rows, joined.holding[held].reshape(len(dealers), -1)] = 0

        summed: Ints = whole * whole - (by_card * by_card).sum(axis=1) + (by_pair * by_pair).sum(axis=1)
        return summed


def _by_place(value: Ints, group: Ints, groups: int) -> Ints:
    """For each dealer's strength (rows) and group: values of the group's hands below it, at it and above it."""
    table = deals()
    parts = np.zeros((3, table.places, groups), dtype=value.dtype)
    for side in range(3):
        np.add.at(parts[side], (table.place[:, None], group), value[side][:, None])
    below, at, above = parts
    summed: Ints = below.cumsum(axis=0) - below + at + above.sum(axis=0) - above.cumsum(axis=0)
    return summed


@cache
def _joined() -> _Joined:
    table = deals()
    pair = table.pair_of + table.pair_of.T
    np.fill_diagonal(pair, _NO_PAIR)
    hand = np.full((52, PAIRS_OF_CARDS + 1), _NO_HAND, dtype=np.int64)
    for one, two, three in permutations(table.cards.T, 3):
        hand[one, pair[two, three]] = np.arange(HANDS)
    holding = np.stack([np.delete(pair[card], card) for card in range(52)])
    return _Joined(pair, hand, holding)
