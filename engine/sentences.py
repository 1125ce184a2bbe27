"""English sentences of settlement lines, made from the reason that each line carries as data.

A game's ``CLAUSES`` maps a clause to a template with the names of its facts in braces (``"{own} beats {other}"``).
Facts come from ``Reason.facts`` or, equally, from the JSON of a stored settlement. ``WORDS`` says by name of a fact how
its values are called where a code is not enough. Another language is another mapping of the same clauses and words.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.errors import BrokenInvariant
from engine.settlement import Line, Settlement

Words = Mapping[str, Mapping[str, str]]
PLAIN: Final[Words] = {}
"""Of a game whose facts speak for themselves."""

_CONSTANTS: Final = {None: "none", True: "yes", False: "no"}


def sentence(clauses: Mapping[str, str], clause: str, facts: Mapping[str, object], words: Words = PLAIN) -> str:
    """The sentence of one reason.

    Raises BrokenInvariant where the game has no such clause or the reason lacks a fact that the clause names.
    """
    try:
        return clauses[clause].format_map(
            {name: _called(name, _spelled(value), words) for name, value in facts.items()}
        )
    except KeyError as error:
        raise BrokenInvariant(f"clause {clause!r} cannot be told: nothing is known of {error.args[0]!r}") from None


def line_sentence(clauses: Mapping[str, str], line: Line, words: Words = PLAIN) -> str:
    """The sentence of one line of a settlement."""
    return sentence(clauses, line.reason.clause, dict(line.reason.facts), words)


def explain(clauses: Mapping[str, str], settlement: Settlement, words: Words = PLAIN) -> list[str]:
    """The lines of a settlement as the rows of an aligned table, headed, one sentence at the end of each."""
    rows = [("seat", "against", "item", "outcome", "units", "net", "why")]
    for line in settlement.lines:
        net = f"{line.net_minor:+d}" if line.net_minor else "0"
        why = line_sentence(clauses, line, words)
        rows.append((line.seat, line.against, line.item, line.outcome, line.units, net, why))
    return _aligned(rows, right=(4, 5))


def _aligned(rows: Sequence[tuple[str, ...]], right: tuple[int, ...]) -> list[str]:
    """Rows of text in columns two spaces apart, the columns of numbers flush right, the last one not padded."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _called(name: str, value: str, words: Words) -> str:
    return words[name].get(value, value) if name in words else value


def _spelled(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(_spelled, value))
    return _CONSTANTS[value] if value is None or isinstance(value, bool) else str(value)
