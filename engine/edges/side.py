"""Pair plus, 6 Card Bonus and Prime over all deals, from the paytables that settle them.

A bet is looked at alone: commission is taken from it as if nothing else were bet. Where the ruleset forfeits it
on a fold its figures depend on which hands are folded, so a strategy is asked for.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import TypeVar

import numpy as np

from engine.edges.ante import Strategy, after_commission
from engine.edges.deals import DEALERS, DEALS, HANDS, Ints, deals
from engine.edges.figures import Figures
from engine.edges.six import SPLITS, six_classes
from engine.errors import BrokenInvariant
from engine.games.three_card_poker.hands import Colours, HandClass
from engine.games.three_card_poker.paytables import FixedPrize, MeterShare, Pay, Paytable, Progressive
from engine.games.three_card_poker.rules import Rules

_Table = TypeVar("_Table", Paytable, Progressive)
_SAME_COLOUR_LEFT = comb(23, 3)
"""Dealer's hands of a colour of which three cards are gone."""


class StakeNeeded(ValueError):
    """A table with fixed prizes has figures only at a stake."""


def own_classes() -> Ints:
    """Deals of each hand by its own HandClass: 18,424 in one column of eight."""
    table = np.zeros((HANDS, len(HandClass)), dtype=np.int64)
    table[np.arange(HANDS), deals().hand_class] = DEALERS
    return table


@cache
def reds() -> Ints:
    """How many cards of each hand are red."""
    number: Ints = np.isin(deals().cards & 3, (1, 2)).sum(axis=1)
    return number


def colour_classes() -> Ints:
    """Deals of each hand by Prime's Colours: its own three, and then the dealer's."""
    of_one = np.isin(reds(), (0, 3))
    table = np.zeros((HANDS, len(Colours)), dtype=np.int64)
    table[:, Colours.MIXED] = np.where(of_one, 0, DEALERS)
    table[:, Colours.SIX] = np.where(of_one, _SAME_COLOUR_LEFT, 0)
    table[:, Colours.THREE] = np.where(of_one, DEALERS - _SAME_COLOUR_LEFT, 0)
    return table


def pair_plus_figures(rules: Rules, strategy: Strategy) -> Figures:
    """Pair plus per unit staked. Contested, a paying hand that the dealer's is not below gets its stake back."""
    paytable = offered(rules.pair_plus)
    if not rules.pair_plus_contested:
        return _figures("pair_plus", own_classes(), DEALERS, paytable, rules, strategy, None)
    table = deals()
    kept = _kept("pair_plus", rules, strategy)
    results: list[tuple[Fraction, int]] = [(Fraction(-1), DEALERS * (HANDS - int(kept.sum())))]
    for hand, pay in zip(HandClass, paytable.pays, strict=True):
        of_class = (table.hand_class == hand) & kept
        number, won = DEALERS * int(of_class.sum()), int(table.below[of_class].sum())
        net = net_of(pay, rules, None)
        results += [(net, number)] if pay is None else [(net, won), (Fraction(0), number - won)]
    return Figures.of(results, DEALS)


def six_card_figures(rules: Rules, strategy: Strategy, stake_minor: int | None) -> Figures:
    """The 6 Card Bonus per unit staked. Raises StakeNeeded where the table has fixed prizes and no stake is given."""
    return _figures("six_card", six_classes(), SPLITS, offered(rules.six_card), rules, strategy, stake_minor)


def prime_figures(rules: Rules, strategy: Strategy) -> Figures:
    """Prime per unit staked."""
    return _figures("prime", colour_classes(), 1, offered(rules.prime), rules, strategy, None)


def offered(table: _Table | None) -> _Table:
    """The table of a bet that figures are asked of. Raises BrokenInvariant where the ruleset has the bet off."""
    if table is None:
        raise BrokenInvariant("figures were asked of a bet that the table does not offer")
    return table


def net_of(pay: Pay | None, rules: Rules, stake_minor: int | None) -> Fraction:
    """What a bet "to 1" wins per unit of its stake, commission taken; nothing loses it."""
    if pay is None:
        return Fraction(-1)
    if isinstance(pay, MeterShare):
        raise TypeError("a meter pays for 1, not to 1")
    if isinstance(pay, FixedPrize):
        if stake_minor is None:
            raise StakeNeeded("a fixed prize has no odds but at a stake")
        pay = Fraction(pay.minor, stake_minor)
    return after_commission((pay,), rules)


def settled_counts(
    bet: str, classes: Ints, shared: int, rules: Rules, strategy: Strategy
) -> tuple[list[int], int, int]:
    """Deals by class, deals forfeit by folding, and all deals; equally likely groups of ``shared`` count once.

    Grouping is possible only where nothing is forfeit: then own cards alone, or six cards whoever holds them, decide.
    """
    if bet not in rules.forfeited_on_fold:
        return [int(number) // shared for number in classes.sum(axis=0)], 0, DEALS // shared
    kept = _kept(bet, rules, strategy)
    counts = [int(number) for number in classes[kept].sum(axis=0)]
    return counts, DEALS - sum(counts), DEALS


def _kept(bet: str, rules: Rules, strategy: Strategy) -> "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]":
    """The hands whose bet settles on the cards: all, or only those that are played."""
    return strategy.played if bet in rules.forfeited_on_fold else np.ones(HANDS, dtype=np.bool_)


def _figures(
    bet: str,
    classes: Ints,
    shared: int,
    paytable: Paytable,
    rules: Rules,
    strategy: Strategy,
    stake_minor: int | None,
) -> Figures:
    counts, forfeit, total = settled_counts(bet, classes, shared, rules, strategy)
    return Figures.of(_results(counts, forfeit, paytable, rules, stake_minor), total)


def _results(
    counts: Sequence[int], forfeit: int, paytable: Paytable, rules: Rules, stake_minor: int | None
) -> Iterator[tuple[Fraction, int]]:
    yield Fraction(-1), forfeit
    for pay, number in zip(paytable.pays, counts, strict=True):
        yield net_of(pay, rules, stake_minor), number
