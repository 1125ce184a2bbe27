"""What three cards, and the six of both hands, are worth to a paytable.

Against the dealer only the strength counts (``engine.ranking.rank_three``). A paytable tells more apart: the
suited A-K-Q (mini royal), the one in spades, and on six cards the royal flush by its suit and by its sixth
card. The classes here are the finest parts that any table names (rules/three-card-poker sections 1, 5 to 7).
"""

from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations
from typing import Final

from engine.cards import Card
from engine.ranking import Category, Strength, ThreeCategory, Wheel, strength_five

ACE: Final = 14
SPADES: Final = 3
_DIAMONDS: Final = 1


class HandClass(IntEnum):
    """Three own cards, as paytables tell them apart."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    TRIPS = 4
    STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6
    MINI_ROYAL_SPADES = 7


class SixClass(IntEnum):
    """The best five of own three and dealer's three, as paytables tell them apart.

    A six-card royal is the suited 9 to A; its suits stand apart because tables pay diamonds or spades more.
    """

    NOTHING = 0
    TWO_PAIR = 1
    TRIPS = 2
    STRAIGHT = 3
    FLUSH = 4
    FULL_HOUSE = 5
    QUADS = 6
    STRAIGHT_FLUSH = 7
    ROYAL_FLUSH = 8
    ROYAL_FLUSH_SPADES = 9
    SIX_CARD_ROYAL = 10
    SIX_CARD_ROYAL_SPADES = 11
    SIX_CARD_ROYAL_DIAMONDS = 12


class Colours(IntEnum):
    """Prime: whether the three own cards, or all six on the table, are of one colour."""

    MIXED = 0
    THREE = 1
    SIX = 2


HAND_NAMES: Final[tuple[str, ...]] = tuple(one.name.lower() for one in HandClass)
SIX_NAMES: Final[tuple[str, ...]] = tuple(one.name.lower() for one in SixClass)
COLOUR_NAMES: Final[tuple[str, ...]] = tuple(one.name.lower() for one in Colours)

_TOP_STRAIGHT_FLUSH: Final = ThreeCategory.STRAIGHT_FLUSH << 20 | ACE << 16
_ROYAL: Final = Category.STRAIGHT_FLUSH << 20 | ACE << 16
_CLASS_OF_CATEGORY: Final = tuple(HandClass(category) for category in ThreeCategory)
_FROM_NINE: Final = 9 - 2
_SIX_OF_CATEGORY: Final[dict[int, SixClass]] = {
    Category.HIGH: SixClass.NOTHING,
    Category.PAIR: SixClass.NOTHING,
    Category.TWO_PAIR: SixClass.TWO_PAIR,
    Category.TRIPS: SixClass.TRIPS,
    Category.STRAIGHT: SixClass.STRAIGHT,
    Category.FLUSH: SixClass.FLUSH,
    Category.FULL_HOUSE: SixClass.FULL_HOUSE,
    Category.QUADS: SixClass.QUADS,
    Category.STRAIGHT_FLUSH: SixClass.STRAIGHT_FLUSH,
}


def hand_class(strength: Strength, cards: Sequence[Card]) -> HandClass:
    """The class of three cards whose strength is known."""
    if strength == _TOP_STRAIGHT_FLUSH:
        return HandClass.MINI_ROYAL_SPADES if cards[0] & 3 == SPADES else HandClass.MINI_ROYAL
    return _CLASS_OF_CATEGORY[strength >> 20]


def six_class(cards: Sequence[Card]) -> SixClass:
    """The class of the best five of six distinct cards, in the ordinary five-card order (flush beats straight)."""
    best = max(strength_five(*five, Wheel.LOW) for five in combinations(cards, 5))
    if best != _ROYAL:
        return _SIX_OF_CATEGORY[best >> 20]
    suits = [card & 3 for card in cards]
    suit = max(suits, key=suits.count)
    if suits.count(suit) == 6 and min(cards) >> 2 == _FROM_NINE:
        special = {SPADES: SixClass.SIX_CARD_ROYAL_SPADES, _DIAMONDS: SixClass.SIX_CARD_ROYAL_DIAMONDS}
        return special.get(suit, SixClass.SIX_CARD_ROYAL)
    return SixClass.ROYAL_FLUSH_SPADES if suit == SPADES else SixClass.ROYAL_FLUSH


def colours(own: Sequence[Card], dealer: Sequence[Card]) -> Colours:
    """Prime's class of own three cards and the dealer's three; clubs and spades are black."""
    reds = sum(_is_red(card) for card in own)
    if reds not in (0, 3):
        return Colours.MIXED
    return Colours.SIX if reds + sum(_is_red(card) for card in dealer) in (0, 6) else Colours.THREE


def _is_red(card: Card) -> bool:
    return card & 3 in (1, 2)
