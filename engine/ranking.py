"""Strength of five-card and three-card hands: one truth for all games.

A strength is one integer, ``category << 20 | r1 << 16 | r2 << 12 | r3 << 8 | r4 << 4 | r5`` with ranks 2..14
ordered by group size and then by rank; a rank that is not there is 0. Larger is better. Because a missing
rank counts below a deuce, a three-card front compares with a five-card middle by the same integers
(rules/chinese-poker section 2). A straight's only rank is its top; where A-2-3-4-5 stands second, it is
written with a king before its five, which places it. A low hand is the negated integer of what it would be
as a high hand, so that larger is better there too. Strengths of different rankings (five cards and fronts;
Three Card Poker; each low) must not be compared with each other.

``rank_*`` check their cards: exactly five (three) distinct cards 0..51, else ValueError. ``strength_*`` are
the same look-ups for callers that have checked already; what they answer for anything else is undefined.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple, NoReturn

from engine import _tables
from engine._tables import Category, Strength, ThreeCategory
from engine.cards import Card

__all__ = [
    "Category",
    "Strength",
    "ThreeCategory",
    "Value",
    "Wheel",
    "rank_five",
    "rank_front",
    "rank_low_five",
    "rank_low_three",
    "rank_three",
    "strength_five",
    "strength_front",
    "strength_rows",
    "strength_three",
    "suit_tiebreak",
    "value_of",
]


class Wheel(StrEnum):
    """Where A-2-3-4-5 stands among straights: lowest, or between king-high and ace-high."""

    LOW = "low"
    SECOND = "second"


class Value(NamedTuple):
    """A strength spelled out: the category and its ranks, 2..14 (1 for an ace that plays low)."""

    category: int
    ranks: tuple[int, ...]


_WEIGHTS: Final = _tables.WEIGHTS
_FIVE: Final = {Wheel.LOW: _tables.WHEEL_LOW, Wheel.SECOND: _tables.WHEEL_SECOND}
_FRONT: Final = _tables.FRONT
_THREE, _THREE_SUITED = _tables.THREE
_LOW_FIVE, _LOW_FIVE_SUITED = _tables.LOW_FIVE
_LOW_FRONT, _LOW_FRONT_ACE_LOW = _tables.LOW_FRONT
_PAIR: Final = 1 << 20
"""Below this, unsuited, all ranks differ, and so do the cards; from here on equal cards must be looked for."""


def rank_five(cards: Sequence[Card], wheel: Wheel) -> Strength:
    """Strength of five cards; raises ValueError unless they are five distinct cards."""
    unsuited, suited = _FIVE[wheel]
    try:
        a, b, c, d, e = cards
        key = _WEIGHTS[a] + _WEIGHTS[b] + _WEIGHTS[c] + _WEIGHTS[d] + _WEIGHTS[e]
        if a & 3 == b & 3 == c & 3 == d & 3 == e & 3:
            return suited[key]
        strength = unsuited[key]
    except (KeyError, ValueError):
        _refuse(cards, 5)
    if strength >= _PAIR and len({a, b, c, d, e}) != 5:
        _refuse(cards, 5)
    return strength


def rank_front(cards: Sequence[Card]) -> Strength:
    """Strength of a three-card front of Chinese poker: high card, pair or trips, on the scale of five cards.

    Suited or consecutive fronts are high cards (rules/chinese-poker section 1). Raises ValueError unless they
    are three distinct cards.
    """
    a, b, c = _three_distinct(cards)
    return _FRONT[_WEIGHTS[a] + _WEIGHTS[b] + _WEIGHTS[c]]


def rank_three(cards: Sequence[Card]) -> Strength:
    """Strength of a Three Card Poker hand, its category one of ThreeCategory (rules/three-card-poker section 1).

    A-2-3 is the lowest straight, with top 3; K-A-2 is none. Raises ValueError unless they are three distinct cards.
    """
    return strength_three(*_three_distinct(cards))


def rank_low_five(cards: Sequence[Card]) -> Strength:
    """Strength of five cards at deuce-to-seven low: 7-5-4-3-2 is best (rules/chinese-poker section 9).

    The ace is high, straights and flushes count against the hand, A-2-3-4-5 is no straight. Raises ValueError
    unless they are five distinct cards.
    """
    if not (len(cards) == 5 == len(set(cards)) and all(card in _WEIGHTS for card in cards)):
        _refuse(cards, 5)
    a, b, c, d, e = cards
    key = _WEIGHTS[a] + _WEIGHTS[b] + _WEIGHTS[c] + _WEIGHTS[d] + _WEIGHTS[e]
    return (_LOW_FIVE_SUITED if a & 3 == b & 3 == c & 3 == d & 3 == e & 3 else _LOW_FIVE)[key]


def rank_low_three(cards: Sequence[Card], ace_low: bool) -> Strength:
    """Strength of a front that plays low: unpaired before pairs before trips, low ranks before high ones.

    Straights and flushes never count; the best front is 3-2-A with the ace low and 4-3-2 with the ace high
    (rules/chinese-poker section 9, ``low_front_ace``). Raises ValueError unless they are three distinct cards.
    """
    a, b, c = _three_distinct(cards)
    return (_LOW_FRONT_ACE_LOW if ace_low else _LOW_FRONT)[_WEIGHTS[a] + _WEIGHTS[b] + _WEIGHTS[c]]


def strength_five(a: Card, b: Card, c: Card, d: Card, e: Card, wheel: Wheel) -> Strength:
    """``rank_five`` of five cards that the caller knows to be distinct and in 0..51."""
    unsuited, suited = _FIVE[wheel]
    key = _WEIGHTS[a] + _WEIGHTS[b] + _WEIGHTS[c] + _WEIGHTS[d] + _WEIGHTS[e]
    return suited[key] if a & 3 == b & 3 == c & 3 == d & 3 == e & 3 else unsuited[key]


def strength_front(a: Card, b: Card, c: Card) -> Strength:
    """``rank_front`` of three cards that the caller knows to be distinct and in 0..51."""
    return _FRONT[_WEIGHTS[a] + _WEIGHTS[b] + _WEIGHTS[c]]


def strength_rows(
    front: Sequence[Card], middle: Sequence[Card], back: Sequence[Card], wheel: Wheel
) -> tuple[Strength, Strength, Strength]:
    """``strength_front`` and two times ``strength_five``: the rows of a hand in one call, as every hand needs them."""
    unsuited, suited = _FIVE[wheel]
    a, b, c = front
    in_front = _FRONT[_WEIGHTS[a] + _WEIGHTS[b] + _WEIGHTS[c]]
    a, b, c, d, e = middle
    key = _WEIGHTS[a] + _WEIGHTS[b] + _WEIGHTS[c] + _WEIGHTS[d] + _WEIGHTS[e]
    in_middle = suited[key] if a & 3 == b & 3 == c & 3 == d & 3 == e & 3 else unsuited[key]
    a, b, c, d, e = back
    key = _WEIGHTS[a] + _WEIGHTS[b] + _WEIGHTS[c] + _WEIGHTS[d] + _WEIGHTS[e]
    return in_front, in_middle, suited[key] if a & 3 == b & 3 == c & 3 == d & 3 == e & 3 else unsuited[key]


def strength_three(a: Card, b: Card, c: Card) -> Strength:
    """``rank_three`` of three cards that the caller knows to be distinct and in 0..51."""
    key = _WEIGHTS[a] + _WEIGHTS[b] + _WEIGHTS[c]
    return _THREE_SUITED[key] if a & 3 == b & 3 == c & 3 else _THREE[key]


def value_of(strength: Strength) -> Value:
    """The category and ranks of any strength made here; for a low hand those it has as a plain hand."""
    packed = abs(strength)
    category = packed >> 20
    ranks = tuple(rank for shift in (16, 12, 8, 4, 0) if (rank := packed >> shift & 15))
    if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        ranks = ranks[-1:]  # the king before a second wheel only says where it stands
    return Value(category, ranks)


def suit_tiebreak(cards: Sequence[Card], strength: Strength, suit_order: str) -> int:
    """Key that parts hands of equal strength where suits count; larger is better (``tie`` = suit).

    It is the place in ``suit_order`` (low to high, for example ``cdhs``) of the highest suit among the cards of
    the leading rank: the pair of a pair, the trips of a full house, the top of a straight (the five of
    A-2-3-4-5). Two hands of one deck never share it, because no two of their cards are equal.
    """
    leading = value_of(strength).ranks[0]
    leading = _tables.ACE if leading == 1 else leading
    return max(suit_order.index("cdhs"[card & 3]) for card in cards if (card >> 2) + 2 == leading)


def _three_distinct(cards: Sequence[Card]) -> tuple[Card, Card, Card]:
    if len(cards) != 3:
        _refuse(cards, 3)
    a, b, c = cards
    if len({a, b, c}) != 3 or not (a in _WEIGHTS and b in _WEIGHTS and c in _WEIGHTS):
        _refuse(cards, 3)
    return a, b, c


def _refuse(cards: Sequence[Card], number: int) -> NoReturn:
    raise ValueError(f"{number} distinct cards, 0 to 51, are needed, not {list(cards)}") from None
