"""Row royalties: what a row is worth beyond winning it, for Chinese poker and Open-Face.

A schedule lists units per row and combination: ``{"front": {"trips": 3}, "middle": {...}, "back": {...}}``. What is not
listed pays nothing (there is no "at least"), except that a royal flush takes the straight-flush entry if it has
none of its own (rules/chinese-poker section 6). ``pair``, ``trips`` and ``quads`` may be listed by rank
(``pair_A``), and such an entry goes before the general one; a row that plays low lists ``low_9`` (unpaired,
no straight, no flush, nine-high) and, in the middle, ``low_75432``. An entry that cannot occur is refused.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from engine.cards import RANKS
from engine.games.rows import ROWS, RowRules, Variant
from engine.money import find_exact
from engine.ranking import Category, Strength
from engine.rulesets import OFF, Check, integer, one_of
from engine.validation import Reader, escape

Units = int | Fraction
"""Exact units; a whole number is always an int."""

MAX_UNITS: Final = 1_000
"""Largest figure that a schedule or a switch may name; a typing error beyond it would reach the players' money."""

ROYALTY_SWITCHES: Final[Mapping[str, Check]] = {
    "royalty_when": one_of("win", "always"),
    "royalty_mode": one_of("add", "replace"),
    "royalty_mult": integer(1, 100),
}

_HEADS: Final = len(Category) << 4
_LOW_75432: Final = Strength(-0x075432)
_FRONT_CATEGORIES: Final = (Category.HIGH, Category.PAIR, Category.TRIPS)
_RANKED: Final = (Category.PAIR, Category.TRIPS, Category.QUADS)


def find_units(value: object) -> Units | None:
    """Exact units of ``3``, ``"5/2"`` or ``"2.5"``, from 0 up to ``MAX_UNITS``, else None."""
    exact = find_exact(value)
    if exact is None or not 0 <= exact <= MAX_UNITS:
        return None
    return exact.numerator if exact.denominator == 1 else exact


@dataclass(frozen=True, slots=True)
class Royalties:
    """A schedule made ready: units beyond the row's own, per row and head (category and leading rank).

    ``heads`` is complete, nothing listed being 0; ``low_75432`` is the one hand that a schedule lists whole.
    ``always`` nets both sides' royalties, won or lost; otherwise only the winner of a row is paid for it.
    """

    heads: tuple[tuple[Units, ...], tuple[Units, ...], tuple[Units, ...]]
    low_75432: Units
    always: bool

    def of_row(self, row: int, strength: Strength) -> Units:
        """Units of one row (0 front, 1 middle, 2 back) of a legal hand."""
        if strength == _LOW_75432 and row == 1:
            return self.low_75432
        return self.heads[row][abs(strength) >> 16]

    def of_rows(self, strengths: tuple[Strength, Strength, Strength]) -> tuple[Units, Units, Units]:
        """Units of the three rows of a legal hand."""
        front, middle, back = strengths
        heads = self.heads
        in_middle = self.low_75432 if middle == _LOW_75432 else heads[1][abs(middle) >> 16]
        return heads[0][abs(front) >> 16], in_middle, heads[2][back >> 16]

    @property
    def most(self) -> tuple[Units, Units, Units]:
        """The largest royalty of each row."""
        front, middle, back = self.heads
        return max(front), max(*middle, self.low_75432), max(back)

    def all_units(self) -> Iterator[Units]:
        """Every figure of the schedule, zeros included."""
        for row in self.heads:
            yield from row
        yield self.low_75432


RowEntries = tuple[Mapping[int, Units], Mapping[int, Units], Mapping[int, Units]]
"""Listed units of front, middle and back, by the head that carries them; a category's own entry has rank 0."""


def read_royalties(schedule: object, pointer: str, rows: RowRules | None, reader: Reader) -> RowEntries | None:
    """Read a schedule; every fault is noted in ``reader``, and None is answered where there was one.

    Without ``rows`` (their switches were refused) an entry passes that any variant could pay. Codes: ``wrong_type``,
    ``missing_key``, ``unknown_key``, ``impossible_royalty`` (the row cannot hold it), ``wrong_value``.
    """
    before = len(reader.violations)
    found = reader.mapping({row: {} for row in ROWS} if schedule == OFF else schedule, pointer, ROWS)
    if found is None:
        return None
    listed = [_read_row(row, found[row], f"{pointer}/{row}", rows, reader) for row in ROWS if row in found]
    if len(reader.violations) > before:
        return None
    front, middle, back = listed
    return front, middle, back


def royalties_of(entries: RowEntries, switches: Mapping[str, object]) -> Royalties:
    """Make a schedule ready under switches that ``ROYALTY_SWITCHES`` has checked.

    Under ``royalty_mode`` = replace a figure is what the row is worth instead of 1, so one unit less is extra (and
    nothing where it is less than 1); ``royalty_mult`` multiplies what is extra.
    """
    replaced = 1 if switches["royalty_mode"] == "replace" else 0
    mult = switches["royalty_mult"]
    assert isinstance(mult, int)
    front, middle, back = ({head: max(units - replaced, 0) * mult for head, units in row.items()} for row in entries)
    heads = _complete(middle)
    seven_low = middle.get(_SEVEN_LOW_WHOLE, heads[Category.HIGH << 4 | 7])
    return Royalties((_complete(front), heads, _complete(back)), seven_low, switches["royalty_when"] == "always")


def _complete(row: Mapping[int, Units]) -> tuple[Units, ...]:
    """Units of every head: a ranked entry goes before its category's, and what is not listed is worth nothing."""
    return tuple(row.get(head, row.get(head >> 4 << 4, 0)) for head in range(_HEADS))


_SEVEN_LOW_WHOLE: Final = -1
_ROYAL: Final = Category.STRAIGHT_FLUSH << 4 | 14


def _read_row(row: str, entries: object, pointer: str, rows: RowRules | None, reader: Reader) -> dict[int, Units]:
    if not isinstance(entries, Mapping):
        reader.refuse("wrong_type", pointer, "an object of combination -> units is needed")
        return {}
    possible = _possible(row, rows)
    read: dict[int, Units] = {}
    for name, value in entries.items():
        where = f"{pointer}/{escape(str(name))}"
        units = find_units(value)
        if name not in possible:
            reader.refuse("impossible_royalty", where, f"the {row} cannot be paid for {name!r} under this variant")
        elif units is None:
            reader.refuse("wrong_value", where, f"units from 0 to {MAX_UNITS} are needed, not {value!r}")
        else:
            read[possible[name]] = units
    return read


def _possible(row: str, rows: RowRules | None) -> Mapping[str, int]:
    """What a row can be paid for: its own variant's combinations, or those of all variants."""
    if rows is None:
        return {name: head for kind in _KINDS[row] for name, head in _LISTABLE[kind].items()}
    if row == "front" and rows.variant is Variant.FRONT_LOW:
        return _LISTABLE["front_low_ace_low" if rows.front_ace_low else "front_low"]
    if row == "middle" and rows.variant is Variant.MIDDLE_LOW:
        return _LISTABLE["middle_low"]
    return _LISTABLE["front" if row == "front" else "five"]


_KINDS: Final = {
    "front": ("front", "front_low", "front_low_ace_low"),
    "middle": ("five", "middle_low"),
    "back": ("five",),
}


def _high_entries(categories: tuple[Category, ...]) -> dict[str, int]:
    entries = {category.word: category << 4 for category in categories}
    for category in _RANKED:
        if category in categories:
            entries |= {f"{category.word}_{rank}": category << 4 | value for value, rank in enumerate(RANKS, 2)}
    return entries


def _low_entries(least: int, most: int) -> dict[str, int]:
    """``low_9``: a row without pair, straight and flush whose highest card is a nine."""
    return {f"low_{RANKS[rank - 2]}": Category.HIGH << 4 | rank for rank in range(least, most + 1)}


_LISTABLE: Final[Mapping[str, Mapping[str, int]]] = {
    "front": _high_entries(_FRONT_CATEGORIES),
    "five": _high_entries(tuple(Category)) | {"royal_flush": _ROYAL},
    "front_low": _low_entries(4, 14),
    "front_low_ace_low": _low_entries(3, 13),
    "middle_low": _low_entries(7, 14) | {"low_75432": _SEVEN_LOW_WHOLE},
}
"""Which combinations a row can hold, by the name that a schedule uses, and the head that carries their units."""
