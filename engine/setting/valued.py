"""The setting of most expected units: all legal ones valued in floating point, the best of them exactly."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Final

import numpy as np

from engine.games.chinese_poker.rules import Rules
from engine.games.methods import PairRules
from engine.games.rows import Tie
from engine.setting.expected import Features, Scoring, exact_values, features_of, form_of, rough_values, scoring_of
from engine.setting.laws import Meeting, exact, law_of, rough
from engine.setting.legal import ALL_FRONTS, Candidates, Layout, lay_out, strongest
from engine.setting.opponents import Opponents, faced
from engine.setting.overall import overall_values
from engine.setting.ranked import PerRow, Ranked
from engine.setting.subsets import Figures
from engine.setting.unseen import count_rows, unseen_by

_SLACK: Final = 1e-9
"""Floating point is right to some 1e-12 of the largest figure. All settings within this share of it from the best
are looked at exactly."""
_FOUL: Final = 1e30
"""Taken from the rough value of a setting that fouls: more than any setting is worth."""


@dataclass(frozen=True, slots=True)
class _Pairing:
    """Opponents that are faced alike: how many, what each row of ours meets, and what a pair is worth."""

    number: int
    meetings: tuple[Meeting, ...]
    pairs: PairRules
    scoring: Scoring

    @property
    def most_on_total(self) -> int:
        """The most that overall points on the total can move a value, to either side."""
        return self.number * (self.scoring.run_mult + self.scoring.rival_mult) if self.scoring.on_total else 0

    def rough_values(self, spots: PerRow, royalties: PerRow, layout: Layout) -> Figures:
        """What the settings of a layout are worth but for overall points on the total, in floating point."""
        return self.number * rough_values(form_of(self.scoring), self._features(spots, royalties), layout)

    def on_total(self, spots: PerRow, royalties: PerRow) -> Figures:
        """What overall points on the total are worth to some settings."""
        return self.number * overall_values(self.meetings, self.pairs, self.scoring, spots, royalties)

    def exact_values(self, spots: PerRow, royalties: PerRow) -> Figures:
        """What some settings are worth in all, in fractions."""
        exactly = replace(self, meetings=tuple(replace(meeting, kind=exact) for meeting in self.meetings))
        values = self.number * exact_values(form_of(self.scoring), exactly._features(spots, royalties))
        return values + exactly.on_total(spots, royalties) if self.scoring.on_total else values

    def _features(self, spots: PerRow, royalties: PerRow) -> list[Features]:
        met = zip(self.meetings, spots, royalties, strict=True)
        return [features_of(meeting, self.scoring, at, royalty) for meeting, at, royalty in met]


def most_units(ranked: Ranked, rules: Rules, opponents: Opponents) -> tuple[Candidates, Fraction]:
    """The legal setting of most expected units, of equal ones the strongest, and its value.

    None, and no units, where every setting is a foul.
    """
    layout = lay_out(ranked, rules.rows, ALL_FRONTS)
    if not layout.legal.any():
        return layout.candidates(np.flatnonzero(layout.legal)), Fraction(0)
    spots, pairings = ranked.spots(), _pairings(ranked, rules, opponents)
    values = reduce(add, (one.rough_values(spots, ranked.royalties, layout) for one in pairings))
    values -= ~layout.legal * _FOUL
    slack = _SLACK * (1 + float(rules.most_units)) * opponents.count
    reach = slack + 2 * sum(one.most_on_total for one in pairings)
    flat = np.flatnonzero(values >= values.max() - reach)
    settings = layout.candidates(flat)
    if reach > slack:
        met = settings.facts(spots), settings.facts(ranked.royalties)
        values = reduce(add, (one.on_total(*met) for one in pairings), values.take(flat))
        settings = settings.only(values >= values.max() - slack)
    return _exactly_best(settings, spots, ranked, pairings)


def _exactly_best(
    settings: Candidates, spots: PerRow, ranked: Ranked, pairings: Sequence[_Pairing]
) -> tuple[Candidates, Fraction]:
    """The best of some settings; those that differ in suits alone stand at the same spots and are valued once."""
    at = list(zip(*(row.tolist() for row in settings.facts(spots)), strict=True))
    firsts = {spot: at.index(spot) for spot in dict.fromkeys(at)}
    once = settings.at(np.array(list(firsts.values())))
    met = once.facts(spots), once.facts(ranked.royalties)
    found = dict(zip(firsts, reduce(add, (one.exact_values(*met) for one in pairings)), strict=True))
    most: Fraction = max(found.values())
    best = np.array([number for number, spot in enumerate(at) if found[spot] == most])
    return strongest(settings.at(best), ranked), most


def _pairings(ranked: Ranked, rules: Rules, opponents: Opponents) -> list[_Pairing]:
    tables = ranked.tables
    counts = count_rows(unseen_by(ranked.hand.cards), tables)
    laws = [law_of(*row) for row in zip(counts, opponents.odds, tables.rows, strict=True)]
    groups = faced(opponents, to_banker=rules.to_banker)
    mine = sum(group.number for group in groups)
    pairings = []
    for group in groups:
        scoring = scoring_of(rules, tables.parts, mine, group.rivals)
        bank = group.bank if rules.rows.tie is Tie.BANKER else 0
        meetings = tuple(Meeting(law, rough, bank, rules.pairs.always) for law in laws)
        pairings.append(_Pairing(group.number, meetings, rules.pairs, scoring))
    return pairings
