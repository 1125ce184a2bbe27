"""The overall point where it goes to the greater total of rows and royalties (``overall_on`` = net_total).

The sign of a total is no product of features of the rows: all combinations of what can happen to the three rows
are gone through.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import product
from operator import add

import numpy as np

from engine.setting.expected import Scoring
from engine.setting.laws import Case, RowCases
from engine.setting.legal import Figures
from engine.setting.subsets import Ints


def overall_values(
    rows: Sequence[RowCases], scoring: Scoring, spots: Sequence[Ints], own: Sequence[Figures]
) -> Figures:
    """Expected overall points of some settings against one opponent, home runs included.

    ``rows``, ``spots`` and royalties ``own`` are those of front, middle and back.
    """
    cases = [row.cases(*at) for row, *at in zip(rows, spots, own, strict=True)]
    values = _points(scoring, cases)
    if scoring.run_mult > 1:
        won = [_often(row, scoring.mine) for row in cases]
        values = values + (scoring.run_mult - 1) * _points(scoring, won)
    if scoring.rival_mult > 1:
        best = [row.cases_of_best(*at, scoring.rivals) for row, *at in zip(rows, spots, own, strict=True)]
        values = values + (scoring.rival_mult - 1) * _points(scoring, best)
    return values


def _often(cases: Sequence[Case], mine: int) -> list[Case]:
    """The cases in which a row is won, with the chance that it is won against all opponents."""
    won = [case for case in cases if case.result == 1]
    others = reduce(add, (case.chance for case in won)) ** (mine - 1)
    return [case._replace(chance=case.chance * others) for case in won]


def _points(scoring: Scoring, rows: Sequence[Sequence[Case]]) -> Figures:
    """The sign of each total of rows and royalties that decides the point, times its chance, all added up."""
    front, middle, back = rows
    points = front[0].chance * 0
    for one, two, three in product(front, middle, back):
        score = scoring.pairs.scores[one.result, two.result, three.result]
        if scoring.pairs.overall_on_scoop or not score.scoop:
            total = score.net * scoring.parts + one.royalty + two.royalty + three.royalty
            sign = (total > 0).astype(np.int64) - (total < 0)
            points = points + sign * one.chance * two.chance * three.chance
    return points
