"""Exact counts of the hands that the 39 cards a player does not see can make.

A row drawn from them at random is any of C(39, 5) = 575,757 hands of five, or C(39, 3) = 9,139 of three, each as
likely. They are counted by cell: the ways to take so many cards of each rank, flushes counted apart.
"""

from collections.abc import Sequence
from math import comb
from typing import Final, NamedTuple

import numpy as np

from engine.cards import Card
from engine.setting.subsets import FIVE_CELLS, SINGLES, SUITED, THREE_CELLS, Flags, Index, Ints
from engine.setting.tables import Leads, RowTables

_TAKE: Final = np.array([[comb(left, taken) for taken in range(5)] for left in range(5)], dtype=np.int64)
"""Ways to take 0..4 of the 0..4 cards that are left of a rank."""


class Unseen(NamedTuple):
    """The cards not in a hand: how many of each rank (13), and the ranks there are of each suit as a bit mask (4)."""

    left: Index
    masks: tuple[int, int, int, int]


def unseen_by(cards: Sequence[Card]) -> Unseen:
    """The cards that are not among these."""
    masks = [0x1FFF] * 4
    for card in cards:
        masks[card & 3] ^= 1 << (card >> 2)
    left = 4 - np.bincount(np.array(cards, dtype=np.intp) >> 2, minlength=13)
    return Unseen(left, (masks[0], masks[1], masks[2], masks[3]))


def _columns(cells: Sequence[tuple[int, ...]]) -> tuple[Index, ...]:
    """Per column, the rank groups of the cells as ``5 * rank + size``; later columns serve the first cells only."""
    groups = [[5 * rank + ranks.count(rank) for rank in sorted(set(ranks))] for ranks in cells]
    return tuple(
        np.array([sizes[column] for sizes in groups if column < len(sizes)], dtype=np.intp)
        for column in range(max(map(len, groups)))
    )


_FIVE_COLUMNS: Final = _columns([cell.ranks for cell in FIVE_CELLS[:SUITED]])
_THREE_COLUMNS: Final = _columns(THREE_CELLS)
_SINGLE_MASKS: Final = np.array([sum(1 << rank for rank in cell.ranks) for cell in FIVE_CELLS[:SINGLES]])


def _products(columns: tuple[Index, ...], ways: Ints) -> Ints:
    """Hands of each cell, whatever their suits: the product of the ways to take each group."""
    counts: Ints = ways.take(columns[0])
    for column in columns[1:]:
        counts[: len(column)] *= ways.take(column)
    return counts


def count_rows(unseen: Unseen, tables: RowTables) -> tuple[Ints, Ints, Ints]:
    """Unseen hands at each spot of front, middle and back (``Ranked.spots``), weakest first: exact counts."""
    threes, fives = _products(_THREE_COLUMNS, _ways(unseen)), _count_fives(unseen)
    front, middle, back = (
        counts.take(table.order)
        if tables.suit_places is None
        else _by_suit(counts, unseen, table.leads, tables.suit_places).take(table.order, axis=0).ravel()
        for counts, table in zip((threes, fives, fives), tables.rows, strict=True)
    )
    return front, middle, back


def _ways(unseen: Unseen) -> Ints:
    """Ways to take a group of one rank, by ``5 * rank + size``."""
    return _TAKE.take(unseen.left, axis=0).ravel()


def _flushes(mask: int) -> Flags:
    """Which sets of five different ranks a suit still holds."""
    held: Flags = (_SINGLE_MASKS & mask) == _SINGLE_MASKS
    return held


def _count_fives(unseen: Unseen) -> Ints:
    counts = np.zeros(len(FIVE_CELLS), dtype=np.int64)
    counts[:SUITED] = _products(_FIVE_COLUMNS, _ways(unseen))
    for mask in unseen.masks:
        counts[SUITED:] += _flushes(mask)
    counts[:SINGLES] -= counts[SUITED:]
    return counts


def _by_suit(counts: Ints, unseen: Unseen, leads: Leads, suit_places: Index) -> Ints:
    """Counts by cell, parted by the place of the highest suit among the cards of the leading rank: array (cells, 4)."""
    groups = 5 * leads.ranks + leads.sizes
    five = len(counts) == len(FIVE_CELLS)
    whatever = counts.copy()
    if five:
        whatever[:SINGLES] += counts[SUITED:]  # whatever their suits, as the ways to take the leading card count them
    others = whatever // np.maximum(_ways(unseen).take(groups), 1)
    parted: Ints = others[:, None] * _highest_suits(unseen, suit_places).take(groups, axis=0)
    if five:
        parted[SUITED:] = 0
        for mask, place in zip(unseen.masks, suit_places, strict=True):
            parted[SUITED:, place] += _flushes(mask)
        parted[:SINGLES] -= parted[SUITED:]
    return parted


def _highest_suits(unseen: Unseen, suit_places: Index) -> Ints:
    """Ways to take a group (``5 * rank + size``) whose highest suit stands at each place: array (65, 4)."""
    ways = np.zeros((65, 4), dtype=np.int64)
    for rank in range(13):
        places = sorted(place for mask, place in zip(unseen.masks, suit_places, strict=True) if mask >> rank & 1)
        for lower, place in enumerate(places):
            for size in range(1, 5):
                ways[5 * rank + size, place] = comb(lower, size - 1)
    return ways
