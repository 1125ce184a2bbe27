"""What each cell is worth in each row under a ruleset: strength, royalty, qualifier, and its place among all.

The strengths, royalties and qualifiers are those of ``engine.games``, asked once for a representative of every
cell; nothing about hands is defined here a second time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final, NamedTuple

import numpy as np

from engine.cards import Card
from engine.games.rows import ROWS, Fault, RowRules, Tie, Variant, rank_row, set_rows
from engine.games.royalties import Royalties
from engine.ranking import value_of
from engine.setting.subsets import FIVE_CELLS, THREE_CELLS, Figures, Flags, Index, Ints, representative


class Leads(NamedTuple):
    """The leading group of each cell: rank 0..12 and size."""

    ranks: Index
    sizes: Index


@dataclass(frozen=True, slots=True)
class RowTable:
    """One row's facts by cell.

    ``order`` lists the cells by strength, weakest first, and ``places`` says where each stands in it. ``royalties``
    count parts of a unit. Places below ``edges[0]`` have none, and those from ``edges[i]`` to the next edge
    ``stretches[i]``; the last edge is the end. ``fits`` says which cells the row's qualifier lets stand. ``leads`` are
    the groups whose highest suit decides where suits break ties.
    """

    strengths: Ints
    order: Index
    places: Index
    royalties: Figures
    edges: Index
    stretches: Figures
    fits: Flags
    leads: Leads


@dataclass(frozen=True, slots=True)
class RowTables:
    """Front, middle and back under one ruleset.

    ``parts`` is how many parts of a unit royalties count in one. ``suit_places`` (c, d, h, s) says where each suit
    stands, 0..3 from low to high, where suits break ties; elsewhere it is None.
    """

    rows: tuple[RowTable, RowTable, RowTable]
    parts: int
    suit_places: Index | None


_ACE: Final = 14
_THREE_HANDS: Final = tuple(representative(ranks, suited=False) for ranks in THREE_CELLS)
_FIVE_HANDS: Final = tuple(representative(cell.ranks, suited=cell.suited) for cell in FIVE_CELLS)
_HANDS: Final = (_THREE_HANDS, _FIVE_HANDS, _FIVE_HANDS)


@lru_cache(maxsize=32)
def row_tables(rows: RowRules, royalties: Royalties) -> RowTables:
    """The tables of a ruleset, kept for the rulesets used last."""
    parts = lcm(*(Fraction(units).denominator for units in royalties.all_units()))
    front, middle, back = (_row_table(row, rows, royalties, parts) for row in range(3))
    suit_places = np.array([rows.suit_order.index(suit) for suit in "cdhs"]) if rows.tie is Tie.SUIT else None
    return RowTables((front, middle, back), parts, suit_places)


def _row_table(row: int, rows: RowRules, royalties: Royalties, parts: int) -> RowTable:
    hands = _HANDS[row]
    strengths = [rank_row(ROWS[row], hand, rows) for hand in hands]
    counted = [int(royalties.of_row(row, strength) * parts) for strength in strengths]
    order = np.array(strengths, dtype=np.int64).argsort()
    royalties_by_cell = _array(counted)
    edges, stretches = _stretches(royalties_by_cell.take(order))
    leading = [value_of(strength).ranks[0] for strength in strengths]
    return RowTable(
        strengths=np.array(strengths, dtype=np.int64),
        order=order,
        places=order.argsort(),
        royalties=royalties_by_cell,
        edges=edges,
        stretches=stretches,
        fits=np.array([_fits(ROWS[row], hand, rows) for hand in hands]),
        leads=_leads(hands, [(_ACE if rank == 1 else rank) - 2 for rank in leading]),
    )


def _array(royalties: Sequence[int]) -> Figures:
    """Whole numbers in 64 bits, or, where sums of three and a key behind them would not fit, as Python integers."""
    fits = 3 * max(map(abs, royalties)) < 1 << 34
    return np.array(royalties, dtype=np.int64 if fits else np.object_)


def _stretches(royalties: Figures) -> tuple[Index, Figures]:
    """Edges between which royalties (by place) are the same, from the first that is not 0 to the end, and these."""
    changes = np.flatnonzero(royalties[1:] != royalties[:-1]) + 1
    edges = np.concatenate(([0], changes, [len(royalties)]))
    found = royalties.take(edges[:-1])
    return (edges, found) if found[0] else (edges[1:], found[1:])


def _leads(hands: Sequence[Sequence[Card]], ranks: Sequence[int]) -> Leads:
    sizes = [sum(card >> 2 == rank for card in hand) for hand, rank in zip(hands, ranks, strict=True)]
    return Leads(np.array(ranks, dtype=np.intp), np.array(sizes, dtype=np.intp))


_QUALIFIERS: Final = {
    (Variant.FRONT_LOW, "front"): Fault.FRONT_NOT_LOW,
    (Variant.MIDDLE_LOW, "middle"): Fault.MIDDLE_NOT_LOW,
}


def _fits(row: str, hand: Sequence[Card], rows: RowRules) -> bool:
    """Whether the row's qualifier lets a hand stand, whatever lies in the other rows."""
    fault = _QUALIFIERS.get((rows.variant, row))
    if fault is None:
        return True
    others = {"front": _THREE_HANDS[0], "middle": _FIVE_HANDS[0], "back": _FIVE_HANDS[0]}
    return fault not in set_rows(**(others | {row: hand}), rules=rows).faults
