"""One complete board before it is shown: is it legal, what is it worth by itself, does it earn Fantasyland.

A tablet asks this of a Fantasyland hand that is being set, and of any thirteen cards. Entry errors are told beside
fouls, because both are seen while the cards can still be moved. The hand is valued without the multiplier of a blind
level or pot, which are not known here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.errors import RecordRefused, Violation
from engine.games.open_face_chinese.boards import Rows, next_fantasyland, read_rows
from engine.games.open_face_chinese.fantasyland import Fantasyland
from engine.games.open_face_chinese.record import MOST_COUNT
from engine.games.open_face_chinese.rules import Rules
from engine.games.row_ratings import RowRating, rate_rows
from engine.games.rows import ROWS, SIZES
from engine.games.royalties import Units
from engine.validation import Reader


@dataclass(frozen=True, slots=True)
class Holding:
    """Three rows of entries, the cards they were dealt from (None: not told) and the Fantasyland cards (0 outside)."""

    rows: Rows
    dealt: tuple[str, ...] | None
    fantasyland: int


@dataclass(frozen=True, slots=True)
class Rating:
    """What a board is worth before anybody else's is seen.

    ``reasons`` (sorted) are entry errors and fouls; a fouled board earns neither royalties nor Fantasyland. ``rows`` is
    empty where entry errors keep the rows from being ranked; jokers are read as what they stand for.
    """

    legal: bool
    reasons: tuple[str, ...]
    faults: tuple[Violation, ...]
    rows: Mapping[str, RowRating]
    royalty_total: Units
    fantasyland: Fantasyland

    def as_data(self) -> dict[str, object]:
        """Plain JSON data; exact units are text."""
        return {
            "legal": self.legal,
            "reasons": list(self.reasons),
            "faults": [violation._asdict() for violation in self.faults],
            "rows": {row: rated.as_data() for row, rated in self.rows.items()},
            "royalty_total": str(self.royalty_total),
            "fantasyland": {"next_cards": self.fantasyland.cards, "reasons": list(self.fantasyland.reasons)},
        }


def parse_holding(holding: Mapping[str, object]) -> Holding:
    """Read ``{"front", "middle", "back"}`` with optional ``dealt`` and ``fantasyland`` (the cards dealt there).

    Raises RecordRefused for what is no such object; what the entries are is left to ``rate``.
    """
    reader = Reader()
    found = reader.mapping(holding, "", ROWS, ("dealt", "fantasyland")) or {}
    read = {key: _read_entries(found[key], f"/{key}", reader) for key in (*ROWS, "dealt") if key in found}
    cards = found.get("fantasyland", 0)
    if not isinstance(cards, int) or isinstance(cards, bool) or not 0 <= cards <= MOST_COUNT:
        reader.refuse("wrong_value", "/fantasyland", f"a whole number from 0 to {MOST_COUNT} is needed")
    if reader.violations:
        raise RecordRefused(reader.violations)
    assert isinstance(cards, int)
    front, middle, back = (read[row] for row in ROWS)
    return Holding((front, middle, back), read.get("dealt"), cards)


def _read_entries(value: object, pointer: str, reader: Reader) -> tuple[str, ...]:
    """The entries as texts: whatever is no text is no card either."""
    return tuple(entry if isinstance(entry, str) else repr(entry) for entry in reader.sequence(value, pointer) or ())


def rate(holding: Holding, rules: Rules) -> Rating:
    """Legality with its reasons, each row's hand and royalty, and Fantasyland."""
    faults = _entry_faults(holding, rules)
    if faults:
        reasons = tuple(sorted({fault.code for fault in faults}))
        return Rating(False, reasons, faults, {}, 0, Fantasyland(0, ()))
    read = read_rows(holding.rows, rules.rows)
    royalties = (0, 0, 0) if read.faults else rules.royalties.of_rows(read.found.strengths)
    scaled = [units * rules.scale.fixed for units in royalties]
    rows = rate_rows(read.found, scaled)
    fantasyland = next_fantasyland(read, holding.fantasyland, rules)
    return Rating(not read.faults, read.faults, (), rows, sum(scaled), fantasyland)


def _entry_faults(holding: Holding, rules: Rules) -> tuple[Violation, ...]:
    """Entry errors in this order: ``bad_card``, ``wrong_row_size``, ``wrong_card_count``, ``duplicate_card``,
    ``card_not_dealt``, and ``fantasyland_cards`` where the house deals no such number.
    """
    reader, dealt = Reader(), holding.dealt
    placed = [entry for row, codes in zip(ROWS, holding.rows, strict=True) for entry in _entries(row, codes)]
    handed = list(_entries("dealt", dealt or ()))
    for pointer, code in (*placed, *handed):
        if code not in rules.deck:
            reader.refuse("bad_card", pointer, f"{code!r} is not one of the {len(rules.deck)} card codes")
    for row, codes in zip(ROWS, holding.rows, strict=True):
        if len(codes) != SIZES[row]:
            reader.refuse("wrong_row_size", f"/{row}", f"{SIZES[row]} cards are needed, not {len(codes)}")
    needed = holding.fantasyland or rules.form.cards_each
    if dealt is not None and len(dealt) != needed:
        reader.refuse("wrong_card_count", "/dealt", f"{needed} cards are needed, not {len(dealt)}")
    for entries in (placed, handed):
        _refuse_twice(entries, reader)
    for pointer, code in placed if dealt is not None else ():
        if code not in (dealt or ()):
            reader.refuse("card_not_dealt", pointer, f"{code} is not among the cards dealt")
    if holding.fantasyland and holding.fantasyland not in rules.granted:
        reader.refuse("fantasyland_cards", "/fantasyland", f"no {holding.fantasyland} cards are dealt in Fantasyland")
    return tuple(reader.violations)


def _entries(key: str, codes: Sequence[str]) -> Iterator[tuple[str, str]]:
    for index, code in enumerate(codes):
        yield f"/{key}/{index}", code


def _refuse_twice(entries: list[tuple[str, str]], reader: Reader) -> None:
    seen: dict[str, str] = {}
    for pointer, code in entries:
        if seen.setdefault(code, pointer) != pointer:
            reader.refuse("duplicate_card", pointer, f"{code} stands at {seen[code]} already")
