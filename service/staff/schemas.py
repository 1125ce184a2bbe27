"""What staff operations take and give."""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Row

from service.core.clock import format_us
from service.core.fields import Body, Choice, Flag, Moment, Nested, QueryWhole, Seat, Text, Whole, Words
from service.core.lists import ListQuery, list_of
from service.core.permissions import Role
from service.staff.models import DEVICE_NAME_PATTERN, LOGIN_PATTERN

SHA256_PATTERN: Final = r"^[0-9a-f]{64}$"
PERSON_ROLES: Final = tuple(role for role in Role if role is not Role.DEVICE)
_KEY_HASH: Final = {
    "description": "SHA-256 in lower-case hexadecimal of a key that the holder's side made: pbk_ and 32 random bytes "
    "in base64url without padding. The key itself is never sent; keep it where it was made."
}
_SHOWN_CHARS: Final = 12


class PersonIn(Body):
    """A person to register."""

    login = Text(1, 64, LOGIN_PATTERN, required=True)
    name = Words(1, 200, required=True)


class PersonOut(Body):
    """A person of the property."""

    id = Whole(required=True)
    login = Text(required=True)
    name = Text(required=True)
    active = Flag(required=True)
    created_at = Moment(required=True)


class DeviceIn(Body):
    """A device to register at a table."""

    name = Text(1, 64, DEVICE_NAME_PATTERN, required=True)
    table_id = Whole(required=True)
    seat = Seat(metadata={"description": "The one seat that it plays and whose cards it shows; left out: none."})


class DeviceOut(Body):
    """A device, the table that it stands at, and the seat that it plays."""

    id = Whole(required=True)
    name = Text(required=True)
    table_id = Whole(required=True)
    seat = Seat(required=True, allow_none=True)
    active = Flag(required=True)
    created_at = Moment(required=True)


class PersonKeyIn(Body):
    """A key for a person to act in one role."""

    role = Choice(PERSON_ROLES, required=True)
    table_id = Whole(metadata={"description": "The one table that a dealer's key is good for; leave out for all."})
    key_sha256 = Text(64, 64, SHA256_PATTERN, required=True, metadata=_KEY_HASH)


class DeviceKeyIn(Body):
    """A key for a device."""

    key_sha256 = Text(64, 64, SHA256_PATTERN, required=True, metadata=_KEY_HASH)


class NothingIn(Body):
    """An empty object: the address says it all."""


class HolderOut(Body):
    """Whom a key acts for."""

    kind = Choice(["person", "device"], required=True)
    id = Whole(required=True)
    name = Text(required=True)


class KeyOut(Body):
    """A key as far as it is known here: never the key itself."""

    id = Whole(required=True)
    holder = Nested(HolderOut, required=True)
    role = Choice(Role, required=True)
    table_id = Whole(required=True, allow_none=True)
    sha256_start = Text(required=True, metadata={"description": f"First {_SHOWN_CHARS} characters of its SHA-256."})
    created_at = Moment(required=True)
    revoked_at = Moment(required=True, allow_none=True)


class KeyQuery(ListQuery):
    """Filters of the list of keys."""

    person_id = QueryWhole()
    device_id = QueryWhole()


class PropertyOut(Body):
    """A casino and how it keeps its days."""

    id = Whole(required=True)
    code = Text(required=True)
    name = Text(required=True)
    currency = Text(required=True)
    time_zone = Text(required=True)
    rollover_min = Whole(required=True)


class MeOut(Body):
    """Who the key belongs to."""

    key_id = Whole(required=True)
    kind = Choice(["person", "device"], required=True)
    name = Text(required=True)
    role = Choice(Role, required=True)
    table_id = Whole(required=True, allow_none=True)
    seat = Seat(required=True, allow_none=True)
    property = Nested(PropertyOut, required=True)


PeopleOut: Final = list_of(PersonOut, "PeopleOut")
DevicesOut: Final = list_of(DeviceOut, "DevicesOut")
KeysOut: Final = list_of(KeyOut, "KeysOut")


def show_person(row: Row[Any]) -> dict[str, Any]:
    """A person as answered."""
    return {
        "id": row.id,
        "login": row.login,
        "name": row.name,
        "active": bool(row.active),
        "created_at": format_us(row.created_us),
    }


def show_device(row: Row[Any]) -> dict[str, Any]:
    """A device as answered."""
    return {
        "id": row.id,
        "name": row.name,
        "table_id": row.table_id,
        "seat": row.seat,
        "active": bool(row.active),
        "created_at": format_us(row.created_us),
    }


def show_key(row: Row[Any]) -> dict[str, Any]:
    """A key as answered."""
    return {
        "id": row.id,
        "holder": _holder(row),
        "role": row.role,
        "table_id": row.bound_table_id,
        "sha256_start": row.key_sha256[:_SHOWN_CHARS],
        "created_at": format_us(row.created_us),
        "revoked_at": None if row.revoked_us is None else format_us(row.revoked_us),
    }


def _holder(row: Row[Any]) -> Mapping[str, Any]:
    if row.device_id is None:
        return {"kind": "person", "id": row.person_id, "name": row.login}
    return {"kind": "device", "id": row.device_id, "name": row.device_name}


def show_property(row: Row[Any]) -> dict[str, Any]:
    """A property as answered."""
    return {
        "id": row.id,
        "code": row.code,
        "name": row.name,
        "currency": row.currency,
        "time_zone": row.time_zone,
        "rollover_min": row.rollover_min,
    }
