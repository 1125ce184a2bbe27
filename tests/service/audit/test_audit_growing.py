"""Days with rounds that grew: clean ones are silent, and every fault of a log, a number or an open round is found."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, delete, select, text, update

from service.audit.usecases import HANDLERS
from service.core.job_runs import Jobs
from service.floor.models import gaming_days, open_rounds, round_events, rounds, sessions, settlements, spot_results
from support.audited_day import ask_audit, read_findings, run_audit
from support.growing import GrowingTable, open_face_hand, put_up, taken
from support.house import House
from support.tampering import behind_the_api

START = {"seats": ["A", "B"], "button": "B"}
RECORD = {**open_face_hand(2, START), "hand": 1}


def found(house: House) -> set[tuple[str, int | None]]:
    """Code and round number of all that a fresh audit finds."""
    return {(finding["code"], finding["number"]) for finding in read_findings(house, run_audit(house)["id"])}


def play_day(house: House) -> GrowingTable:
    """Number 1 is played, with an undo; 2 is voided, 3 is played, 4 is voided."""
    table = put_up(house, "OF-01", "ofc_pineapple", ["A", "B"])
    hand = table.opened(1, START)
    moves = RECORD["moves"]
    taken(table.append(hand, moves[0]))
    taken(table.undo(hand, 1))
    taken(table.append(hand, *moves))
    taken(table.void(table.opened(2)))
    _play(table, 3)
    taken(table.void(table.opened(4)))
    return table


def _play(table: GrowingTable, number: int) -> None:
    opened = taken(table.open(number))
    moves = open_face_hand(number, opened["header"])["moves"]
    assert taken(table.append(opened["id"], *moves))["settlement"]


def test_a_day_of_rounds_that_grew_and_were_voided_is_silent(house: House) -> None:
    table = play_day(house)
    hand = table.opened(5)
    assert found(house) == set(), "a round may be open while its session is"
    taken(table.void(hand))
    taken(house.post(f"/v1/sessions/{table.session_id}/closing", {}))
    taken(house.post("/v1/gaming-days/2026-11-30/closing", {}))
    job = run_audit(house)
    assert (job["result"]["findings"], job["result"]["rounds"]) == (0, 2)
    pins = {entry["table_id"]: entry["as_of_seq"] for entry in job["result"]["tables"]}
    assert pins[table.table_id] == 5, "two rounds and three voidings"


def test_a_void_after_the_audit_was_asked_for_is_not_of_that_audit(house: House) -> None:
    table = play_day(house)
    job_id = ask_audit(house)
    _play(table, 5)
    taken(table.void(table.opened(7)))
    assert Jobs(house.database, HANDLERS).run(job_id)
    assert read_findings(house, job_id) == []
    assert found(house) == {("number_gap", None)}


def alter_event(connection: Connection) -> None:
    where = (round_events.c.open_round_id == 1, round_events.c.place == 4)
    body = json.loads(
        connection.execute(text("SELECT body FROM round_events WHERE open_round_id=1 AND place=4")).scalar_one()
    )
    connection.execute(update(round_events).where(*where).values(body=json.dumps({**body, "seat": "C"})))


def alter_header(connection: Connection) -> None:
    header = json.dumps({**START, "hand": 1, "button": "A"})
    connection.execute(update(open_rounds).where(open_rounds.c.id == 1).values(header=header))


def forget_the_undo(connection: Connection) -> None:
    connection.execute(update(round_events).where(round_events.c.kind == "undo").values(kind="event"))


def undo_more(connection: Connection) -> None:
    where = (round_events.c.open_round_id == 1, round_events.c.place == 1)
    connection.execute(update(round_events).where(*where).values(kind="undo"))


def take_an_entry_away(connection: Connection) -> None:
    connection.execute(delete(round_events).where(round_events.c.open_round_id == 1, round_events.c.place == 5))


def cut_the_log_short(connection: Connection) -> None:
    connection.execute(delete(round_events).where(round_events.c.open_round_id == 1, round_events.c.place > 8))


def break_a_body(connection: Connection) -> None:
    where = (round_events.c.open_round_id == 1, round_events.c.place == 3)
    connection.execute(update(round_events).where(*where).values(body="{"))


def renumber(connection: Connection) -> None:
    connection.execute(update(open_rounds).where(open_rounds.c.id == 1).values(number=9))


FAULTS: list[Callable[[Connection], None]] = [
    alter_event,
    alter_header,
    forget_the_undo,
    undo_more,
    take_an_entry_away,
    cut_the_log_short,
    break_a_body,
    renumber,
]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_log_that_was_changed_behind_the_api_is_found(house: House, fault: Callable[[Connection], None]) -> None:
    play_day(house)
    with behind_the_api(house.database.engine) as connection:
        fault(connection)
    told = found(house)
    assert ("log_differs", 1) in told
    assert {number for _, number in told} == {1}


def test_a_voided_round_that_was_taken_away_leaves_a_gap_in_number_and_sequence(house: House) -> None:
    play_day(house)
    for number, expected in [(4, {("sequence_gap", None)}), (2, {("sequence_gap", None), ("number_gap", None)})]:
        with behind_the_api(house.database.engine) as connection:
            gone = select(open_rounds.c.id).where(open_rounds.c.number == number).scalar_subquery()
            connection.execute(delete(round_events).where(round_events.c.open_round_id == gone))
            connection.execute(delete(open_rounds).where(open_rounds.c.number == number))
        assert found(house) == expected


def test_a_round_that_was_taken_away_between_voidings_leaves_its_gap(house: House) -> None:
    play_day(house)
    with behind_the_api(house.database.engine) as connection:
        connection.execute(
            update(open_rounds).where(open_rounds.c.number == 3).values(state="open", round_id=None, closed_us=None)
        )
        connection.execute(delete(spot_results).where(spot_results.c.seq == 3))
        last = connection.execute(text("SELECT id FROM rounds WHERE number = 3")).scalar_one()
        connection.execute(delete(settlements).where(settlements.c.round_id == last))
        connection.execute(delete(rounds).where(rounds.c.id == last))
    assert found(house) == {
        ("sequence_gap", None),
        ("number_gap", None),
        ("log_differs", 3),  # it is open, and its log is at an end
        ("not_carried", 4),  # its header goes on from a round that is not there
    }


@pytest.mark.parametrize("closed", [sessions, gaming_days], ids=lambda table: str(table.name))
def test_a_round_that_is_open_in_what_is_closed_is_found(house: House, closed: Any) -> None:
    table = play_day(house)
    table.opened(5)
    with behind_the_api(house.database.engine) as connection:
        connection.execute(update(closed).values(closed_us=9))
    assert found(house) == {("round_left_open", 5)}
