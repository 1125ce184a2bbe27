"""How the result of a whole round spreads when n positions face one dealer's hand, and how they hang together.

All positions bet the same: one ante, and a pair plus of some size. Their nets have one mean and one variance;
what the dealer's hand does to all of them at once is the covariance of any two. It is exact: over every dealer's
hand, the products of all pairs of hands that share no card with it or with each other, by inclusion and
exclusion over the cards that two hands could share. Sums over all hands of a card or of two cards are kept by
strength, so that no deal of nine cards is ever listed.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np

from engine.edges.ante import Strategy, after_commission, bets_won
from engine.edges.cardsums import CardSums
from engine.edges.deals import DEALERS, DEALS, HANDS, Ints, contests, deals
from engine.edges.figures import Exact, fraction_data, root_text
from engine.errors import BrokenInvariant
from engine.games.three_card_poker.hands import SPADES, HandClass
from engine.games.three_card_poker.paytables import FixedPrize, MeterShare
from engine.games.three_card_poker.rules import Contest, Rules

_OTHERS_LEFT: Final = comb(46, 3)
"""Hands of a second position when a dealer's and one position's hand are gone."""
_INT64: Final = 2**62


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean, variance and covariance of the nets of positions that bet alike, in units of the ante."""

    mean: Fraction
    variance: Fraction
    covariance: Fraction

    @property
    def correlation(self) -> Fraction | None:
        """Of the nets of any two positions of one round; None where they never vary (every hand is folded)."""
        return self.covariance / self.variance if self.variance else None

    def round_variance(self, positions: int) -> Fraction:
        """Of the sum of the nets of so many positions."""
        return positions * self.variance + positions * (positions - 1) * self.covariance

    def as_data(self, most_positions: int) -> dict[str, object]:
        """Plain JSON data for rounds of one up to so many positions."""
        return {
            "mean_net": fraction_data(self.mean),
            "variance": fraction_data(self.variance),
            "covariance": fraction_data(self.covariance),
            "correlation": None if self.correlation is None else fraction_data(self.correlation),
            "rounds": {
                str(number): {
                    "mean_net": fraction_data(number * self.mean),
                    "variance": fraction_data(self.round_variance(number)),
                    "standard_deviation": root_text(self.round_variance(number)),
                }
                for number in range(1, most_positions + 1)
            },
        }


class _Nets(NamedTuple):
    """The net of each hand, times ``scale``: [dealer qualifies][own strength below, at, above the dealer's]."""

    table: Ints
    scale: int


def spread(rules: Rules, strategy: Strategy, pair_plus: Exact = 0) -> Spread:
    """The spread of positions that bet one ante and a pair plus of so many antes."""
    nets = _nets(rules, strategy, pair_plus)
    total, squares = _sums(rules, nets)
    products = _sum_of_products(rules, nets) - squares
    mean = Fraction(total, DEALS * nets.scale)
    square, product = Fraction(squares, DEALS), Fraction(products, DEALS * _OTHERS_LEFT)
    return Spread(mean, square / nets.scale**2 - mean**2, product / nets.scale**2 - mean**2)


def _nets(rules: Rules, strategy: Strategy, pair_plus: Exact) -> _Nets:
    """What each of the 22,100 hands wins under a strategy, by how it stands against a dealer's hand."""
    exact = {
        (hand, played, qualifies, side): _net(rules, hand, played, qualifies, side, pair_plus)
        for hand in HandClass
        for played in (False, True)
        for qualifies in (False, True)
        for side in (-1, 0, 1)
    }
    scale = lcm(*(net.denominator for net in exact.values()))
    largest = max(abs(net) for net in exact.values()) * scale
    classes, played = deals().hand_class, strategy.played
    # Products of sums over all hands fit 64 bits for every table ever posted; Python's integers hold the others.
    dtype: type = np.int64 if (largest * DEALERS) ** 2 < _INT64 else object
    table: Ints = np.zeros((2, 3, HANDS), dtype=dtype)
    for (hand, plays, qualifies, side), net in exact.items():
        table[int(qualifies), side + 1, (classes == hand) & (played == plays)] = int(net * scale)
    return _Nets(table, scale)


def _net(rules: Rules, hand: HandClass, played: bool, qualifies: bool, side: int, pair_plus: Exact) -> Fraction:
    if not played:
        contest = Contest.FOLD
    elif not qualifies:
        contest = Contest.NOT_QUALIFIED
    else:
        contest = (Contest.LOWER, Contest.EQUAL, Contest.HIGHER)[side + 1]
    won = _pair_plus_won(rules, hand, played, beats=side > 0) if pair_plus else 0
    return after_commission((*bets_won(hand, contest, rules), won * pair_plus), rules)


def _pair_plus_won(rules: Rules, hand: HandClass, played: bool, *, beats: bool) -> Exact:
    """Pair plus of one unit beside an ante."""
    if rules.pair_plus is None:
        raise BrokenInvariant("a spread with a pair plus was asked of a table that has none")
    pay = rules.pair_plus.pays[hand]
    if pay is None or (not played and "pair_plus" in rules.forfeited_on_fold):
        return -1
    if isinstance(pay, FixedPrize | MeterShare):
        raise BrokenInvariant("pair plus has odds and nothing else")
    return pay if beats or not rules.pair_plus_contested else 0


def _sums(rules: Rules, nets: _Nets) -> tuple[int, int]:
    """Sum of the scaled net, and of its square, over all deals of one position."""
    table = deals()
    qualified = table.strength >= rules.qualifies_from
    missed = contests(rules.qualifies_from)[:, 0]
    # Dealer's hands by side of the own strength, those that do not qualify and those that do.
    below = np.stack([np.where(qualified, missed, table.below), np.where(qualified, table.below - missed, 0)])
    equal = np.stack([np.where(qualified, 0, table.equal), np.where(qualified, table.equal, 0)])
    above = np.stack([missed, DEALERS - missed]) - below - equal
    counts = np.stack([above, equal, below], axis=1)
    total = (counts * nets.table).sum(axis=2)
    squares = (counts * nets.table * nets.table).sum(axis=2)
    return sum(int(one) for one in total.ravel()), sum(int(one) for one in squares.ravel())


def _sum_of_products(rules: Rules, nets: _Nets) -> int:
    """Sum of net times net over all deals of a dealer's hand and two positions, in that order, or one twice."""
    table = deals()
    dealers, weights = dealer_patterns(_tells_spades(rules))
    order = np.argsort(table.place[dealers], kind="stable")
    dealers, weights = dealers[order], weights[order]
    places, starts = np.unique(table.place[dealers], return_index=True)
    sums = [CardSums.of(nets.table[kind]) for kind in (0, 1)]
    total = 0
    for place, start, end in zip(places.tolist(), starts.tolist(), [*starts.tolist()[1:], len(dealers)], strict=True):
        qualifies = bool(table.strength[dealers[start]] >= rules.qualifies_from)
        products = sums[qualifies].products(place, dealers[start:end])
        total += sum(int(one) * times for one, times in zip(products, weights[start:end].tolist(), strict=True))
    return total


def _tells_spades(rules: Rules) -> bool:
    """Whether a table pays the mini royal of spades apart."""
    tables = (rules.ante_bonus, rules.pair_plus)
    return any("mini_royal_spades" in table.lines for table in tables if table is not None)


@cache
def dealer_patterns(spades_apart: bool) -> tuple[Ints, Ints]:
    """One dealer's hand of each pattern up to renaming suits (but spades, if told apart), and how many have it."""
    cards = deals().cards
    names = []
    for order in permutations(range(SPADES)) if spades_apart else permutations(range(SPADES + 1)):
        renamed = np.sort((cards >> 2 << 2) | np.array((*order, SPADES)[:4])[cards & 3], axis=1)
        names.append((renamed[:, 0] * 52 + renamed[:, 1]) * 52 + renamed[:, 2])
    _, first, counts = np.unique(np.min(names, axis=0), return_index=True, return_counts=True)
    return first.astype(np.int64), counts.astype(np.int64)
