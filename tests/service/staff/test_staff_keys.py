"""Keys: issued by their hash, shown nowhere, bound, limited in number, and dead once revoked."""

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import text

from service.core.auth import Authenticator, key_sha256, new_key
from service.core.errors import Refusal
from service.staff.usecases import make_key_lookup
from support.house import House


def issue(house: House, path: str, body: Mapping[str, Any] | None = None, who: str = "admin") -> tuple[str, Any]:
    """A fresh key issued over the API: the key in clear as its holder has it, and the answer."""
    key = new_key()
    answer = house.post(path, {**(body or {}), "key_sha256": key_sha256(key)}, who)
    return key, answer.get_json()


def me(house: House, key: str) -> Any:
    return house.app.test_client().get("/v1/me", headers={"Authorization": f"Bearer {key}"}).get_json()


def person_id(house: House, login: str) -> int:
    people = house.get("/v1/people?limit=500", "admin").get_json()["items"]
    return next(one["id"] for one in people if one["login"] == login)


def test_a_key_acts_for_its_person_in_the_role_it_was_issued_for(house: House) -> None:
    key, answer = issue(house, f"/v1/people/{person_id(house, 'cashier')}/keys", {"role": "auditor"})
    assert answer["holder"] == {"kind": "person", "id": person_id(house, "cashier"), "name": "cashier"}
    assert (answer["role"], answer["table_id"], answer["revoked_at"]) == ("auditor", None, None)
    assert (me(house, key)["name"], me(house, key)["role"]) == ("cashier", "auditor")


def test_a_dealers_key_may_be_bound_to_a_table_of_the_property(house: House) -> None:
    path = f"/v1/people/{person_id(house, 'dealer')}/keys"
    key, answer = issue(house, path, {"role": "dealer", "table_id": 2})
    assert answer["table_id"] == 2
    assert me(house, key)["table_id"] == 2
    assert issue(house, path, {"role": "dealer", "table_id": 4})[1]["code"] == "unknown_table"
    _, refused = issue(house, path, {"role": "floor", "table_id": 2})
    assert (refused["code"], refused["errors"][0]["pointer"]) == ("invalid_request", "/table_id")


def test_a_persons_key_never_acts_as_a_device(house: House) -> None:
    _, refused = issue(house, "/v1/people/1/keys", {"role": "device"})
    assert (refused["code"], refused["errors"][0]["pointer"]) == ("invalid_request", "/role")


def test_no_key_stands_in_any_row_or_answer(house: House) -> None:
    key, answer = issue(house, "/v1/devices/1/keys")
    assert key not in json.dumps(answer)
    assert key_sha256(key) not in json.dumps(answer)
    assert key not in house.get("/v1/keys?limit=500", "admin").text
    with house.database.engine.connect() as connection:
        kept = [
            str(row)
            for table in ("access_keys", "idempotency_keys")
            for row in connection.execute(text(f"SELECT * FROM {table}"))
        ]
    assert key_sha256(key) in "".join(kept)
    assert key not in "".join(kept)


def test_a_retry_gives_the_same_bytes_and_one_key(house: House) -> None:
    body = {"key_sha256": key_sha256(new_key())}
    first = house.post("/v1/devices/1/keys", body, "admin", "the-same-key-0001")
    rows = house.count_rows()
    again = house.post("/v1/devices/1/keys", body, "admin", "the-same-key-0001")
    assert (again.status_code, again.data) == (201, first.data)
    assert house.count_rows() == rows


def test_the_same_key_is_never_issued_twice(house: House) -> None:
    body = {"key_sha256": key_sha256(new_key())}
    assert house.post("/v1/devices/1/keys", body, "admin").status_code == 201
    refused = house.post("/v1/devices/2/keys", body, "admin").get_json()
    assert (refused["code"], refused["errors"][0]["pointer"]) == ("code_taken", "/key_sha256")


@pytest.mark.parametrize("digest", ["0" * 63, "0" * 65, "A" * 64, "pbk_" + "0" * 60, None, 5])
def test_what_is_no_sha256_is_refused(house: House, digest: object) -> None:
    refused = house.post("/v1/devices/1/keys", {"key_sha256": digest}, "admin").get_json()
    assert (refused["code"], refused["errors"][0]["pointer"]) == ("invalid_request", "/key_sha256")


def test_a_device_has_two_live_keys_and_no_third_until_one_is_revoked(house: House) -> None:
    old, second = house.keys["device-1"], issue(house, "/v1/devices/1/keys")[0]
    assert issue(house, "/v1/devices/1/keys")[1]["code"] == "too_many_keys"
    assert house.post("/v1/keys/1/revocation", {}, "admin").status_code == 200
    third, answer = issue(house, "/v1/devices/1/keys")
    assert answer["role"] == "device"
    assert [me(house, key).get("name") for key in (old, second, third)] == [None, "tablet-1", "tablet-1"]


def test_two_administrators_at_once_issue_no_third_key(house: House) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: issue(house, "/v1/devices/1/keys")[1], range(4)))
    assert sorted(answer.get("code", "issued") for answer in answers) == ["issued"] + ["too_many_keys"] * 3


def test_a_revoked_key_acts_nowhere_and_keeps_its_first_time(house: House) -> None:
    key, answer = issue(house, "/v1/people/1/keys", {"role": "dealer"})
    revoked = house.post(f"/v1/keys/{answer['id']}/revocation", {}, "admin").get_json()
    assert revoked == {**answer, "revoked_at": "2026-11-30T12:00:00.000000Z"}
    assert me(house, key)["code"] == "revoked_key"
    again = house.post(f"/v1/keys/{answer['id']}/revocation", {}, "admin")
    assert (again.status_code, again.get_json()) == (200, revoked)


def test_a_revocation_holds_within_a_second_where_the_key_was_just_used(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock_s = 100.0
    monkeypatch.setattr("service.core.auth.elapsed_s", lambda: clock_s)
    authenticator = Authenticator(make_key_lookup(house.database.engine))
    header = f"Bearer {house.keys['device-1']}"
    assert authenticator.principal(header).name == "tablet-1"
    house.post("/v1/keys/1/revocation", {}, "admin")
    clock_s = 101.0
    with pytest.raises(Refusal, match="revoked_key"):
        authenticator.principal(header)


def test_no_key_of_someone_who_left_acts_or_is_issued(house: House) -> None:
    key, _ = issue(house, "/v1/people/1/keys", {"role": "dealer"})
    gone = house.post("/v1/people/1/deactivation", {}, "admin")
    assert (gone.status_code, gone.get_json()["active"]) == (200, False)
    assert me(house, key)["code"] == "revoked_key"
    assert issue(house, "/v1/people/1/keys", {"role": "dealer"})[1]["code"] == "holder_inactive"
    assert house.post("/v1/people/1/deactivation", {}, "admin").get_json() == gone.get_json()


def test_no_key_of_a_withdrawn_device_acts_or_is_issued(house: House) -> None:
    assert house.post("/v1/devices/3/deactivation", {}, "admin").get_json()["active"] is False
    assert me(house, house.keys["device-3"])["code"] == "revoked_key"
    assert issue(house, "/v1/devices/3/keys")[1]["code"] == "holder_inactive"


def test_an_unknown_key_is_nobodys(house: House) -> None:
    assert me(house, new_key())["code"] == "unknown_key"


def test_keys_are_listed_by_property_and_holder_live_and_revoked(house: House) -> None:
    house.post("/v1/keys/1/revocation", {}, "admin")
    key, issued = issue(house, "/v1/devices/1/keys")
    of_device = house.get("/v1/keys?device_id=1", "auditor").get_json()["items"]
    assert [(one["id"], one["revoked_at"] is None) for one in of_device] == [(1, False), (issued["id"], True)]
    assert issued["sha256_start"] == key_sha256(key)[:12]
    of_person = house.get("/v1/keys?person_id=2", "auditor").get_json()["items"]
    assert [one["holder"]["id"] for one in of_person] == [2]
    listed = house.get("/v1/keys?limit=500", "admin").get_json()["items"]
    with house.database.engine.connect() as connection:
        ours = connection.execute(
            text(
                "SELECT count(*) FROM access_keys LEFT JOIN people ON people.id = person_id "
                "LEFT JOIN devices ON devices.id = device_id WHERE people.property_id = 1 OR devices.property_id = 1"
            )
        ).scalar_one()
    assert len(listed) == ours
    assert house.get("/v1/keys?device_id=4", "admin").get_json()["items"] == []


def test_a_cursor_of_one_holder_does_not_open_the_list_of_another(house: House) -> None:
    issue(house, "/v1/devices/1/keys")
    cursor = house.get("/v1/keys?device_id=1&limit=1", "admin").get_json()["next_cursor"]
    assert cursor is not None
    assert house.get(f"/v1/keys?device_id=2&cursor={cursor}", "admin").get_json()["code"] == "invalid_cursor"
