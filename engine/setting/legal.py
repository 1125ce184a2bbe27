"""Every legal setting of thirteen cards, and the choice among settings that are equally good.

Settings are laid out as arrays [front, split]: 286 fronts by the ways to part the other ten cards. Where middle
and back rank alike only one of the two ways to name a split can be legal, so 126 columns hold all settings; in
the deuce-to-seven variant, where the middle ranks the other way round, 252 do.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.games.rows import RowRules, Variant
from engine.setting.subsets import FIRST, FIVES, FRONTS, MIDDLES, SECOND, Flags, Index, Ints
from engine.setting.tables import Keys

Figures = npt.NDArray[Any]
"""A figure for each subset or each setting, in any ordered number type."""


class Candidates(NamedTuple):
    """Some settings, by the numbers of their subsets: arrays of one length."""

    front: Index
    middle: Index
    back: Index


@dataclass(frozen=True, slots=True)
class Fits:
    """Which subsets the qualifiers let stand: 286 fronts, 1,287 middles."""

    front: Flags
    middle: Flags


@dataclass(frozen=True, slots=True)
class Layout:
    """Settings [front, split], legal or not.

    ``fronts`` are the numbers of the fronts laid out. ``order`` lists the fives, and ``back`` and ``middle`` are places
    in it: a figure per five that stands in that order is gathered with one ``take``.
    """

    fronts: Index
    order: Index
    back: Index
    middle: Index
    legal: Flags

    def spread(self, front: Figures, middle: Figures, back: Figures) -> tuple[Figures, Figures, Figures]:
        """A figure per subset, for the rows of each setting; the front's as a column."""
        order = self.order
        return (
            front.take(self.fronts)[:, None],
            middle.take(order).take(self.middle),
            back.take(order).take(self.back),
        )

    def candidates(self, chosen: Flags) -> Candidates:
        """The settings that are chosen."""
        flat = np.flatnonzero(chosen)
        order = self.order
        return Candidates(
            self.fronts.take(flat // self.back.shape[1]),
            order.take(self.middle.take(flat)),
            order.take(self.back.take(flat)),
        )


ALL_FRONTS: Final[Index] = np.arange(FIRST.shape[0])
_NUMBERS: Final[Index] = np.arange(len(FIVES))
_BACKS_BOTH: Final = np.hstack([FIRST, SECOND])
_MIDDLES_BOTH: Final = np.hstack([SECOND, FIRST])


def lay_out(keys: Keys, fits: Fits, rows: RowRules, fronts: Index) -> Layout:
    """All settings with some fronts, and which of them are legal (rules/chinese-poker sections 2 and 9)."""
    return _LAYOUTS[rows.variant](keys, fits, rows, fronts)


def _by_strength(keys: Keys, rows: RowRules, fronts: Index) -> tuple[Index, Index, Index, Ints, Flags]:
    """Splits with the stronger five behind, of two equal ones that with the lower number.

    Returns the fives in descending order, backs and middles as places in it, the keys in that order, and whether
    each split is legal between its fives.
    """
    order = ((-keys.back << 11) + _NUMBERS).argsort()
    places = np.empty_like(order)
    places[order] = _NUMBERS
    first, second = places.take(FIRST[fronts]), places.take(SECOND[fronts])
    back, middle = np.minimum(first, second), np.maximum(first, second)
    ranked = keys.back.take(order)
    legal = ranked.take(back) > ranked.take(middle) if rows.strict else np.ones(back.shape, dtype=np.bool_)
    return order, back, middle, ranked, legal


def _high(keys: Keys, _: Fits, rows: RowRules, fronts: Index) -> Layout:
    order, back, middle, ranked, legal = _by_strength(keys, rows, fronts)
    # The fives that are no weaker than a front stand before all others.
    enough = len(ranked) - np.searchsorted(ranked[::-1], keys.front.take(fronts))
    return Layout(fronts, order, back, middle, legal & (middle < enough[:, None]))


def _front_low(keys: Keys, fits: Fits, rows: RowRules, fronts: Index) -> Layout:
    order, back, middle, _, legal = _by_strength(keys, rows, fronts)
    return Layout(fronts, order, back, middle, legal & fits.front.take(fronts)[:, None])


def _middle_low(keys: Keys, fits: Fits, _: RowRules, fronts: Index) -> Layout:
    back, middle = _BACKS_BOTH[fronts], _MIDDLES_BOTH[fronts]
    legal = (keys.back.take(back) >= keys.front.take(fronts)[:, None]) & fits.middle.take(middle)
    return Layout(fronts, _NUMBERS, back, middle, legal)


_LAYOUTS: Final[Mapping[Variant, Callable[[Keys, Fits, RowRules, Index], Layout]]] = {
    Variant.HIGH: _high,
    Variant.MIDDLE_LOW: _middle_low,
    Variant.FRONT_LOW: _front_low,
}


def behind(backs: Index, keys: Keys, fits: Fits, rows: RowRules) -> Candidates:
    """The legal settings with some backs: of the 56 middles that each leaves, those that stand."""
    middles, fronts = MIDDLES[backs], FRONTS[backs]
    back, middle, front = keys.back.take(backs)[:, None], keys.middle.take(middles), keys.front.take(fronts)
    if rows.variant is Variant.MIDDLE_LOW:
        legal = (front <= back) & fits.middle.take(middles)
    else:
        legal = middle < back if rows.strict else middle <= back
        legal &= fits.front.take(fronts) if rows.variant is Variant.FRONT_LOW else front <= middle
    row, column = legal.nonzero()
    return Candidates(fronts[row, column], middles[row, column], backs[row])


def strongest(candidates: Candidates, keys: Keys) -> Candidates:
    """Of some settings the one with the strongest back, then middle, then front.

    Settings that are equal in all three differ in suits alone; of these the one whose back, and then middle, comes
    first by the numbers of its cards.
    """
    front, middle, back = candidates
    figures = (keys.back.take(back), keys.middle.take(middle), keys.front.take(front), -back, -middle)
    kept: Index = np.arange(len(back))
    for figure in figures:
        left = figure.take(kept)
        kept = kept[left == left.max()]
    return Candidates(front[kept], middle[kept], back[kept])
