"""The objectives that put settings in order without opponents: strongest back first, and most royalties first."""

import numpy as np

from engine.games.rows import RowRules
from engine.setting.legal import Settings, best_first, legal_with, strongest, weaker_than
from engine.setting.ranked import Ranked
from engine.setting.subsets import Figures


def back_first(ranked: Ranked, rules: RowRules) -> Settings:
    """The legal setting with the strongest back, then middle, then front; none where every setting is a foul."""
    backs = ranked.keys.back
    settings = legal_with(np.flatnonzero(backs == backs.max()), ranked, rules)
    if not len(settings.back):  # no legal setting has the best back

        def value(some: Settings) -> Figures:
            return np.broadcast_to(backs.take(some.back), some.middle.shape)

        settings, _ = best_first(ranked, rules, backs, value, slack=0)
    return strongest(settings, ranked)


def royalties_first(ranked: Ranked, rules: RowRules) -> Settings:
    """The legal setting with the most royalties in all, then the strongest; none where every setting is a foul.

    The strongest setting of all is the answer unless another has more royalties.
    """
    start = back_first(ranked, rules)
    if not len(start.back):
        return start
    front, middle, back = ranked.royalties
    bounds = back + weaker_than(ranked, rules).most(middle) + front.max()
    least = start.facts(ranked.royalties).total()
    if not (bounds > least).any():
        return start
    settings, _ = best_first(ranked, rules, bounds, lambda some: some.facts(ranked.royalties).total(), slack=0)
    return strongest(settings, ranked)
