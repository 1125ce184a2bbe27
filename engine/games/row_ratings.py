"""Rows by themselves, as a tablet shows them while the cards can still be moved: for Chinese poker and Open-Face.

What rows are worth against others is settled elsewhere; here nobody else's cards are known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.games.rows import ROWS, SetRows, hand_name, row_category
from engine.games.royalties import Units
from engine.ranking import value_of


@dataclass(frozen=True, slots=True)
class RowRating:
    """One row by itself: category and ranks (2..14, an ace that plays low 1), and the royalty units it would earn."""

    category: str
    ranks: tuple[int, ...]
    hand: str
    royalty: Units

    def as_data(self) -> dict[str, object]:
        """Plain JSON data; exact units are text."""
        return {
            "category": self.category,
            "ranks": list(self.ranks),
            "hand": self.hand,
            "royalty": str(self.royalty),
        }


def rate_rows(found: SetRows, royalties: Sequence[Units]) -> Mapping[str, RowRating]:
    """Every row as it counts, by name. ``royalties`` are units, in the order front, middle, back."""
    return {
        row: RowRating(row_category(strength).word, value_of(strength).ranks, hand_name(strength), royalty)
        for row, strength, royalty in zip(ROWS, found.strengths, royalties, strict=True)
    }
