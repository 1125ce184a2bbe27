"""Front, middle and back: ranking, order, fouls and row against row, for Chinese poker and Open-Face.

A hand is legal where back >= middle >= front (rules/chinese-poker section 2); the deuce-to-seven variants keep
only the comparison that their low row leaves (section 9). Rows of different sizes compare by the same integers,
because a card that the front does not have counts below a deuce. A foul is an outcome, never an error.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from engine.cards import RANKS, SUITS, Card
from engine.ranking import (
    Category,
    Strength,
    Wheel,
    rank_low_five,
    rank_low_three,
    strength_five,
    strength_front,
    strength_rows,
    suit_tiebreak,
    value_of,
)
from engine.rulesets import Check, one_of

ROWS: Final = ("front", "middle", "back")
SIZES: Final[Mapping[str, int]] = {"front": 3, "middle": 5, "back": 5}


class Variant(StrEnum):
    """Which row, if any, plays low: ``middle_low`` is deuce-to-seven, ``front_low`` a low-only front."""

    HIGH = "high"
    MIDDLE_LOW = "middle_low"
    FRONT_LOW = "front_low"


class Tie(StrEnum):
    """What an exact tie of two rows does: nothing, half a point each on the tally, suits, or the banker's."""

    NONE = "none"
    HALF = "half"
    SUIT = "suit"
    BANKER = "banker"


class Fault(StrEnum):
    """Why an arrangement fouls; the words that records, reasons and answers use."""

    FRONT_OVER_MIDDLE = "front_over_middle"
    MIDDLE_OVER_BACK = "middle_over_back"
    FRONT_OVER_BACK = "front_over_back"
    FRONT_NOT_LOW = "front_not_low"
    MIDDLE_NOT_LOW = "middle_not_qualified"


# Named once, because each of them is asked for several times a hand and a member is slow to reach in its enum.
_HIGH: Final = Variant.HIGH
_FRONT_LOW: Final = Variant.FRONT_LOW
_MIDDLE_LOW: Final = Variant.MIDDLE_LOW
_BY_SUIT: Final = Tie.SUIT
_new: Final = tuple.__new__  # half the cost of a NamedTuple's own constructor, for the rows every hand has


@dataclass(frozen=True, slots=True)
class RowRules:
    """The switches that rank and order rows. ``swap`` calls the higher five-card row the back instead of fouling."""

    variant: Variant
    wheel: Wheel
    strict: bool
    swap: bool
    tie: Tie
    suit_order: str
    front_ace_low: bool
    front_unpaired: bool
    middle_ten_low: bool


class SetRows(NamedTuple):
    """Three rows as they count. ``keys`` part rows of equal strength where suits do; larger is better in all.

    Each triple is front, middle, back; ``swapped`` says that middle and back changed places under ``swap``.
    """

    cards: tuple[Sequence[Card], Sequence[Card], Sequence[Card]]
    strengths: tuple[Strength, Strength, Strength]
    keys: tuple[int, int, int]
    faults: tuple[Fault, ...]
    swapped: bool


def suit_permutation(value: object) -> object:
    """Check of ``suit_order``: the four suits, low to high, each once."""
    if isinstance(value, str) and sorted(value) == sorted(SUITS):
        return value
    raise ValueError("the four suits c, d, h, s, low to high, are needed")


ROW_SWITCHES: Final[Mapping[str, Check]] = {
    "variant": one_of(*(option.value for option in Variant)),
    "wheel": one_of(*(option.value for option in Wheel)),
    "order": one_of("ge", "strict"),
    "middle_over_back": one_of("foul", "swap"),
    "tie": one_of(*(option.value for option in Tie)),
    "suit_order": suit_permutation,
    "low_front_ace": one_of("high", "low"),
    "low_front_qualifier": one_of("unpaired", "none"),
    "low_middle_qualifier": one_of("none", "ten"),
}
"""The switches of ``RowRules``, for ``read_switches``."""


def row_rules(switches: Mapping[str, object]) -> RowRules:
    """RowRules of switches that ``ROW_SWITCHES`` has checked. Raises KeyError where one is missing."""
    return RowRules(
        variant=Variant(str(switches["variant"])),
        wheel=Wheel(str(switches["wheel"])),
        strict=switches["order"] == "strict",
        swap=switches["middle_over_back"] == "swap",
        tie=Tie(str(switches["tie"])),
        suit_order=str(switches["suit_order"]),
        front_ace_low=switches["low_front_ace"] == "low",
        front_unpaired=switches["low_front_qualifier"] == "unpaired",
        middle_ten_low=switches["low_middle_qualifier"] == "ten",
    )


def rank_row(row: str, cards: Sequence[Card], rules: RowRules) -> Strength:
    """Strength of one row under the rules; larger is better in every row, low ones too.

    ``cards`` are distinct and as many as the row holds: callers have validated them.
    """
    if row == "front":
        if rules.variant is _FRONT_LOW:
            return rank_low_three(cards, rules.front_ace_low)
        a, b, c = cards
        return strength_front(a, b, c)
    if row == "middle" and rules.variant is _MIDDLE_LOW:
        return rank_low_five(cards)
    a, b, c, d, e = cards
    return strength_five(a, b, c, d, e, rules.wheel)


def row_key(cards: Sequence[Card], strength: Strength, rules: RowRules) -> int:
    """What rows are compared by: the strength, and behind it the suit where suits break ties."""
    if rules.tie is _BY_SUIT:
        return strength << 2 | suit_tiebreak(cards, strength, rules.suit_order)
    return strength


def set_rows(front: Sequence[Card], middle: Sequence[Card], back: Sequence[Card], rules: RowRules) -> SetRows:
    """Rank three rows and name every fault of their order.

    Equality of middle and back is legal under ``order`` = ge, a foul under strict; with ``tie`` = suit the
    higher suit must lie behind.
    """
    high = rules.variant is _HIGH
    if high:
        strengths = strength_rows(front, middle, back, rules.wheel)
    else:
        strengths = (rank_row("front", front, rules), rank_row("middle", middle, rules), rank_row("back", back, rules))
    keys: tuple[int, int, int] = strengths
    if rules.tie is _BY_SUIT:
        keys = (
            row_key(front, strengths[0], rules),
            row_key(middle, strengths[1], rules),
            row_key(back, strengths[2], rules),
        )
    swapped = rules.swap and keys[1] > keys[2]
    if swapped:
        middle, back = back, middle
        strengths, keys = (strengths[0], strengths[2], strengths[1]), (keys[0], keys[2], keys[1])
    faults: tuple[Fault, ...] = ()
    if not (high and keys[0] <= keys[1] < keys[2]):  # most hands are in order, whatever the switches
        faults = _FAULTS[rules.variant](strengths, keys, rules)
    return _new(SetRows, ((front, middle, back), strengths, keys, faults, swapped))


def row_faults(
    strengths: tuple[Strength, Strength, Strength], keys: tuple[int, int, int], rules: RowRules
) -> tuple[Fault, ...]:
    """Every fault of the order of three rows. A weaker front or a stronger back never adds one."""
    return _FAULTS[rules.variant](strengths, keys, rules)


def compare_rows(a: int, b: int) -> int:
    """1 where row key ``a`` wins, -1 where ``b`` does, 0 for an exact tie."""
    return (a > b) - (a < b)


def row_category(strength: Strength) -> Category:
    """The category of a row; for a low row the one it has as a plain hand."""
    return Category(abs(strength) >> 20)


@cache
def hand_name(strength: Strength) -> str:
    """A row in words that any language can take apart: the category, then its ranks: ``two_pair K 9 4``."""
    value = value_of(strength)
    return " ".join((Category(value.category).word, *("A" if rank == 1 else RANKS[rank - 2] for rank in value.ranks)))


def _middle_back(keys: tuple[int, int, int], rules: RowRules) -> tuple[Fault, ...]:
    over = keys[1] >= keys[2] if rules.strict else keys[1] > keys[2]
    return (Fault.MIDDLE_OVER_BACK,) if over else ()


def _high_faults(_: object, keys: tuple[int, int, int], rules: RowRules) -> tuple[Fault, ...]:
    over = (Fault.FRONT_OVER_MIDDLE,) if keys[0] > keys[1] else ()
    return over + _middle_back(keys, rules)


def _middle_low_faults(
    strengths: tuple[Strength, Strength, Strength], keys: tuple[int, int, int], rules: RowRules
) -> tuple[Fault, ...]:
    """Only back >= front; the qualifier asks for no pair, straight or flush and a ten at most."""
    over = (Fault.FRONT_OVER_BACK,) if keys[0] > keys[2] else ()
    unqualified = rules.middle_ten_low and -strengths[1] >> 16 > _TEN_HIGH
    return (*over, Fault.MIDDLE_NOT_LOW) if unqualified else over


def _front_low_faults(
    strengths: tuple[Strength, Strength, Strength], keys: tuple[int, int, int], rules: RowRules
) -> tuple[Fault, ...]:
    """Only back >= middle; the qualifier asks for three different ranks in front."""
    unqualified = rules.front_unpaired and row_category(strengths[0]) is not Category.HIGH
    return _middle_back(keys, rules) + ((Fault.FRONT_NOT_LOW,) if unqualified else ())


_TEN_HIGH: Final = Category.HIGH << 4 | 10
_FAULTS: Final[
    Mapping[Variant, Callable[[tuple[Strength, Strength, Strength], tuple[int, int, int], RowRules], tuple[Fault, ...]]]
] = {
    Variant.HIGH: _high_faults,
    Variant.MIDDLE_LOW: _middle_low_faults,
    Variant.FRONT_LOW: _front_low_faults,
}
