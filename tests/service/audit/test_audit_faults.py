"""Faults planted behind the API's back: each is found, and the finding says where."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, text, update

from service.floor.models import gaming_tables, rounds, session_seats, sessions, settlements, spot_results
from service.rulebook.models import rulebook_versions
from support.audited_day import (
    ask_audit,
    open_three_card,
    play_recorded_day,
    post_round,
    read_findings,
    run_audit,
)
from support.house import House
from support.tampering import behind_the_api

Tamper = Callable[[Connection, int], None]


def sha256(document: str) -> str:
    return hashlib.sha256(document.encode()).hexdigest()


def play_five(house: House) -> list[int]:
    """Five equal rounds of Three Card Poker; their ids."""
    session_id = open_three_card(house)
    return [post_round(house, session_id, number) for number in range(1, 6)]


def tamper(house: House, change: Callable[[Connection], object]) -> None:
    with behind_the_api(house.database.engine) as connection:
        change(connection)


def change_json(connection: Connection, column: Any, where: Any, change: Callable[[Any], object], **more: str) -> str:
    """Change a stored JSON text in its canonical spelling; returns the new text."""
    data = json.loads(connection.execute(select(column).where(where)).scalar_one())
    change(data)
    written = json.dumps(data, sort_keys=True, separators=(",", ":"))
    connection.execute(update(column.table).where(where).values({column.name: written, **more}))
    return written


def found(house: House) -> set[tuple[str, int | None]]:
    """Code and round number of all that a fresh audit finds."""
    job = run_audit(house)
    return {(finding["code"], finding["number"]) for finding in read_findings(house, job["id"])}


def test_the_audit_of_a_clean_day_of_both_games_is_silent(house: House) -> None:
    played = play_recorded_day(house)
    job = run_audit(house)
    assert read_findings(house, job["id"]) == []
    result = job["result"]
    assert (result["rounds"], result["settled_again"], result["findings"]) == (played, played, 0)
    assert job["progress"] == {"done": played, "total": played}
    assert [(table["table"], table["findings"]) for table in result["tables"]] == [
        ("CP-01", 0),
        ("TC-01", 0),
        ("CP-02", 0),
    ]
    assert sum(table["rounds"] for table in result["tables"]) == played


def test_an_altered_settlement_is_found_and_the_finding_says_which_round_and_which_place(house: House) -> None:
    ids = play_five(house)

    def change(connection: Connection) -> None:
        where = settlements.c.round_id == ids[2]
        written = change_json(connection, settlements.c.body, where, lambda body: body["nets"].update({"1": "700"}))
        connection.execute(update(settlements).where(where).values(sha256=sha256(written)))

    tamper(house, change)
    job = run_audit(house)
    assert job["result"]["findings_by_code"] == {"not_zero_sum": 1, "settlement_differs": 1}
    (finding,) = [one for one in read_findings(house, job["id"]) if one["code"] == "settlement_differs"]
    assert (finding["table"], finding["number"], finding["round_id"]) == ("TC-01", 3, ids[2])
    assert (finding["check"], finding["severity"], finding["gaming_date"]) == ("K1", "critical", "2026-11-30")
    assert finding["differences"] == [{"pointer": "/nets/1", "recorded": "700", "computed": "500"}]
    assert finding["advice"]


def alter_settlement(connection: Connection, round_id: int) -> None:
    change_json(connection, settlements.c.body, settlements.c.round_id == round_id, lambda body: body["nets"].clear())


def settlement_of(round_id: int) -> Any:
    return select(settlements.c.id).where(settlements.c.round_id == round_id).scalar_subquery()


def alter_spot(connection: Connection, round_id: int) -> None:
    at = (spot_results.c.settlement_id == settlement_of(round_id), spot_results.c.seat == "1")
    connection.execute(update(spot_results).where(*at).values(net_minor=600))


def move_spot_to_another_player(connection: Connection, round_id: int) -> None:
    at = (spot_results.c.settlement_id == settlement_of(round_id), spot_results.c.seat == "1")
    connection.execute(update(spot_results).where(*at).values(player="P-2"))


def move_spot_to_another_day(connection: Connection, round_id: int) -> None:
    at = (spot_results.c.settlement_id == settlement_of(round_id), spot_results.c.seat == "1")
    connection.execute(update(spot_results).where(*at).values(gaming_date="2026-11-29"))


def alter_record(connection: Connection, round_id: int) -> None:
    change_json(
        connection, rounds.c.record, rounds.c.id == round_id, lambda record: record["dealer"].__setitem__(0, "Qh")
    )


def repeat_a_card(connection: Connection, round_id: int) -> None:
    change_json(
        connection, rounds.c.record, rounds.c.id == round_id, lambda record: record["dealer"].__setitem__(0, "Ks")
    )


def break_the_record(connection: Connection, round_id: int) -> None:
    connection.execute(update(rounds).where(rounds.c.id == round_id).values(record='{"dealer": ['))


def say_a_key_twice(connection: Connection, round_id: int) -> None:
    record = connection.execute(select(rounds.c.record).where(rounds.c.id == round_id)).scalar_one()
    connection.execute(update(rounds).where(rounds.c.id == round_id).values(record='{"dealer":[],' + record[1:]))


def delete_settlement(connection: Connection, round_id: int) -> None:
    connection.execute(delete(spot_results).where(spot_results.c.settlement_id == settlement_of(round_id)))
    connection.execute(delete(settlements).where(settlements.c.round_id == round_id))


def delete_round_alone(connection: Connection, round_id: int) -> None:
    connection.execute(delete(rounds).where(rounds.c.id == round_id))


def delete_round_and_all(connection: Connection, round_id: int) -> None:
    delete_settlement(connection, round_id)
    delete_round_alone(connection, round_id)


def move_round_to_another_day(connection: Connection, round_id: int) -> None:
    connection.execute(update(rounds).where(rounds.c.id == round_id).values(gaming_date="2026-11-29"))


PLANTED: dict[str, tuple[Tamper, set[tuple[str, int | None]]]] = {
    "settlement altered": (
        alter_settlement,
        {("settlement_differs", 3), ("settlement_hash_differs", 3)},
    ),
    "seat row altered": (alter_spot, {("spot_results_differ", 3), ("not_zero_sum", 3)}),
    "seat row given to another player": (move_spot_to_another_player, {("filed_elsewhere", 3)}),
    "seat row moved to another day": (move_spot_to_another_day, {("filed_elsewhere", 3)}),
    "record altered": (
        alter_record,
        {("settlement_differs", 3), ("spot_results_differ", 3), ("evidence_hash_differs", 3)},
    ),
    "card repeated": (repeat_a_card, {("duplicate_card", 3), ("evidence_hash_differs", 3)}),
    "record broken off": (break_the_record, {("record_unreadable", 3), ("evidence_hash_differs", 3)}),
    "record with a key twice": (say_a_key_twice, {("record_unreadable", 3), ("evidence_hash_differs", 3)}),
    "settlement deleted": (delete_settlement, {("settlement_missing", 3)}),
    "round deleted, settlement left": (
        delete_round_alone,
        {
            ("number_gap", None),
            ("sequence_gap", None),
            ("settlement_without_round", None),
            ("payable_differs", None),
        },
    ),
    "round deleted with its settlement": (delete_round_and_all, {("number_gap", None), ("sequence_gap", None)}),
    "round moved to another day": (
        move_round_to_another_day,
        {("number_gap", None), ("filed_elsewhere", 3), ("payable_differs", None)},
    ),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_each_fault_planted_in_the_third_round_is_found_there_and_nowhere_else(house: House, fault: str) -> None:
    change, expected = PLANTED[fault]
    third = play_five(house)[2]
    tamper(house, lambda connection: change(connection, third))
    assert found(house) == expected


def test_the_last_round_of_a_table_is_missed_when_it_is_deleted(house: House) -> None:
    last = play_five(house)[4]
    tamper(house, lambda connection: delete_round_and_all(connection, last))
    assert found(house) == {("sequence_gap", None)}


def test_a_number_that_a_device_skipped_is_a_gap_and_no_more(house: House) -> None:
    session_id = open_three_card(house)
    for number in (1, 2, 5):
        post_round(house, session_id, number)
    job = run_audit(house)
    (finding,) = read_findings(house, job["id"])
    assert (finding["code"], finding["severity"], finding["check"]) == ("number_gap", "medium", "K5")
    assert finding["message"] == "round numbers 3 to 4 are missing from the gaming day"


def test_a_round_that_its_table_never_numbered_is_found(house: House) -> None:
    play_five(house)

    def change(connection: Connection) -> None:
        row = dict(connection.execute(select(rounds).where(rounds.c.number == 5)).one()._mapping)
        connection.execute(insert(rounds).values({**row, "id": 999, "seq": 77, "number": 6}))

    tamper(house, change)
    assert found(house) == {("round_beyond_sequence", 6)}


@pytest.mark.parametrize("seq", [0, -1, -(2**62)])
def test_a_round_that_was_slipped_in_before_the_first_is_found(house: House, seq: int) -> None:
    play_five(house)

    def change(connection: Connection) -> None:
        row = dict(connection.execute(select(rounds).where(rounds.c.number == 5)).one()._mapping)
        connection.execute(insert(rounds).values({**row, "id": 999, "seq": seq, "number": 6}))

    tamper(house, change)
    assert ("round_beyond_sequence", 6) in found(house)


def test_an_altered_paytable_is_found_with_the_rounds_that_it_would_settle_otherwise(house: House) -> None:
    session_id = open_three_card(house)
    with_a_pair = json.loads(json.dumps(THREE_CARD_PAIR))
    post_round(house, session_id, 1)
    post_round(house, session_id, 2, with_a_pair)

    def change(connection: Connection) -> None:
        version_id = connection.execute(select(sessions.c.ruleset_version_id)).scalar_one()
        where = rulebook_versions.c.id == version_id
        change_json(
            connection,
            rulebook_versions.c.document,
            where,
            lambda document: document["schedules"]["pair_plus"].update(pair=2),
        )

    tamper(house, change)
    job = run_audit(house)
    by_code = {finding["code"]: finding for finding in read_findings(house, job["id"])}
    assert by_code.keys() == {"ruleset_altered", "settlement_differs", "spot_results_differ"}
    assert by_code["ruleset_altered"]["number"] is None
    assert "tcp_standard" in by_code["ruleset_altered"]["message"]
    assert by_code["settlement_differs"]["number"] == by_code["spot_results_differ"]["number"] == 2


THREE_CARD_PAIR = {
    "dealer": ["Jh", "8h", "3s"],
    "seats": [
        {
            "seat": "1",
            "cards": ["Ks", "Kd", "5c"],
            "decision": "play",
            "bets": {"ante": "1000", "play": "1000", "pair_plus": "500"},
        }
    ],
}


def test_a_paytable_that_was_altered_together_with_its_hash_is_found_by_the_evidence_of_every_round(
    house: House,
) -> None:
    play_five(house)

    def change(connection: Connection) -> None:
        where = rulebook_versions.c.id == connection.execute(select(sessions.c.ruleset_version_id)).scalar_one()
        written = change_json(
            connection, rulebook_versions.c.document, where, lambda document: document.update(title="Another")
        )
        connection.execute(update(rulebook_versions).where(where).values(sha256=sha256(written)))

    tamper(house, change)
    assert found(house) == {("evidence_hash_differs", number) for number in range(1, 6)}


def test_a_ruleset_that_cannot_be_read_any_more_is_one_finding_and_its_rounds_are_not_settled_again(
    house: House,
) -> None:
    play_five(house)
    tamper(house, lambda connection: connection.execute(update(rulebook_versions).values(document="{}")))
    job = run_audit(house)
    assert job["result"]["findings_by_code"] == {"ruleset_altered": 1, "ruleset_unreadable": 1}
    assert (job["result"]["rounds"], job["result"]["settled_again"]) == (5, 0)


def test_a_session_that_was_pinned_to_another_version_afterwards_is_found(house: House) -> None:
    play_five(house)
    other = select(rulebook_versions.c.id).where(rulebook_versions.c.id != sessions.c.ruleset_version_id).limit(1)
    change = update(sessions).values(ruleset_version_id=other.scalar_subquery())
    tamper(house, lambda connection: connection.execute(change))
    assert {("ruleset_switched", number) for number in range(1, 6)} <= found(house)


def test_a_session_that_is_gone_is_told_round_by_round(house: House) -> None:
    play_five(house)

    def change(connection: Connection) -> None:
        connection.execute(delete(session_seats))
        connection.execute(delete(sessions))

    tamper(house, change)
    assert found(house) == {
        (code, number) for code in ("filed_elsewhere", "ruleset_switched") for number in range(1, 6)
    }


def test_a_version_that_is_gone_is_one_finding(house: House) -> None:
    play_five(house)
    tamper(house, lambda connection: connection.execute(delete(rulebook_versions)))
    assert found(house) == {("ruleset_unreadable", None)}


def test_a_guard_that_was_taken_off_is_told_though_nothing_was_changed(house: House) -> None:
    play_five(house)
    off = {
        "sqlite": "DROP TRIGGER tr_settlements_refuse_update",
        "postgresql": "ALTER TABLE settlements DISABLE TRIGGER tr_settlements_refuse_update",
    }
    house.database.transact(lambda uow: uow.connection.execute(text(off[uow.connection.dialect.name])) and None)
    job = run_audit(house)
    (finding,) = read_findings(house, job["id"])
    assert (finding["code"], finding["severity"]) == ("guard_missing", "critical")
    assert "tr_settlements_refuse_update" in finding["message"]


def test_the_same_fault_has_the_same_key_in_every_audit_and_stands_once_in_each(house: House) -> None:
    third = play_five(house)[2]
    tamper(house, lambda connection: alter_record(connection, third))
    runs = [read_findings(house, run_audit(house)["id"]) for _ in range(2)]
    keys = [[finding["finding_key"] for finding in run] for run in runs]
    assert keys[0] == keys[1]
    assert len(set(keys[0])) == len(keys[0]) == 3


def test_the_audit_of_one_table_looks_at_that_table_alone(house: House) -> None:
    third = play_five(house)[2]
    tamper(house, lambda connection: alter_record(connection, third))
    assert run_audit(house, table_id=1)["result"]["findings"] == 0
    assert run_audit(house, table_id=2)["result"]["findings"] == 3


def test_rounds_that_were_recorded_after_the_request_belong_to_the_next_audit(house: House) -> None:
    session_id = open_three_card(house)
    post_round(house, session_id, 1)
    job_id = ask_audit(house)
    post_round(house, session_id, 2)
    from service.audit.usecases import HANDLERS
    from service.core.job_runs import Jobs

    assert Jobs(house.database, HANDLERS).run(job_id)
    result = house.get(f"/v1/jobs/{job_id}", "auditor").json["result"]
    assert (result["rounds"], result["findings"]) == (1, 0)
    assert run_audit(house)["result"]["rounds"] == 2


def test_a_day_without_rounds_is_clean(house: House) -> None:
    open_three_card(house)
    result = run_audit(house)["result"]
    assert (result["rounds"], result["findings"]) == (0, 0)
    with house.database.engine.connect() as connection:
        assert connection.execute(select(gaming_tables.c.last_seq)).scalars().all() == [0, 0, 0, 0]
