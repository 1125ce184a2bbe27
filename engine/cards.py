"""The 52-card deck: codes, parsing, formatting.

A card is an integer 0..51, ``4 * rank_index + suit_index``, ranks ``23456789TJQKA`` low to high and suits
``cdhs``. Its code is two characters, for example ``Td``; ``10d`` and lower-case ranks are entry errors
(rules/chinese-poker section 1), never silently another card.
"""

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", int)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
CODES: Final[tuple[str, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)
DECK: Final[tuple[Card, ...]] = tuple(Card(n) for n in range(52))

_BY_CODE: Final[dict[object, Card]] = {code: Card(n) for n, code in enumerate(CODES)}


def find_card(code: object) -> Card | None:
    """The card of a code, or None where no such card exists (whatever the type of ``code``)."""
    return _BY_CODE.get(code) if isinstance(code, str) else None


def find_cards(codes: Iterable[object]) -> tuple[Card, ...] | None:
    """The cards of some codes, in their order, or None where one of them is the code of no card, whatever its type."""
    try:
        return tuple([_BY_CODE[code] for code in codes])
    except (KeyError, TypeError):  # no code, or nothing that can be a key at all
        return None


def parse_cards(codes: str | Iterable[str]) -> tuple[Card, ...]:
    """Cards of ``"Td 9c"`` or of a list of codes. Raises KeyError with the code that is no card."""
    return tuple(_BY_CODE[code] for code in (codes.split() if isinstance(codes, str) else codes))


def card_code(card: Card) -> str:
    """The two-character code of a card."""
    return CODES[card]


def card_codes(cards: Iterable[Card]) -> list[str]:
    """The codes of some cards, in their order."""
    return [CODES[card] for card in cards]


def rank_of(card: Card) -> int:
    """2..14, the ace high."""
    return (card >> 2) + 2


def suit_of(card: Card) -> int:
    """0..3 for clubs, diamonds, hearts, spades."""
    return card & 3
