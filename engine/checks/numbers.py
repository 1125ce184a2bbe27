"""K5: what is numbered has no gap: round numbers by table and gaming day, and the sequence of a table.

A round number is the device's to give, so a gap may be a round that is still to come. A sequence number is given in
the transaction that records the round, so a gap there is a row that was taken away.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.checks.findings import Finding


class TableDay(NamedTuple):
    """The natural key of one table's gaming day."""

    property: str
    table: str
    gaming_date: str


def find(day: TableDay, numbers: Iterable[int]) -> Iterator[Finding]:
    """Round numbers missing before the highest one, one finding for each run; ``numbers`` rise."""
    for first, last in gaps(numbers, 1):
        subject = ("numbers", *day, first, last)
        yield Finding("number_gap", subject, f"{_named('round number', first, last)} missing from the gaming day")


def find_in_sequence(day: TableDay, sequence: Iterable[int], first: int, last: int) -> Iterator[Finding]:
    """Sequence numbers missing from ``first`` to ``last`` of a table; ``sequence`` rises within them."""
    for start, end in gaps([*sequence, last + 1], first):
        subject = ("sequence", day.property, day.table, start, end)
        yield Finding("sequence_gap", subject, f"{_named('sequence number', start, end)} missing from the table")


def gaps(numbers: Iterable[int], first: int) -> Iterator[tuple[int, int]]:
    """Runs (first, last) of whole numbers that are skipped by rising numbers which should start with ``first``."""
    expected = first
    for number in numbers:
        if number > expected:
            yield expected, number - 1
        expected = number + 1


def _named(name: str, first: int, last: int) -> str:
    return f"{name} {first} is" if first == last else f"{name}s {first} to {last} are"
