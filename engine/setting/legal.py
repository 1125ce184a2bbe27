"""Legal settings of thirteen cards, and the search for the best of them.

A back leaves eight cards, which part into 56 pairs of a middle and a front: 1,287 by 56 settings in all. An objective
that can say beforehand what the best setting with each back may reach need not look at most of them (``best_first``).
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from engine.games.rows import RowRules, Variant
from engine.setting.ranked import PerRow, Ranked
from engine.setting.subsets import FRONTS, MIDDLES, SPLITS, Figures, Flags, Index


class Settings(NamedTuple):
    """Some settings, by the numbers of their subsets: arrays of one length, or such as go together."""

    front: Index
    middle: Index
    back: Index

    def at(self, places: Index) -> "Settings":
        """Those of them at some places."""
        return Settings(self.front.take(places), self.middle.take(places), self.back.take(places))

    def facts(self, subsets: PerRow) -> PerRow:
        """Figures per subset, for the rows of each setting."""
        return PerRow(subsets.front.take(self.front), subsets.middle.take(self.middle), subsets.back.take(self.back))

    def joined(self, more: "Settings") -> "Settings":
        """These and more settings."""
        return Settings(*(np.concatenate(pair) for pair in zip(self, more, strict=True)))


_NOTHING: Final[Index] = np.zeros(0, dtype=np.intp)
NO_SETTINGS: Final = Settings(_NOTHING, _NOTHING, _NOTHING)


def legal_with_backs(backs: Index, ranked: Ranked, rules: RowRules) -> Settings:
    """The legal settings with some backs."""
    fronts, middles = FRONTS.take(backs, axis=0), MIDDLES.take(backs, axis=0)
    legal = np.flatnonzero(_legal(Settings(fronts, middles, backs[:, None]), ranked, rules))
    return Settings(fronts.take(legal), middles.take(legal), backs.take(legal // middles.shape[1]))


def legal_with_fronts(fronts: Index, ranked: Ranked, rules: RowRules) -> Settings:
    """The legal settings with some fronts."""
    middles, backs = (part.take(fronts, axis=0) for part in SPLITS)
    legal = np.flatnonzero(_legal(Settings(fronts[:, None], middles, backs), ranked, rules))
    return Settings(fronts.take(legal // backs.shape[1]), middles.take(legal), backs.take(legal))


def _legal(settings: Settings, ranked: Ranked, rules: RowRules) -> Flags:
    """Which settings are no foul (rules/chinese-poker sections 2 and 9)."""
    front, middle, back = settings.facts(ranked.keys)
    if rules.variant is Variant.MIDDLE_LOW:
        behind: Flags = front <= back
        return behind & ranked.fits.middle.take(settings.middle)
    ordered: Flags = middle < back if rules.strict else middle <= back
    fits = ranked.fits.front.take(settings.front) if rules.variant is Variant.FRONT_LOW else front <= middle
    return ordered & fits


_FIRST_BACKS: Final = 48
_MORE_BACKS: Final = 4


def best_first(
    ranked: Ranked,
    rules: RowRules,
    bounds: Figures,
    value: Callable[[Settings], Figures],
    slack: float,
    known: Settings = NO_SETTINGS,
) -> tuple[Settings, Figures]:
    """The legal settings whose value is within ``slack`` of the best one's, and their values; none where all foul.

    ``bounds`` says for each five that no legal setting with it as the back, unless it is among the ``known`` ones, has
    a larger value. Backs are looked at from the highest bound down, ever more at a time, until no bound is near the
    best value found. A known setting may be found twice.
    """
    order = (-bounds).argsort(kind="stable")
    found, values = _near_best(known, value(known), slack)
    start, end = 0, _FIRST_BACKS
    while start < len(order):
        backs = order[start:end]
        if len(values):
            backs = backs[bounds.take(backs) >= values.max() - slack]
        if not len(backs):
            break
        more = legal_with_backs(backs, ranked, rules)
        found, values = _near_best(found.joined(more), np.concatenate((values, value(more))), slack)
        start, end = end, end * _MORE_BACKS
    return found, values


def _near_best(settings: Settings, values: Figures, slack: float) -> tuple[Settings, Figures]:
    if not len(values):
        return settings, values
    near = np.flatnonzero(values >= values.max() - slack)
    return settings.at(near), values.take(near)


def strongest(settings: Settings, ranked: Ranked) -> Settings:
    """Of some settings the one with the strongest back, then middle, then front; none of none.

    Settings that are equal in all three differ in suits alone; of these the one whose back, and then middle, comes
    first by the numbers of its cards.
    """
    if len(settings.back) < 2:
        return settings
    front, middle, back = settings.facts(ranked.keys)
    return settings.at(np.lexsort((settings.middle, settings.back, -front, -middle, -back))[:1])


class Weaker(NamedTuple):
    """For each five as the back, the middles that could stand with it, and possibly more: the fives in some order, and
    how many of them these are.
    """

    order: Index
    number: Index

    def most(self, middles: Figures) -> Figures:
        """For each back, the largest of a figure among these middles."""
        largest: Figures = np.maximum.accumulate(middles.take(self.order)).take(self.number - 1)
        return largest


def weaker_than(ranked: Ranked, rules: RowRules) -> Weaker:
    """The middles that are no stronger than a back; all where the two do not compare."""
    backs = ranked.keys.back
    order = backs.argsort()
    if rules.variant is Variant.MIDDLE_LOW:
        return Weaker(order, np.full_like(order, len(order)))
    return Weaker(order, np.searchsorted(backs.take(order), backs, side="right"))
