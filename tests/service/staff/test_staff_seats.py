"""Devices that play one seat."""

from typing import Any

from service.core.auth import key_sha256, new_key
from support.house import House
from support.play import refused


def add_device(house: House, **body: Any) -> Any:
    return house.post("/v1/devices", {"name": "tablet-seat", "table_id": 1, **body}, "admin")


def test_a_device_may_be_bound_to_a_seat_and_its_key_says_so(house: House) -> None:
    added = add_device(house, seat="3").get_json()
    assert (added["table_id"], added["seat"]) == (1, "3")
    key = new_key()
    house.post(f"/v1/devices/{added['id']}/keys", {"key_sha256": key_sha256(key)}, "admin")
    house.keys["seat"] = key
    me = house.get("/v1/me", "seat").get_json()
    assert (me["role"], me["table_id"], me["seat"]) == ("device", 1, "3")
    listed = house.get("/v1/devices?limit=500", "admin").get_json()["items"]
    assert {item["name"]: item["seat"] for item in listed if item["table_id"] == 1} == {
        "tablet-1": None,
        "tablet-seat": "3",
    }


def test_whoever_has_no_seat_has_none(house: House) -> None:
    for who in ("device-1", "dealer", "floor", "auditor"):
        assert house.get("/v1/me", who).get_json()["seat"] is None


def test_a_seat_that_cannot_be_is_refused_at_its_place(house: House) -> None:
    before = house.count_rows()
    for seat in ("house", "a seat", "-1", 3, None):
        refused(add_device(house, seat=seat), "invalid_request", "/seat")
    assert house.count_rows() == before
