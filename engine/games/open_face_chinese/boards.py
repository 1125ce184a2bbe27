"""One seat's thirteen cards, judged by themselves: jokers read, fouls named, royalties, Fantasyland.

A joker stands for a card that is not on the same board, so no rank is held five times. The back is read first and
made as good as it can be; then the middle, no better than the back; then the front, no better than the middle; a board
for which that cannot be done fouls (rules/chinese-poker section 10).
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from engine.cards import DECK, Card, find_card
from engine.games.open_face_chinese.fantasyland import Fantasyland
from engine.games.open_face_chinese.rules import Rules
from engine.games.rows import Fault, RowRules, SetRows, Variant, set_rows

Rows = tuple[Sequence[str], Sequence[str], Sequence[str]]
"""Codes of front, middle and back."""

TIMEOUT: Final = "timeout"
_NO_FANTASYLAND: Final = Fantasyland(0, ())
_OF_MIDDLE: Final = frozenset((Fault.MIDDLE_OVER_BACK, Fault.MIDDLE_NOT_LOW))
_OF_FRONT: Final = frozenset((Fault.FRONT_OVER_MIDDLE, Fault.FRONT_OVER_BACK))


class Read(NamedTuple):
    """Three rows with every joker read as a card, ranked, and the faults of their order."""

    found: SetRows
    faults: tuple[str, ...]


def read_rows(rows: Rows, rules: RowRules) -> Read:
    """Rank three complete rows. ``faults`` are sorted, as records and answers name them."""
    found = max(_readings(rows, rules), key=_preference)
    return Read(found, tuple(sorted(fault.value for fault in found.faults)))


def _readings(rows: Rows, rules: RowRules) -> Iterator[SetRows]:
    """The rows with their jokers as every possible card; a board without jokers can be read in one way."""
    front, middle, back = read = [[_read_code(code) for code in row] for row in rows]
    jokers = [(row, place) for row in read for place, card in enumerate(row) if card == _JOKER]
    known = {card for row in read for card in row}
    unused = [card for card in DECK if card not in known] if jokers else []
    for cards in permutations(unused, len(jokers)):
        for (row, place), card in zip(jokers, cards, strict=True):
            row[place] = card
        yield set_rows(tuple(front), tuple(middle), tuple(back), rules)


def _read_code(code: str) -> Card:
    card = find_card(code)
    return _JOKER if card is None else card


_JOKER: Final = Card(-1)
"""Stands where a code is no card of the 52, until the joker is read as one."""


def _preference(found: SetRows) -> tuple[int, bool, int, bool, int]:
    """Back first, then a middle that fits it, then a front that fits both."""
    front, middle, back = found.keys
    return back, _OF_MIDDLE.isdisjoint(found.faults), middle, _OF_FRONT.isdisjoint(found.faults), front


def next_fantasyland(read: Read, cards_now: int, rules: Rules) -> Fantasyland:
    """What a board earns for the next hand; ``cards_now`` are its Fantasyland cards in this one, 0 outside."""
    if read.faults:
        return _NO_FANTASYLAND
    if cards_now:
        return rules.fantasyland.stay(read.found.strengths, cards_now, rules.rows.variant is Variant.MIDDLE_LOW)
    return rules.fantasyland.entry(read.found.strengths)
