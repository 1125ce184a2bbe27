"""K1, K5, K12: a round that grew was opened where it stands, and its log is one that the service can have written.

The whole log is followed, entry by entry, those that were undone and those of voided and open rounds too: each event
legal where it stands, each undo right behind the event that it undoes, a voiding at the very end, the round over if and
only if it is settled, and the record exactly what the events that stand make of the header.

What this cannot show: that another legal log stands here than was written. A legal event put in another's place
together with record and settlement, a reason, an event and its undo taken out as a pair: an honest day looks the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.checks import carried
from engine.checks.authors import why_impossible
from engine.checks.carried import Chain
from engine.checks.facts import Author, RoundFacts, RulesetFacts, SessionFacts
from engine.checks.findings import Finding, RoundPlace, as_differences, on_round
from engine.checks.replay import Entry, begun, followed, standing
from engine.errors import Violation
from engine.evidence import differences
from engine.growing import Growth

MOST_WAIT_US: Final = 15_000_000
"""A request has its moment before it waits for its turn, which it does for three locks of five seconds at most."""


class Opened(NamedTuple):
    """The stored row of a round that was opened. ``filing`` is property, table, gaming date."""

    filing: tuple[int, int, str]
    session_id: int
    number: int
    played_us: int
    opened_us: int
    opened_by: str
    state: str
    last_place: int
    closed_us: int | None


class Became(NamedTuple):
    """The row of the round that a log became, and its record."""

    filing: tuple[int, int, str]
    session_id: int
    number: int
    played_us: int
    recorded_us: int
    recorded_by: str
    record: object


class LogFacts(NamedTuple):
    """All that the checks of one log look at.

    ``header`` is the data of its text, None where that is no canonical JSON; ``terms`` the session's. ``became`` is the
    round that it is said to have become, ``authors`` everybody who is named in it, as far as the property has them,
    ``played_on`` the gaming date of its time of play. ``chain`` are the rounds before it, None where those are not
    known, or the round has a record, which is held against them itself.
    """

    place: RoundPlace
    opened: Opened
    played_on: str | None
    header: object
    entries: Sequence[Entry]
    session: SessionFacts
    terms: object
    ruleset: RulesetFacts | None
    became: Became | None
    authors: Mapping[str, Author]
    chain: Chain | None


def became(facts: RoundFacts) -> Became:
    """What a log is held against, of a round that is there."""
    property_id, table_id, session_id, gaming_date, _ = facts.filing
    history = facts.history
    filing = (property_id, table_id, gaming_date)
    moments = (history.played_us, history.recorded_us)
    return Became(filing, session_id, facts.place.number, *moments, history.recorded_by, facts.record)


def find(facts: LogFacts) -> Iterator[Finding]:
    """All that is wrong with a log, of one kind each."""
    if facts.opened.filing != facts.session.filing:
        places = differences(_named(facts.opened.filing), _named(facts.session.filing), "/opened")
        yield on_round("filed_elsewhere", facts.place, "it is not filed where its session is", places)
    told = [
        ("log_differs", "its log cannot have been written so, or makes another round", _faults(facts)),
        ("times_differ", "the times of its log contradict each other", _times(facts)),
        ("author_impossible", "nobody can have recorded its log so", _authors(facts)),
    ]
    for code, message, faults in told:
        if faults:
            yield on_round(code, facts.place, message, faults)
    if facts.chain is not None and facts.ruleset is not None and facts.ruleset.game.growth is not None:
        growth, rules = facts.ruleset.game.growth, facts.ruleset.rules
        yield from carried.find(facts.place, facts.header, facts.chain, growth, rules)


def _faults(facts: LogFacts) -> list[Mapping[str, object]]:
    opened, entries = facts.opened, facts.entries
    faults: list[Mapping[str, object]] = []
    places = [entry.place for entry in entries]
    if len(places) != opened.last_place or places != list(range(1, len(places) + 1)):
        detail = f"its row counts {opened.last_place} entries, and of its log {len(entries)} are there"
        faults.append({"pointer": "/entries", "code": "log_gap", "detail": detail})
    stands, wrong = standing(entries, opened.state)
    if opened.state == "settled":
        faults += _columns(opened, facts.became)
    if facts.ruleset is not None:
        wrong += _against_the_rules(facts, facts.ruleset)
        faults += _record(facts, facts.ruleset.game.growth, stands)
    return [*faults, *as_differences(dict.fromkeys(wrong))]


def _against_the_rules(facts: LogFacts, ruleset: RulesetFacts) -> list[Violation]:
    if ruleset.game.growth is None:
        return [Violation("not_growing", "", f"no round of {ruleset.game.title} grows")]
    start = begun(facts.header, facts.terms, ruleset)
    return start if isinstance(start, list) else followed(start, facts.entries, facts.opened.state, ruleset)


def _record(facts: LogFacts, growth: Growth | None, stands: list[Any] | None) -> list[dict[str, object]]:
    """Where the record is not what the events that stand make of the header."""
    if facts.became is None or growth is None or stands is None or not isinstance(facts.header, Mapping):
        return []
    return differences(facts.became.record, growth.record_of(facts.header, stands), "/record")


def _columns(opened: Opened, became: Became | None) -> list[dict[str, object]]:
    """Where the row of the round says otherwise than the row that it grew in."""
    if became is None:
        return [{"pointer": "/round", "code": "round_missing", "detail": "the round that it became is gone"}]
    return differences(_filed(became), _filed(opened), "/round")


def _filed(row: Opened | Became) -> dict[str, object]:
    own = {"session_id": row.session_id, "number": row.number, "played_us": row.played_us}
    return {**_named(row.filing), **own}


def _named(filing: tuple[int, int, str]) -> dict[str, object]:
    return dict(zip(("property_id", "table_id", "gaming_date"), filing, strict=True))


def _times(facts: LogFacts) -> list[Mapping[str, object]]:
    """Moments that fall by more than a wait, a closing that is not the last entry's, a settlement of another moment."""
    opened = facts.opened
    faults: list[Mapping[str, object]] = []
    faults += differences(facts.played_on, opened.filing[2], "/played_on")
    latest_us = opened.opened_us
    for entry in facts.entries:
        if entry.recorded_us < latest_us - MOST_WAIT_US:
            place = {"pointer": f"/entries/{entry.place}/recorded_us", "recorded": entry.recorded_us}
            faults.append({**place, "detail": f"what stands before it is of {latest_us}"})
        latest_us = max(latest_us, entry.recorded_us)
    if opened.state != "open" and facts.entries:
        faults += differences(opened.closed_us, facts.entries[-1].recorded_us, "/closed_us")
    if facts.became is not None:
        faults += differences(facts.became.recorded_us, opened.closed_us, "/round/recorded_us")
    return faults


def _authors(facts: LogFacts) -> list[Mapping[str, object]]:
    """Who opened it, each entry's author for its seat, a person behind what only a supervisor may, and the round's."""
    table_id = facts.opened.filing[1]
    acts: list[tuple[str, str, str, str | None]] = [("/opened_by", "opening", facts.opened.opened_by, None)]
    acts += [(f"/entries/{e.place}/recorded_by", e.kind, e.recorded_by, e.seat) for e in facts.entries]
    faults: list[Mapping[str, object]] = []
    for pointer, kind, label, seat in acts:
        author = facts.authors.get(label)
        fault = why_impossible(author, table_id, seat)
        if fault is None and kind in ("undo", "void") and author != Author(None, None):
            fault = "only a person may undo or void"
        if fault is not None:
            faults.append({"pointer": pointer, "recorded": label, "detail": fault})
    if facts.became is not None and facts.entries:
        faults += differences(facts.became.recorded_by, facts.entries[-1].recorded_by, "/round/recorded_by")
    return faults
