"""Look-up tables behind ``engine.ranking``, built once at import from the definitions of the hands.

A set of ranks is keyed by the sum of its cards' weights, ``5 ** (rank - 2)``: the sum written in base five is
the count of each rank, so that no two sets of ranks share a key, and five cards of one rank (impossible)
carry over into a key that no hand has. Keys stay below 2**30, one machine digit of a Python integer.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from itertools import combinations, combinations_with_replacement
from typing import Final, NewType

from engine.cards import DECK, Card, rank_of

Strength = NewType("Strength", int)
Table = dict[int, Strength]


class Category(IntEnum):
    """Five-card categories, low to high; the front of Chinese poker uses HIGH, PAIR and TRIPS of them."""

    HIGH = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8

    @property
    def word(self) -> str:
        """The name used in documents: ``two_pair``, ``straight_flush``."""
        return self.name.lower()


class ThreeCategory(IntEnum):
    """Three Card Poker's own order: a straight beats a flush, trips beat a straight."""

    HIGH = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    TRIPS = 4
    STRAIGHT_FLUSH = 5

    @property
    def word(self) -> str:
        """The name used in documents: ``high``, ``straight_flush``."""
        return self.name.lower()


RANKS: Final = range(2, 15)
ACE: Final = 14
_WHEEL_RANKS: Final = (5, 4, 3, 2, ACE)
_FIVE_SHAPES: Final = {
    (1, 1, 1, 1, 1): Category.HIGH,
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.TRIPS,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.QUADS,
}
_FRONT_SHAPES: Final = {(1, 1, 1): Category.HIGH, (2, 1): Category.PAIR, (3,): Category.TRIPS}
_THREE_SHAPES: Final = {(1, 1, 1): ThreeCategory.HIGH, (2, 1): ThreeCategory.PAIR, (3,): ThreeCategory.TRIPS}

WEIGHTS: Final[dict[Card, int]] = {card: 5 ** (rank_of(card) - 2) for card in DECK}
"""Weight of each card; a mapping, because a list would read -1 as the last card in silence."""


def pack(category: int, ranks: Sequence[int]) -> Strength:
    """The integer of a category and up to five ranks, in the encoding of ``engine.ranking``."""
    packed = category
    for place in range(5):
        packed = packed << 4 | (ranks[place] if place < len(ranks) else 0)
    return Strength(packed)


def _key(ranks: Iterable[int]) -> int:
    return sum(5 ** (rank - 2) for rank in ranks)


def _grouped(ranks: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Group sizes, and the ranks by size of their group and then by rank: 9 9 4 K K -> (2, 2, 1), (13, 9, 4)."""
    counts = {rank: ranks.count(rank) for rank in ranks}
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    return tuple(counts[rank] for rank in order), tuple(order)


def _by_shape(size: int, shapes: Mapping[tuple[int, ...], int]) -> Table:
    """Strength of every set of ``size`` ranks by its groups alone, straights and flushes apart."""
    table: Table = {}
    for ranks in combinations_with_replacement(RANKS, size):
        sizes, order = _grouped(ranks)
        if sizes in shapes:
            table[_key(ranks)] = pack(shapes[sizes], order)
    return table


def _runs(size: int) -> dict[int, int]:
    """Key -> top rank of every run of ``size`` ranks, the one with the ace low included."""
    runs = {_key(range(top - size + 1, top + 1)): top for top in range(size + 1, ACE + 1)}
    return runs | {_key((ACE, *range(2, size + 1))): size}


def _suited(size: int, flush: int) -> Table:
    """Strength of every set of ``size`` different ranks of one suit, straight flushes apart."""
    return {_key(ranks): pack(flush, ranks[::-1]) for ranks in combinations(RANKS, size)}


def _five() -> tuple[Table, Table]:
    unsuited, suited = _by_shape(5, _FIVE_SHAPES), _suited(5, Category.FLUSH)
    for key, top in _runs(5).items():
        unsuited[key], suited[key] = pack(Category.STRAIGHT, (top,)), pack(Category.STRAIGHT_FLUSH, (top,))
    return unsuited, suited


def _three() -> tuple[Table, Table]:
    unsuited, suited = _by_shape(3, _THREE_SHAPES), _suited(3, ThreeCategory.FLUSH)
    for key, top in _runs(3).items():
        unsuited[key], suited[key] = pack(ThreeCategory.STRAIGHT, (top,)), pack(ThreeCategory.STRAIGHT_FLUSH, (top,))
    return unsuited, suited


def _with_wheel(straight: Strength, straight_flush: Strength) -> tuple[Table, Table]:
    """The five-card tables with A-2-3-4-5 standing somewhere else than lowest."""
    wheel = _key(_WHEEL_RANKS)
    return WHEEL_LOW[0] | {wheel: straight}, WHEEL_LOW[1] | {wheel: straight_flush}


def _negated(tables: tuple[Table, ...]) -> tuple[Table, ...]:
    return tuple({key: Strength(-strength) for key, strength in table.items()} for table in tables)


def _ace_low() -> Table:
    """Fronts with the ace as rank 1: the same groups, ranked again."""
    low: Table = {}
    for ranks in combinations_with_replacement(RANKS, 3):
        sizes, order = _grouped([1 if rank == ACE else rank for rank in ranks])
        low[_key(ranks)] = pack(_FRONT_SHAPES[sizes], order)
    return low


WHEEL_LOW: Final = _five()
# A king and a five: above the king-high straight (13), below the ace-high one (14), and still spelling its top.
WHEEL_SECOND: Final = _with_wheel(pack(Category.STRAIGHT, (13, 5)), pack(Category.STRAIGHT_FLUSH, (13, 5)))
# Deuce-to-seven: the ace is always high, A-5-4-3-2 is no straight. Negated, so that larger is still better.
LOW_FIVE: Final = _negated(_with_wheel(pack(Category.HIGH, (ACE, 5, 4, 3, 2)), pack(Category.FLUSH, (ACE, 5, 4, 3, 2))))
FRONT: Final = _by_shape(3, _FRONT_SHAPES)
THREE: Final = _three()
LOW_FRONT: Final = _negated((FRONT, _ace_low()))
