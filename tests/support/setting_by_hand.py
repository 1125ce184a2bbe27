"""A second opinion on the best setting, slow and obvious: go through all 72,072 settings, ranked by hand.

Cards are codes, a ruleset is its flat switches with ``royalties``, as in ``chinese_poker_by_hand``.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from support.chinese_poker_by_hand import ROWS, royalty, suited

Rows = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
Worths = tuple[Any, Any, Any]


def flat(ruleset: Mapping[str, Any]) -> dict[str, Any]:
    """The switches of a complete ruleset document, with its royalties among them."""
    return {**ruleset["switches"], "royalties": ruleset["schedules"]["royalties"]}


class Thirteen:
    """A hand of thirteen codes under flat switches; every subset is ranked once."""

    def __init__(self, cards: list[str], switches: Mapping[str, Any]) -> None:
        self.cards = sorted(cards)
        self.switches = switches
        subsets = {row: list(combinations(self.cards, 3 if row == "front" else 5)) for row in ROWS}
        self.worths = {row: {subset: suited(row, list(subset), switches) for subset in subsets[row]} for row in ROWS}
        self.royalties = {
            row: {subset: royalty(row, list(subset), switches) for subset in subsets[row]} for row in ROWS
        }

    def worth(self, rows: Rows) -> Worths:
        """What the three rows of a setting are compared by."""
        front, middle, back = (self.worths[row][cards] for row, cards in zip(ROWS, rows, strict=True))
        return front, middle, back

    def royalty(self, rows: Rows) -> Any:
        """Royalties of the three rows in all."""
        return sum(self.royalties[row][cards] for row, cards in zip(ROWS, rows, strict=True))

    def legal(self) -> Iterator[Rows]:
        """Every setting that is no foul; where the house swaps rows, as they stand then."""
        for front in combinations(self.cards, 3):
            rest = [card for card in self.cards if card not in front]
            for middle in combinations(rest, 5):
                rows = front, middle, tuple(card for card in rest if card not in middle)
                if self.stands(rows):
                    yield rows

    def stands(self, rows: Rows) -> bool:
        """Whether a setting is legal by sections 2 and 9 of the rules."""
        (front, *_), (middle, *_), (back, *_) = self.worth(rows)
        variant = self.switches["variant"]
        if variant == "middle_low":
            ten_low = middle[0] == 0 and -middle[1][0] <= 10
            return bool(front <= back and (ten_low or self.switches["low_middle_qualifier"] == "none"))
        in_order = self.worths["middle"][rows[1]] <= self.worths["back"][rows[2]]
        if self.switches["order"] == "strict":
            in_order = self.worths["middle"][rows[1]] < self.worths["back"][rows[2]]
        if variant == "front_low":
            unpaired = len({card[0] for card in rows[0]}) == 3
            return in_order and (unpaired or self.switches["low_front_qualifier"] == "none")
        return bool(in_order and front <= middle)

    def strongest(self) -> Worths | None:
        """The worths (front, middle, back) of the setting with the strongest back, then middle, then front."""
        best = max((self.worth(rows)[::-1] for rows in self.legal()), default=None)
        return None if best is None else (best[2], best[1], best[0])

    def richest(self) -> tuple[Any, Worths] | None:
        """Most royalties, and the worths of the strongest setting that has them."""
        best = max(((self.royalty(rows), self.worth(rows)[::-1]) for rows in self.legal()), default=None)
        return None if best is None else (best[0], (best[1][2], best[1][1], best[1][0]))
