"""The five- and three-card subsets of thirteen cards, as static index arrays, and which hand each of them is.

Thirteen cards have 1,287 subsets of five and 286 of three; a setting is a front and one of the 252 ways to part
the other ten into middle and back: 72,072 in all. Cards are numbered 0..12 in the order of ``thirteen_of``,
subsets in lexicographic order of those numbers.

A *cell* is a hand without its suits: a set of ranks, and for five cards whether they share a suit. There are
7,462 cells of five cards and 455 of three, one for each value that a hand can have.
"""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.cards import Card

Index = npt.NDArray[np.intp]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Figures = npt.NDArray[Any]
"""Figures of any ordered number type: integers, floating point, or fractions as objects."""

HAND: Final = 13
_RANKS: Final = range(13)


def _subsets(items: int, size: int) -> Index:
    return np.array(list(combinations(range(items), size)), dtype=np.intp)


FIVES: Final = _subsets(HAND, 5)
THREES: Final = _subsets(HAND, 3)
_TWOS: Final = _subsets(HAND, 2)


def _numbers(subsets: Index) -> Index:
    """Number of each subset by its bit mask."""
    numbers = np.zeros(1 << HAND, dtype=np.intp)
    numbers[(1 << subsets).sum(axis=1)] = np.arange(len(subsets))
    return numbers


_FIVE_AT: Final = _numbers(FIVES)
_THREE_AT: Final = _numbers(THREES)
_TWO_AT: Final = _numbers(_TWOS)
_ALL: Final = (1 << HAND) - 1

# Five cards in order are three and then two: what they are is looked up from what these two parts are.
_HEAD: Final[Index] = _THREE_AT[(1 << FIVES[:, :3]).sum(axis=1)]
_TAIL: Final[Index] = _TWO_AT[(1 << FIVES[:, 3:]).sum(axis=1)]


def _parted(subsets: Index, numbers: Index) -> tuple[Index, Index]:
    """For each subset the ways to take five of the cards that it leaves, and what these leave, by ``numbers``."""
    rests = np.array([[card for card in range(HAND) if card not in subset] for subset in subsets.tolist()])
    fives = (1 << rests[:, _subsets(rests.shape[1], 5)]).sum(axis=2)
    lasts = _ALL - fives - (1 << subsets).sum(axis=1)[:, None]
    return np.ascontiguousarray(_FIVE_AT[fives]), np.ascontiguousarray(numbers[lasts])


MIDDLES, FRONTS = _parted(FIVES, _THREE_AT)
"""For each five as the back, the 56 middles and the front that each leaves: arrays (1287, 56)."""
SPLITS: Final = _parted(THREES, _FIVE_AT)
"""For each front, the 252 middles and the back that each leaves: arrays (286, 252)."""


class FiveCell(NamedTuple):
    """A cell of five cards: ranks 0..12, ascending, and whether the cards share a suit."""

    ranks: tuple[int, ...]
    suited: bool


def _rank_sets(size: int) -> list[tuple[int, ...]]:
    """All sets of ranks that some cards can have, those with the most different ranks first."""
    sets = [ranks for ranks in combinations_with_replacement(_RANKS, size) if max(map(ranks.count, ranks)) <= 4]
    return sorted(sets, key=lambda ranks: -len(set(ranks)))


THREE_CELLS: Final = tuple(_rank_sets(3))
_UNSUITED: Final = _rank_sets(5)
_SINGLE: Final = tuple(ranks for ranks in _UNSUITED if len(set(ranks)) == 5)
FIVE_CELLS: Final = tuple(FiveCell(ranks, False) for ranks in _UNSUITED) + tuple(
    FiveCell(ranks, True) for ranks in _SINGLE
)
"""Cell number -> cell. Numbers below ``SINGLES`` are five different ranks in mixed suits, those from ``SUITED``
on are the same ranks in one suit and in the same order."""
SINGLES: Final = len(_SINGLE)
SUITED: Final = len(_UNSUITED)


def representative(ranks: Sequence[int], *, suited: bool) -> tuple[Card, ...]:
    """Some cards that make a cell."""
    suits = [0 if suited else ranks[:place].count(rank) for place, rank in enumerate(ranks)]
    if not suited and len(set(ranks)) == len(ranks):
        suits[0] = 1
    return tuple(Card(4 * rank + suit) for rank, suit in zip(ranks, suits, strict=True))


def _cell_tables() -> tuple[Index, Index, Index]:
    """Tables by the ranks of two cards (169), of three (2197), and by both of these for five, suited or not."""
    twos, threes = np.zeros(169, dtype=np.intp), np.zeros(2197, dtype=np.intp)
    pairs = list(combinations_with_replacement(_RANKS, 2))
    for number, (low, high) in enumerate(pairs):
        twos[13 * low + high] = number
    for number, (low, mid, high) in enumerate(THREE_CELLS):
        threes[169 * low + 13 * mid + high] = number
    fives = np.zeros((2, len(THREE_CELLS), len(pairs)), dtype=np.intp)
    for number, ((a, b, c, d, e), suited) in enumerate(FIVE_CELLS):
        fives[int(suited), threes[169 * a + 13 * b + c], twos[13 * d + e]] = number
    return twos, threes, fives


_TWO_CELL, _THREE_CELL, _FIVE_CELL = _cell_tables()
_TWO_KINDS: Final = _FIVE_CELL.shape[2]
_FIVE_CELL_FLAT: Final = _FIVE_CELL.ravel()
_SUITED_OFFSET: Final = _FIVE_CELL[0].size
_SUIT_BITS: Final = np.array([1, 2, 4, 8] * 13, dtype=np.uint8)
_A, _B, _C = (np.ascontiguousarray(column) for column in THREES.T)
_D, _E = (np.ascontiguousarray(column) for column in _TWOS.T)


class Thirteen(NamedTuple):
    """Thirteen cards in order, and the cells of their 1,287 subsets of five and 286 of three."""

    cards: tuple[Card, ...]
    fives: Index
    threes: Index


def in_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Cards by rank, low to high, and within a rank by suit, where the suits stand in an order of the hand's own.

    That order follows the ranks that the hand holds in each suit, so that neither the order in which cards come in
    nor the naming of suits has a say; suits that hold equal ranks are interchangeable and stand as c, d, h, s.
    """
    held = [0, 0, 0, 0]
    for card in cards:
        held[card & 3] |= 1 << (card >> 2)
    places = [0, 0, 0, 0]
    for place, suit in enumerate(sorted(range(4), key=held.__getitem__)):
        places[suit] = place
    return tuple(sorted(cards, key=lambda card: (card >> 2) * 4 + places[card & 3]))


def thirteen_of(cards: Sequence[Card]) -> Thirteen:
    """The subsets of thirteen cards. Raises ValueError unless they are thirteen distinct cards 0..51."""
    if len(cards) != HAND or len(set(cards)) != HAND or min(cards) < 0 or max(cards) > 51:
        raise ValueError(f"{HAND} distinct cards, 0 to 51, are needed, not {list(cards)}")
    ordered = in_order(cards)
    numbers = np.array(ordered, dtype=np.intp)
    ranks = numbers >> 2
    threes = _THREE_CELL.take(169 * ranks[_A] + 13 * ranks[_B] + ranks[_C])
    twos = _TWO_CELL.take(13 * ranks[_D] + ranks[_E])
    suits = _SUIT_BITS.take(numbers)
    head_suits, tail_suits = suits[_A] & suits[_B] & suits[_C], suits[_D] & suits[_E]
    suited = (head_suits.take(_HEAD) & tail_suits.take(_TAIL)).astype(np.bool_)
    parts = (threes * _TWO_KINDS).take(_HEAD) + twos.take(_TAIL)
    return Thirteen(ordered, _FIVE_CELL_FLAT.take(parts + suited * _SUITED_OFFSET), threes)
