"""One hand before anybody declares: is it ready, for which card would it wait, which discard would make it ready.

A tablet asks this of a hand of the size that is dealt, or of one that has a card too many.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import RecordRefused, Violation
from engine.games.kowah.cards import EXCLUDED, Card, card_code, card_codes, find_card, pips
from engine.games.kowah.record import read_codes
from engine.games.kowah.rules import Rules
from engine.games.kowah.sets import waits
from engine.validation import Reader


@dataclass(frozen=True, slots=True)
class Holding:
    """The entries of one hand, which may turn out to be no cards."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """What a hand is by itself.

    ``waits`` are the pairs that could be exposed now. With a card too many nothing can be, and ``discards`` maps each
    card to throw that leaves a ready hand to the pairs it could then expose. ``points`` are the pips. Where the entries
    are no hand, ``faults`` and their sorted codes, ``reasons``, say why.
    """

    legal: bool
    reasons: tuple[str, ...]
    faults: tuple[Violation, ...]
    ready: bool
    waits: tuple[str, ...]
    discards: Mapping[str, tuple[str, ...]]
    points: int

    def as_data(self) -> dict[str, object]:
        """Plain JSON data."""
        return {
            "legal": self.legal,
            "reasons": list(self.reasons),
            "faults": [violation._asdict() for violation in self.faults],
            "ready": self.ready,
            "waits": list(self.waits),
            "discards": {card: list(left) for card, left in self.discards.items()},
            "points": self.points,
        }


def parse_holding(holding: Mapping[str, object]) -> Holding:
    """Read ``{"cards": [codes]}``. Raises RecordRefused for what is no such object; ``rate`` judges the codes."""
    reader = Reader()
    found = reader.mapping(holding, "", ("cards",)) or {}
    cards = read_codes(found["cards"], "/cards", reader) if "cards" in found else ()
    if reader.violations:
        raise RecordRefused(reader.violations)
    return Holding(cards)


def rate(holding: Holding, rules: Rules) -> Rating:
    """Entry errors, in this order: ``unknown_card``, ``excluded_card``, ``wrong_card_count``, ``fifth_copy``; else
    whether the hand is ready, and how it could be.
    """
    faults = _entry_faults(holding.cards, rules)
    if faults:
        return Rating(False, tuple(sorted({fault.code for fault in faults})), faults, False, (), {}, 0)
    cards = [card for card in map(find_card, holding.cards) if card is not None]
    found = waits(cards, rules.sets) if len(cards) == rules.hand_size else ()
    return Rating(
        legal=True,
        reasons=(),
        faults=(),
        ready=bool(found),
        waits=tuple(card_codes(found)),
        discards=_discards(cards, rules) if len(cards) > rules.hand_size else {},
        points=sum(map(pips, cards)),
    )


def _discards(cards: list[Card], rules: Rules) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for card in sorted(set(cards)):
        left = list(cards)
        left.remove(card)
        exposed = waits(left, rules.sets)
        if exposed:
            found[card_code(card)] = tuple(card_codes(exposed))
    return found


def _entry_faults(entries: tuple[str, ...], rules: Rules) -> tuple[Violation, ...]:
    reader = Reader()
    for index, entry in enumerate(entries):
        if find_card(entry) is None and entry not in EXCLUDED:
            reader.refuse("unknown_card", f"/cards/{index}", f"{entry!r} is no card of the pack")
    for index, entry in enumerate(entries):
        if entry in EXCLUDED:
            reader.refuse("excluded_card", f"/cards/{index}", f"{entry} is a bonus card, taken out before play")
    if len(entries) not in (rules.hand_size, rules.hand_size + 1):
        detail = f"{rules.hand_size} cards are needed, or one more, not {len(entries)}"
        reader.refuse("wrong_card_count", "/cards", detail)
    seen: Counter[str] = Counter()
    for index, entry in enumerate(entries):
        seen[entry] += 1
        if seen[entry] > rules.copies and find_card(entry) is not None:
            reader.refuse("fifth_copy", f"/cards/{index}", f"the pack has {rules.copies} copies of {entry}")
    return tuple(reader.violations)
