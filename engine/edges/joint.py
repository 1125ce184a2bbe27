"""How two positions stand against one dealer's hand: counts of deals, which no paytable can change.

Pays enter the spread of a round only through what each standing wins. So deals are counted by standing, in integers
whose size is known, and odds and commissions of any fineness meet the counts as Python's integers.

A standing is a group of hands and the side of the dealer's strength on which the hand lies. Over every dealer's
hand, pairs of hands that share no card with it or with each other are counted by inclusion and exclusion over the
cards that two hands could share, so that no deal of nine cards is ever listed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.edges.deals import ALL_RENAMINGS, HANDS, PAIRS_OF_CARDS, Ints, Mask, deals, suit_patterns
from engine.errors import BrokenInvariant
from engine.games.three_card_poker.hands import SPADES, HandClass

SIDES: Final = 3
ABOVE: Final = 2
"""Own strength is below, at or above the dealer's."""
SUITS: Final = SPADES + 1
ROYALS: Final = 2 * HandClass.MINI_ROYAL
"""The first of the four groups of mini royals."""
STANDINGS: Final = SIDES * (ROYALS + SUITS)

_CARDS: Final = slice(1, 53)
_PAIRS: Final = slice(53, 53 + PAIRS_OF_CARDS)
_PARTS: Final = _PAIRS.stop + 1
"""Parts of hands: the empty one (0), 52 cards, 1,326 pairs; and a last one that no hand has, where cards repeat."""
_NO_STANDING: Final = 255
_AT_ONCE: Final = 32
"""Dealer's hands that are counted at once: few enough for the arrays to stay near the processor."""

Small = NDArray[np.int32]


def groups(played: Mask) -> Ints:
    """The group of each hand: twice its class, one more if it is played; a mini royal's is 12 and its suit."""
    table = deals()
    royal = table.hand_class >= HandClass.MINI_ROYAL
    return np.where(royal, ROYALS + (table.cards[:, 0] & SPADES), 2 * table.hand_class + played)


def joint_counts(played: Mask, qualifies_from: int) -> Ints:
    """Deals of a dealer and two positions, by standing: ``counts[dealer qualifies, of one, of the other]``.

    A standing is SIDES * group + side. The counts sum to 22,100 * 18,424 * 15,180, about 2 ** 43. Raises
    BrokenInvariant where what is played depends on suits (but on those of a mini royal).
    """
    return _counted(played.tobytes(), qualifies_from)


@lru_cache(maxsize=64)
def _counted(played: bytes, qualifies_from: int) -> Ints:
    group = np.minimum(groups(np.frombuffer(played, dtype=np.bool_)), ROYALS)
    first, weights, pattern = suit_patterns(ALL_RENAMINGS)
    if (group != group[first][pattern]).any():
        raise BrokenInvariant("the spread of a strategy that tells suits apart was asked for")
    counts = np.zeros((2, STANDINGS, STANDINGS), dtype=np.int64)
    for block in blocks(group):
        dealers = np.flatnonzero(_class(first) == block.dealer_class)
        for some in np.array_split(dealers, -(-len(dealers) // _AT_ONCE)):
            found = disjoint_pairs(block, first[some])
            qualifies = deals().strength[first[some]] >= qualifies_from
            for kind in (0, 1):
                weighted = np.where(qualifies == kind, weights[some], 0)
                counts[kind][np.ix_(block.standings, block.standings)] += np.einsum("n,nab->ab", weighted, found)
    counts[:] = [_split_royals(one) for one in counts]
    counts.setflags(write=False)
    return counts


def _split_royals(counts: Ints) -> Ints:
    """Counts by the suit of mini royals, from counts in which all four are in the first of their groups.

    Renaming suits makes deals of deals: beside other hands each royal has a quarter, beside one another any two a 12th.
    """
    start = SIDES * ROYALS
    royals, split = slice(start, start + SIDES), counts.copy()
    split[start:, :start] = np.tile(counts[royals, :start] // SUITS, (SUITS, 1))
    split[:start, start:] = split[start:, :start].T
    split[start:, start:] = np.kron(1 - np.eye(SUITS, dtype=np.int64), counts[royals, royals] // (SUITS * (SUITS - 1)))
    return split


def _class(hands: Ints) -> Ints:
    """The class of hands, mini royals as one."""
    return np.minimum(deals().hand_class[hands], HandClass.MINI_ROYAL)


@dataclass(frozen=True, slots=True)
class Block:
    """All dealer's hands of one class, by place from ``lowest`` up (rows).

    ``standing[row, hand]`` is how a hand stands against the row's strength, ``holding[i][row, part]`` the number of
    hands that stand at ``standings[i]`` and hold a part. Only standings that occur in the block are listed.
    """

    dealer_class: int
    lowest: int
    standings: list[int]
    standing: NDArray[np.uint8]
    holding: list[NDArray[np.int16]]


def blocks(group: Ints) -> Iterator[Block]:
    """The blocks of all dealer's hands, for hands of these groups (four mini royals in the first of theirs)."""
    table = deals()
    place, first_standing = table.place.astype(np.int16), (SIDES * group).astype(np.uint8)
    for dealer_class in range(HandClass.MINI_ROYAL + 1):
        places = np.unique(place[_class(np.arange(HANDS)) == dealer_class])
        standing = np.full((len(places), HANDS + 1), _NO_STANDING, dtype=np.uint8)
        np.add(place >= places[:, None], place > places[:, None], out=standing[:, :HANDS], dtype=np.uint8)
        standing[:, :HANDS] += first_standing
        listed: list[int] = []
        holding: list[NDArray[np.int16]] = []
        for one in np.unique(group).tolist():
            hands, own_class = np.flatnonzero(group == one), one // 2
            if own_class == dealer_class:
                at = _held(hands, table.place[hands] - places[0], len(places))
                up_to = at.cumsum(axis=0, dtype=np.int16)
                sides = {0: up_to - at, 1: at, 2: up_to[-1] - up_to}
            else:
                every = _held(hands, np.zeros_like(hands), 1)
                sides = {0 if own_class < dealer_class else 2: np.broadcast_to(every, (len(places), _PARTS))}
            listed += [SIDES * one + side for side in sides]
            holding += sides.values()
        yield Block(dealer_class, int(places[0]), listed, standing, holding)


def _held(hands: Ints, rows: Ints, number: int) -> NDArray[np.int16]:
    """How many of some hands, by row, hold each part. There are 22,100 hands, so 16 bits hold any number of them."""
    cells = rows[:, None] * _PARTS + _joined().of_hand[hands]
    return np.bincount(cells.ravel(), minlength=number * _PARTS).reshape(number, _PARTS).astype(np.int16)


def disjoint_pairs(block: Block, dealers: Ints) -> Small:
    """Ordered pairs of hands that share no card with each other or the dealer's: ``[dealer, of one, of the other]``.

    At most 18,424 hands are left, 1,128 of them hold a card and 47 hold a pair: the sums below stay under 2 ** 29.
    """
    left = _left(block, dealers)
    whole, cards, pairs = left[:, :, 0], left[:, :, _CARDS], left[:, :, _PAIRS]
    found: Small = whole[:, :, None] * whole[:, None, :]
    found -= np.einsum("nap,nbp->nab", cards, cards)
    found += np.einsum("nap,nbp->nab", pairs, pairs)
    same = np.arange(len(block.standings))
    found[:, same, same] -= whole  # the same hand twice shares all three cards
    return found


def _left(block: Block, dealers: Ints) -> Small:
    """``[dealer, i, part]``: hands at ``standings[i]`` that hold a part, and none of the dealer's cards."""
    joined, held, row = _joined(), deals().cards[dealers], deals().place[dealers] - block.lowest
    number = np.arange(len(dealers))[:, None]
    twos = joined.pair[held[:, (0, 0, 1)], held[:, (1, 2, 2)]]
    one_more = joined.pair[held]
    # How the hands stand that hold one card of the dealer's and a pair, two of them and a card, and all three.
    with_one = block.standing[row[:, None, None], joined.hand[held]]
    with_two = block.standing[row[:, None, None], joined.hand[:, twos - _PAIRS.start].transpose(1, 2, 0)]
    itself = block.standing[row, dealers]
    left = np.zeros((len(dealers), len(block.standings), _PARTS), dtype=np.int32)
    for column, standing, holding in zip(range(left.shape[1]), block.standings, block.holding, strict=True):
        every = holding[row]
        left[:, column] = every
        left[:, column, _PAIRS] -= _count(with_one == standing)
        left[:, column, _CARDS] += _count(with_two == standing) - every[number[:, :, None], one_more].sum(axis=1)
        left[:, column, 0] += (
            every[number, twos].sum(axis=1) - every[number, held + 1].sum(axis=1) - (itself == standing)
        )
    touched = np.concatenate([held + 1, one_more.reshape(len(dealers), -1)], axis=1)
    left[number, :, touched] = 0
    return left


def _count(found: Mask) -> NDArray[np.int8]:
    """How many of three things were found."""
    counted: NDArray[np.int8] = found.view(np.int8).sum(axis=1, dtype=np.int8)
    return counted


@dataclass(frozen=True, slots=True)
class _Joined:
    """The parts of each hand; ``pair[c, d]`` is the part of two cards, ``hand[c, p]`` the hand of a card and a pair."""

    of_hand: Ints
    pair: Ints
    hand: Ints


@cache
def _joined() -> _Joined:
    table = deals()
    pair = _PAIRS.start + table.pair_of + table.pair_of.T
    np.fill_diagonal(pair, _PARTS - 1)
    hand = np.full((52, PAIRS_OF_CARDS), HANDS, dtype=np.int64)
    for column, card in enumerate(table.cards.T):
        hand[card, table.pairs[:, 2 - column]] = np.arange(HANDS)
    of_hand = np.concatenate(
        [np.zeros((HANDS, 1), dtype=np.int64), 1 + table.cards, _PAIRS.start + table.pairs], axis=1
    )
    return _Joined(of_hand, pair, hand)
