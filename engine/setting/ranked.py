"""Thirteen cards under a ruleset: what each of their subsets is worth in each row."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from engine.setting.subsets import FIVES, THREES, Figures, Index, Ints, Thirteen
from engine.setting.tables import RowTable, RowTables


class PerRow(NamedTuple):
    """Figures of the three rows: of all subsets (286 fronts, 1,287 middles, 1,287 backs), or of those of settings."""

    front: Figures
    middle: Figures
    back: Figures

    def total(self) -> Figures:
        """The sum of the three rows, for settings' figures."""
        total: Figures = self.middle + self.back + self.front
        return total


@dataclass(frozen=True, slots=True)
class Ranked:
    """A hand's subsets in each row.

    ``keys`` compare as the rules compare rows, between rows too, larger being better
    (``engine.games.rows.row_key``). ``fits`` says what the qualifiers let stand. Royalties count
    ``tables.parts`` of a unit.
    """

    hand: Thirteen
    tables: RowTables
    keys: PerRow
    fits: PerRow
    royalties: PerRow

    def spots(self) -> PerRow:
        """Where the subsets stand among all hands of their row: the cell's place, four to a cell where suits count.

        Spots of different rows do not compare.
        """
        return _keyed(self.hand, self.tables, lambda table: table.places)


def rank_subsets(hand: Thirteen, tables: RowTables) -> Ranked:
    """The subsets of a hand under the ruleset of some tables."""
    return Ranked(
        hand,
        tables,
        keys=_keyed(hand, tables, lambda table: table.strengths),
        fits=_per_row(hand, tables, lambda table: table.fits),
        royalties=_per_row(hand, tables, lambda table: table.royalties),
    )


def _per_row(hand: Thirteen, tables: RowTables, figures: Callable[[RowTable], Figures]) -> PerRow:
    front, middle, back = (figures(table) for table in tables.rows)
    return PerRow(front.take(hand.threes), middle.take(hand.fives), back.take(hand.fives))


def _keyed(hand: Thirteen, tables: RowTables, figures: Callable[[RowTable], Ints]) -> PerRow:
    """Figures of each row, and behind them, where suits break ties, the suit that parts equal hands."""
    keyed = _per_row(hand, tables, figures)
    if tables.suit_places is None:
        return keyed
    numbers = np.array(hand.cards, dtype=np.intp)
    suits = tables.suit_places[numbers & 3]
    leading = _per_row(hand, tables, lambda table: table.leads.ranks)
    front, middle, back = (
        figure << 2 | _highest(numbers >> 2, suits, subsets, ranks)
        for figure, subsets, ranks in zip(keyed, _SUBSETS, leading, strict=True)
    )
    return PerRow(front, middle, back)


_SUBSETS: Final = (THREES, FIVES, FIVES)


def _highest(ranks: Index, suits: Index, subsets: Index, leading: Index) -> Index:
    """The highest place of a suit among the cards of each subset's leading rank."""
    highest: Index = np.where(ranks[subsets] == leading[:, None], suits[subsets], -1).max(axis=1)
    return highest
