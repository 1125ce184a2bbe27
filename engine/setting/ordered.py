"""The objectives that put settings in order without opponents: strongest back first, and most royalties first."""

import numpy as np

from engine.games.rows import RowRules
from engine.setting.legal import Settings, best_first, legal_with_backs, legal_with_fronts, strongest, weaker_than
from engine.setting.ranked import Ranked
from engine.setting.subsets import Figures


def back_first(ranked: Ranked, rules: RowRules) -> Settings:
    """The legal setting with the strongest back, then middle, then front; none where every setting is a foul."""
    backs = ranked.keys.back
    settings = legal_with_backs(np.flatnonzero(backs == backs.max()), ranked, rules)
    if not len(settings.back):  # no legal setting has the best back
        settings, _ = best_first(ranked, rules, backs, lambda some: backs.take(some.back), slack=0)
    return strongest(settings, ranked)


def royalties_first(ranked: Ranked, rules: RowRules) -> Settings:
    """The legal setting with the most royalties in all, then the strongest; none where every setting is a foul.

    The strongest setting of all is the answer unless another has more royalties. Royalties in front are rare and looked
    at one by one, so that they do not raise what may be hoped for elsewhere.
    """
    start = back_first(ranked, rules)
    front, middle, back = ranked.royalties
    if not len(start.back) or start.facts(ranked.royalties).total()[0] == front.max() + middle.max() + back.max():
        return start
    bounds = back + weaker_than(ranked, rules).most(middle)
    paid = np.flatnonzero(front)

    def value(settings: Settings) -> Figures:
        return _with_back(settings.facts(ranked.royalties).total(), ranked.keys.back.take(settings.back))

    known = start.joined(legal_with_fronts(paid, ranked, rules))
    settings, _ = best_first(ranked, rules, _with_back(bounds, ranked.keys.back), value, slack=0, known=known)
    return strongest(settings, ranked)


def _with_back(royalties: Figures, back: Figures) -> Figures:
    """One number that compares by royalties, and where these are equal by the key of the back."""
    joined: Figures = (royalties << 28) + back
    return joined
