"""Expected units of a setting against random opponents.

**What is exact.** Each row of an opponent has the law of ``engine.setting.opponents``, counted from the 39 unseen
cards. From it follow, as exact fractions, the chances that a row is won, tied or lost and the royalties that go with
each; these go through the ruleset's own method: overall point, scoop, multipliers, home runs, royalties on a win or
always. All legal settings are valued so; none is left out and no rule of thumb decides.

**What is assumed.** The three rows of an opponent are independent of each other, and opponents of each other; all
of them set legally and play rows (no naturals, fouls or surrenders). Two opponents' rows are never equal; only the
home runs of opponents depend on this.

The value of a setting is a *form*: a sum of terms, each a figure times one feature of each row. Floating point finds
the settings that may be best (``engine.setting.choice``), and exact fractions decide between them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from math import lcm
from operator import add
from typing import Final, NamedTuple

import numpy as np

from engine.games.pairs import PairRules, Rows
from engine.games.royalties import Units
from engine.setting.laws import Case, RowCases
from engine.setting.legal import Figures, Layout
from engine.setting.subsets import Ints

LOSE, TIE, WIN, ROYALTY, LOST_ROYALTY, WON_ROYALTY, RUN, RUN_ROYALTY, RIVAL, RIVAL_ROYALTY = range(10)
"""Features of a row: chances of the three results; expected royalties, in all and with a row lost or won; the chance
to win against all opponents, and the royalties then; the chance to lose to the best of them, and the royalties then."""


class Term(NamedTuple):
    """``weight`` times the product of one feature each of front, middle and back."""

    weight: Units
    features: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Scoring:
    """What the value of a pair needs of a ruleset and a table.

    Royalties count ``parts`` of a unit. We settle with ``mine`` opponents, and each of them with ``rivals``. ``run_mult`` is what our home run multiplies
    our pairs by, ``rival_mult`` what an opponent's does: 1 where there are too few to make one.
    """

    pairs: PairRules
    royalties: bool
    parts: int
    mine: int
    rivals: int
    run_mult: int
    rival_mult: int


def result_units(pairs: PairRules, rows: Rows) -> Units:
    """What a result of three rows is worth to the first side without royalties, nor an overall point on the total."""
    score = pairs.scores[rows]
    return score.net * (pairs.scoop_mult if score.scoop else 1) + score.overall + score.bonus


def form_of(scoring: Scoring) -> list[Term]:
    """The terms of one pair's expected units."""
    pairs = scoring.pairs
    terms = [
        Term(result_units(pairs, rows), (rows[0] + 1, rows[1] + 1, rows[2] + 1))
        for rows in product((-1, 0, 1), repeat=3)
    ]
    part = Fraction(1, scoring.parts)
    in_scoop = part * (pairs.scoop_mult if pairs.multiplies_all else 1)
    if scoring.royalties:
        terms += _each_row(part, ROYALTY, (LOSE, TIE, WIN))
        terms += _each_row(in_scoop - part, WON_ROYALTY, (WIN,)) + _each_row(in_scoop - part, LOST_ROYALTY, (LOSE,))
    for more, side, all_won, royalty in (
        (scoring.run_mult - 1, 1, RUN, RUN_ROYALTY),
        (scoring.rival_mult - 1, -1, RIVAL, RIVAL_ROYALTY),
    ):
        terms.append(Term(more * result_units(pairs, (side, side, side)), (all_won, all_won, all_won)))
        if scoring.royalties:
            terms += _each_row(more * in_scoop, royalty, (all_won,))
    return [term for term in terms if term.weight]


def _each_row(weight: Units, feature: int, others: Sequence[int]) -> list[Term]:
    """A feature of one row, for each row in turn, whatever of ``others`` the two other rows are."""
    return [
        Term(weight, (*two[:row], feature, *two[row:]))  # type: ignore[arg-type]
        for row in range(3)
        for two in product(others, repeat=2)
    ]


def features_of(row: RowCases, scoring: Scoring, spots: Ints, own: Figures) -> list[Figures]:
    """The features of our rows at some spots, with royalties ``own``; those of rivals only where they matter."""
    cases = row.cases(spots, own)
    lose, tie, win = (_chance(cases, result) for result in (-1, 0, 1))
    lost, won = _royalties(cases, -1), _royalties(cases, 1)
    mine = scoring.mine
    features = [lose, tie, win, lost + won, lost, won, win**mine, won * win ** (mine - 1)]
    if scoring.rival_mult > 1:
        best = row.cases_of_best(spots, own, scoring.rivals)
        features += [_chance(best, -1), _royalties(best, -1)]
    return features


def _chance(cases: Iterable[Case], result: int) -> Figures:
    return reduce(add, (case.chance for case in cases if case.result == result))


def _royalties(cases: Iterable[Case], result: int) -> Figures:
    return reduce(add, (case.royalty * case.chance for case in cases if case.result == result))


def rough_values(terms: Sequence[Term], features: Sequence[Sequence[Figures]], layout: Layout) -> Figures:
    """The form of each setting of a layout, in floating point; features are those of fronts, middles and backs."""
    used = sorted({feature for term in terms for feature in term.features})
    weights = np.zeros((len(used),) * 3)
    for weight, (front, middle, back) in terms:
        weights[used.index(front), used.index(middle), used.index(back)] += float(weight)
    fronts, middles, backs = (np.stack([row[feature] for feature in used], axis=1) for row in features)
    by_front = np.tensordot(fronts.take(layout.fronts, axis=0), weights, axes=1)
    ordered_backs = backs.take(layout.order, axis=0).take(layout.back, axis=0)
    ordered_middles = middles.take(layout.order, axis=0).take(layout.middle, axis=0)
    by_middle = ordered_backs @ by_front.swapaxes(1, 2)
    values: Figures = np.einsum("fsm,fsm->fs", by_middle, ordered_middles)
    return values


def exact_values(terms: Sequence[Term], features: Sequence[Sequence[Figures]]) -> Figures:
    """The form of some settings, exactly: features are those of their rows, arrays of fractions."""
    zipped = zip(*([list(zip(*row, strict=True)) for row in features]), strict=True)
    return np.array([_exact_value(terms, rows) for rows in zipped], dtype=np.object_)


def _exact_value(terms: Sequence[Term], rows: Sequence[Sequence[Fraction]]) -> Fraction:
    """One setting's form, summed over one denominator for each row."""
    whole = [lcm(*(feature.denominator for feature in row)) for row in rows]
    front, middle, back = (
        [feature.numerator * (parts // feature.denominator) for feature in row]
        for row, parts in zip(rows, whole, strict=True)
    )
    total = sum(weight * front[one] * middle[two] * back[three] for weight, (one, two, three) in terms)
    return Fraction(total) / (whole[0] * whole[1] * whole[2])
