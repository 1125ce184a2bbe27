"""The overall point where it goes to the greater total of rows and royalties (``overall_on`` = net_total).

The sign of a total is no product of features of the rows: all combinations of what can happen to the three rows
are gone through.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from engine.games.methods import PairRules
from engine.setting.expected import Scoring
from engine.setting.laws import Cases, Meeting
from engine.setting.ranked import PerRow
from engine.setting.subsets import Figures


class _Case(NamedTuple):
    result: int
    royalty: Figures
    chance: Figures


def overall_values(
    meetings: Sequence[Meeting], pairs: PairRules, scoring: Scoring, spots: PerRow, own: PerRow
) -> Figures:
    """Expected overall points of some settings against one opponent, home runs included.

    ``spots`` and royalties ``own`` are those of the settings' rows.
    """
    met = list(zip(meetings, spots, own, strict=True))
    outcomes = [meeting.outcomes(at, royalty) for meeting, at, royalty in met]
    points = _points(
        pairs, scoring.parts, [[*_each(-1, one.lost), *_each(0, one.tied), *_each(1, one.won)] for one in outcomes]
    )
    if scoring.run_mult > 1:
        others = [one.won.chance ** (scoring.mine - 1) for one in outcomes]
        runs = [
            [case._replace(chance=case.chance * other) for case in _each(1, one.won)]
            for one, other in zip(outcomes, others, strict=True)
        ]
        points = points + (scoring.run_mult - 1) * _points(pairs, scoring.parts, runs)
    if scoring.rival_mult > 1:
        best = [meeting.lost_to_best(at, royalty, scoring.rivals) for meeting, at, royalty in met]
        points = points + (scoring.rival_mult - 1) * _points(
            pairs, scoring.parts, [list(_each(-1, one)) for one in best]
        )
    return points


def _each(result: int, cases: Cases) -> Iterator[_Case]:
    return (_Case(result, royalty, chance) for royalty, chance in cases.each())


def _points(pairs: PairRules, parts: int, rows: Sequence[Sequence[_Case]]) -> Figures:
    """The sign of each total of rows and royalties that decides the point, times its chance, all added up."""
    front, middle, back = rows
    points = front[0].chance * 0
    for one, two, three in product(front, middle, back):
        score = pairs.scores[one.result, two.result, three.result]
        if pairs.overall_on_scoop or not score.scoop:
            total = score.net * parts + one.royalty + two.royalty + three.royalty
            sign = (total > 0).astype(np.int64) - (total < 0)
            points = points + sign * one.chance * two.chance * three.chance
    return points
