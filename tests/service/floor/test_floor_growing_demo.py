"""The recorded rounds of the demo day that grow, played as the demo plays them."""

import json
from typing import Any

import pytest

from support import kowah
from support.growing import put_up, taken
from support.house import SEEDS, House
from support.play import refused

TABLES = json.loads((SEEDS / "demo" / "day.json").read_text(encoding="utf-8"))["tables"]
GROWING = [table for table in TABLES if any("events" in entry for entry in table["rounds"])]


@pytest.mark.parametrize("recorded", GROWING, ids=lambda table: str(table["code"]))
def test_a_recorded_table_is_played_event_by_event_from_the_tablets_of_its_seats(house: House, recorded: Any) -> None:
    seats = [entry["seat"] for entry in recorded["seats"]]
    table = put_up(house, recorded["code"], recorded["ruleset"], seats, recorded.get("unit_minor"))
    for number, entry in enumerate(recorded["rounds"], start=1):
        opened = taken(table.open(number, entry["record"]))
        if "refused_first" in entry:
            refused(
                table.append(opened["id"], entry["refused_first"], who=entry["refused_first"]["seat"]), "event_refused"
            )
        for event in entry["events"]:
            answer = taken(table.append(opened["id"], event, who=event["seat"]))
        assert answer["open_round"]["state"] == "settled", entry["note"]


def test_the_demo_shows_a_foul_royalties_and_a_fantasyland_that_is_carried_over(house: House) -> None:
    (recorded,) = [table for table in GROWING if table["code"] == "OF-01"]
    table = put_up(house, "OF-01", recorded["ruleset"], ["1", "2"], recorded["unit_minor"])
    headers, marks = [], []
    for number, entry in enumerate(recorded["rounds"], start=1):
        opened = taken(table.open(number, entry["record"]))
        headers.append(opened["header"])
        marks.append(taken(table.append(opened["id"], *entry["events"]))["settlement"]["marks"])
    assert [header.get("fantasyland") for header in headers] == [None, {"1": 14}, None]
    assert headers[2]["fantasyland_runs"] == {"1": 1}
    assert [mark["state"]["2"] for mark in marks] == ["live", "live", "foul"]
    assert [mark["royalties"]["1"]["total"] for mark in marks] == ["8", "8", "1"]
    assert taken(table.open(4))["header"]["hand"] == 1


def test_the_demo_shows_every_way_to_win_at_kowah() -> None:
    (recorded,) = [table for table in GROWING if table["code"] == "KW-01"]
    records = [{**entry["record"], "events": entry["events"]} for entry in recorded["rounds"]]
    results = [kowah.settle(record, kowah.rules()).marks["result"] for record in records]
    assert {result["by"] for result in results} == {"self_draw", "opponent_draw", "discard"}
