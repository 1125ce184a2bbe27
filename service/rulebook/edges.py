"""What rules cost: the exact edges of a published version or of a draft, and what changes between two versions.

A report follows from a document, a stake and a meter alone, and may take a core for seconds. So what was computed is
kept, one report is computed at a time in a process, two more callers wait, and others are told to ask again: most
threads of a server stay free for play.
"""

import threading
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson
from sqlalchemy import Connection, Row

from engine.errors import Violation
from engine.evidence import digest
from engine.games.three_card_poker.rules import NAME as THREE_CARD_POKER
from service.core.errors import Refusal
from service.rulebook import store
from service.rulebook.usecases import Library, check_schedule, find_version, read_ruleset

MOST_KEPT: Final = 128
MOST_WAITING: Final = 2
RETRY_AFTER_S: Final = 2

Report = Mapping[str, Any]
"""Plain JSON data that nobody changes: callers share it."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What edges are asked of: a complete ruleset or one paytable; a draft has no version."""

    kind: str
    game: str
    key: str
    title: str
    version: int | None
    document: Mapping[str, Any]
    sha256: str


class Reports:
    """Reports by what they are of, the oldest let go when there are too many; one is computed at a time."""

    def __init__(self, most_kept: int = MOST_KEPT, most_waiting: int = MOST_WAITING) -> None:
        self._kept: dict[Hashable, Report] = {}
        self._most_kept = most_kept
        self._turn = threading.Lock()
        self._room = threading.BoundedSemaphore(1 + most_waiting)

    def find(self, name: Hashable, compute: Callable[[], Report]) -> Report:
        """The report of this name, computed unless it is kept. Raises Refusal ``edges_busy`` where too many wait."""
        kept = self._kept.get(name)
        if kept is not None:
            return kept
        if not self._room.acquire(blocking=False):
            raise Refusal("edges_busy", "Other edges are being computed and waited for.", (), RETRY_AFTER_S)
        try:
            with self._turn:
                return self._kept.get(name) or self._compute(name, compute)
        finally:
            self._room.release()

    def _compute(self, name: Hashable, compute: Callable[[], Report]) -> Report:
        report = compute()
        if len(self._kept) >= self._most_kept:
            del self._kept[next(iter(self._kept))]
        self._kept[name] = report
        return report


_reports: Final = Reports()


def of_version(row: Row[Any]) -> Subject:
    """A published version of a ruleset or schedule. Raises Refusal ``no_edges`` where its game has none."""
    _require_edges(row.game)
    document = orjson.loads(row.document)
    return Subject(row.kind, row.game, row.entry_key, row.title, row.version, document, row.sha256)


def compared_version(connection: Connection, key: str, version: int) -> Subject:
    """The version of a ruleset that another is compared with. Raises Refusal ``unknown_ruleset`` and ``no_edges``."""
    row = find_version(connection, store.RULESET, key, version)
    if row is None:
        place = Violation("unknown_ruleset", "/from_version", f"{key} has no version {version}")
        raise Refusal("unknown_ruleset", "The version to compare with is not published.", [place])
    return of_version(row)


def of_draft(document: Mapping[str, Any], library: Library) -> Subject:
    """A ruleset document, made complete from a library, or a paytable's: that is one with ``kind`` or ``schedule``.

    Raises RulesetRefused with the faults of the document (those of a paytable's lines come out of ``report``), and
    Refusal ``no_edges`` for a lawful one of a game that has none.
    """
    if "kind" in document or "schedule" in document:
        check_schedule(document)
        _require_edges(document["game"])
        kind, game, key, title = (str(document[name]) for name in ("kind", "game", "key", "title"))
        return Subject(kind, game, key, title, None, document, digest(document))
    ruleset = read_ruleset(document, library)
    _require_edges(ruleset.game)
    key, title = str(ruleset.document["key"]), str(ruleset.document["title"])
    return Subject(store.RULESET, ruleset.game, key, title, None, ruleset.document, ruleset.sha256)


def report(subject: Subject, stake_minor: int | None, meter_minor: int | None) -> Report:
    """The engine's report, fixed prizes counted at a stake and the progressive at a meter, where they are given.

    Raises RulesetRefused where a paytable's lines are not lawful, and Refusal ``edges_busy``.
    """

    def compute() -> Report:
        from engine.edges import edge_report  # noqa: PLC0415  (brings in arrays, which play never needs)

        return edge_report(subject.document, stake_minor=stake_minor, meter_minor=meter_minor)

    return _reports.find(("report", subject.sha256, stake_minor, meter_minor), compute)


def difference(before: Subject, after: Subject) -> Report:
    """For each bet of two rulesets the edge before and after, and the change. Raises Refusal ``edges_busy``."""

    def compute() -> Report:
        from engine.edges import edge_difference  # noqa: PLC0415  (brings in arrays, which play never needs)

        return edge_difference(before.document, after.document)

    return _reports.find(("difference", before.sha256, after.sha256), compute)


def _require_edges(game: object) -> None:
    if game != THREE_CARD_POKER:
        raise Refusal("no_edges", f"Edges are computed for {THREE_CARD_POKER}, not for {game}.")
