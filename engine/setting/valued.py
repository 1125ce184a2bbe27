"""The setting of most expected units: all legal ones valued in floating point, the best of them exactly."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

import numpy as np

from engine.games.chinese_poker.rules import Rules
from engine.setting.expected import Scoring, Term, exact_values, features_of, form_of, rough_values
from engine.setting.laws import RowCases, exact, law_of, rough
from engine.setting.legal import ALL_FRONTS, Candidates, Figures, Fits, Layout, lay_out, strongest
from engine.setting.opponents import Faced, Opponents, faced
from engine.setting.overall import overall_values
from engine.setting.subsets import Index, Ints, Thirteen
from engine.setting.tables import Keys, RowTables, row_spots
from engine.setting.unseen import count_row, unseen_by

_SLACK: Final = 1e-9
"""Floating point is right to some 1e-12 of the largest figure; what is within this share of the best is looked at
exactly."""

Rows = tuple[Ints, Ints, Ints]


@dataclass(frozen=True, slots=True)
class _Pairing:
    """Opponents that are faced alike: how many, what each row of ours meets, and the form of a pair."""

    number: int
    rows: tuple[RowCases, ...]
    scoring: Scoring
    terms: Sequence[Term]

    @property
    def most_overall(self) -> int:
        """More than what overall points on the total can move the value by, to either side."""
        return self.number * (self.scoring.run_mult + self.scoring.rival_mult)

    def features(self, spots: Sequence[Ints], own: Sequence[Figures]) -> list[list[Figures]]:
        """The features of some of our fronts, middles and backs."""
        return [features_of(row, self.scoring, *at) for row, *at in zip(self.rows, spots, own, strict=True)]

    def exactly(self) -> "_Pairing":
        """The same, computed in fractions."""
        return replace(self, rows=tuple(replace(row, kind=exact) for row in self.rows))


def most_units(
    hand: Thirteen, keys: Keys, fits: Fits, tables: RowTables, rules: Rules, opponents: Opponents
) -> tuple[Candidates, Fraction | None]:
    """The legal setting of most expected units, of equal ones the strongest, and its value; none where all foul."""
    layout = lay_out(keys, fits, rules.rows, ALL_FRONTS)
    if not layout.legal.any():
        return layout.candidates(np.flatnonzero(layout.legal)), None
    spots = row_spots(hand, tables)
    pairings = _pairings(hand, tables, rules, opponents)
    slack = _SLACK * (1 + float(rules.most_units)) * opponents.count
    flat, values = _roughly_best(layout, spots, hand, tables, pairings, slack)
    candidates = layout.candidates(flat)
    if rules.pairs.overall_on_total:
        ...
    return candidates, None
