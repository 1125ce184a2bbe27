"""K1: a round that grew event by event is what its log makes of it.

The log is kept apart from the record, entry by entry as each was posted, so that neither can be changed unseen.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.checks.findings import Finding, RoundPlace, on_round
from engine.evidence import differences
from engine.growing import Growth

EVENT: Final = "event"
UNDO: Final = "undo"


class Entry(NamedTuple):
    """One stored entry of a log: its number from 1, its kind, and its text, JSON."""

    place: int
    kind: str
    text: str


class Log(NamedTuple):
    """The stored log of a round: the number it was opened under, its header as text, how long it is, its entries."""

    number: int
    header_text: str
    last_place: int
    entries: Sequence[Entry]


def find(place: RoundPlace, record_text: str, log: Log, growth: Growth) -> Iterator[Finding]:
    """A log with a gap, one that does not make the record, or one of another number."""
    if [entry.place for entry in log.entries] != list(range(1, log.last_place + 1)):
        yield on_round("log_differs", place, f"of the {log.last_place} entries of its log {len(log.entries)} are there")
        return
    if log.number != place.number:
        yield on_round("log_differs", place, f"its log was opened under the number {log.number}")
    try:
        made = growth.record_of(_object(log.header_text), _standing(log.entries))
        found = differences(_object(record_text), made)
    except ValueError:
        yield on_round("log_differs", place, "the record or its log cannot be read, or undoes what is not there")
        return
    if found:
        yield on_round("log_differs", place, "the events of its log make another record", found)


def _standing(entries: Sequence[Entry]) -> list[Any]:
    standing: list[Any] = []
    for entry in entries:
        if entry.kind == EVENT:
            standing.append(json.loads(entry.text))
        elif entry.kind == UNDO and standing:
            standing.pop()
        else:
            raise ValueError(f"entry {entry.place} is no event and undoes none")
    return standing


def _object(text: str) -> Mapping[str, Any]:
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError("no JSON object")
    return data
