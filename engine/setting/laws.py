"""What can happen to a row against one opponent: exact chances, and the royalties that go with each outcome.

Everything here is computed by the same lines either in floating point, for all subsets of a hand at once, or in
exact fractions (object arrays), for the few settings between which floating point cannot decide.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from engine.setting.subsets import Figures, Index, Ints
from engine.setting.tables import RowTable

Below = Callable[[Ints], Figures]
"""Gives the chance that an opponent's row stands below each of some spots."""


@dataclass(frozen=True, slots=True)
class Law:
    """How an opponent's row is spread over the spots of a row (``Ranked.spots``).

    ``upto[s]`` of ``upto[-1]`` unseen hands stand below spot ``s``; the row has ``odds`` times their odds; ``rough``
    has the chances in floating point. Between ``edges`` (spots, ascending) lie the stretches with ``royalties``, one
    fewer; below the first edge there are none.
    """

    upto: Ints
    odds: int
    rough: Figures
    edges: Index
    royalties: Figures

    def roughly_below(self, spots: Ints) -> Figures:
        """Chance that the row stands below each spot, in floating point."""
        return self.rough.take(spots)

    def exactly_below(self, spots: Ints) -> Figures:
        """Chance that the row stands below each spot, as fractions."""
        weaker = self.upto.take(spots)
        of = _odds_parts(weaker, self.upto[-1], self.odds)
        return np.asarray(_FRACTIONS(weaker.astype(np.object_), of.astype(np.object_)))


_FRACTIONS: Final = np.frompyfunc(Fraction, 2, 1)


def _odds_parts(weaker: Ints, total: int, odds: int) -> Ints:
    """What ``weaker`` is divided by: of ``total`` hands those that are not weaker count ``odds`` times."""
    return weaker + odds * (total - weaker)


def law_of(counts: Ints, odds: int, table: RowTable) -> Law:
    """The law of a row whose unseen hands are counted per spot."""
    upto = np.zeros(len(counts) + 1, dtype=np.int64)
    counts.cumsum(out=upto[1:])
    rough = upto / _odds_parts(upto, upto[-1], odds)
    suits = len(counts) // len(table.order)
    return Law(upto, odds, rough, table.edges if suits == 1 else suits * table.edges, table.stretches)


class Cases(NamedTuple):
    """What can happen to rows of ours with one result: ``chance`` in all, and parted by royalties.

    ``royalty`` and ``parts`` are arrays (cases, rows): royalties net so many parts of a unit from our side, with such a
    chance. The rest of the chance comes with the royalty ``rest``.
    """

    chance: Figures
    rest: Figures
    royalty: Figures
    parts: Figures

    def royalties(self) -> Figures:
        """The royalties to be expected with the result, times its chance, per row."""
        others: Figures = ((self.royalty - self.rest) * self.parts).sum(axis=0)
        return self.rest * self.chance + others

    def each(self) -> Iterator[tuple[Figures, Figures]]:
        """Royalty and chance of each case, the rest first."""
        yield self.rest, self.chance - self.parts.sum(axis=0)
        yield from zip(self.royalty, self.parts, strict=True)


class Outcomes(NamedTuple):
    """All that can happen to rows of ours, by result; the chances sum to 1."""

    lost: Cases
    tied: Cases
    won: Cases


@dataclass(frozen=True, slots=True)
class Meeting:
    """A row of ours and an opponent's: ``bank`` (1 ours, -1 theirs, else 0) takes ties where they go to it.

    ``always`` nets both sides' royalties, won or lost; otherwise the winner of a row alone is paid for it. ``below`` is
    the law's rough or exact chance.
    """

    law: Law
    below: Below
    bank: int
    always: bool

    def exactly(self) -> "Meeting":
        """The same, computed in fractions."""
        return replace(self, below=self.law.exactly_below)

    def outcomes(self, spots: Ints, own: Figures) -> Outcomes:
        """What can happen to rows at some spots with royalties ``own``."""
        won, kept = self._bounds(spots)
        chance_won, chance_kept = self.below(won), self.below(kept)
        lost = self._lost(own, 1 - chance_kept, self._stronger(kept))
        tied = _alike(chance_kept - chance_won, own * 0)
        if not self.always:
            return Outcomes(lost, tied, _alike(chance_won, own))
        weaker = np.diff(self.below(np.minimum(self.law.edges[:, None], won)), axis=0)
        return Outcomes(lost, tied, Cases(chance_won, own, own - self.law.royalties[:, None], weaker))

    def lost_to_best(self, spots: Ints, own: Figures, rivals: int) -> Cases:
        """The lost cases in which the opponent's row is also the best of all ``rivals`` opponents' rows.

        Two opponents' rows are taken never to be equal: each is then as likely as any to be the best.
        """
        _, kept = self._bounds(spots)
        chance = (1 - self.below(kept) ** rivals) / rivals
        return self._lost(own, chance, self._stronger(kept, rivals) / rivals)

    def _bounds(self, spots: Ints) -> tuple[Ints, Ints]:
        """The spots below which an opponent's row is beaten by ours, and below which it does not beat ours."""
        return (spots + 1 if self.bank > 0 else spots), (spots if self.bank < 0 else spots + 1)

    def _stronger(self, kept: Ints, rivals: int = 1) -> Figures:
        """Chances that the best of some opponents' rows is not below ``kept`` and in each stretch of royalties."""
        below = self.below(np.maximum(self.law.edges[:, None], kept))
        chances: Figures = np.diff(below**rivals if rivals > 1 else below, axis=0)
        return chances

    def _lost(self, own: Figures, chance: Figures, parts: Figures) -> Cases:
        rest = own if self.always else own * 0
        return Cases(chance, rest, rest - self.law.royalties[:, None], parts)


def _alike(chance: Figures, royalty: Figures) -> Cases:
    """Cases that all come with one royalty."""
    return Cases(chance, royalty, royalty[:0, None], chance[:0, None])
