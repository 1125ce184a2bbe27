"""Chinese money cards: thirty kinds in play, their codes and their names (rules/kowah section 1).

A card is the number of its kind, 0..29: coins 1 to 9, strings 1 to 9, myriads 1 to 9, then the honours Old Thousand,
Red Flower and White Flower. All copies of a kind are alike. The full pack has three bonus kinds besides, which are
taken out before play and have codes only so that they can be refused by name.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, NewType

Card = NewType("Card", int)

SUITS: Final = "CSM"
RANKS: Final = range(1, 10)
HONOURS: Final = ("OT", "RF", "WF")
EXCLUDED: Final = ("WS", "GS", "MO")
"""The bonus cards: White Snake, Green Snake, Monk."""

CODES: Final[tuple[str, ...]] = (*(f"{suit}{rank}" for suit in SUITS for rank in RANKS), *HONOURS)
KINDS: Final[tuple[Card, ...]] = tuple(Card(n) for n in range(len(CODES)))

_BY_CODE: Final[Mapping[str, Card]] = {code: Card(n) for n, code in enumerate(CODES)}
_SUITED: Final = len(SUITS) * len(RANKS)


class CardNames(NamedTuple):
    """What a card is called. ``malay`` is Baba Malay as told in Malaysia and Singapore, None where it is not known."""

    english: str
    french: str
    german: str
    chinese: str
    malay: str | None


def find_card(code: object) -> Card | None:
    """The card in play of a code, or None where there is none (whatever the type of ``code``)."""
    return _BY_CODE.get(code) if isinstance(code, str) else None


def card_code(card: Card) -> str:
    """The two-character code of a card."""
    return CODES[card]


def card_codes(cards: Iterable[Card]) -> list[str]:
    """The codes of some cards, in their order."""
    return [CODES[card] for card in cards]


def of_rank(rank: int) -> tuple[Card, ...]:
    """The three kinds of a rank, 1 to 9, in the order of the suits."""
    return tuple(_BY_CODE[f"{suit}{rank}"] for suit in SUITS)


def pips(card: Card) -> int:
    """1 to 9, and 1 for an honour: the values of the descriptions that count points (section 9)."""
    return card % len(RANKS) + 1 if card < _SUITED else 1


class _Language(NamedTuple):
    """Nine numerals, and how one of them and a suit (in the order of ``SUITS``) make a name."""

    numerals: tuple[str, ...]
    suits: tuple[str, str, str]
    pattern: str


_ENGLISH: Final = _Language(
    ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"),
    ("Coins", "Strings", "Myriads"),
    "{} of {}",
)
_FRENCH: Final = _Language(
    ("Un", "Deux", "Trois", "Quatre", "Cinq", "Six", "Sept", "Huit", "Neuf"),
    ("Pièces", "Cordes", "Myriades"),
    "{} de {}",
)
_GERMAN: Final = _Language(
    ("Eins", "Zwei", "Drei", "Vier", "Fünf", "Sechs", "Sieben", "Acht", "Neun"),
    ("Münzen", "Schnüre", "Myriaden"),
    "{} der {}",
)
_CHINESE: Final = _Language(tuple("一二三四五六七八九"), ("餅", "索", "萬"), "{}{}")

_MALAY: Final = (
    *("yu kasut", "ji hitam", "sa batik", "si hitam", "go pending"),
    *("lak hitam", "jit hitam", "puek kerang", "kau hitam"),
    *("yu panjang", "ji burung", "sa udang", "si putih", "go burung"),
    *("lak putih", "jit burung", "puek menak", "kau merah"),
    *("yu hue sio", "ji ban", "sa ban", "si ban", "go ban"),
    *("lak ban", "jit ban", "puek ban", "kau ban"),
)
"""A numeral of Hokkien origin and a nickname of the picture, in deck order (games.porg.es, "Ceki cards")."""


def _suited_names() -> dict[str, CardNames]:
    names: dict[str, CardNames] = {}
    for card in KINDS[:_SUITED]:
        suit, rank = divmod(card, len(RANKS))
        english, french, german, chinese = (
            language.pattern.format(language.numerals[rank], language.suits[suit])
            for language in (_ENGLISH, _FRENCH, _GERMAN, _CHINESE)
        )
        names[CODES[card]] = CardNames(english, french, german, chinese, _MALAY[card])
    return names


NAMES: Final[Mapping[str, CardNames]] = {
    **_suited_names(),
    "OT": CardNames("Old Thousand", "Vieux Mille", "Alte Tausend", "老千", "yu lau chian"),
    "RF": CardNames("Red Flower", "Fleur Rouge", "Rote Blume", "紅花", "yu nyonya"),
    "WF": CardNames("White Flower", "Fleur Blanche", "Weiße Blume", "白花", "yu kuching"),
    "WS": CardNames("White Snake", "Serpent Blanc", "Weiße Schlange", "白蛇", None),
    "GS": CardNames("Green Snake", "Serpent Vert", "Grüne Schlange", "青蛇", None),
    "MO": CardNames("Monk", "Moine", "Mönch", "和尚", None),
}
"""Code -> names, the excluded cards too."""
