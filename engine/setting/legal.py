"""Legal settings of thirteen cards, back by back, and the choice among settings that are equally good.

A back leaves eight cards, which part into 56 pairs of a middle and a front: 1,287 by 56 settings. An objective that
can say beforehand what the best setting with each back may reach need not look at most of them (``best_first``).
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from engine.games.rows import RowRules, Variant
from engine.setting.ranked import PerRow, Ranked
from engine.setting.subsets import FRONTS, MIDDLES, Figures, Flags, Index


class Settings(NamedTuple):
    """Some settings, by the numbers of their subsets: arrays of one shape, or of shapes that go together."""

    front: Index
    middle: Index
    back: Index

    def at(self, places: Index) -> "Settings":
        """Those of them at some places of a row of settings."""
        return Settings(self.front.take(places), self.middle.take(places), self.back.take(places))

    def facts(self, subsets: PerRow) -> PerRow:
        """Figures per subset, for the rows of each setting."""
        return PerRow(subsets.front.take(self.front), subsets.middle.take(self.middle), subsets.back.take(self.back))


def with_backs(backs: Index) -> Settings:
    """All settings with some backs, legal or not: arrays (backs, 56), that of the backs itself (backs, 1)."""
    return Settings(FRONTS.take(backs, axis=0), MIDDLES.take(backs, axis=0), backs[:, None])


def are_legal(settings: Settings, ranked: Ranked, rules: RowRules) -> Flags:
    """Which settings are no foul (rules/chinese-poker sections 2 and 9)."""
    front, middle, back = settings.facts(ranked.keys)
    if rules.variant is Variant.MIDDLE_LOW:
        behind: Flags = front <= back
        return behind & ranked.fits.middle.take(settings.middle)
    ordered: Flags = middle < back if rules.strict else middle <= back
    fits = ranked.fits.front.take(settings.front) if rules.variant is Variant.FRONT_LOW else front <= middle
    return ordered & fits


def legal_with(backs: Index, ranked: Ranked, rules: RowRules) -> Settings:
    """The legal settings with some backs, in one row."""
    settings = with_backs(backs)
    return _flat(settings, np.flatnonzero(are_legal(settings, ranked, rules)))


def _flat(settings: Settings, places: Index) -> Settings:
    """Settings of ``with_backs`` at some flat places, in one row."""
    backs = settings.back.ravel().take(places // settings.middle.shape[1])
    return Settings(settings.front.take(places), settings.middle.take(places), backs)


def best_first(
    ranked: Ranked, rules: RowRules, bounds: Figures, value: Callable[[Settings], Figures], slack: float
) -> tuple[Settings, Figures]:
    """The legal settings whose value is within ``slack`` of the best one's, and their values; none where all foul.

    ``value`` gives a figure for each of the settings of some backs, ``bounds`` says for each five that no legal setting
    with it as the back has a larger one. Backs are looked at from the highest bound down, ever more at a time, until
    no bound is near the best value found.
    """
    order = (-bounds).argsort(kind="stable")
    found, values = _NO_SETTINGS, bounds[:0]
    start, end = 0, _FIRST_BACKS
    while start < len(order):
        backs = order[start:end]
        if len(values):
            backs = backs[bounds.take(backs) >= values.max() - slack]
        if not len(backs):
            break
        settings = with_backs(backs)
        places = np.flatnonzero(are_legal(settings, ranked, rules))
        found = _joined(found, _flat(settings, places))
        values = np.concatenate((values, value(settings).take(places)))
        if len(values):
            near = np.flatnonzero(values >= values.max() - slack)
            found, values = found.at(near), values.take(near)
        start, end = end, end * _MORE_BACKS
    return found, values


_FIRST_BACKS: Final = 48
_MORE_BACKS: Final = 4
_NOTHING: Final[Index] = np.zeros(0, dtype=np.intp)
_NO_SETTINGS: Final = Settings(_NOTHING, _NOTHING, _NOTHING)


def _joined(some: Settings, more: Settings) -> Settings:
    return Settings(*(np.concatenate(pair) for pair in zip(some, more, strict=True)))


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
