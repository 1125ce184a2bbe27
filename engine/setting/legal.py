"""Every legal setting of thirteen cards, and the choice among settings that are equally good.

Settings are laid out as arrays [front, split]: 286 fronts by the ways to part the other ten cards. Where middle
and back rank alike only one of the two ways to name a split can be legal, so 126 columns hold all settings; in
the deuce-to-seven variant, where the middle ranks the other way round, 252 do.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from engine.games.rows import RowRules, Variant
from engine.setting.ranked import PerRow, Ranked
from engine.setting.subsets import FIRST, FIVES, FRONTS, MIDDLES, SECOND, Flags, Index, Ints


class Candidates(NamedTuple):
    """Some settings, by the numbers of their subsets: arrays of one length."""

    front: Index
    middle: Index
    back: Index

    def only(self, kept: Flags) -> "Candidates":
        """Those of them that are kept."""
        return self.at(np.flatnonzero(kept))

    def at(self, places: Index) -> "Candidates":
        """Those of them at some places."""
        return Candidates(self.front.take(places), self.middle.take(places), self.back.take(places))

    def facts(self, subsets: PerRow) -> PerRow:
        """Figures per subset, for the rows of each setting."""
        return PerRow(subsets.front.take(self.front), subsets.middle.take(self.middle), subsets.back.take(self.back))


@dataclass(frozen=True, slots=True)
class Layout:
    """Settings [front, split], legal or not.

    ``fronts`` are the numbers of the fronts laid out. ``order`` lists the fives, and ``back`` and ``middle`` are places
    in it: figures that stand in that order are gathered with one ``take``.
    """

    fronts: Index
    order: Index
    back: Index
    middle: Index
    legal: Flags

    def facts(self, subsets: PerRow) -> PerRow:
        """Figures per subset (axis 0), for the rows of each setting; the front's has one column for all splits."""
        order = self.order
        return PerRow(
            subsets.front.take(self.fronts, axis=0)[:, None],
            subsets.middle.take(order, axis=0).take(self.middle, axis=0),
            subsets.back.take(order, axis=0).take(self.back, axis=0),
        )

    def candidates(self, flat: Index) -> Candidates:
        """The settings at some flat positions."""
        order = self.order
        return Candidates(
            self.fronts.take(flat // self.back.shape[1]),
            order.take(self.middle.take(flat)),
            order.take(self.back.take(flat)),
        )


ALL_FRONTS: Final[Index] = np.arange(len(FIRST))
"""The numbers of all fronts."""
_NUMBERS: Final[Index] = np.arange(len(FIVES))
_WHOLE: Final = slice(None)
_NONE_FOULS: Final[Flags] = np.ones(FIRST.shape, dtype=np.bool_)
_BACKS_BOTH: Final = np.hstack([FIRST, SECOND])
_MIDDLES_BOTH: Final = np.hstack([SECOND, FIRST])


def lay_out(ranked: Ranked, rules: RowRules, fronts: Index) -> Layout:
    """All settings with some fronts, and which of them are legal (rules/chinese-poker sections 2 and 9)."""
    return _LAYOUTS[rules.variant](ranked, rules, fronts)


def _by_strength(keys: Ints, rules: RowRules, fronts: Index) -> Layout:
    """Splits with the stronger five behind, of two equal ones the one numbered lower; the strongest first in order.

    Only the order of the two fives is looked at: equal ones are legal unless it is strict.
    """
    order = ((-keys << 11) + _NUMBERS).argsort()
    places = np.empty_like(order)
    places[order] = _NUMBERS
    splits = _WHOLE if fronts is ALL_FRONTS else fronts
    first, second = places.take(FIRST[splits]), places.take(SECOND[splits])
    back, middle = np.minimum(first, second), np.maximum(first, second)
    if not rules.strict:
        return Layout(fronts, order, back, middle, _NONE_FOULS[: len(fronts)])
    ordered = keys.take(order)
    return Layout(fronts, order, back, middle, ordered.take(back) > ordered.take(middle))


def _high(ranked: Ranked, rules: RowRules, fronts: Index) -> Layout:
    layout = _by_strength(ranked.keys.back, rules, fronts)
    ascending = ranked.keys.back.take(layout.order[::-1])
    no_weaker = len(ascending) - np.searchsorted(ascending, ranked.keys.front.take(fronts))
    return replace(layout, legal=layout.legal & (layout.middle < no_weaker[:, None]))


def _front_low(ranked: Ranked, rules: RowRules, fronts: Index) -> Layout:
    layout = _by_strength(ranked.keys.back, rules, fronts)
    return replace(layout, legal=layout.legal & ranked.fits.front.take(fronts)[:, None])


def _middle_low(ranked: Ranked, _: RowRules, fronts: Index) -> Layout:
    back, middle = _BACKS_BOTH[fronts], _MIDDLES_BOTH[fronts]
    behind = ranked.keys.back.take(back) >= ranked.keys.front.take(fronts)[:, None]
    return Layout(fronts, _NUMBERS, back, middle, behind & ranked.fits.middle.take(middle))


_LAYOUTS: Final[Mapping[Variant, Callable[[Ranked, RowRules, Index], Layout]]] = {
    Variant.HIGH: _high,
    Variant.MIDDLE_LOW: _middle_low,
    Variant.FRONT_LOW: _front_low,
}


def in_front_of(backs: Index, ranked: Ranked, rules: RowRules) -> Candidates:
    """The legal settings with some backs: of the 56 middles that each leaves, those that stand with it."""
    settings = Candidates(FRONTS[backs], MIDDLES[backs], backs[:, None])
    row, column = _legal(settings, ranked, rules).nonzero()
    return Candidates(settings.front[row, column], settings.middle[row, column], backs[row])


def _legal(settings: Candidates, ranked: Ranked, rules: RowRules) -> Flags:
    front, middle, back = settings.facts(ranked.keys)
    if rules.variant is Variant.MIDDLE_LOW:
        legal: Flags = (front <= back) & ranked.fits.middle.take(settings.middle)
        return legal
    ordered: Flags = middle < back if rules.strict else middle <= back
    fits = ranked.fits.front.take(settings.front) if rules.variant is Variant.FRONT_LOW else front <= middle
    return ordered & fits


def strongest(settings: Candidates, ranked: Ranked) -> Candidates:
    """Of some settings the one with the strongest back, then middle, then front; none of none.

    Settings that are equal in all three differ in suits alone; of these the one whose back, and then middle, comes
    first by the numbers of its cards.
    """
    if len(settings.back) < 2:
        return settings
    front, middle, back = settings.facts(ranked.keys)
    return settings.at(np.lexsort((settings.middle, settings.back, -front, -middle, -back))[:1])
