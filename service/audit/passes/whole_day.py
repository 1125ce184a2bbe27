"""What only the whole of a table's gaming day shows: numbers, what lies open, where rows are filed, what is payable."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain as one_after_another
from typing import Any

from sqlalchemy import Connection, Row

from engine.checks import logs, numbers
from engine.checks.carried import Chain
from engine.checks.facts import RoundFacts
from engine.checks.findings import Finding, RoundPlace, finding, on_round
from engine.checks.numbers import TableDay
from engine.evidence import differences
from engine.settlement import HOUSE
from service.audit.facts.book import Book
from service.audit.facts.rounds import log_facts, place_of
from service.audit.passes.notes import Notes, gathered
from service.audit.store import logs as log_store
from service.audit.store import numbering, rounds, sessions, spots
from service.audit.store.scopes import Scope
from service.audit.store.spots import NOTHING, Sums


@dataclass(slots=True)
class Walked:
    """What was met on the walk along a day.

    Its voidings (sequence number, id), where it began and ended in the sequence, what each session left to its next
    round, and the sums of the rows by seat that are filed where their round is.
    """

    voidings: Sequence[tuple[int, int]] = ()
    first_seq: int | None = None
    last_seq: int | None = None
    chains: dict[int, Chain] = field(default_factory=dict)
    filed: Sums = NOTHING

    def met(self, rows: Sequence[Row[Any]]) -> None:
        """Go on by some rounds of the sequence."""
        if rows:
            self.first_seq = rows[0].seq if self.first_seq is None else self.first_seq
            self.last_seq = rows[-1].seq

    def add(self, facts: RoundFacts) -> None:
        """Add up the rows by seat of a round, those of its players."""
        for spot in facts.spots:
            if spot.filing == facts.filing:
                played = spot.seat != HOUSE
                rows, net_minor, returned_minor = self.filed
                self.filed = Sums(
                    rows + 1, net_minor + played * spot.net_minor, returned_minor + played * spot.returned_minor
                )


def learn(
    connection: Connection,
    notes: Notes,
    book: Book,
    scope: Scope,
    rows: Sequence[Row[Any]],
    entries: Mapping[int, Sequence[Row[Any]]],
) -> None:
    """Read the sessions of some rounds, recorded or opened, and who is named in them, where they are new."""
    read, found = book.learn(connection, {row.session_id for row in rows})
    notes.read(*read)
    notes.add(scope, found)
    logged = one_after_another.from_iterable(entries.values())
    labels = {entry.recorded_by for entry in logged}
    labels |= {row.recorded_by if "recorded_by" in row._fields else row.opened_by for row in rows}
    book.learn_authors(connection, labels)


def check_whole(connection: Connection, notes: Notes, book: Book, walked: Walked, scope: Scope) -> None:
    """All that is wrong with the day as a whole, in one snapshot."""
    subject = ("table", scope.property_code, scope.pin.code, scope.gaming_date)
    checks = (_numbers, _in_sequence, _twice, _left_open, _moved, _misfiled, _payable)
    notes.add(scope, gathered(subject, [partial(check, connection, notes, walked, scope) for check in checks]))
    for row in rounds.read_beyond_sequence(connection, scope):
        message = f"sequence number {row.seq}, while the table has given out {row.last_seq}"
        notes.add(scope, [on_round("round_beyond_sequence", place_of(scope, row.number), message)], row.round_id)
    _check_open(connection, notes, book, walked, scope)


def _numbers(connection: Connection, _notes: Notes, _walked: Walked, scope: Scope) -> Iterator[Finding]:
    yield from numbers.find(_day(scope), numbering.read_numbers(connection, scope))


def _in_sequence(connection: Connection, notes: Notes, walked: Walked, scope: Scope) -> Iterator[Finding]:
    """What is wrong in the stretch of the table's sequence that the day takes, one more number at either end.

    Where nothing was recorded after the day, the stretch goes to the pin: what is cut off at the end shows there.
    """
    met = [seq for seq in (walked.first_seq, walked.last_seq) if seq is not None]
    met += [seq for seq, _ in walked.voidings if seq > 0]
    end = numbering.last_sequence(connection, scope)
    first = max(1, min(met) - 1) if met else end + 1
    last = scope.pin.as_of_seq if not met or max(met) == end else max(met) + 1
    sequence = numbering.read_sequence(connection, scope.pin.table_id, first, last)
    notes.read(*sequence)
    yield from numbers.find_in_sequence(_day(scope), sequence, first, last)


def _twice(connection: Connection, _notes: Notes, _walked: Walked, scope: Scope) -> Iterator[Finding]:
    for number in numbering.read_twice(connection, scope):
        message = "its number is that of a round that was recorded and of another one that was opened"
        yield on_round("number_twice", place_of(scope, number), message)


def _left_open(connection: Connection, _notes: Notes, _walked: Walked, scope: Scope) -> Iterator[Finding]:
    for row in log_store.read_left_open(connection, scope):
        message = f"open round id {row.id} was neither settled nor voided"
        yield on_round("round_left_open", place_of(scope, row.number), message)


def _moved(connection: Connection, _notes: Notes, _walked: Walked, scope: Scope) -> Iterator[Finding]:
    for row in rounds.read_moved(connection, scope):
        place = RoundPlace(scope.property_code, str(row.code), row.gaming_date, row.number)
        yield on_round("filed_elsewhere", place, f"its session is of table {scope.pin.code} on {scope.gaming_date}")


def _misfiled(connection: Connection, _notes: Notes, _walked: Walked, scope: Scope) -> Iterator[Finding]:
    for row in sessions.read_misfiled_sessions(connection, scope):
        subject = ("session", scope.property_code, scope.pin.code, scope.gaming_date, row.id)
        pinned = {"property_id": row.day_property_id, "gaming_date": row.day_gaming_date}
        said = {"property_id": scope.property_id, "gaming_date": scope.gaming_date}
        message = f"session id {row.id} is of another gaming day than its date says"
        yield finding("filed_elsewhere", subject, message, differences(pinned, said, "/gaming_day"))


def _payable(connection: Connection, notes: Notes, walked: Walked, scope: Scope) -> Iterator[Finding]:
    """What the cage would pay against what the rounds come to: those of this audit, and those recorded since."""
    payable, later = spots.read_sums(connection, scope), spots.read_later_sums(connection, scope)
    notes.read(payable, later)
    due = Sums(*(ours + since for ours, since in zip(walked.filed, later, strict=True)))
    if payable != due:
        subject = ("payable", scope.property_code, scope.pin.code, scope.gaming_date)
        message = "the results by seat that are payable are not those of the rounds that were audited"
        yield finding("payable_differs", subject, message, differences(shown(payable), shown(due)))
        yield from _strays(scope, spots.read_strays(connection, scope))


def _check_open(connection: Connection, notes: Notes, book: Book, walked: Walked, scope: Scope) -> None:
    """Rounds that lie open, as their logs stand in this snapshot; those that ended meanwhile are of the next audit."""
    rows = log_store.read_unsettled(connection, scope)
    entries = log_store.read_entries(connection, [row.id for row in rows])
    learn(connection, notes, book, scope, rows, entries)
    for row in rows:
        check = partial(_on_open, notes, book, walked, scope, row, entries.get(row.id, ()))
        notes.add(scope, gathered(("round", *place_of(scope, row.number)), [check]))


def _on_open(
    notes: Notes, book: Book, walked: Walked, scope: Scope, row: Row[Any], log: Sequence[Row[Any]]
) -> Iterator[Finding]:
    notes.read(row, *log)
    known = row.session_seq is None or row.session_seq <= scope.pin.as_of_seq
    chain = walked.chains.get(row.session_id, ()) if known else None
    yield from logs.find(log_facts(book, scope, row, log, None, chain))


def _day(scope: Scope) -> TableDay:
    return TableDay(scope.property_code, scope.pin.code, scope.gaming_date)


def shown(sums: Sums) -> dict[str, object]:
    """Sums as plain data: amounts as text, like everywhere."""
    return {"rows": sums.rows, "net_minor": str(sums.net_minor), "returned_minor": str(sums.returned_minor)}


def _strays(scope: Scope, rows: Sequence[Row[Any]]) -> Iterator[Finding]:
    """Rows by seat without a round, or under another day or table than their round, one finding for each round."""
    for row in rows:
        if row.round_id is None:
            subject = ("settlement", scope.property_code, scope.pin.code, scope.gaming_date, row.seq)
            message = f"results by seat are filed under sequence number {row.seq}, and no round has them"
            seat = {"pointer": f"/spots/{row.seat}", "recorded": {"settlement_id": row.settlement_id}}
            yield finding("settlement_without_round", subject, message, [seat])
        else:
            place = RoundPlace(scope.property_code, str(row.code), row.gaming_date, row.number)
            message = f"the result of seat {row.seat} is filed under {scope.pin.code} on {scope.gaming_date}"
            yield on_round("filed_elsewhere", place, message)
