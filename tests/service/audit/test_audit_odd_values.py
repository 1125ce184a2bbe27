"""One value that nothing can be made of is a finding at its round, and the rest of the day is audited."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, Update, select, text, update
from structlog.testing import capture_logs

from engine.checks import recompute
from engine.checks.facts import RoundFacts
from service.audit.passes import table_day
from service.floor.models import open_rounds, round_events, rounds, sessions, settlements
from service.rulebook.models import rulebook_versions
from support.audited_day import open_three_card, post_round, read_findings, run_audit
from support.forging import opened_id, play_day, round_id, settlement_id, spelled
from support.house import House
from support.tampering import behind_the_api

ODD = {
    "a float": '{"seat":1.5}',
    "no number": '{"seat":NaN}',
    "beyond all numbers": '{"a":1e999}',
    "half a pair": '{"a":"\\ud800"}',
    "twenty thousand brackets": "[" * 20_000 + "]" * 20_000,
    "a thousand brackets": "[" * 1_000 + "]" * 1_000,
    "five thousand digits": "9" * 5_000,
    "a number": "5",
    "nothing": "null",
    "a key that is a number": '{"1":{"2":3}}',
}


def in_entry(connection: Connection) -> Update:
    at = (round_events.c.open_round_id == opened_id(connection, 1), round_events.c.place == 4)
    return update(round_events).where(*at)


PLACES: dict[str, tuple[str, Callable[[Connection], Update]]] = {
    "an event": ("body", in_entry),
    "a header": ("header", lambda _: update(open_rounds).where(open_rounds.c.number == 1)),
    "a record": ("record", lambda _: update(rounds).where(rounds.c.number == 1)),
    "a settlement": (
        "body",
        lambda connection: update(settlements).where(settlements.c.round_id == round_id(connection, 1)),
    ),
    "terms": ("terms", lambda _: update(sessions)),
    "a ruleset": (
        "document",
        lambda _: update(rulebook_versions).where(
            rulebook_versions.c.id == select(sessions.c.ruleset_version_id).limit(1).scalar_subquery()
        ),
    ),
}


def audited(house: House) -> tuple[set[int | None], set[str]]:
    """The numbers and the codes of what is found, the audit having come to its end."""
    job = run_audit(house)
    assert job["result"]["rounds"] == 3
    found = read_findings(house, job["id"])
    return {one["number"] for one in found}, {one["code"] for one in found}


@pytest.mark.parametrize("place", PLACES)
def test_an_odd_text_is_found_and_stops_no_audit(house: House, place: str) -> None:
    play_day(house)
    column, where = PLACES[place]
    for name, value in ODD.items():
        with behind_the_api(house.database.engine) as connection:
            connection.execute(where(connection).values({column: value}))
        numbers, codes = audited(house)
        assert codes, name
        assert "not_checked" not in codes, f"every check foresees {name}"
        assert 1 in numbers or place in ("terms", "a ruleset"), name


@pytest.mark.parametrize("key", ["nets", "returned", "marks", "lines"])
def test_a_settlement_of_odd_values_is_told(house: House, key: str) -> None:
    play_day(house)
    for value in (1.5, {"a": 1}, [1], "1.5", "\ud800", 10**30, True, None):
        with behind_the_api(house.database.engine) as connection:
            where = settlements.c.id == settlement_id(connection, 1)
            body = json.loads(connection.execute(select(settlements.c.body).where(where)).scalar_one())
            body[key] = {**body[key], "A": value} if isinstance(body[key], dict) else [value]
            written = json.dumps(body, sort_keys=True, separators=(",", ":"))
            connection.execute(update(settlements).where(where).values(body=written))
        numbers, codes = audited(house)
        assert numbers == {1}, value
        assert codes & {"settlement_differs", "settlement_unreadable"}, value


def test_one_odd_value_hides_no_other_fault_of_the_day(house: House) -> None:
    play_day(house)
    with behind_the_api(house.database.engine) as connection:
        connection.execute(in_entry(connection).values(body=ODD["a float"]))
        where = settlements.c.id == settlement_id(connection, 3)
        connection.execute(update(settlements).where(where).values(body=spelled({"nets": {"A": "1"}})))
    found = {(one["code"], one["number"]) for one in read_findings(house, run_audit(house)["id"])}
    assert {("log_differs", 1), ("settlement_differs", 3)} <= found


def test_a_check_that_fails_on_one_round_is_a_finding_there_and_stands_in_the_log(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    session_id = open_three_card(house)
    for number in (1, 2, 3):
        post_round(house, session_id, number)

    def fail(facts: RoundFacts) -> Any:
        if facts.place.number == 2:
            raise KeyError("never foreseen")
        return recompute.find(facts)

    monkeypatch.setattr(table_day, "ROUND_CHECKS", (fail, *table_day.ROUND_CHECKS[1:]))
    with capture_logs() as logs:
        job = run_audit(house)
    (finding,) = read_findings(house, job["id"])
    assert (finding["code"], finding["number"]) == ("not_checked", 2)
    assert "never foreseen" in finding["message"]
    assert job["result"]["rounds"] == 3
    assert [str(log["exc_info"]) for log in logs if log["event"] == "not_checked"] == ["'never foreseen'"]


@pytest.mark.parametrize("house_url", ["sqlite"], indirect=True)
def test_bytes_that_are_no_text_at_all_stop_no_audit(house: House) -> None:
    """PostgreSQL keeps no such bytes."""
    play_day(house)
    columns = {"rounds": ["record", "recorded_by"], "settlements": ["body"], "open_rounds": ["header", "opened_by"]}
    with behind_the_api(house.database.engine) as connection:
        for table, names in columns.items():
            for name in names:
                connection.execute(text(f"UPDATE {table} SET {name} = CAST(x'7bff' AS TEXT) WHERE id = 1"))
        connection.execute(text("UPDATE rounds SET recorded_by = x'00ff', played_us = 'never' WHERE number = 3"))
    numbers, codes = audited(house)
    assert {1, 3} <= numbers
    assert {"record_unreadable", "log_differs", "author_impossible"} <= codes
