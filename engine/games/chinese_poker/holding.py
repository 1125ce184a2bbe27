"""One player's thirteen cards before the reveal: is the arrangement legal, what is it worth by itself.

Entry errors are told beside fouls, because a tablet shows both while the cards can still be moved.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card, card_code, find_card
from engine.errors import RecordRefused, Violation
from engine.games.chinese_poker.rules import Rules
from engine.games.chinese_poker.validate import HAND
from engine.games.row_ratings import RowRating, rate_rows
from engine.games.rows import ROWS, SIZES, set_rows
from engine.games.royalties import Units
from engine.validation import Reader


@dataclass(frozen=True, slots=True)
class Holding:
    """Thirteen cards as entered: set in ``rows``, or unset ``cards`` with no rows. ``faults`` are the entry errors."""

    rows: tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]] | None
    cards: tuple[Card, ...]
    faults: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """What a holding is worth before anybody else's cards are seen.

    ``reasons`` (sorted) are entry errors and fouls; a fouled arrangement earns no royalties. ``rows`` is empty where no
    rows were set or entry errors keep them from being ranked. ``naturals`` are all that the cards hold, ``natural`` the
    one the house pays for (None without) and ``natural_units`` what it collects from each opponent.
    """

    legal: bool
    reasons: tuple[str, ...]
    faults: tuple[Violation, ...]
    rows: Mapping[str, RowRating]
    royalty_total: Units
    swapped: bool
    naturals: tuple[str, ...]
    natural: str | None
    natural_units: Units

    def as_data(self) -> dict[str, object]:
        """Plain JSON data; exact units are text."""
        return {
            "legal": self.legal,
            "reasons": list(self.reasons),
            "faults": [violation._asdict() for violation in self.faults],
            "rows": {row: rated.as_data() for row, rated in self.rows.items()},
            "royalty_total": str(self.royalty_total),
            "swapped": self.swapped,
            "naturals": list(self.naturals),
            "natural": self.natural,
            "natural_units": str(self.natural_units),
        }


def parse_holding(holding: Mapping[str, object]) -> Holding:
    """Read ``{"front", "middle", "back"}`` or ``{"cards"}``, each with optional ``dealt``.

    Raises RecordRefused for what is no such object; cards that cannot be (``bad_card``), sizes and doubles are kept as
    ``faults`` of the holding, for ``rate`` to tell.
    """
    reader = Reader()
    unset = isinstance(holding, Mapping) and "cards" in holding
    keys = ("cards",) if unset else ROWS
    found = reader.mapping(holding, "", keys, ("dealt",)) or {}
    read = {key: reader.cards(found[key], f"/{key}") for key in (*keys, "dealt") if key in found}
    if any(violation.code != "bad_card" for violation in reader.violations):
        raise RecordRefused(reader.violations)
    for key in keys:
        size = HAND if key == "cards" else SIZES[key]
        code = "wrong_card_count" if key == "cards" else "wrong_row_size"
        _check_size(code, key, found[key], size, reader)
    if "dealt" in found:
        _check_size("wrong_card_count", "dealt", found["dealt"], HAND, reader)
    placed = list(_cards_that_are(found, keys))
    reader.distinct(placed)
    _check_dealt(placed, read.get("dealt"), reader)
    cards = {key: read[key] or () for key in keys}
    rows = None if unset else (cards["front"], cards["middle"], cards["back"])
    return Holding(rows, tuple(card for key in keys for card in cards[key]), tuple(reader.violations))


def _cards_that_are(found: Mapping[str, object], keys: Sequence[str]) -> Iterator[tuple[str, Card]]:
    """Each entry that is a card, with its pointer: doubles are told even beside an entry that is none."""
    for key in keys:
        entries = found[key]
        for index, entry in enumerate(entries if isinstance(entries, Sequence) else ()):
            card = find_card(entry)
            if card is not None:
                yield f"/{key}/{index}", card


def _check_dealt(placed: Sequence[tuple[str, Card]], dealt: tuple[Card, ...] | None, reader: Reader) -> None:
    for pointer, card in placed if dealt is not None else ():
        if card not in (dealt or ()):
            reader.refuse("card_not_dealt", pointer, f"{card_code(card)} is not among the cards dealt")


def _check_size(code: str, key: str, entries: object, size: int, reader: Reader) -> None:
    held = len(entries) if isinstance(entries, Sequence) else 0
    if held != size:
        reader.refuse(code, f"/{key}", f"{size} cards are needed, not {held}")


def rate(holding: Holding, rules: Rules) -> Rating:
    """Legality with its reasons, each row's hand and royalty, and the naturals held."""
    if holding.faults:
        reasons = tuple(sorted({violation.code for violation in holding.faults}))
        return Rating(False, reasons, holding.faults, {}, 0, False, (), None, 0)
    naturals = rules.naturals.held(holding.cards)
    best = rules.naturals.best(holding.cards)
    worth = 0 if best is None else rules.naturals.units[best]
    if holding.rows is None:
        return Rating(True, (), (), {}, 0, False, naturals, best, worth)
    found = set_rows(*holding.rows, rules.rows)
    royalties = (0, 0, 0) if found.faults else rules.royalties.of_rows(found.strengths)
    rows = rate_rows(found, royalties)
    reasons = tuple(sorted(fault.value for fault in found.faults))
    return Rating(not reasons, reasons, (), rows, sum(royalties), found.swapped, naturals, best, worth)
