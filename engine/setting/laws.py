"""What can happen to a row against one opponent: exact chances, and the royalties that go with each outcome.

Everything here is computed by the same lines either in floating point, for all subsets of a hand at once, or in
exact fractions (object arrays), for the few settings between which floating point cannot decide.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from engine.setting.legal import Figures
from engine.setting.subsets import Ints
from engine.setting.tables import RowTable, Run

Kind = Callable[[Figures], Figures]
"""Makes an array of whole numbers one that computes in floating point, or exactly."""


def rough(numbers: Figures) -> Figures:
    """Whole numbers in floating point."""
    return numbers.astype(np.float64)


def exact(numbers: Figures) -> Figures:
    """Whole numbers as fractions."""
    return np.array([Fraction(int(number)) for number in numbers], dtype=np.object_)


@dataclass(frozen=True, slots=True)
class Law:
    """How an opponent's row is spread over the spots of a row (``tables.row_spots``).

    ``upto[s]`` of ``upto[-1]`` unseen hands stand below spot ``s``; the row has ``odds`` times their odds. ``runs`` are
    the stretches of spots with one royalty.
    """

    upto: Ints
    odds: int
    runs: tuple[Run, ...]

    def below(self, spots: Ints, kind: Kind) -> Figures:
        """Chance that the opponent's row stands below each spot."""
        count, total = kind(self.upto.take(spots)), kind(self.upto[-1:])
        chance: Figures = count / (count + self.odds * (total - count))
        return chance


def law_of(counts: Ints, odds: int, table: RowTable) -> Law:
    """The law of a row whose unseen hands are counted per spot."""
    suits = 1 if table.suit_places is None else 4
    runs = tuple(Run(suits * run.start, suits * run.end, run.royalty) for run in table.runs)
    return Law(np.concatenate((_NOTHING, counts.cumsum())), odds, runs)


_NOTHING: Final = np.zeros(1, dtype=np.int64)


class Case(NamedTuple):
    """Something that can happen to a row of ours, with a figure for each row that is asked about.

    The row is won, tied or lost (1, 0, -1), royalties net ``royalty`` parts of a unit from our side, and all this has
    the chance ``chance``.
    """

    result: int
    royalty: Figures
    chance: Figures


@dataclass(frozen=True, slots=True)
class RowCases:
    """How one row settles with an opponent: ``bank`` (1 ours, -1 his, else 0) takes ties where they go to it.

    ``always`` nets both sides' royalties, won or lost; otherwise the winner of a row alone is paid for it.
    """

    law: Law
    kind: Kind
    bank: int
    always: bool

    def cases(self, spots: Ints, own: Figures) -> list[Case]:
        """All that can happen to rows at some spots with royalties ``own``; the chances sum to 1."""
        won, kept = self._bounds(spots)
        starts, ends = self._edges()
        lost = [np.maximum(end - np.maximum(start, kept), 0) for start, end in zip(starts, ends, strict=True)]
        nothing = own * 0
        cases = [Case(0, nothing, kept - won), *self._lost(own, lost)]
        if not self.always:
            return [*cases, Case(1, own, won)]
        beaten = [np.maximum(np.minimum(end, won) - start, 0) for start, end in zip(starts, ends, strict=True)]
        return [*cases, *(Case(1, own - run.royalty, one) for run, one in zip(self.law.runs, beaten, strict=True))]

    def cases_of_best(self, spots: Ints, own: Figures, rivals: int) -> list[Case]:
        """The lost cases in which the opponent's row is also the best of all ``rivals`` opponents' rows.

        Two opponents' rows are taken never to be equal: each is then as likely as any to be the best.
        """
        _, kept = self._bounds(spots)
        starts, ends = self._edges()
        lost = [
            np.maximum(end**rivals - np.maximum(start, kept) ** rivals, 0) / rivals
            for start, end in zip(starts, ends, strict=True)
        ]
        return self._lost(own, lost)

    def _bounds(self, spots: Ints) -> tuple[Figures, Figures]:
        """Chances of an opponent's row that ours wins against, and of one that it does not lose to."""
        weaker, upto = self.law.below(spots, self.kind), self.law.below(spots + 1, self.kind)
        return (upto if self.bank > 0 else weaker), (weaker if self.bank < 0 else upto)

    def _edges(self) -> tuple[Figures, Figures]:
        runs = self.law.runs
        edges = self.law.below(np.array([*(run.start for run in runs), runs[-1].end]), self.kind)
        return edges[:-1], edges[1:]

    def _lost(self, own: Figures, chances: list[Figures]) -> list[Case]:
        kept = own if self.always else own * 0
        return [Case(-1, kept - run.royalty, one) for run, one in zip(self.law.runs, chances, strict=True)]
