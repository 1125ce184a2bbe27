"""Reading ``seeds/demo/day.json``: tables, seated players and the rounds as dealt."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """One deal: its number at the table, what is notable about it, and the record a tablet posts.

    A round that grows is opened with ``record``, and each of ``events`` comes from the tablet of its seat.
    ``refused_first`` is a wrong record, or a wrong first event, that must be refused (a card twice, say).
    """

    number: int
    note: str
    record: Mapping[str, Any]
    refused_first: Mapping[str, Any] | None
    events: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class RecordedTable:
    """One table's day: the ruleset it plays, who sits where, and its rounds."""

    code: str
    ruleset: str
    unit_minor: str | None
    seats: tuple[Mapping[str, str], ...]
    rounds: tuple[RecordedRound, ...]


def read_day(path: Path) -> tuple[RecordedTable, ...]:
    """The recorded day. Raises KeyError or ValueError where the file is not one."""
    day = json.loads(path.read_text(encoding="utf-8"))
    return tuple(
        RecordedTable(
            table["code"],
            table["ruleset"],
            table.get("unit_minor"),
            tuple(table["seats"]),
            tuple(
                RecordedRound(
                    n, entry["note"], entry["record"], entry.get("refused_first"), tuple(entry.get("events", ()))
                )
                for n, entry in enumerate(table["rounds"], start=1)
            ),
        )
        for table in day["tables"]
    )
