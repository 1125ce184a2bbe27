"""One table's gaming day: its rounds and voidings in sequence, then what only the whole of them shows.

They are read in pages of one snapshot each. Up to the pin nothing changes any more, so that all pages are of one day.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine, Row

from engine.checks import carried, logs
from engine.checks.facts import RoundFacts, Trouble
from engine.checks.findings import Finding
from engine.checks.rounds import ROUND_CHECKS
from service.audit.facts.book import Book
from service.audit.facts.rounds import log_facts, place_of, round_facts
from service.audit.passes.notes import Notes, gathered
from service.audit.passes.whole_day import Walked, check_whole, learn
from service.audit.store import logs as log_store
from service.audit.store import rounds as store
from service.audit.store import spots as spot_store
from service.audit.store.numbering import read_voidings
from service.audit.store.scopes import Scope
from service.core.database import reading_anything
from service.floor.usecases.carrying import MOST_EARLIER

BEFORE_ALL: Final = -(2**63)
"""No sequence number stands before it: rounds written behind our back with numbers below 1 are read too."""
CHUNK_ROUNDS: Final = 500


class Page(NamedTuple):
    """A stretch of the sequence up to a number, with all that belongs to it.

    ``spots`` are the rows by seat of each settlement, ``grown`` the opened round of each round that grew, ``voided``
    the opened rounds that were voided within, ``entries`` the log of each opened round.
    """

    upto: int
    rounds: Sequence[Row[Any]]
    spots: Mapping[int, Sequence[Row[Any]]]
    grown: Mapping[int, Row[Any]]
    voided: Sequence[Row[Any]]
    entries: Mapping[int, Sequence[Row[Any]]]


class TableDayPass:
    """The walk along one table's gaming day."""

    def __init__(self, engine: Engine, notes: Notes, book: Book, scope: Scope) -> None:
        self._engine = engine
        self._notes = notes
        self._book = book
        self._scope = scope
        self._walked = Walked()

    def run(self) -> None:
        """Check each round and log of the day, then the day as a whole."""
        with reading_anything(self._engine) as connection:
            self._walked.voidings = read_voidings(connection, self._scope)
        after_seq = BEFORE_ALL
        while after_seq < self._scope.pin.as_of_seq:
            with reading_anything(self._engine) as connection:
                page = self._read(connection, after_seq)
            self._check(page)
            after_seq = page.upto
        with reading_anything(self._engine) as connection:
            check_whole(connection, self._notes, self._book, self._walked, self._scope)
        self._notes.count(self._scope.pin.table_id, 0)

    def _read(self, connection: Connection, after_seq: int) -> Page:
        """The next rounds and voidings, neither of them more than a chunk."""
        rows = store.read_rounds(connection, self._scope, after_seq, CHUNK_ROUNDS)
        voided = [voiding for voiding in self._walked.voidings if voiding[0] > after_seq][:CHUNK_ROUNDS]
        ends = [found[-1][0] for found in ([(row.seq,) for row in rows], voided) if len(found) == CHUNK_ROUNDS]
        upto = min([*ends, self._scope.pin.as_of_seq])
        rows = [row for row in rows if row.seq <= upto]
        opened = log_store.read_opened(
            connection, [row.id for row in rows], [open_round_id for seq, open_round_id in voided if seq <= upto]
        )
        entries = log_store.read_entries(connection, [row.id for row in opened])
        learn(connection, self._notes, self._book, self._scope, [*rows, *opened], entries)
        return Page(
            upto,
            rows,
            _by_settlement(connection, rows),
            {row.round_id: row for row in opened if row.round_id is not None},
            [row for row in opened if row.round_id is None],
            entries,
        )

    def _check(self, page: Page) -> None:
        for row in sorted([*page.rounds, *page.voided], key=_seq):
            is_round = "voided_seq" not in row._fields
            subject = ("round", *place_of(self._scope, row.number))
            found = gathered(subject, [partial(self._on_round if is_round else self._on_voided, row, page)])
            self._notes.add(self._scope, found, row.id if is_round else None)
        self._walked.met(page.rounds)
        self._notes.count(self._scope.pin.table_id, len(page.rounds))

    def _on_round(self, row: Row[Any], page: Page) -> Iterator[Finding]:
        spots = page.spots.get(row.settlement_id, ())
        opened = page.grown.get(row.id)
        self._notes.read(row, *spots)
        facts = round_facts(self._book, self._scope, row, spots, is_grown=opened is not None)
        self._notes.settled_again += not isinstance(facts.replayed, Trouble)
        checks = [*(partial(check, facts) for check in ROUND_CHECKS), partial(self._carried, facts)]
        if opened is not None:
            checks.append(partial(self._on_log, opened, page, facts))
        yield from gathered(("round", *facts.place), checks)
        self._walked.add(facts)

    def _carried(self, facts: RoundFacts) -> Iterator[Finding]:
        """A round against the rounds of its session before it, as far as these can be settled again."""
        growth = None if facts.ruleset is None else facts.ruleset.game.growth
        if growth is None:
            return
        session_id = facts.filing[2]
        chain = self._walked.chains.get(session_id, ())
        self._walked.chains[session_id] = carried.behind(chain, facts, growth, MOST_EARLIER)
        if facts.ruleset is not None and facts.replayed_data is not None:
            yield from carried.find(facts.place, facts.record, chain, growth, facts.ruleset.rules)

    def _on_log(self, opened: Row[Any], page: Page, facts: RoundFacts) -> Iterator[Finding]:
        log = page.entries.get(opened.id, ())
        self._notes.read(opened, *log)
        yield from logs.find(log_facts(self._book, self._scope, opened, log, facts, None))

    def _on_voided(self, opened: Row[Any], page: Page) -> Iterator[Finding]:
        log = page.entries.get(opened.id, ())
        self._notes.read(opened, *log)
        chain = self._walked.chains.get(opened.session_id, ())
        yield from logs.find(log_facts(self._book, self._scope, opened, log, None, chain))


def _seq(row: Row[Any]) -> int:
    return int(row.voided_seq if "voided_seq" in row._fields else row.seq)


def _by_settlement(connection: Connection, rows: Sequence[Row[Any]]) -> Mapping[int, Sequence[Row[Any]]]:
    spots: dict[int, list[Row[Any]]] = defaultdict(list)
    settled = [row.settlement_id for row in rows if row.settlement_id is not None]
    for spot in spot_store.read_spots(connection, settled):
        spots[spot[0]].append(spot)
    return spots
