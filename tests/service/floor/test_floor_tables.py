"""Tables and gaming days over the API."""

from support.house import House
from support.play import open_session, post_round, refused, walk

TABLE = {"code": "CP-09", "game": "chinese_poker", "pit": "2", "seats": 4}


def test_a_table_is_put_on_the_floor_and_read(house: House) -> None:
    response = house.post("/v1/tables", TABLE)
    assert response.status_code == 201
    table = response.get_json()
    assert {key: table[key] for key in TABLE} == TABLE
    assert house.get(f"/v1/tables/{table['id']}").get_json() == table


def test_a_code_in_use_is_refused_and_another_property_may_use_it(house: House) -> None:
    before = house.count_rows()
    taken = refused(house.post("/v1/tables", TABLE | {"code": "CP-01"}), "code_taken")
    assert [error["pointer"] for error in taken["errors"]] == ["/code"]
    assert house.count_rows() == before
    assert house.post("/v1/tables", TABLE | {"code": "TC-01"}, who="floor-2").status_code == 201


def test_a_table_that_cannot_be_is_refused(house: House) -> None:
    before = house.count_rows()
    for changed, pointer in (
        ({"seats": 5}, "/seats"),
        ({"seats": 1}, "/seats"),
        ({"seats": "4"}, "/seats"),
        ({"game": "whist"}, "/game"),
        ({"code": "a code"}, "/code"),
        ({"colour": "green"}, "/colour"),
    ):
        refused(house.post("/v1/tables", TABLE | changed), "invalid_request", pointer)
    assert house.count_rows() == before


def test_only_the_floor_puts_tables_up(house: House) -> None:
    for who in ("device-1", "dealer", "cashier", "auditor", "admin", "paytable_maker"):
        refused(house.post("/v1/tables", TABLE, who=who), "not_permitted")


def test_a_property_sees_its_own_tables_and_a_device_its_own_table(house: House) -> None:
    assert [table["id"] for table in walk(house, "/v1/tables", limit=2)] == [1, 3, 2]
    assert [table["id"] for table in walk(house, "/v1/tables", "floor-2")] == [4]
    assert [table["id"] for table in walk(house, "/v1/tables", "device-2")] == [2]
    refused(house.get("/v1/tables/4"), "not_found")
    refused(house.get("/v1/tables/1", "device-2"), "not_found")


def test_the_first_session_of_a_date_opens_its_gaming_day(house: House) -> None:
    assert walk(house, "/v1/gaming-days") == []
    refused(house.get("/v1/gaming-days/2026-11-30"), "not_found")
    open_session(house)
    open_session(house, 2)
    day = {"gaming_date": "2026-11-30", "opened_at": "2026-11-30T12:00:00.000000Z", "closed_at": None}
    assert walk(house, "/v1/gaming-days") == [day]
    assert house.get("/v1/gaming-days/2026-11-30").get_json() == day
    assert walk(house, "/v1/gaming-days", "floor-2") == []


def test_gaming_days_are_listed_by_date_from_a_date_on(house: House) -> None:
    for table_id, opened_at in ((1, "2026-11-30T12:00:00Z"), (2, "2026-11-28T12:00:00Z"), (3, "2026-11-29T12:00:00Z")):
        open_session(house, table_id, opened_at=opened_at)
    dates = ["2026-11-28", "2026-11-29", "2026-11-30"]
    assert [day["gaming_date"] for day in walk(house, "/v1/gaming-days", limit=1)] == dates
    assert [day["gaming_date"] for day in walk(house, "/v1/gaming-days?since=2026-11-29", limit=1)] == dates[1:]


def test_a_gaming_day_is_not_closed_while_a_session_of_it_is_open(house: House) -> None:
    session_id = open_session(house)
    other = open_session(house, 2, opened_at="2026-11-29T12:00:00Z")
    before = house.count_rows()
    problem = refused(house.post("/v1/gaming-days/2026-11-30/closing", {}), "sessions_open")
    assert problem["detail"] == f"Open sessions: {session_id}."
    assert house.count_rows() == before
    assert house.get("/v1/gaming-days/2026-11-30").get_json()["closed_at"] is None
    house.post(f"/v1/sessions/{session_id}/closing", {})
    assert house.post("/v1/gaming-days/2026-11-30/closing", {}).status_code == 200
    refused(house.post("/v1/gaming-days/2026-11-29/closing", {}), "sessions_open")
    assert other != session_id


def test_nothing_is_opened_or_recorded_in_a_closed_gaming_day_and_it_is_not_closed_twice(house: House) -> None:
    session_id = open_session(house)
    post_round(house, session_id, 1)
    house.post(f"/v1/sessions/{session_id}/closing", {})
    closed = house.post("/v1/gaming-days/2026-11-30/closing", {}).get_json()
    assert closed["closed_at"] == "2026-11-30T12:00:00.000000Z"
    before = house.count_rows()
    refused(house.post("/v1/gaming-days/2026-11-30/closing", {}), "gaming_day_closed")
    body = {"table_id": 2, "ruleset": {"key": "tcp_us"}, "seats": [{"seat": "1"}]}
    refused(house.post("/v1/sessions", body), "gaming_day_closed")
    assert house.count_rows() == before


def test_a_gaming_day_that_was_never_opened_is_not_found(house: House) -> None:
    for date in ("2026-11-30", "2026-13-01", "yesterday"):
        refused(house.get(f"/v1/gaming-days/{date}"), "not_found")
        refused(house.post(f"/v1/gaming-days/{date}/closing", {}), "not_found")
