"""The objectives that put settings in order without opponents: strongest back first, and most royalties first."""

import numpy as np

from engine.games.rows import RowRules
from engine.setting.legal import ALL_FRONTS, Candidates, in_front_of, lay_out, strongest
from engine.setting.ranked import Ranked


def back_first(ranked: Ranked, rules: RowRules) -> Candidates:
    """The legal setting with the strongest back, then middle, then front; none where every setting is a foul."""
    backs = ranked.keys.back
    settings = in_front_of(np.flatnonzero(backs == backs.max()), ranked, rules)
    if not settings.back.size:  # no legal setting has the best back
        layout = lay_out(ranked, rules, ALL_FRONTS)
        settings = layout.candidates(np.flatnonzero(layout.legal))
    return strongest(settings, ranked)


def royalties_first(ranked: Ranked, rules: RowRules) -> Candidates:
    """The legal setting with the most royalties in all, then the strongest; none where every setting is a foul.

    The strongest setting is the answer unless another has more royalties, so only such are looked for, and only
    with fronts that leave room for them.
    """
    start = back_first(ranked, rules)
    if not start.back.size:
        return start
    front, middle, back = ranked.royalties
    royalties = start.facts(ranked.royalties).total()
    fronts = np.flatnonzero(front + (middle.max() + back.max()) > royalties)
    if not fronts.size:
        return start
    layout = lay_out(ranked, rules, fronts)
    totals = layout.facts(ranked.royalties).total()
    better = np.flatnonzero(layout.legal & (totals > royalties))
    if not better.size:
        return start
    found = totals.take(better)
    return strongest(layout.candidates(better[found == found.max()]), ranked)
