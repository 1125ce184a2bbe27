"""People and devices: registered at one property, listed, and let go."""

import pytest

from support.house import House

ANNA = {"login": "anna.floor", "name": "Anna Berg"}


def test_a_person_is_registered_and_listed_at_their_property_alone(house: House) -> None:
    answer = house.post("/v1/people", ANNA, "admin")
    assert answer.status_code == 201
    person = answer.get_json()
    assert person["login"] == "anna.floor"
    assert person["active"] is True
    assert house.get("/v1/people?limit=500", "admin").get_json()["items"][-1] == person
    elsewhere = house.get("/v1/people?limit=500", "admin-2").get_json()["items"]
    assert "anna.floor" not in [one["login"] for one in elsewhere]


def test_a_retry_gives_the_same_bytes_and_one_person(house: House) -> None:
    first = house.post("/v1/people", ANNA, "admin", "the-same-key-0001")
    rows = house.count_rows()
    again = house.post("/v1/people", ANNA, "admin", "the-same-key-0001")
    assert (again.status_code, again.data) == (first.status_code, first.data)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert house.count_rows() == rows


def test_a_login_is_given_once_in_all_properties(house: House) -> None:
    house.post("/v1/people", ANNA, "admin")
    rows = house.count_rows()
    for admin in ("admin", "admin-2"):
        refused = house.post("/v1/people", ANNA, admin)
        assert refused.status_code == 409
        assert refused.get_json()["code"] == "code_taken"
        assert refused.get_json()["errors"][0]["pointer"] == "/login"
    assert house.count_rows() == rows


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"login": "Anna", "name": "A"}, "/login", "wrong_value"),
        ({"login": "", "name": "A"}, "/login", "wrong_value"),
        ({"login": "anna\n", "name": "A"}, "/login", "wrong_value"),
        ({"login": 5, "name": "A"}, "/login", "wrong_type"),
        ({"name": "A"}, "/login", "missing_key"),
        ({"login": "anna", "name": "A", "role": "admin"}, "/role", "unknown_key"),
    ],
)
def test_a_person_that_does_not_fit_is_refused_at_the_place(
    house: House, body: dict[str, object], pointer: str, code: str
) -> None:
    rows = house.count_rows()
    refused = house.post("/v1/people", body, "admin").get_json()
    assert refused["code"] == "invalid_request"
    assert (pointer, code) in [(error["pointer"], error["code"]) for error in refused["errors"]]
    assert house.count_rows() == rows


def test_a_list_of_people_is_walked_by_cursor_without_gap_or_repeat(house: House) -> None:
    everyone = [one["id"] for one in house.get("/v1/people?limit=500", "auditor").get_json()["items"]]
    walked, cursor = [], ""
    while True:
        page = house.get(f"/v1/people?limit=2{cursor}", "auditor").get_json()
        walked += [one["id"] for one in page["items"]]
        if page["next_cursor"] is None:
            break
        cursor = f"&cursor={page['next_cursor']}"
    assert walked == everyone
    assert len(walked) == 7


def test_a_device_stands_at_one_table_of_its_property(house: House) -> None:
    device = house.post("/v1/devices", {"name": "tablet-9", "table_id": 3}, "admin").get_json()
    assert (device["table_id"], device["active"]) == (3, True)
    assert house.get("/v1/devices", "auditor").get_json()["items"][-1] == device


@pytest.mark.parametrize("table_id", [4, 99, 0])
def test_a_device_at_another_propertys_table_or_none_is_refused(house: House, table_id: int) -> None:
    rows = house.count_rows()
    refused = house.post("/v1/devices", {"name": "tablet-9", "table_id": table_id}, "admin").get_json()
    assert (refused["code"], refused["errors"][0]["pointer"]) == ("unknown_table", "/table_id")
    assert house.count_rows() == rows


def test_a_device_name_is_given_once(house: House) -> None:
    refused = house.post("/v1/devices", {"name": "tablet-4", "table_id": 1}, "admin").get_json()
    assert (refused["code"], refused["errors"][0]["pointer"]) == ("code_taken", "/name")


@pytest.mark.parametrize("who", ["device-1", "dealer", "floor", "cashier", "paytable_maker", "paytable_approver"])
def test_only_administrators_manage_staff_and_only_auditors_read_beside_them(house: House, who: str) -> None:
    rows = house.count_rows()
    writes = {
        "/v1/people": ANNA,
        "/v1/devices": {"name": "t", "table_id": 1},
        "/v1/people/1/keys": {"role": "admin", "key_sha256": "0" * 64},
        "/v1/devices/1/keys": {"key_sha256": "0" * 64},
        "/v1/keys/1/revocation": {},
        "/v1/people/1/deactivation": {},
        "/v1/devices/1/deactivation": {},
    }
    for path, body in writes.items():
        for caller in (who, "auditor"):
            assert house.post(path, body, caller).get_json()["code"] == "not_permitted", (path, caller)
    for path in ("/v1/people", "/v1/devices", "/v1/keys"):
        assert house.get(path, who).get_json()["code"] == "not_permitted", path
        assert house.get(path, "auditor").status_code == 200
    assert house.count_rows() == rows


def test_what_belongs_to_another_property_is_not_there(house: House) -> None:
    rows = house.count_rows()
    other_person, other_device, other_key = 8, 4, 4
    for path, body in {
        f"/v1/people/{other_person}/keys": {"role": "floor", "key_sha256": "0" * 64},
        f"/v1/people/{other_person}/deactivation": {},
        f"/v1/devices/{other_device}/keys": {"key_sha256": "0" * 64},
        f"/v1/devices/{other_device}/deactivation": {},
        f"/v1/keys/{other_key}/revocation": {},
    }.items():
        refused = house.post(path, body, "admin")
        assert (refused.status_code, refused.get_json()["code"]) == (404, "not_found"), path
    assert house.count_rows() == rows


def test_everyone_reads_who_they_are(house: House) -> None:
    device = house.get("/v1/me", "device-2").get_json()
    assert (device["kind"], device["name"], device["role"], device["table_id"]) == ("device", "tablet-2", "device", 2)
    cashier = house.get("/v1/me", "cashier-2").get_json()
    assert (cashier["kind"], cashier["role"], cashier["table_id"]) == ("person", "cashier", None)
    assert cashier["property"] == {
        "id": 2,
        "code": "P2",
        "name": "House 2",
        "currency": "EUR",
        "time_zone": "America/New_York",
        "rollover_min": 360,
    }
