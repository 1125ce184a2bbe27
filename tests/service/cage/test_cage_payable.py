"""What a gaming day comes to, by table, seat and player."""

from typing import Any

import pytest

from support.house import House
from support.play import CASINO, FOUL, SCOOP, open_session, post_round, refused, round_of, walk

DAY = "/v1/payable?gaming_date=2026-11-30"


@pytest.fixture
def day(house: House) -> House:
    """P-1001 wins 3 x 2000 at table 1 as seat 1, loses 2000 there, and wins 6000 at table 2; others are unnamed."""
    first = open_session(house)
    for number, record in enumerate((SCOOP, SCOOP, SCOOP, FOUL), start=1):
        post_round(house, first, number, record)
    post_round(house, open_session(house, 2), 1, CASINO)
    old = open_session(house, 3, opened_at="2026-11-29T12:00:00Z")
    house.post(f"/v1/sessions/{old}/rounds", round_of(1, SCOOP, "2026-11-29T12:30:00Z"))
    return house


def lines(house: House, query: str, who: str = "cashier", limit: int = 1) -> list[dict[str, Any]]:
    """The lines of a payable summary without what they are not about."""
    found = walk(house, f"{DAY}{query}", who, limit)
    return [{key: value for key, value in line.items() if value is not None} for line in found]


def test_by_table(day: House) -> None:
    assert lines(day, "") == [
        {"table_id": 1, "table_code": "CP-01", "net_minor": "0", "returned_minor": "8000", "rounds": 4},
        {"table_id": 2, "table_code": "TC-01", "net_minor": "5000", "returned_minor": "9000", "rounds": 1},
    ]


def test_by_seat(day: House) -> None:
    at_one, at_two = {"table_id": 1, "table_code": "CP-01"}, {"table_id": 2, "table_code": "TC-01"}
    assert lines(day, "&by=seat") == [
        {**at_one, "seat": "1", "net_minor": "4000", "returned_minor": "6000", "rounds": 4},
        {**at_one, "seat": "2", "net_minor": "-4000", "returned_minor": "2000", "rounds": 4},
        {**at_two, "seat": "1", "net_minor": "6000", "returned_minor": "9000", "rounds": 1},
        {**at_two, "seat": "2", "net_minor": "-1000", "returned_minor": "0", "rounds": 1},
    ]
    assert lines(day, "&by=seat", limit=3) == lines(day, "&by=seat", limit=500)


def test_by_player_with_nobody_named_in_a_line_of_their_own(day: House) -> None:
    assert lines(day, "&by=player") == [
        {"net_minor": "-5000", "returned_minor": "2000", "rounds": 5},
        {"player": "P-1001", "net_minor": "10000", "returned_minor": "15000", "rounds": 5},
    ]


def test_of_one_table_or_one_player(day: House) -> None:
    assert [line["table_id"] for line in lines(day, "&table_id=2")] == [2]
    mine = lines(day, "&by=table&player=P-1001")
    assert [(line["table_id"], line["net_minor"]) for line in mine] == [(1, "4000"), (2, "6000")]
    assert lines(day, "&by=player&player=P-1001&table_id=1")[0]["net_minor"] == "4000"


def test_totals_are_of_all_lines_on_every_page_and_name_the_currency(day: House) -> None:
    totals = {"net_minor": "5000", "returned_minor": "17000", "rounds": 5}
    for by in ("table", "seat", "player"):
        page = day.get(f"{DAY}&by={by}&limit=1", "cashier").get_json()
        assert (page["totals"], page["currency"], page["by"]) == (totals, "EUR", by)
        second = day.get(f"{DAY}&by={by}&limit=1&cursor={page['next_cursor']}", "cashier").get_json()
        assert second["totals"] == totals


def test_a_player_at_two_spots_of_a_round_has_played_one_round(house: House) -> None:
    session_id = open_session(house, seats=[{"seat": "1", "player": "P-7"}, {"seat": "2", "player": "P-7"}])
    post_round(house, session_id, 1)
    assert lines(house, "&by=player") == [{"player": "P-7", "net_minor": "0", "returned_minor": "2000", "rounds": 1}]


def test_a_day_without_play_comes_to_nothing(house: House) -> None:
    page = house.get(DAY, "cashier").get_json()
    assert page["totals"] == {"net_minor": "0", "returned_minor": "0", "rounds": 0}
    assert (page["items"], page["next_cursor"], page["currency"]) == ([], None, "EUR")


def test_another_day_and_another_property_are_not_in_it(day: House) -> None:
    other = day.get("/v1/payable?gaming_date=2026-11-29", "cashier").get_json()
    assert [(line["table_id"], line["rounds"]) for line in other["items"]] == [(3, 1)]
    assert day.get(DAY, "cashier-2").get_json()["items"] == []


def test_who_reads_it_and_what_must_be_asked(day: House) -> None:
    for who in ("floor", "cashier", "auditor"):
        assert day.get(DAY, who).status_code == 200
    for who in ("device-1", "dealer", "admin", "paytable_maker"):
        refused(day.get(DAY, who), "not_permitted")
    refused(day.get("/v1/payable", "cashier"), "invalid_request", "/gaming_date")
    refused(day.get(f"{DAY}&by=dealer", "cashier"), "invalid_request", "/by")
    refused(day.get("/v1/payable?gaming_date=30.11.2026", "cashier"), "invalid_request", "/gaming_date")


def test_a_cursor_of_one_grouping_is_not_good_for_another(day: House) -> None:
    cursor = day.get(f"{DAY}&by=seat&limit=1", "cashier").get_json()["next_cursor"]
    refused(day.get(f"{DAY}&by=table&cursor={cursor}", "cashier"), "invalid_cursor")
    refused(day.get(f"/v1/payable?gaming_date=2026-11-29&by=seat&cursor={cursor}", "cashier"), "invalid_cursor")
