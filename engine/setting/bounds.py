"""How much a setting with a certain back can be worth at most: what lets most settings go unlooked at.

The results of three rows are worth most with the strongest front, and with the strongest middle that could stand with
the back, for no method pays less for a row won than tied, or tied than lost. What royalties and home runs add is
bounded term by term. A bound that is too high costs time; none is too low.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce
from operator import add
from typing import Final

import numpy as np

from engine.games.rows import RowRules, Variant
from engine.setting.expected import LOSE, ONE, WIN, Features, Scoring, Term, form_of
from engine.setting.legal import Weaker
from engine.setting.subsets import Figures


def upper_bounds(scoring: Scoring, features: Sequence[Features], weaker: Weaker, rules: RowRules) -> Figures:
    """For each five as the back, more than any setting with it is worth; all but overall points on the total.

    ``features`` are those of the fronts that it may have, and of all middles and backs. Without fronts there is none.
    """
    front, middle, back = features
    if not len(front[ONE]):
        return np.full_like(back[ONE], -np.inf)
    if not _monotone(scoring.results):
        return np.full_like(back[ONE], np.inf)
    # A middle is no stronger than the back, whose five stands in for it; where it plays low it may be any.
    between = _strongest(middle) if rules.variant is Variant.MIDDLE_LOW else _chances(middle)
    weights, others = _parted(scoring)
    by_front = np.tensordot(_strongest(front)[:, 0], weights, axes=1)  # middle, back
    bounds: Figures = (by_front @ _chances(back) * between).sum(axis=0)
    middles = {feature: _ends(middle[feature], weaker) for feature in {term.features[1] for term in others} - {ONE}}
    return reduce(add, (_most(term, front, middles | _ONES, back) for term in others), bounds)


_CHANCES: Final = (ONE, LOSE, WIN)


@lru_cache(maxsize=64)
def _parted(scoring: Scoring) -> tuple[Figures, tuple[Term, ...]]:
    """The weights of the results alone, by the chances of front, middle and back; and all other terms."""
    weights, others = np.zeros((3, 3, 3)), []
    for term in form_of(scoring):
        if set(_CHANCES).issuperset(term.features):
            weights[tuple(map(_CHANCES.index, term.features))] += float(term.weight)
        else:
            others.append(term)
    return weights, tuple(others)


@lru_cache(maxsize=64)
def _monotone(results: tuple[int, ...]) -> bool:
    """Whether no row better won makes a result worth less: the 27 results as a cube, losses first."""
    cube = np.array(results).reshape(3, 3, 3)
    return all(bool((np.diff(cube, axis=axis) >= 0).all()) for axis in range(3))


def _chances(row: Features) -> Figures:
    """1 and the chances to lose and to win, of each hand: array (3, hands)."""
    return np.stack([row[feature] for feature in _CHANCES])


def _strongest(row: Features) -> Figures:
    """1 and the chances to lose and to win, of a row's strongest hand."""
    return np.array([[1.0], [row[LOSE].min()], [row[WIN].max()]])


def _ends(middle: Figures, weaker: Weaker) -> list[Figures]:
    """For each back, the least and the largest of a feature among the middles that could stand with it."""
    return [-weaker.most(-middle), weaker.most(middle)]


_ONES: Final[dict[int, list[Figures]]] = {ONE: [np.ones(1)]}


def _most(term: Term, front: Features, middles: Mapping[int, list[Figures]], back: Features) -> Figures:
    """The largest that a term can be with each back: at one of the ends of what the other two features can be."""
    in_front, between, behind = term.features
    ends = [float(term.weight) * end for end in {front[in_front].min(), front[in_front].max()}]
    products = [middle * back[behind] for middle in middles[between]]
    return reduce(np.maximum, [one * two for one in ends for two in products])
