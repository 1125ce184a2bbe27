"""Ante, play and ante bonus over all deals: the value of every hand, the best strategy, and any other's loss to it.

A result in antes comes from ``Rules.main`` and the ante bonus table, the same objects that settle the bets.
Chip rounding and payout caps depend on stakes and are left out; commission is taken exactly.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final

import numpy as np

from engine.edges.deals import DEALERS, DEALS, HANDS, PLAYED_CONTESTS, Ints, Mask, contests, deals
from engine.edges.figures import Exact, Figures
from engine.errors import BrokenInvariant
from engine.games.three_card_poker.hands import HAND_NAMES, HandClass
from engine.games.three_card_poker.paytables import FixedPrize, MeterShare
from engine.games.three_card_poker.rating import Q64
from engine.games.three_card_poker.rules import Contest, Rules
from engine.ranking import Strength, ThreeCategory, value_of

_BASIS: Final = 10_000
_INT64: Final = 2**62

NAMED_STRATEGIES: Final[Mapping[str, int]] = {
    "q64_or_better": Q64,
    "any_queen_or_better": 12 << 16,
    "never_fold": 0,
    "pairs_or_better": ThreeCategory.PAIR << 20,
}
"""Strategies that players are known to use, by the least strength that they play (rules reference section 8)."""


@dataclass(frozen=True, slots=True)
class HandValues:
    """For each hand the sum over its 18,424 deals of what playing and folding win, in antes times ``scale``."""

    play: Ints
    fold: Ints
    scale: int

    def play_value(self, hand: int) -> Fraction:
        """The exact value of playing one hand, in antes."""
        return Fraction(int(self.play[hand]), self.scale * DEALERS)


@dataclass(frozen=True, slots=True)
class Strategy:
    """Which of the 22,100 hands are played, and how that set is described."""

    played: Mask
    indifferent: int

    @property
    def hands_played(self) -> int:
        """The number of hands that are played."""
        return int(self.played.sum())

    @property
    def lowest_played(self) -> Strength | None:
        """The least strength among the hands played; None where all are folded."""
        played = deals().strength[self.played]
        return Strength(int(played.min())) if len(played) else None

    @property
    def is_cut_off(self) -> bool:
        """Whether a strength alone says what to play: every hand from the lowest one up."""
        lowest = self.lowest_played
        return lowest is None or self.hands_played == int((deals().strength >= lowest).sum())

    def as_data(self) -> dict[str, object]:
        """Plain JSON data."""
        lowest = self.lowest_played
        described = None
        if lowest is not None:
            described = {"category": HAND_NAMES[lowest >> 20], "ranks": list(value_of(lowest).ranks)}
        return {
            "hands_played": self.hands_played,
            "hands_folded": HANDS - self.hands_played,
            "lowest_played": described,
            "is_cut_off": self.is_cut_off,
            "indifferent_hands": self.indifferent,
        }


def from_strength(least: int) -> Strategy:
    """The strategy that plays every hand of at least a strength."""
    return Strategy(deals().strength >= least, 0)


def results(rules: Rules) -> dict[tuple[HandClass, Contest], Fraction]:
    """What each class of hand wins in each contest, in antes, commission taken."""
    return {(hand, contest): _result(hand, contest, rules) for hand in HandClass for contest in Contest}


def after_commission(bets: tuple[Exact, ...], rules: Rules) -> Fraction:
    """The net of some bets of one position after the exact commission of the ruleset, which is not rounded here."""
    net = Fraction(sum(bets))
    if not rules.commission_bp:
        return net
    base = Fraction(sum(bet for bet in bets if bet > 0)) if rules.commission_per_bet else max(net, Fraction(0))
    return net - base * rules.commission_bp / _BASIS


def bets_won(hand: HandClass, contest: Contest, rules: Rules) -> tuple[Exact, ...]:
    """Ante, play and ante bonus of one deal, in antes, before commission."""
    main = rules.main[contest]
    bonus = rules.ante_bonus.pays[hand] if rules.ante_bonus is not None else None
    if isinstance(bonus, FixedPrize | MeterShare):
        raise BrokenInvariant("an ante bonus has odds and nothing else")
    return main.ante, main.play or 0, bonus if bonus is not None and contest in rules.ante_bonus_contests else 0


def _result(hand: HandClass, contest: Contest, rules: Rules) -> Fraction:
    return after_commission(bets_won(hand, contest, rules), rules)


def hand_values(rules: Rules) -> HandValues:
    """The value of playing and of folding each of the 22,100 hands, exactly."""
    won = results(rules)
    scale = lcm(*(net.denominator for net in won.values()))
    largest = max(abs(net) for net in won.values()) * scale * DEALERS
    # Whole antes and halves fit 64 bits by far; Python's integers hold what is divided more finely.
    dtype: type = np.int64 if largest < _INT64 else object
    counts: Ints = contests(rules.qualifies_from).astype(dtype)
    play: Ints = np.array([[int(won[hand, one] * scale) for one in PLAYED_CONTESTS] for hand in HandClass], dtype=dtype)
    fold: Ints = np.array([int(won[hand, Contest.FOLD] * scale) * DEALERS for hand in HandClass], dtype=dtype)
    classes = deals().hand_class
    return HandValues((counts * play[classes]).sum(axis=1), fold[classes], scale)


def best_strategy(rules: Rules) -> Strategy:
    """Play exactly the hands that are worth more played than folded; those worth the same are folded, and counted."""
    values = hand_values(rules)
    return Strategy(np.asarray(values.play > values.fold, dtype=np.bool_), int((values.play == values.fold).sum()))


def counts_by_class(rules: Rules, strategy: Strategy) -> dict[tuple[HandClass, Contest], int]:
    """How many of the 407,170,400 deals each class of hand comes to in each contest under a strategy."""
    return dict(_counted(rules.qualifies_from, strategy.played.tobytes()))


@lru_cache(maxsize=64)
def _counted(qualifies_from: int, played: bytes) -> tuple[tuple[tuple[HandClass, Contest], int], ...]:
    mask = np.frombuffer(played, dtype=np.bool_)
    rows = contests(qualifies_from)
    classes = deals().hand_class
    found: list[tuple[tuple[HandClass, Contest], int]] = []
    for hand in HandClass:
        of_class = classes == hand
        played_rows = rows[of_class & mask].sum(axis=0)
        found += [((hand, one), int(number)) for one, number in zip(PLAYED_CONTESTS, played_rows, strict=True)]
        found.append(((hand, Contest.FOLD), int((of_class & ~mask).sum()) * DEALERS))
    return tuple(found)


def ante_figures(rules: Rules, strategy: Strategy) -> Figures:
    """Ante, play and ante bonus under a strategy, per ante; the mean wager counts the play bets."""
    won = results(rules)
    counted = counts_by_class(rules, strategy)
    pairs = ((won[key], number) for key, number in counted.items())
    return Figures.of(pairs, DEALS, 1 + Fraction(strategy.hands_played, HANDS))


def loss_to_best(rules: Rules, strategy: Strategy, best: Strategy) -> Fraction:
    """What a strategy gives away, in antes a round, against the best one."""
    return ante_figures(rules, strategy).house_edge - ante_figures(rules, best).house_edge
