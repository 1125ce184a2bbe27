"""How the result of a whole round spreads when n positions face one dealer's hand, and how they hang together.

All positions bet the same: one ante, and a pair plus of some size. Their nets have one mean and one variance; what
the dealer's hand does to all of them at once is the covariance of any two. The exact counts of how two positions
stand (``engine.edges.joint``) are weighted with what each standing wins. That is where odds and commissions come in,
as Python's integers over their common denominator, which hold whatever those come to.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, lcm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.edges.ante import Strategy, after_commission, bets_won
from engine.edges.deals import DEALS, deals
from engine.edges.figures import Exact, fraction_data, root_text
from engine.edges.joint import ABOVE, SIDES, STANDINGS, groups, joint_counts
from engine.errors import BrokenInvariant
from engine.games.three_card_poker.hands import HandClass
from engine.games.three_card_poker.paytables import FixedPrize, MeterShare
from engine.games.three_card_poker.rules import Contest, Rules

Objects = NDArray[np.object_]

_OTHERS_LEFT: Final = comb(46, 3)
"""Hands of a second position when a dealer's and one position's hand are gone."""


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


def spread(rules: Rules, strategy: Strategy, pair_plus: Exact = 0) -> Spread:
    """The spread of positions that bet one ante and a pair plus of so many antes.

    Raises BrokenInvariant where the strategy tells suits apart (but those of a mini royal).
    """
    exact = _nets(rules, strategy, pair_plus)
    scale = lcm(*(net.denominator for kind in exact for net in kind))
    nets: Objects = np.array([[int(net * scale) for net in kind] for kind in exact], dtype=object)
    pairs = joint_counts(strategy.played, rules.qualifies_from).astype(object)
    alone = pairs.sum(axis=2) // _OTHERS_LEFT
    mean = Fraction((alone * nets).sum(), DEALS * scale)
    square = Fraction((alone * nets * nets).sum(), DEALS * scale**2)
    products = sum(net @ pair @ net for net, pair in zip(nets, pairs, strict=True))
    both = Fraction(products, DEALS * _OTHERS_LEFT * scale**2)
    return Spread(mean, square - mean**2, both - mean**2)


def _nets(rules: Rules, strategy: Strategy, pair_plus: Exact) -> list[list[Fraction]]:
    """``[dealer qualifies][standing]``: the exact net of hands that stand so, 0 where no hand does."""
    nets = [[Fraction(0)] * STANDINGS for _ in range(2)]
    of_group, hands = np.unique(groups(strategy.played), return_index=True)
    for group, hand in zip(of_group.tolist(), hands.tolist(), strict=True):
        own, played = HandClass(deals().hand_class[hand]), bool(strategy.played[hand])
        for qualifies, side in product((False, True), range(SIDES)):
            net = _net(rules, own, played, qualifies, side, pair_plus)
            nets[qualifies][SIDES * group + side] = net
    return nets


def _net(rules: Rules, hand: HandClass, played: bool, qualifies: bool, side: int, pair_plus: Exact) -> Fraction:
    if not played:
        contest = Contest.FOLD
    elif not qualifies:
        contest = Contest.NOT_QUALIFIED
    else:
        contest = (Contest.LOWER, Contest.EQUAL, Contest.HIGHER)[side]
    won = _pair_plus_won(rules, hand, played, beats=side == ABOVE) if pair_plus else 0
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
