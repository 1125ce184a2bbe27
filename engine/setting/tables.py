"""What each cell is worth in each row under a ruleset: strength, royalty, qualifier, and its place among all.

The strengths, royalties and qualifiers are those of ``engine.games``, asked once for a representative of every
cell; nothing about hands is defined here a second time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import lcm
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.cards import Card
from engine.games.royalties import Royalties
from engine.games.rows import ROWS, Fault, RowRules, Tie, Variant, rank_row, set_rows
from engine.ranking import value_of
from engine.setting.subsets import FIVE_CELLS, FIVES, THREE_CELLS, THREES, Flags, Index, Ints, Thirteen, representative

_ACE: Final = 14


class Run(NamedTuple):
    """Places ``start`` to ``end`` (exclusive) of a row, all with one royalty, in parts of a unit."""

    start: int
    end: int
    royalty: int


@dataclass(frozen=True, slots=True)
class RowTable:
    """One row's facts by cell, and the cells in ascending order of strength.

    ``royalties`` count whole parts of a unit (int64, or Python integers where these could overflow), and ``runs`` are
    the stretches of places that share one; ``fits`` says which cells a qualifier lets stand. ``order`` is place -> cell and ``places``
    cell -> place. Where suits break ties, ``suit_places`` says where each suit stands (0..3, low to high), else it
    is None; the suits that count are those of the leading rank, of which ``leads`` holds rank (0..12) and size.
    """

    strengths: Ints
    royalties: npt.NDArray[Any]
    runs: tuple[Run, ...]
    fits: Flags
    order: Index
    places: Index
    leads: tuple[Index, Index]
    suit_places: Index | None


@dataclass(frozen=True, slots=True)
class RowTables:
    """The three rows under one ruleset; ``parts`` is how many parts of a unit royalties count in one."""

    front: RowTable
    middle: RowTable
    back: RowTable
    parts: int


@dataclass(frozen=True, slots=True)
class Keys:
    """What the subsets of a hand compare by in each row, larger being better: 286 fronts, 1,287 middles and backs."""

    front: Ints
    middle: Ints
    back: Ints


_THREE_HANDS: Final = tuple(representative(ranks, False) for ranks in THREE_CELLS)
_FIVE_HANDS: Final = tuple(representative(*cell) for cell in FIVE_CELLS)


@lru_cache(maxsize=32)
def row_tables(rows: RowRules, royalties: Royalties) -> RowTables:
    """The tables of a ruleset, kept for the rulesets used last."""
    parts = lcm(*(Fraction(units).denominator for units in royalties.all_units()))
    whole = 3 * parts * max(abs(units) for units in royalties.all_units()) < 1 << 62
    hands = (_THREE_HANDS, _FIVE_HANDS, _FIVE_HANDS)
    front, middle, back = (
        _row_table(row, hands[row], rows, royalties, parts, np.dtype(np.int64 if whole else np.object_))
        for row in range(3)
    )
    return RowTables(front, middle, back, parts)


def _row_table(
    row: int, hands: Sequence[Sequence[Card]], rows: RowRules, royalties: Royalties, parts: int, dtype: "np.dtype[Any]"
) -> RowTable:
    name = ROWS[row]
    ranked = [rank_row(name, hand, rows) for hand in hands]
    strengths = np.array(ranked, dtype=np.int64)
    order = strengths.argsort()
    places = np.empty_like(order)
    places[order] = np.arange(len(order))
    counted = [int(royalties.of_row(row, strength) * parts) for strength in ranked]
    leading = [value_of(strength).ranks[0] for strength in ranked]
    lead_ranks = [(_ACE if rank == 1 else rank) - 2 for rank in leading]
    lead_sizes = [
        sum(card >> 2 == rank for card in hand) for hand, rank in zip(hands, lead_ranks, strict=True)
    ]
    return RowTable(
        strengths=strengths,
        royalties=np.array(counted, dtype=dtype),
        runs=_runs([counted[cell] for cell in order]),
        fits=np.array([_fits(name, hand, rows) for hand in hands]),
        order=order,
        places=places,
        leads=(np.array(lead_ranks, dtype=np.intp), np.array(lead_sizes, dtype=np.intp)),
        suit_places=np.array([rows.suit_order.index(suit) for suit in "cdhs"]) if rows.tie is Tie.SUIT else None,
    )


def _runs(royalties: Sequence[int]) -> tuple[Run, ...]:
    runs: list[Run] = []
    for royalty, places in groupby(range(len(royalties)), key=royalties.__getitem__):
        stretch = list(places)
        runs.append(Run(stretch[0], stretch[-1] + 1, royalty))
    return tuple(runs)


_QUALIFIERS: Final = {
    (Variant.FRONT_LOW, "front"): Fault.FRONT_NOT_LOW,
    (Variant.MIDDLE_LOW, "middle"): Fault.MIDDLE_NOT_LOW,
}


def _fits(row: str, hand: Sequence[Card], rows: RowRules) -> bool:
    """Whether a row's qualifier lets a hand stand, whatever lies in the other rows."""
    fault = _QUALIFIERS.get((rows.variant, row))
    if fault is None:
        return True
    others = {"front": _THREE_HANDS[0], "middle": _FIVE_HANDS[0], "back": _FIVE_HANDS[0]}
    return fault not in set_rows(**(others | {row: hand}), rules=rows).faults


def row_keys(hand: Thirteen, tables: RowTables) -> Keys:
    """The keys of ``engine.games.rows.row_key``, which compare between rows as the rules compare rows."""
    return Keys(
        _keyed(tables.front, tables.front.strengths, hand, THREES),
        _keyed(tables.middle, tables.middle.strengths, hand, FIVES),
        _keyed(tables.back, tables.back.strengths, hand, FIVES),
    )


def row_spots(hand: Thirteen, tables: RowTables) -> Keys:
    """Where the subsets stand among all hands of their row: the cell's place, four to a cell where suits break ties.

    Spots of different rows do not compare.
    """
    return Keys(
        _keyed(tables.front, tables.front.places, hand, THREES),
        _keyed(tables.middle, tables.middle.places, hand, FIVES),
        _keyed(tables.back, tables.back.places, hand, FIVES),
    )


def _keyed(table: RowTable, values: Ints, hand: Thirteen, subsets: Index) -> Ints:
    cells = hand.threes if subsets is THREES else hand.fives
    keyed = values.take(cells)
    if table.suit_places is None:
        return keyed
    numbers = np.array(hand.cards, dtype=np.intp)
    leading = (numbers >> 2)[subsets] == table.leads[0].take(cells)[:, None]
    suits = np.where(leading, table.suit_places[numbers & 3][subsets], -1).max(axis=1)
    return keyed << 2 | suits
