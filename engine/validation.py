"""What every game checks alike when it reads a record: shapes, card codes, duplicates.

A ``Reader`` walks plain JSON data and collects *every* violation with its pointer; the caller raises once,
at the end. Order of the codes in one answer: shape first (``unknown_key``, ``missing_key``, ``wrong_type``,
``wrong_value``), then ``bad_card``, ``wrong_row_size`` / ``wrong_card_count``, ``duplicate_card``,
``card_not_dealt``, then the codes of the game itself, each group in the order of the record.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.cards import Card, card_code, find_card, find_cards
from engine.errors import Violation
from engine.money import find_minor

SEAT_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,15}$"
"""A seat's name: a betting spot ("1") or a name at the table ("A"); never ``house``."""


def escape(key: str) -> str:
    """One reference token of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


class Reader:
    """Collects violations while plain data is read. All methods return None for what they refused."""

    def __init__(self) -> None:
        self.violations: list[Violation] = []

    def refuse(self, code: str, pointer: str, detail: str) -> None:
        """Note one violation."""
        self.violations.append(Violation(code, pointer, detail))

    def mapping(
        self, value: object, pointer: str, required: Iterable[str], optional: Iterable[str] = ()
    ) -> Mapping[str, object] | None:
        """A JSON object with the required keys and no unknown one (``wrong_type, missing_key, unknown_key``)."""
        if not isinstance(value, Mapping):
            self.refuse("wrong_type", pointer, "an object is needed here")
            return None
        needed = tuple(required)
        known = {*needed, *optional}
        for key in value:
            if key not in known:
                name = str(key)
                self.refuse("unknown_key", f"{pointer}/{escape(name)}", f"{name!r} is not a key that is read here")
        for key in needed:
            if key not in value:
                self.refuse("missing_key", pointer, f"{key!r} is missing")
        return value

    def sequence(self, value: object, pointer: str) -> Sequence[object] | None:
        """A JSON array."""
        if isinstance(value, list) or (isinstance(value, Sequence) and not isinstance(value, str)):
            return value
        self.refuse("wrong_type", pointer, "a list is needed here")
        return None

    def cards(self, value: object, pointer: str) -> tuple[Card, ...] | None:
        """A list of card codes; ``bad_card`` for each entry that is none. The number is the caller's to judge."""
        entries = self.sequence(value, pointer)
        if entries is None:
            return None
        found = find_cards(entries)
        if found is None:
            for index, entry in enumerate(entries):
                if find_card(entry) is None:
                    self.refuse("bad_card", f"{pointer}/{index}", f"{entry!r} is not one of the 52 card codes")
        return found

    def minor(self, value: object, pointer: str, least: int = 0) -> int | None:
        """An amount in minor units, as text."""
        amount = find_minor(value)
        if amount is None:
            self.refuse("wrong_money", pointer, 'minor units are needed, as text, for example "1250"')
        elif amount < least:
            self.refuse("wrong_value", pointer, f"{amount} is less than {least}")
            return None
        return amount

    def choice(self, value: object, pointer: str, options: Iterable[str]) -> str | None:
        """One of some words."""
        allowed = tuple(options)
        if isinstance(value, str) and value in allowed:
            return value
        self.refuse("wrong_value", pointer, f"one of {', '.join(allowed)} is needed, not {value!r}")
        return None

    def distinct(self, placed: Iterable[tuple[str, Card]]) -> None:
        """Refuse each card that stands at a second place: pairs of (pointer, card) in record order."""
        seen: dict[Card, str] = {}
        for pointer, card in placed:
            if card in seen:
                self.refuse("duplicate_card", pointer, f"{card_code(card)} stands at {seen[card]} already")
            else:
                seen[card] = pointer
