"""How much a setting with a certain back can be worth at most: what lets most settings go unlooked at.

The results of three rows are worth most with the strongest front, and with the strongest middle that could stand with
the back, for no method pays less for a row won than tied, or tied than lost. What royalties and home runs add is
bounded term by term. A bound that is too high costs time; none is too low.
"""

from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import product
from operator import add

import numpy as np

from engine.games.rows import RowRules, Variant
from engine.setting.expected import LOSE, ONE, WIN, Features, Scoring, Term, form_of
from engine.setting.legal import Weaker
from engine.setting.subsets import Figures


def upper_bounds(scoring: Scoring, features: Sequence[Features], weaker: Weaker, rules: RowRules) -> Figures:
    """For each five as the back, more than any setting with it is worth; all but overall points on the total.

    ``features`` are those of all fronts, middles and backs.
    """
    front, middle, back = features
    if not _monotone(scoring.results):
        return np.full_like(back[ONE], np.inf)
    terms = form_of(scoring)
    results = [term for term in terms if _RESULT_FEATURES.issuperset(term.features)]
    others = [term for term in terms if not _RESULT_FEATURES.issuperset(term.features)]
    # A middle is no stronger than the back, whose five stands in for it; where it plays low it may be any.
    between = _strongest(middle) if rules.variant is Variant.MIDDLE_LOW else middle
    best = (_strongest(front), between, back)
    worth = (*(_product(term, best) for term in results), *(_most(term, features, weaker) for term in others))
    return reduce(add, worth, np.zeros_like(back[ONE]))


_RESULT_FEATURES = frozenset({ONE, LOSE, WIN})


@lru_cache(maxsize=64)
def _monotone(results: tuple[int, ...]) -> bool:
    """Whether no row better won makes a result worth less: the 27 results as a cube, losses first."""
    cube = np.array(results).reshape(3, 3, 3)
    return all(bool((np.diff(cube, axis=axis) >= 0).all()) for axis in range(3))


def _strongest(row: Features) -> Features:
    """The chances of a row's strongest hand."""
    return {ONE: row[ONE][:1], LOSE: row[LOSE].min(keepdims=True), WIN: row[WIN].max(keepdims=True)}


def _product(term: Term, rows: Sequence[Features]) -> Figures:
    one, two, three = (row[feature] for row, feature in zip(rows, term.features, strict=True))
    worth: Figures = float(term.weight) * one * two * three
    return worth


def _most(term: Term, features: Sequence[Features], weaker: Weaker) -> Figures:
    """The largest that a term can be with each back: at one of the ends of what the other two features can be."""
    front, middle, back = (row[feature] for row, feature in zip(features, term.features, strict=True))
    fronts = front.min(), front.max()
    middles = (middle,) if term.features[1] == ONE else (-weaker.most(-middle), weaker.most(middle))
    ends = [one * two for one, two in product(fronts, middles)]
    largest: Figures = np.max([float(term.weight) * end * back for end in ends], axis=0)
    return largest
