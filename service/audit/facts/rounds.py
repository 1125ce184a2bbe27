"""The facts of one round and of one log: texts read, the round settled again."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Row

from engine.checks.carried import Chain
from engine.checks.facts import History, RoundFacts, RulesetFacts, Spot, StoredSettlement, Trouble, replay
from engine.checks.findings import RoundPlace
from engine.checks.logs import LogFacts, Opened, became
from engine.checks.replay import Entry
from engine.settlement import Settlement
from service.audit.facts.book import Book
from service.audit.facts.texts import find_canonical, find_data, is_canonical
from service.audit.store.scopes import Scope
from service.floor.gaming_days import gaming_date_of

_NOT_CANONICAL: Final = Trouble("record_unreadable", "the stored record is not canonical JSON")


def place_of(scope: Scope, number: int) -> RoundPlace:
    """The natural key of a round of the day."""
    return RoundPlace(scope.property_code, scope.pin.code, scope.gaming_date, number)


def round_facts(book: Book, scope: Scope, row: Row[Any], spots: Sequence[Row[Any]], *, is_grown: bool) -> RoundFacts:
    """The facts of one round; its session and author must have been learnt."""
    ruleset = book.ruleset(row.session_id)
    record = find_data(row.record)
    canonical = record is not None and is_canonical(record, row.record)
    replayed = _replay(ruleset, record, book.terms(row.session_id), canonical=canonical)
    data = replayed.as_data() if isinstance(replayed, Settlement) else None
    played_on = _date_of(row.played_us, scope)
    return RoundFacts(
        place_of(scope, row.number),
        (row.property_id, row.table_id, row.session_id, row.gaming_date, row.seq),
        History(
            row.played_us, played_on, row.recorded_us, row.recorded_by, book.authors.get(row.recorded_by), is_grown
        ),
        row.record,
        record if canonical else None,
        row.evidence_sha256,
        book.session(row.session_id),
        ruleset,
        _settlement(row, data),
        tuple(_spot(spot) for spot in spots),
        replayed,
        data,
    )


def log_facts(
    book: Book, scope: Scope, row: Row[Any], log: Sequence[Row[Any]], settled: RoundFacts | None, chain: Chain | None
) -> LogFacts:
    """The facts of one log; its session and authors must have been learnt.

    ``settled`` is the round that it became, ``chain`` the rounds before it where it became none and they are known.
    """
    return LogFacts(
        place_of(scope, row.number) if settled is None else settled.place,
        Opened(
            (row.property_id, row.table_id, row.gaming_date),
            row.session_id,
            row.number,
            row.played_us,
            row.opened_us,
            row.opened_by,
            row.state,
            row.last_place,
            row.closed_us,
        ),
        _date_of(row.played_us, scope),
        find_canonical(row.header),
        tuple(_entry(entry) for entry in log),
        book.session(row.session_id),
        book.terms(row.session_id),
        book.ruleset(row.session_id),
        None if settled is None else became(settled),
        book.authors,
        chain,
    )


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.place, row.kind, row.seat, find_canonical(row.body), row.recorded_us, row.recorded_by)


def _replay(ruleset: RulesetFacts | None, record: object, terms: object, *, canonical: bool) -> Settlement | Trouble:
    if record is not None and not canonical:
        return _NOT_CANONICAL
    return replay(ruleset, record, terms)


def _spot(row: Sequence[Any]) -> Spot:
    """A row by seat, unpacked at once: there are several for each round."""
    _, seat, net_minor, returned_minor, player, property_id, table_id, session_id, gaming_date, seq = row
    return Spot(seat, net_minor, returned_minor, player, (property_id, table_id, session_id, gaming_date, seq))


def _settlement(row: Row[Any], replayed: Mapping[str, object] | None) -> StoredSettlement | None:
    """The stored settlement. Where its text is that of the round settled again, its data is the very same object."""
    if row.settlement_id is None:
        return None
    data: object = replayed
    if replayed is None or not is_canonical(replayed, row.body):
        data = find_data(row.body)
    found = data if isinstance(data, Mapping) else None
    return StoredSettlement(row.body, row.sha256, found, row.ruleset_version_id, row.settled_us)


def _date_of(moment_us: int, scope: Scope) -> str | None:
    """The gaming date of a moment, None where no calendar has it."""
    try:
        return gaming_date_of(moment_us, scope.time_zone, scope.rollover_min)
    except (OverflowError, ValueError):
        return None
