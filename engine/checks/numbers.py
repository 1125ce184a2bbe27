"""K5: what is numbered has no gap and no number twice: round numbers by gaming day, and the sequence of a table.

A round number is the device's to give, so a gap may be a round that is still to come. A sequence number is given in
the transaction that records the round, so a gap there is a row that was taken away. One session of a table is open at a
time and none is opened again, so that along the sequence the ids of the sessions never fall.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.checks.findings import Finding, finding


class TableDay(NamedTuple):
    """The natural key of one table's gaming day."""

    property: str
    table: str
    gaming_date: str


class Numbered(NamedTuple):
    """What has a number in a table's sequence, and its session."""

    seq: int
    session_id: int


def find(day: TableDay, numbers: Iterable[int]) -> Iterator[Finding]:
    """Round numbers missing before the highest one, one finding for each run; ``numbers`` rise."""
    for first, last in gaps(numbers, 1):
        subject = ("numbers", *day, first, last)
        yield finding("number_gap", subject, f"{_named('round number', first, last)} missing from the gaming day")


def find_in_sequence(day: TableDay, sequence: Sequence[Numbered], first: int, last: int) -> Iterator[Finding]:
    """Numbers missing from ``first`` to ``last`` of a table, or there twice, or in a session's way.

    ``sequence`` rises within them.
    """
    table = (day.property, day.table)
    for start, end in gaps([*(one.seq for one in sequence), last + 1], first):
        missing = f"{_named('sequence number', start, end)} missing from the table"
        yield finding("sequence_gap", ("sequence", *table, start, end), missing)
    for before, after in pairwise(sequence):
        if after.seq == before.seq:
            message = f"sequence number {after.seq} stands twice at the table"
            yield finding("sequence_twice", ("sequence", *table, after.seq), message)
        if after.session_id < before.session_id:
            message = (
                f"sequence number {after.seq} is of session id {after.session_id}, after {before.session_id} began"
            )
            yield finding("sessions_interleaved", ("sequence", *table, after.seq), message)


def gaps(numbers: Iterable[int], first: int) -> Iterator[tuple[int, int]]:
    """Runs (first, last) of whole numbers that are skipped by rising numbers which should start with ``first``."""
    expected = first
    for number in numbers:
        if number > expected:
            yield expected, number - 1
        expected = number + 1


def _named(name: str, first: int, last: int) -> str:
    return f"{name} {first} is" if first == last else f"{name}s {first} to {last} are"
