"""People, devices and keys over HTTP."""

from collections.abc import Mapping
from typing import Any, Final

from service.core.lists import ListQuery, answer_list
from service.core.operations import Call, Desk, WriteCall
from service.core.permissions import Permission, Role
from service.staff import schemas, store, usecases

desk: Final = Desk("staff", "People, devices, and the keys by which they act.")

_PERSON: Final = {
    "id": 3,
    "login": "anna.floor",
    "name": "Anna Berg",
    "active": True,
    "created_at": "2026-11-30T02:36:53.000000Z",
}
_DEVICE: Final = {
    "id": 1,
    "name": "tablet-cp-01",
    "table_id": 1,
    "seat": None,
    "active": True,
    "created_at": "2026-11-30T02:36:53.000000Z",
}
_KEY: Final = {
    "id": 7,
    "holder": {"kind": "person", "id": 3, "name": "anna.floor"},
    "role": "floor",
    "table_id": None,
    "sha256_start": "5a4fcab45a3d",
    "created_at": "2026-11-30T02:36:53.000000Z",
    "revoked_at": None,
}
_DEVICE_KEY: Final = {
    **_KEY,
    "id": 8,
    "holder": {"kind": "device", "id": 1, "name": "tablet-cp-01"},
    "role": "device",
    "table_id": 1,
}
_HASH: Final = "5a4fcab45a3db1b6b2b0e3f9b1b2ad8ae4a94c0cf4e62d8e6f0d9f4b9f0f1c2d"
_ME: Final = {
    "key_id": 7,
    "kind": "person",
    "name": "anna.floor",
    "role": "floor",
    "table_id": None,
    "seat": None,
    "property": {
        "id": 1,
        "code": "demo",
        "name": "Demo Casino",
        "currency": "EUR",
        "time_zone": "Europe/Vienna",
        "rollover_min": 360,
    },
}


@desk.get("/v1/me", permission=Permission.READ_SELF, answer=schemas.MeOut, example=_ME)
def read_me(call: Call) -> Mapping[str, Any]:
    """Say who the key belongs to, in which role, at which property, table and seat."""
    caller = call.principal
    home = store.find_property(call.connection, caller.property_id)
    assert home is not None, "a holder's property is held by a foreign key"
    return {
        "key_id": caller.key_id,
        "kind": caller.kind,
        "name": caller.name,
        "role": caller.role,
        "table_id": caller.table_id,
        "seat": caller.seat,
        "property": schemas.show_property(home),
    }


@desk.get(
    "/v1/people",
    permission=Permission.READ_STAFF,
    query=ListQuery,
    answer=schemas.PeopleOut,
    problems=("invalid_cursor",),
    example={"items": [_PERSON], "next_cursor": None},
)
def list_people(call: Call) -> Mapping[str, Any]:
    """List the property's people in the order in which they were registered."""
    home = call.principal.property_id
    return answer_list(call, "people", lambda page: store.list_people(call.connection, home, page), schemas.show_person)


@desk.post(
    "/v1/people",
    permission=Permission.MANAGE_STAFF,
    body=schemas.PersonIn,
    answer=schemas.PersonOut,
    problems=("code_taken",),
    request={"login": "anna.floor", "name": "Anna Berg"},
    example=_PERSON,
)
def add_person(call: WriteCall) -> Mapping[str, Any]:
    """Register a person at the property.

    The login names the person in all records and is never given again, also not at another property.
    """
    command = usecases.NewPerson(call.principal.property_id, call.body["login"], call.body["name"])
    return schemas.show_person(usecases.add_person(command, call.uow))


@desk.post(
    "/v1/people/{person_id}/deactivation",
    permission=Permission.MANAGE_STAFF,
    body=schemas.NothingIn,
    answer=schemas.PersonOut,
    status=200,
    request={},
    example={**_PERSON, "active": False},
)
def deactivate_person(call: WriteCall) -> Mapping[str, Any]:
    """Note that a person has left: within a second no key of theirs acts any more.

    A person who is not active already stays as they are.
    """
    row = usecases.deactivate_person(call.principal.property_id, call.path["person_id"], call.uow)
    return schemas.show_person(row)


@desk.get(
    "/v1/devices",
    permission=Permission.READ_STAFF,
    query=ListQuery,
    answer=schemas.DevicesOut,
    problems=("invalid_cursor",),
    example={"items": [_DEVICE], "next_cursor": None},
)
def list_devices(call: Call) -> Mapping[str, Any]:
    """List the property's devices in the order in which they were registered."""
    home = call.principal.property_id
    read = store.list_devices
    return answer_list(call, "devices", lambda page: read(call.connection, home, page), schemas.show_device)


@desk.post(
    "/v1/devices",
    permission=Permission.MANAGE_STAFF,
    body=schemas.DeviceIn,
    answer=schemas.DeviceOut,
    problems=("code_taken", "unknown_table"),
    request={"name": "tablet-cp-01", "table_id": 1},
    example=_DEVICE,
)
def add_device(call: WriteCall) -> Mapping[str, Any]:
    """Register a device at one table of the property; it acts at no other.

    A device with a seat plays that seat only: where cards are hidden it sees its own and nobody else's.
    """
    body = call.body
    command = usecases.NewDevice(call.principal.property_id, body["table_id"], body["name"], body.get("seat"))
    return schemas.show_device(usecases.add_device(command, call.uow))


@desk.post(
    "/v1/devices/{device_id}/deactivation",
    permission=Permission.MANAGE_STAFF,
    body=schemas.NothingIn,
    answer=schemas.DeviceOut,
    status=200,
    request={},
    example={**_DEVICE, "active": False},
)
def deactivate_device(call: WriteCall) -> Mapping[str, Any]:
    """Withdraw a device, lost or broken: within a second no key of it acts any more.

    A device that is not active already stays as it is.
    """
    row = usecases.deactivate_device(call.principal.property_id, call.path["device_id"], call.uow)
    return schemas.show_device(row)


@desk.get(
    "/v1/keys",
    permission=Permission.READ_STAFF,
    query=schemas.KeyQuery,
    answer=schemas.KeysOut,
    problems=("invalid_cursor",),
    example={"items": [_KEY], "next_cursor": None},
)
def list_keys(call: Call) -> Mapping[str, Any]:
    """List the keys of the property's people and devices, live and revoked; never the keys themselves."""
    holder = {name: call.query[name] for name in ("person_id", "device_id") if name in call.query}
    home = call.principal.property_id
    return answer_list(
        call, "keys", lambda page: store.list_keys(call.connection, home, holder, page), schemas.show_key
    )


@desk.post(
    "/v1/people/{person_id}/keys",
    permission=Permission.MANAGE_STAFF,
    body=schemas.PersonKeyIn,
    answer=schemas.KeyOut,
    problems=("code_taken", "holder_inactive", "unknown_table"),
    request={"role": "floor", "key_sha256": _HASH},
    example=_KEY,
)
def issue_person_key(call: WriteCall) -> Mapping[str, Any]:
    """Issue a key to a person, to act in one role.

    The key is made on the holder's side and only its SHA-256 is sent, so that neither this service nor a kept
    answer ever holds it. ``python -m service keys new`` makes one and shows both. A dealer's key may be bound to one
    table.
    """
    body = call.body
    command = usecases.NewPersonKey(
        call.principal.property_id, call.path["person_id"], Role(body["role"]), body.get("table_id"), body["key_sha256"]
    )
    return schemas.show_key(usecases.issue_person_key(command, call.uow))


@desk.post(
    "/v1/devices/{device_id}/keys",
    permission=Permission.MANAGE_STAFF,
    body=schemas.DeviceKeyIn,
    answer=schemas.KeyOut,
    problems=("code_taken", "holder_inactive", "too_many_keys"),
    request={"key_sha256": _HASH},
    example=_DEVICE_KEY,
)
def issue_device_key(call: WriteCall) -> Mapping[str, Any]:
    """Issue a key to a device; at most two are live, so that it can change over.

    The key is made on the device and only its SHA-256 is sent.
    """
    command = usecases.NewDeviceKey(call.principal.property_id, call.path["device_id"], call.body["key_sha256"])
    return schemas.show_key(usecases.issue_device_key(command, call.uow))


@desk.post(
    "/v1/keys/{key_id}/revocation",
    permission=Permission.MANAGE_STAFF,
    body=schemas.NothingIn,
    answer=schemas.KeyOut,
    status=200,
    request={},
    example={**_KEY, "revoked_at": "2026-12-01T09:00:00.000000Z"},
)
def revoke_key(call: WriteCall) -> Mapping[str, Any]:
    """Revoke a key: within a second it acts nowhere any more.

    A key that is revoked already keeps the time of its first revocation.
    """
    return schemas.show_key(usecases.revoke_key(call.principal.property_id, call.path["key_id"], call.uow))
