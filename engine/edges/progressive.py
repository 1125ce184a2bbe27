"""The progressive over all deals: what its fixed lines return, what the meter adds, where it breaks even.

In units of its one stake, paid for 1. Commission is left out of the return and the break-even meter and taken in
``progressive_figures``.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from typing import Final

from engine.edges.ante import Strategy, after_commission
from engine.edges.deals import DEALERS, deals
from engine.edges.figures import Exact, Figures, fraction_data
from engine.edges.side import offered, own_classes, settled_counts
from engine.edges.six import SPLITS, six_classes
from engine.errors import BrokenInvariant
from engine.games.three_card_poker.paytables import BEST_OF_SIX, FixedPrize, MeterShare, Pay, Progressive
from engine.games.three_card_poker.rules import Rules

_BASIS: Final = 10_000
_MOST_HITTING_HANDS: Final = 8


@dataclass(frozen=True, slots=True)
class MeterReturn:
    """What one unit staked returns: ``fixed`` from the lines with odds, ``per_unit`` from each unit of the meter."""

    fixed: Fraction
    per_unit: Fraction
    hit_frequency: Fraction

    @property
    def break_even_meter(self) -> Fraction | None:
        """The meter, in units of the stake, from which the bet favours the player; None where no meter is ever paid."""
        return (1 - self.fixed) / self.per_unit if self.per_unit else None

    def house_edge(self, meter_units: Exact) -> Fraction:
        """The edge at a meter of so many units of the stake."""
        return 1 - self.fixed - meter_units * self.per_unit

    def as_data(self) -> dict[str, object]:
        """Plain JSON data."""
        meter = self.break_even_meter
        return {
            "fixed_return": fraction_data(self.fixed),
            "return_per_meter_unit": fraction_data(self.per_unit, 12),
            "meter_hit_frequency": fraction_data(self.hit_frequency, 12),
            "break_even_meter_units": None if meter is None else fraction_data(meter, 2),
        }


def meter_return(rules: Rules, strategy: Strategy) -> MeterReturn:
    """Fixed return, return per unit of meter, and how often a hand takes a share of it. Buddies are not in it."""
    progressive = offered(rules.progressive)
    counts, _, total = _counts(rules, progressive, strategy)
    fixed, share, hits = Fraction(0), Fraction(0), 0
    for pay, number in zip(progressive.table.pays, counts, strict=True):
        if isinstance(pay, MeterShare):
            share += Fraction(pay.basis_points * number, _BASIS)
            hits += number
        else:
            fixed += _odds(pay) * number
    return MeterReturn(fixed / total, share / total, Fraction(hits, total))


def progressive_figures(rules: Rules, strategy: Strategy, meter_units: Exact) -> Figures:
    """The bet per unit staked at a meter of so many units, commission taken."""
    progressive = offered(rules.progressive)
    counts, forfeit, total = _counts(rules, progressive, strategy)
    results: list[tuple[Exact, int]] = [(Fraction(-1), forfeit)]
    for pay, number in zip(progressive.table.pays, counts, strict=True):
        paid = Fraction(meter_units) * pay.basis_points / _BASIS if isinstance(pay, MeterShare) else _odds(pay)
        results.append((after_commission((paid - 1,), rules), number))
    return Figures.of(results, total)


def buddy_return(progressive: Progressive, others: int) -> Fraction | None:
    """What the buddy amount adds to a bettor's return when so many others bet in the same round.

    It is paid once if any other hits. Hits of several are counted exactly, by inclusion and exclusion, where at
    most eight hands of own cards hit; None for other tables.
    """
    if not progressive.buddy:
        return Fraction(0)
    hitting = [
        frozenset(cards)
        for cards, hand in zip(deals().cards.tolist(), deals().hand_class.tolist(), strict=True)
        if progressive.on != BEST_OF_SIX and isinstance(progressive.table.pays[hand], MeterShare)
    ]
    if not 0 < len(hitting) <= _MOST_HITTING_HANDS:
        return None
    chance = Fraction(0)
    for number in range(1, others + 1):
        apart = sum(sum(map(len, some)) == len(frozenset().union(*some)) for some in combinations(hitting, number))
        # Each set of disjoint hands can fall to the positions in number! orders, of all ordered deals to them.
        all_hit = Fraction(apart * prod(range(1, number + 1)), prod(comb(52 - 3 * seat, 3) for seat in range(number)))
        chance += (-1) ** (number + 1) * comb(others, number) * all_hit
    return chance * progressive.buddy


def _counts(rules: Rules, progressive: Progressive, strategy: Strategy) -> tuple[list[int], int, int]:
    if progressive.on == BEST_OF_SIX:
        return settled_counts("progressive", six_classes(), SPLITS, rules, strategy)
    return settled_counts("progressive", own_classes(), DEALERS, rules, strategy)


def _odds(pay: Pay | None) -> Exact:
    if isinstance(pay, FixedPrize | MeterShare):
        raise BrokenInvariant("a progressive line pays odds or a share of the meter")
    return pay or 0
