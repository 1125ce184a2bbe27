"""Logs of settled, voided and open rounds that were changed behind the API: each is found, and at its round."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, delete, event, insert, select, text, update

from service.audit.passes import table_day
from service.audit.usecases import HANDLERS
from service.core.job_runs import Jobs
from service.floor.models import gaming_days, open_rounds, round_events, rounds, sessions, settlements, spot_results
from support.audited_day import ask_audit, read_findings, run_audit
from support.forging import (
    change_entry,
    change_opened,
    forget_opened,
    forget_round,
    found,
    opened_id,
    play_day,
    play_hand,
    read_log,
    round_id,
    spelled,
    write_log,
)
from support.growing import GrowingTable, open_face_hand, open_session, taken
from support.house import NOON_US, House
from support.tampering import behind_the_api

Forgery = Callable[[Connection], object]
REASON = spelled({"reason": "misdeal"})


def settled_turned_void(connection: Connection, number: int, entries: slice) -> None:
    seq = forget_round(connection, number)
    log = read_log(connection, number)
    voiding = {**log[-1], "kind": "void", "seat": None, "body": REASON, "recorded_by": "person:floor"}
    write_log(connection, number, [*log[entries], voiding])
    change_opened(connection, number, state="void", closed_us=voiding["recorded_us"], voided_seq=seq)


def undone_twice(connection: Connection) -> None:
    log = read_log(connection, 3)
    undo = {**log[0], "kind": "undo", "body": REASON, "recorded_by": "person:floor"}
    write_log(connection, 3, [*log[:5], log[0], undo, *log[5:]])


def cut_out(connection: Connection, number: int, *conditions: Any) -> None:
    ours = round_events.c.open_round_id == opened_id(connection, number)
    connection.execute(delete(round_events).where(ours, *conditions))


def move_rounds_session(connection: Connection, number: int) -> None:
    """The round goes into the second session of its table and day, with all its rows."""
    second = connection.execute(text("SELECT MAX(id) FROM sessions")).scalar_one()
    gone = round_id(connection, number)
    settlement = select(settlements.c.id).where(settlements.c.round_id == gone).scalar_subquery()
    connection.execute(update(rounds).where(rounds.c.id == gone).values(session_id=second))
    connection.execute(update(spot_results).where(spot_results.c.settlement_id == settlement).values(session_id=second))
    change_opened(connection, number, session_id=second)


def swap_sequence(connection: Connection, first: int, second: int) -> None:
    seqs = {
        n: connection.execute(select(rounds.c.seq).where(rounds.c.number == n)).scalar_one() for n in (first, second)
    }
    for number, seq in ((first, 99), (second, seqs[first]), (first, seqs[second])):
        settlement = select(settlements.c.id).where(settlements.c.round_id == round_id(connection, number))
        connection.execute(update(rounds).where(rounds.c.number == number).values(seq=seq))
        ours = spot_results.c.settlement_id == settlement.scalar_subquery()
        connection.execute(update(spot_results).where(ours).values(seq=seq))


FORGERIES: dict[str, tuple[Forgery, set[tuple[str, int | None]]]] = {
    "an undone event that is none": (lambda c: change_entry(c, 1, 1, body="{}"), {("log_differs", 1)}),
    "a pair of event and undo that were not legal": (undone_twice, {("log_differs", 3)}),
    "the seat of an entry": (lambda c: change_entry(c, 3, 3, seat="Z"), {("log_differs", 3)}),
    "the author of an entry": (
        lambda c: change_entry(c, 1, 3, recorded_by="device:nobody"),
        {("author_impossible", 1)},
    ),
    "the time of an entry": (lambda c: change_entry(c, 1, 3, recorded_us=1), {("times_differ", 1)}),
    "a log without its opened round's session": (
        lambda c: change_opened(c, 3, session_id=999),
        {("log_differs", 3), ("filed_elsewhere", 3)},
    ),
    "an opened round at another table": (
        lambda c: change_opened(c, 3, table_id=1),
        {("log_differs", 3), ("filed_elsewhere", 3), ("author_impossible", 3)},
    ),
    "an opened round of another property": (
        lambda c: change_opened(c, 3, property_id=2),
        {("log_differs", 3), ("filed_elsewhere", 3)},
    ),
    "a time of play": (lambda c: change_opened(c, 3, played_us=5), {("log_differs", 3), ("times_differ", 3)}),
    "a time of play in round and log": (
        lambda c: (
            change_opened(c, 3, played_us=5),
            c.execute(update(rounds).where(rounds.c.number == 3).values(played_us=5)),
        ),
        {("times_differ", 3)},
    ),
    "who recorded a round": (
        lambda c: c.execute(update(rounds).where(rounds.c.number == 3).values(recorded_by="person:floor")),
        {("author_impossible", 3)},
    ),
    "when a round was settled": (
        lambda c: c.execute(update(settlements).where(settlements.c.round_id == round_id(c, 3)).values(settled_us=5)),
        {("times_differ", 3)},
    ),
    "who opened a round and when": (
        lambda c: change_opened(c, 3, opened_by="x", opened_us=2**60),
        {("author_impossible", 3), ("times_differ", 3)},
    ),
    "a header in another spelling": (
        lambda c: c.execute(
            update(open_rounds).where(open_rounds.c.number == 3).values(header=" " + open_rounds.c.header)
        ),
        {("log_differs", 3)},
    ),
    "a settled round loosed from its log": (
        lambda c: change_opened(c, 3, state="open", closed_us=None, round_id=None),
        {("number_twice", 3), ("log_differs", 3), ("not_carried", 3)},
    ),
    "a settled round turned into a voided one": (
        lambda c: settled_turned_void(c, 5, slice(None)),
        {("log_differs", 5)},
    ),
    "one turned so that its log is not over": (
        lambda c: settled_turned_void(c, 3, slice(-1)),
        {("not_carried", 4), ("not_carried", 5)},
    ),
    "a voided round's log": (lambda c: cut_out(c, 4), {("log_differs", 4)}),
    "a voided round's voiding": (
        lambda c: cut_out(c, 4, round_events.c.kind == "void"),
        {("log_differs", 4)},
    ),
    "an event of a voided round": (lambda c: cut_out(c, 4, round_events.c.place == 2), {("log_differs", 4)}),
    "an altered event of a voided round": (lambda c: change_entry(c, 4, 2, body='{"seat":"A"}'), {("log_differs", 4)}),
    "a voided round in another session": (
        lambda c: change_opened(c, 4, session_id=999),
        {("filed_elsewhere", 4), ("sessions_interleaved", None)},
    ),
    "when a voided round was closed": (lambda c: change_opened(c, 4, closed_us=3), {("times_differ", 4)}),
    "a log whose opened round is gone": (
        lambda c: c.execute(delete(open_rounds).where(open_rounds.c.number == 4)),
        {("log_without_round", None), ("number_gap", None), ("sequence_gap", None)},
    ),
    "two rounds that changed places in the sequence": (
        lambda c: swap_sequence(c, 1, 3),
        {("not_carried", 1), ("not_carried", 2)},
    ),
    "the seat of a device": (
        lambda c: c.execute(text("UPDATE devices SET seat = 'B' WHERE name = 'tablet-of-01-A'")),
        {("author_impossible", 1)},
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forgery_of_a_day_that_grew_is_found_where_it_is(house: House, forgery: str) -> None:
    play_day(house)
    assert found(house) == set()
    forge, expected = FORGERIES[forgery]
    with behind_the_api(house.database.engine) as connection:
        forge(connection)
    assert expected <= found(house)


def insert_voiding(connection: Connection, number: int, seq: int) -> None:
    row = connection.execute(select(open_rounds).where(open_rounds.c.number == 4)).one()
    more = {"id": 999, "number": number, "voided_seq": seq, "last_place": 0}
    connection.execute(insert(open_rounds).values({**row._mapping, **more}))


@pytest.mark.parametrize("seq", [1000, -3])
def test_a_voiding_that_its_table_never_numbered_is_found_and_hides_no_gap(house: House, seq: int) -> None:
    table = play_day(house)
    play_hand(table, 7)
    with behind_the_api(house.database.engine) as connection:
        insert_voiding(connection, 6, seq)
    assert {("round_beyond_sequence", 6), ("number_gap", None)} <= found(house)


def test_a_voiding_that_stands_beside_a_round_is_found_by_number_and_by_sequence(house: House) -> None:
    play_day(house)
    with behind_the_api(house.database.engine) as connection:
        forget_opened(connection, 3)
        insert_voiding(connection, 3, 3)
    assert {("number_twice", 3), ("sequence_twice", None), ("log_differs", 3)} <= found(house)


def test_an_open_round_voided_by_a_plain_update_is_found_though_every_guard_lets_it_pass(house: House) -> None:
    table = play_day(house)
    table.opened(6)
    closing = {"state": "void", "closed_us": 9, "voided_seq": 10**9}
    house.database.transact(lambda uow: change_opened(uow.connection, 6, **closing))
    assert ("round_beyond_sequence", 6) in found(house)
    with behind_the_api(house.database.engine) as connection:
        change_opened(connection, 6, voided_seq=6)
        connection.execute(text("UPDATE gaming_tables SET last_seq = 6 WHERE code = 'OF-01'"))
    assert {("log_differs", 6), ("times_differ", 6)} & found(house)


OPEN: dict[str, Forgery] = {
    "a gap": lambda c: cut_out(c, 6, round_events.c.place == 2),
    "no JSON": lambda c: change_entry(c, 6, 2, body="{"),
    "an illegal event": lambda c: change_entry(c, 6, 2, body='{"seat":"A"}'),
    "no entry": lambda c: cut_out(c, 6),
    "another header": lambda c: change_opened(c, 6, header="{}"),
}


@pytest.mark.parametrize("forgery", OPEN)
def test_the_log_of_a_round_that_is_still_open_is_followed_too(house: House, forgery: str) -> None:
    table = play_day(house)
    opened = taken(table.open(6))
    taken(table.append(opened["id"], *open_face_hand(4, opened["header"])["moves"][:4]))
    assert found(house) == set()
    with behind_the_api(house.database.engine) as connection:
        OPEN[forgery](connection)
    assert ("log_differs", 6) in found(house)


def second_session(house: House, table: GrowingTable) -> GrowingTable:
    taken(house.post(f"/v1/sessions/{table.session_id}/closing", {}))
    session_id = open_session(house, table.table_id, "ofc_pineapple", ["A", "B"])
    return GrowingTable(house, table.game, table.table_id, session_id)


def test_a_round_moved_into_a_later_session_of_its_day_is_found(house: House) -> None:
    later = second_session(house, play_day(house))
    play_hand(later, 6, {"seats": ["A", "B"], "button": "B"})
    assert found(house) == set()
    with behind_the_api(house.database.engine) as connection:
        move_rounds_session(connection, 3)
    assert ("sessions_interleaved", None) in found(house)


def test_a_session_of_another_gaming_day_than_its_date_says_is_found(house: House) -> None:
    play_day(house)
    with behind_the_api(house.database.engine) as connection:
        day = {"id": 77, "property_id": 1, "gaming_date": "2026-11-01", "opened_us": 1, "closed_us": 2}
        connection.execute(insert(gaming_days).values(day))
        connection.execute(update(sessions).values(gaming_day_id=77))
    assert found(house) == {("filed_elsewhere", None)}


def test_number_and_event_of_one_log_that_differ_are_one_finding_with_both(house: House) -> None:
    play_day(house)
    with behind_the_api(house.database.engine) as connection:
        change_entry(connection, 3, 2, body="{}")
        connection.execute(update(open_rounds).where(open_rounds.c.number == 3).values(number=9))
    (finding,) = [one for one in read_findings(house, run_audit(house)["id"]) if one["code"] == "log_differs"]
    assert {"/round/number", "/entries/2"} <= {place["pointer"] for place in finding["differences"]}


def test_the_hash_of_the_inputs_covers_logs_and_voidings(house: House) -> None:
    play_day(house)
    hashes = [run_audit(house)["result"]["inputs_sha256"] for _ in range(2)]
    assert hashes[0] == hashes[1]
    for change in (
        lambda connection: change_entry(connection, 1, 2, body=REASON),
        lambda connection: change_entry(connection, 4, 4, body=REASON),
        lambda connection: change_opened(connection, 2, opened_us=NOON_US - 1),
    ):
        with behind_the_api(house.database.engine) as connection:
            change(connection)
        hashes.append(run_audit(house)["result"]["inputs_sha256"])
        assert found(house) == set(), "what an honest day could look like too"
    assert len(set(hashes)) == 4


def test_pages_end_anywhere_between_rounds_and_voidings(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    play_day(house)
    whole = run_audit(house)["result"]
    for chunk in (1, 2, 3):
        monkeypatch.setattr(table_day, "CHUNK_ROUNDS", chunk)
        assert run_audit(house)["result"] == whole


def test_logs_cost_no_query_by_round(house: House) -> None:
    table = play_day(house)
    few = queries_of_an_audit(house)
    for number in range(6, 12):
        play_hand(table, number)
    assert queries_of_an_audit(house) == few


def queries_of_an_audit(house: House) -> int:
    """How many statements the next audit sends."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        asked.append(statement)

    job_id = ask_audit(house)
    event.listen(house.database.engine, "before_cursor_execute", note)
    assert Jobs(house.database, HANDLERS).run(job_id)
    event.remove(house.database.engine, "before_cursor_execute", note)
    return len(asked)
