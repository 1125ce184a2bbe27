"""Hand by hand: what playing is worth near a decision, and whether a strategy is the best one."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from engine.edges.ante import Strategy, hand_values
from engine.edges.deals import Mask, deals
from engine.games.three_card_poker.rules import Rules


def plays_what_is_best(rules: Rules, strategy: Strategy) -> bool:
    """Whether no hand is worth more the other way; hands worth the same may be played or folded."""
    values = hand_values(rules)
    worse_played = strategy.played & (values.play < values.fold)
    worse_folded = ~strategy.played & (values.play > values.fold)
    return not bool((worse_played | worse_folded).any())


def play_value_bounds(rules: Rules, hands: Mask) -> tuple[Fraction, Fraction]:
    """The least and the largest value of playing among some hands, in antes."""
    values = hand_values(rules)
    chosen = np.flatnonzero(hands)
    ordered = chosen[np.argsort(values.play[chosen], kind="stable")]
    return values.play_value(int(ordered[0])), values.play_value(int(ordered[-1]))


def boundary_values(rules: Rules, ranks: Sequence[int]) -> dict[str, tuple[int, Fraction]]:
    """Of three different ranks, high to low, not of one suit: each suit pattern's number of hands and play value.

    ``aac`` means that the first two cards share a suit, ``aba`` first and third, ``abb`` the last two, ``abc`` none.
    """
    values, table = hand_values(rules), deals()
    of_ranks = ((table.cards >> 2) + 2 == np.array(sorted(ranks))).all(axis=1)
    low, middle, high = (table.cards & 3).T
    patterns = {
        "aac": (high == middle) & (middle != low),
        "aba": (high == low) & (middle != low),
        "abb": (middle == low) & (high != low),
        "abc": (high != middle) & (middle != low) & (high != low),
    }
    found: dict[str, tuple[int, Fraction]] = {}
    for name, pattern in patterns.items():
        hands = np.flatnonzero(of_ranks & pattern).tolist()
        found[name] = (len(hands), sum((values.play_value(hand) for hand in hands), Fraction(0)) / len(hands))
    return found
