"""The setting of most expected units: those that may be best valued in floating point, the best of these exactly."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial, reduce
from operator import add
from typing import Final

import numpy as np

from engine.games.chinese_poker.rules import Rules
from engine.games.methods import PairRules
from engine.games.rows import Tie
from engine.setting.bounds import upper_bounds
from engine.setting.expected import (
    Features,
    Scoring,
    exact_values,
    features_of,
    form_of,
    rough_values,
    roughly,
    scoring_of,
)
from engine.setting.laws import Meeting, law_of
from engine.setting.legal import Settings, best_first, legal_with_fronts, strongest, weaker_than
from engine.setting.opponents import Opponents, faced
from engine.setting.overall import overall_values
from engine.setting.ranked import PerRow, Ranked
from engine.setting.subsets import Figures
from engine.setting.unseen import count_rows, unseen_by

_SLACK: Final = 1e-9
"""Floating point is right to some 1e-12 of the largest figure. All settings within this share of it from the best
are looked at exactly."""
_FIRST: Final = 64
"""So many settings are looked at before royalties that can move the overall point narrow down the others."""


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

    def features(self, spots: PerRow, royalties: PerRow) -> list[Features]:
        """The features of some fronts, middles and backs of ours."""
        met = zip(self.meetings, spots, royalties, strict=True)
        return [features_of(meeting, self.scoring, at, royalty) for meeting, at, royalty in met]

    def on_total(self, spots: PerRow, royalties: PerRow) -> Figures:
        """What overall points on the total are worth to some settings."""
        return self.number * overall_values(self.meetings, self.pairs, self.scoring, spots, royalties)

    def exact_values(self, spots: PerRow, royalties: PerRow) -> Figures:
        """What some settings are worth in all, in fractions."""
        exactly = replace(self, meetings=tuple(meeting.exactly() for meeting in self.meetings))
        values = self.number * exact_values(form_of(self.scoring), exactly.features(spots, royalties))
        return values + exactly.on_total(spots, royalties) if self.scoring.on_total else values


def most_units(ranked: Ranked, rules: Rules, opponents: Opponents) -> tuple[Settings, Fraction]:
    """The legal setting of most expected units, of equal ones the strongest, and its value.

    None, and no units, where every setting is a foul.
    """
    spots, pairings = ranked.spots(), _pairings(ranked, rules, opponents)
    slack = _SLACK * (1 + float(rules.most_units)) * opponents.count
    most_on_total = sum(one.most_on_total for one in pairings)
    settings, values = _roughly_best(ranked, rules, spots, pairings, 2 * most_on_total + slack)
    if not len(values):
        return settings, Fraction(0)
    if most_on_total:
        settings = _narrowed(settings, values, most_on_total, slack, partial(_on_total, spots, ranked, pairings))
    return _exactly_best(settings, spots, ranked, pairings)


def _narrowed(
    settings: Settings, values: Figures, most: int, slack: float, on_total: Callable[[Settings], Figures]
) -> Settings:
    """The settings that may be best once ``on_total`` is added to their values; it moves none by more than ``most``."""
    order = (-values).argsort()
    settings, values = settings.at(order), values.take(order)
    totals = values[:_FIRST] + on_total(settings.at(np.arange(len(values[:_FIRST]))))
    reached = np.flatnonzero(values + most >= totals.max() - slack)
    rest = reached[reached >= _FIRST]
    totals = np.concatenate((totals, values.take(rest) + on_total(settings.at(rest))))
    looked_at = np.concatenate((np.arange(len(values[:_FIRST])), rest))
    return settings.at(looked_at[totals >= totals.max() - slack])


def _on_total(spots: PerRow, ranked: Ranked, pairings: Sequence[_Pairing], settings: Settings) -> Figures:
    """What overall points on the total are worth to some settings, in floating point."""
    met = settings.facts(spots), settings.facts(ranked.royalties)
    return reduce(add, (one.on_total(*met) for one in pairings))


def _roughly_best(
    ranked: Ranked, rules: Rules, spots: PerRow, pairings: Sequence[_Pairing], reach: float
) -> tuple[Settings, Figures]:
    """The settings within reach of the best but for overall points on the total, and their values."""
    weaker = weaker_than(ranked, rules.rows)
    paid, unpaid = np.flatnonzero(ranked.royalties.front), np.flatnonzero(ranked.royalties.front == 0)
    met = [(one, [roughly(row) for row in one.features(spots, ranked.royalties)]) for one in pairings]
    bounds = np.zeros(len(ranked.keys.back))
    for one, features in met:
        fronts = {feature: figures.take(unpaid) for feature, figures in features[0].items()}
        bounds += one.number * upper_bounds(one.scoring, (fronts, *features[1:]), weaker, rules.rows)

    def value(settings: Settings) -> Figures:
        return reduce(
            add, (one.number * rough_values(form_of(one.scoring), features, settings) for one, features in met)
        )

    # Royalties in front are rare; looked at one by one, they do not raise what may be hoped for elsewhere.
    known = legal_with_fronts(paid, ranked, rules.rows)
    return best_first(ranked, rules.rows, bounds, value, reach, known)


def _exactly_best(
    settings: Settings, spots: PerRow, ranked: Ranked, pairings: Sequence[_Pairing]
) -> tuple[Settings, Fraction]:
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
        meetings = tuple(Meeting(law, law.roughly_below, bank, rules.pairs.always) for law in laws)
        pairings.append(_Pairing(group.number, meetings, rules.pairs, scoring))
    return pairings
