"""What stands in a finding, spelled so that it can always be written: a finding must not fail by what it found.

Stored data that was altered may hold anything that JSON can be made to hold, and more: fractions, infinities, half of a
surrogate pair, thousands of brackets. Such a value is told as a text that shows it.
"""

from collections.abc import Mapping
from typing import Final

MOST_LEVELS: Final = 12
MOST_CHARACTERS: Final = 2_000
MOST_ENTRIES: Final = 200
_EXACT: Final = 2**63


def plain(value: object, levels: int = MOST_LEVELS) -> object:
    """The same value as plain data that has a canonical spelling; what is cut short ends in an ellipsis."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return text(value)
    if isinstance(value, int):
        return value if -_EXACT <= value < _EXACT else text(f"about 2 to the power of {value.bit_length()}")
    if isinstance(value, Mapping):
        entries = list(value.items())[:MOST_ENTRIES] if levels else []
        shown = {text(key if isinstance(key, str) else repr(key)): plain(held, levels - 1) for key, held in entries}
        return shown if len(entries) == len(value) else {**shown, "…": f"{len(value)} entries"}
    if isinstance(value, list | tuple):
        items = [plain(held, levels - 1) for held in value[:MOST_ENTRIES]] if levels else []
        return items if len(items) == len(value) else [*items, "…"]
    return text(repr(value))


def text(value: str) -> str:
    """A text without what UTF-8 cannot spell and databases do not keep, and not beyond all bounds."""
    cut = value if len(value) <= MOST_CHARACTERS else value[:MOST_CHARACTERS] + "…"
    return cut.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")
