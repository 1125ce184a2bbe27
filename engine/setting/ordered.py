"""The objectives that only put settings in order: strongest back first, and most royalties first."""

import numpy as np

from engine.games.rows import RowRules
from engine.setting.legal import ALL_FRONTS, Candidates, Figures, Fits, behind, lay_out, strongest
from engine.setting.subsets import Flags
from engine.setting.tables import Keys


def back_first(keys: Keys, fits: Fits, rows: RowRules) -> Candidates:
    """The legal setting with the strongest back, then middle, then front; none where no setting is legal."""
    top = keys.back.max()
    candidates = behind(np.flatnonzero(keys.back == top), keys, fits, rows)
    if not candidates.back.size:  # the best five leaves no legal setting
        layout = lay_out(keys, fits, rows, ALL_FRONTS)
        candidates = layout.candidates(layout.legal)
    return strongest(candidates, keys) if candidates.back.size else candidates


def royalties_first(
    keys: Keys, fits: Fits, rows: RowRules, royalties: tuple[Figures, Figures, Figures]
) -> Candidates:
    """The legal setting with the most royalties in all, then the strongest as ``back_first`` has it.

    ``royalties`` are those of each subset as front, middle and back. No setting with as many royalties as the
    strongest one comes before it, so only those with more are looked for, and only behind fronts that allow them.
    """
    start = back_first(keys, fits, rows)
    if not start.back.size:
        return start
    front, middle, back = royalties
    least = front[start.front[0]] + middle[start.middle[0]] + back[start.back[0]]
    fronts = np.flatnonzero(fits.front & (front > least - middle.max() - back.max()))
    if not fronts.size:
        return start
    layout = lay_out(keys, fits, rows, fronts)
    in_front, in_middle, behind_all = layout.spread(front, middle, back)
    totals = in_middle + behind_all + in_front
    better: Flags = layout.legal & (totals > least)
    if not better.any():
        return start
    return strongest(layout.candidates(better & (totals == totals[better].max())), keys)
