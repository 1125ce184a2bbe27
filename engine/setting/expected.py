"""Expected units of a setting against random opponents.

**What is exact.** Each row of an opponent has the law of ``engine.setting.opponents``, counted from the 39 unseen
cards. From it follow, as exact fractions, the chances that a row is won, tied or lost and the royalties that go with
each; these go through the ruleset's own method: overall point, scoop, multipliers, home runs, royalties on a win or
always. The best of all legal settings is found so: one is left unlooked at only where a bound proves that it cannot be
the best (``engine.setting.bounds``), and no rule of thumb decides.

**What is assumed.** The three rows of an opponent are independent of each other, and opponents of each other; all
of them set legally and play rows (no naturals, fouls or surrenders). Two opponents' rows are never equal; only the
home runs of opponents depend on this.

The value of a setting is a *form*: a sum of terms, each a figure times one feature of each row. Floating point finds
the settings that may be best (``engine.setting.valued``), and exact fractions decide between them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm, prod
from typing import Final, NamedTuple

import numpy as np

from engine.games.chinese_poker.rules import Rules
from engine.games.methods import PairRules, Rows
from engine.games.royalties import Units
from engine.setting.laws import Meeting
from engine.setting.legal import Settings
from engine.setting.subsets import Figures, Ints

ONE, LOSE, WIN, ROYALTY, LOST_ROYALTY, WON_ROYALTY, RUN, RUN_ROYALTY, RIVAL, RIVAL_ROYALTY = range(10)
"""Features of a row: 1; the chances to lose and to win it; the royalties to be expected in all, and with the row lost
or won; the chance to win it from all opponents, and the royalties then; the chance to lose it to the best of them, and
the royalties then. The chance of a tie is what is left of 1."""

Features = Mapping[int, Figures]
"""The features of some rows; those that no term of the form asks for are left out."""


class Term(NamedTuple):
    """``weight`` times the product of one feature each of front, middle and back."""

    weight: Units
    features: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a pair is worth to us, and how many pairs there are.

    ``results`` are the units of the 27 results of three rows (``RESULTS``) without royalties, nor an overall point that
    these can move (``on_total``). Royalties count ``parts`` of a unit, ``royalties`` says whether there are any, and a
    scoop multiplies them by ``royalty_mult``. We settle with ``mine`` opponents, and each of them with ``rivals``.
    ``run_mult`` is what our home run multiplies our pairs by, ``rival_mult`` what an opponent's does: 1 where there are
    too few to make one.
    """

    results: tuple[int, ...]
    on_total: bool
    royalties: bool
    parts: int
    royalty_mult: int
    mine: int
    rivals: int
    run_mult: int
    rival_mult: int


RESULTS: Final[tuple[Rows, ...]] = tuple(
    (front, middle, back) for front in (-1, 0, 1) for middle in (-1, 0, 1) for back in (-1, 0, 1)
)


def scoring_of(rules: Rules, parts: int, mine: int, rivals: int) -> Scoring:
    """The scoring of a ruleset whose royalties count ``parts`` of a unit, for so many pairs."""
    pairs = rules.pairs
    royalties = any(rules.royalties.most)
    on_total = royalties and pairs.overall_on_total
    return Scoring(
        results=tuple(_without_overall(pairs, rows) if on_total else pairs.scores[rows].whole for rows in RESULTS),
        on_total=on_total,
        royalties=royalties,
        parts=parts,
        royalty_mult=pairs.scoop_mult if pairs.multiplies_all else 1,
        mine=mine,
        rivals=rivals,
        run_mult=rules.home_run_mult if mine >= rules.home_run_min else 1,
        rival_mult=rules.home_run_mult if rivals >= rules.home_run_min else 1,
    )


def _without_overall(pairs: PairRules, rows: Rows) -> int:
    score = pairs.scores[rows]
    return score.net * (pairs.scoop_mult if score.scoop else 1) + score.bonus


@lru_cache(maxsize=64)
def form_of(scoring: Scoring) -> tuple[Term, ...]:
    """The terms of one pair's expected units, but for an overall point that royalties can move."""
    terms = _result_terms(scoring.results)
    for more, result, all_three, royalty in (
        (scoring.run_mult - 1, scoring.results[-1], RUN, RUN_ROYALTY),
        (scoring.rival_mult - 1, scoring.results[0], RIVAL, RIVAL_ROYALTY),
    ):
        terms.append(Term(more * result, (all_three, all_three, all_three)))
        terms += _each_row(scoring, more * scoring.royalty_mult, royalty, all_three)
    terms += _each_row(scoring, 1, ROYALTY, ONE)
    terms += _each_row(scoring, scoring.royalty_mult - 1, WON_ROYALTY, WIN)
    terms += _each_row(scoring, scoring.royalty_mult - 1, LOST_ROYALTY, LOSE)
    return tuple(term for term in terms if term.weight)


def _result_terms(results: Sequence[int]) -> list[Term]:
    """The results of three rows with their chances, that of a tied row being 1 - lose - win."""
    weights: Counter[tuple[int, int, int]] = Counter()
    for (front, middle, back), units in zip(RESULTS, results, strict=True):
        for one, two, three in product(_CHANCES[front], _CHANCES[middle], _CHANCES[back]):
            weights[one[0], two[0], three[0]] += units * one[1] * two[1] * three[1]
    return [Term(weight, features) for features, weight in weights.items()]


_CHANCES: Final = {-1: ((LOSE, 1),), 0: ((ONE, 1), (LOSE, -1), (WIN, -1)), 1: ((WIN, 1),)}


def _each_row(scoring: Scoring, times: int, feature: int, others: int) -> list[Term]:
    """Royalties of each row in turn, ``times`` over, with another feature of the two other rows."""
    units = Fraction(times if scoring.royalties else 0, scoring.parts)
    weight = units.numerator if units.denominator == 1 else units
    return [
        Term(weight, (feature, others, others)),
        Term(weight, (others, feature, others)),
        Term(weight, (others, others, feature)),
    ]


def features_of(meeting: Meeting, scoring: Scoring, spots: Ints, own: Figures) -> Features:
    """The features of our rows at some spots, with royalties ``own``."""
    lost, _, won = meeting.outcomes(spots, own)
    lose, win = lost.chance, won.chance
    features = {ONE: win * 0 + 1, LOSE: lose, WIN: win}
    if scoring.royalties:
        features |= {LOST_ROYALTY: lost.royalties(), WON_ROYALTY: won.royalties()}
        features[ROYALTY] = features[LOST_ROYALTY] + features[WON_ROYALTY]
    if scoring.run_mult > 1:
        others = win ** (scoring.mine - 1)
        features |= {RUN: win * others, RUN_ROYALTY: won.royalties() * others}
    if scoring.rival_mult > 1:
        best = meeting.lost_to_best(spots, own, scoring.rivals)
        features |= {RIVAL: best.chance, RIVAL_ROYALTY: best.royalties()}
    return features


def roughly(features: Features) -> Features:
    """Features in floating point, whatever number type royalties came in."""
    return {feature: figures.astype(np.float64, copy=False) for feature, figures in features.items()}


def rough_values(terms: Sequence[Term], features: Sequence[Features], settings: Settings) -> Figures:
    """The form of some settings in floating point; ``features`` are those of all fronts, middles and backs.

    Sums of products by hand: a matrix product would do the same work, but its library starts threads for it.
    """
    used = _used(terms)
    front, middle, back = (
        {feature: row[feature].take(at) for feature in used} for row, at in zip(features, settings, strict=True)
    )
    values = np.zeros(len(settings.back))
    for one, by_middle in _nested(tuple(terms)):
        of_front = np.zeros(len(values))
        for two, by_back in by_middle:
            of_middle = np.zeros(len(values))
            for three, weight in by_back:
                of_middle += weight * back[three]
            of_front += of_middle * middle[two]
        values += of_front * front[one]
    return values


_ByBack = tuple[tuple[int, float], ...]
_ByMiddle = tuple[tuple[int, _ByBack], ...]


@lru_cache(maxsize=64)
def _nested(terms: tuple[Term, ...]) -> tuple[tuple[int, _ByMiddle], ...]:
    """Weights by the feature of the front, then of the middle, then of the back."""
    nested: dict[int, dict[int, dict[int, float]]] = {}
    for weight, (front, middle, back) in terms:
        nested.setdefault(front, {}).setdefault(middle, {})[back] = float(weight)
    return tuple(
        (front, tuple((middle, tuple(by_back.items())) for middle, by_back in by_middle.items()))
        for front, by_middle in nested.items()
    )


def _used(terms: Sequence[Term]) -> list[int]:
    return sorted({feature for term in terms for feature in term.features})


def exact_values(terms: Sequence[Term], features: Sequence[Features]) -> Figures:
    """The form of some settings, exactly: features are those of their rows, arrays of fractions."""
    used = _used(terms)
    settings = range(len(features[0][ONE]))
    return np.array([_exact_value(terms, used, features, setting) for setting in settings], dtype=np.object_)


def _exact_value(terms: Sequence[Term], used: Sequence[int], features: Sequence[Features], setting: int) -> Fraction:
    """One setting's form, summed over one denominator for each row."""
    rows = [[row[feature][setting] for feature in used] for row in features]
    wholes = [lcm(*(figure.denominator for figure in row)) for row in rows]
    front, middle, back = (
        {feature: figure.numerator * (whole // figure.denominator) for feature, figure in zip(used, row, strict=True)}
        for row, whole in zip(rows, wholes, strict=True)
    )
    total = sum(weight * front[one] * middle[two] * back[three] for weight, (one, two, three) in terms)
    return Fraction(total) / prod(wholes)
