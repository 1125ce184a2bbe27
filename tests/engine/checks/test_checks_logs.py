"""A log followed entry by entry: silent on what was written, loud on what cannot have been."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.catalogue import GAMES, settle_round
from engine.checks import logs
from engine.checks.facts import Author, RulesetFacts, SessionFacts
from engine.checks.findings import RoundPlace
from engine.checks.logs import MOST_WAIT_US, Became, LogFacts, Opened
from engine.checks.replay import Entry
from support import open_face
from support.growing import open_face_hand

GAME = GAMES["open_face_chinese"]
RULESET = RulesetFacts("{}", True, GAME, open_face.rules("ofc_pineapple"))
PLACE = RoundPlace("P1", "OF-01", "2026-11-30", 3)
FILED = (1, 5, "2026-11-30")
HEADER = {"seats": ["A", "B"], "button": "B", "hand": 1}
TERMS = {"currency": "EUR", "unit_minor": "100"}
RECORD = {**open_face_hand(2, HEADER), **HEADER}
MOVES = RECORD["moves"]
AUTHORS = {
    "person:floor": Author(None, None),
    "device:table": Author(5, None),
    "device:A": Author(5, "A"),
    "device:B": Author(5, "B"),
    "device:elsewhere": Author(6, None),
}
REASON = {"reason": "set wrongly"}
Change = Callable[[LogFacts], LogFacts]


def entry(kind: str, seat: str | None, data: object, who: str) -> Entry:
    return Entry(0, kind, seat, data, 100, who)


def event(move: Any) -> Entry:
    return entry("event", move["seat"], move, f"device:{move['seat']}")


def facts(entries: list[Entry], state: str) -> LogFacts:
    """A log of an opened round, numbered; where it is settled, with the round that it makes."""
    numbered = tuple(one._replace(place=place) for place, one in enumerate(entries, 1))
    closed_us = None if state == "open" else 100
    opened = Opened(FILED, 9, 3, 7, 90, "device:table", state, len(numbered), closed_us)
    became = Became(FILED, 9, 3, 7, 100, numbered[-1].recorded_by, RECORD) if state == "settled" else None
    session = SessionFacts(FILED, 1, "{}", {"A": None, "B": None})
    return LogFacts(
        PLACE, opened, "2026-11-30", HEADER, numbered, session, TERMS, RULESET, became, AUTHORS, None if became else ()
    )


UNDONE = [event(MOVES[0]), entry("undo", MOVES[0]["seat"], REASON, "person:floor")]
VOIDING = entry("void", None, REASON, "person:floor")
SETTLED = facts([*UNDONE, *map(event, MOVES)], "settled")
VOIDED = facts([*UNDONE, *map(event, MOVES[:3]), VOIDING], "void")
OPEN = facts([*UNDONE, *map(event, MOVES[:3])], "open")


def found(log: LogFacts) -> dict[str, list[str]]:
    """Code -> pointers of all that is found."""
    return {one.code: [str(place["pointer"]) for place in one.differences] for one in logs.find(log)}


def at(place: int, **changes: Any) -> Change:
    """Change an entry."""

    def change(log: LogFacts) -> LogFacts:
        entries = list(log.entries)
        entries[place - 1] = entries[place - 1]._replace(**changes)
        return log._replace(entries=entries)

    return change


def row(**changes: Any) -> Change:
    return lambda log: log._replace(opened=log.opened._replace(**changes))


def became(**changes: Any) -> Change:
    def change(log: LogFacts) -> LogFacts:
        assert log.became is not None
        return log._replace(became=log.became._replace(**changes))

    return change


def rewritten(*entries: Entry, state: str) -> Change:
    return lambda log: facts(list(entries), state)._replace(became=log.became)


def test_the_log_that_everything_is_planted_in_makes_a_round_that_settles() -> None:
    assert settle_round(GAME, RECORD, TERMS, RULESET.rules).nets
    assert MOVES[0]["seat"] != MOVES[1]["seat"]


@pytest.mark.parametrize("log", [SETTLED, VOIDED, OPEN, facts([], "open"), facts([VOIDING], "void")])
def test_a_log_as_the_service_writes_it_is_silent(log: LogFacts) -> None:
    assert found(log) == {}


@pytest.mark.parametrize(
    "data", [{}, {"reason": ""}, {"reason": "  "}, {"reason": "x" * 201}, {"reason": 7}, {"reason": "x", "more": 1}, []]
)
@pytest.mark.parametrize(("log", "place"), [(SETTLED, 2), (VOIDED, 6)])
def test_an_undo_and_a_voiding_say_why(log: LogFacts, place: int, data: Any) -> None:
    assert found(at(place, data=data)(log)) == {"log_differs": [f"/entries/{place}"]}


PLANTED: dict[str, tuple[LogFacts, Change, dict[str, list[str]]]] = {
    "an undone event that is none": (SETTLED, at(1, data={}), {"log_differs": ["/entries/1"]}),
    "an undone event that is not canonical": (SETTLED, at(1, data=None), {"log_differs": ["/entries/1"]}),
    "an event kept under another seat": (
        SETTLED,
        at(4, seat=MOVES[0]["seat"], recorded_by="device:table"),
        {"log_differs": ["/entries/4"]},
    ),
    "an undo kept under another seat": (SETTLED, at(2, seat=MOVES[1]["seat"]), {"log_differs": ["/entries/2"]}),
    "a reason that is not canonical": (SETTLED, at(2, data=None), {"log_differs": ["/entries/2"]}),
    "an illegal event in a voided round": (
        VOIDED,
        at(4, data=MOVES[0], seat=MOVES[0]["seat"], recorded_by="device:table"),
        {"log_differs": ["/entries/4"]},
    ),
    "an entry too few": (OPEN, row(last_place=4), {"log_differs": ["/entries"]}),
    "an entry too many": (OPEN, row(last_place=2**31), {"log_differs": ["/entries"]}),
    "an undo of nothing": (OPEN, rewritten(UNDONE[1], state="open"), {"log_differs": ["/entries/1"]}),
    "an undo of an undo": (
        OPEN,
        rewritten(event(MOVES[0]), event(MOVES[1]), UNDONE[1]._replace(seat=MOVES[1]["seat"]), UNDONE[1], state="open"),
        {"log_differs": ["/entries/4"]},
    ),
    "a voided round without its voiding": (VOIDED, rewritten(*UNDONE, state="void"), {"log_differs": ["/entries"]}),
    "a voiding amid the log": (
        VOIDED,
        rewritten(VOIDING, event(MOVES[0]), state="void"),
        {"log_differs": ["/entries/1"]},
    ),
    "a voiding in a round that is open": (OPEN, rewritten(VOIDING, state="open"), {"log_differs": ["/entries/1"]}),
    "a voiding under a seat": (VOIDED, at(6, seat="A"), {"log_differs": ["/entries/6"]}),
    "an undo behind the end": (
        SETTLED,
        rewritten(*map(event, MOVES), UNDONE[1]._replace(seat=MOVES[-1]["seat"]), event(MOVES[-1]), state="settled"),
        {"log_differs": [f"/entries/{len(MOVES) + 1}"]},
    ),
    "a round that is over and open": (OPEN, rewritten(*map(event, MOVES), state="open"), {"log_differs": ["/state"]}),
    "a round that is over and voided": (
        VOIDED,
        rewritten(*map(event, MOVES), VOIDING, state="void"),
        {"log_differs": [f"/entries/{len(MOVES) + 1}"]},
    ),
    "a header that is not canonical": (OPEN, lambda log: log._replace(header=None), {"log_differs": ["/header"]}),
    "a header that is none": (VOIDED, lambda log: log._replace(header={}), {"log_differs": ["/header", "/header"]}),
    "a round that is gone": (SETTLED, lambda log: log._replace(became=None), {"log_differs": ["/round"]}),
    "a round of another number": (SETTLED, became(number=4), {"log_differs": ["/round/number"]}),
    "a round at another table": (SETTLED, became(filing=(1, 6, "2026-11-30")), {"log_differs": ["/round/table_id"]}),
    "a round played at another moment": (SETTLED, became(played_us=8), {"log_differs": ["/round/played_us"]}),
    "a record of another button": (
        SETTLED,
        became(record={**RECORD, "button": "A"}),
        {"log_differs": ["/record/button"]},
    ),
    "a row that is filed elsewhere": (
        VOIDED,
        lambda log: log._replace(session=log.session._replace(filing=(1, 5, "2026-11-29"))),
        {"filed_elsewhere": ["/opened/gaming_date"]},
    ),
    "a round closed at another moment than its last entry": (
        VOIDED,
        row(closed_us=99),
        {"times_differ": ["/closed_us"]},
    ),
    "a round recorded at another moment": (SETTLED, became(recorded_us=99), {"times_differ": ["/round/recorded_us"]}),
    "a time of play in another gaming day": (
        OPEN,
        lambda log: log._replace(played_on="2026-12-01"),
        {"times_differ": ["/played_on"]},
    ),
    "an entry long before the round was opened": (
        OPEN,
        at(1, recorded_us=89 - MOST_WAIT_US),
        {"times_differ": ["/entries/1/recorded_us"]},
    ),
    "an author whom the property has not": (
        OPEN,
        at(3, recorded_by="device:gone"),
        {"author_impossible": ["/entries/3/recorded_by"]},
    ),
    "the device of another table": (
        OPEN,
        at(3, recorded_by="device:elsewhere"),
        {"author_impossible": ["/entries/3/recorded_by"]},
    ),
    "the device of another seat": (
        OPEN,
        at(3, recorded_by=f"device:{MOVES[1]['seat']}"),
        {"author_impossible": ["/entries/3/recorded_by"]},
    ),
    "an undo by a tablet": (
        OPEN,
        at(2, recorded_by="device:table"),
        {"author_impossible": ["/entries/2/recorded_by"]},
    ),
    "an opening by the device of a seat": (
        OPEN,
        row(opened_by="device:A"),
        {"author_impossible": ["/opened_by"]},
    ),
    "a round recorded by another than its last event": (
        SETTLED,
        became(recorded_by="person:floor"),
        {"author_impossible": ["/round/recorded_by"]},
    ),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_each_planted_fault_of_a_log_is_told_where_it_is(fault: str) -> None:
    log, change, expected = PLANTED[fault]
    assert found(change(log)) == expected


def test_all_that_is_wrong_with_a_log_is_one_finding() -> None:
    (finding,) = logs.find(became(number=4)(at(1, data={})(SETTLED)))
    assert [place["pointer"] for place in finding.differences] == ["/round/number", "/entries/1"]


def test_requests_that_waited_for_each_other_may_have_their_moments_in_another_order() -> None:
    assert found(at(1, recorded_us=90 - MOST_WAIT_US)(OPEN)) == {}


def test_under_rules_that_cannot_be_read_the_order_of_the_entries_is_held_still() -> None:
    assert found(VOIDED._replace(ruleset=None)) == {}
    assert found(at(6, seat="A")(VOIDED)._replace(ruleset=None)) == {"log_differs": ["/entries/6"]}


def test_a_game_whose_rounds_do_not_grow_has_no_log() -> None:
    whole = RULESET._replace(game=GAMES["chinese_poker"])
    assert found(OPEN._replace(ruleset=whole)) == {"log_differs": [""]}
