"""Who works here and with which keys: registering, issuing, revoking, recognising."""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Engine, Row
from sqlalchemy.exc import IntegrityError

from engine.errors import Violation
from engine.settlement import HOUSE
from service.core.auth import KeyLookup, Principal
from service.core.errors import Refusal
from service.core.permissions import Role
from service.core.uow import UnitOfWork
from service.staff import store

MOST_LIVE_DEVICE_KEYS: Final = 2
"""One in use and one to change over to."""


@dataclass(frozen=True, slots=True)
class NewPerson:
    """Someone who is to work at a property."""

    property_id: int
    login: str
    name: str


@dataclass(frozen=True, slots=True)
class NewDevice:
    """A tablet that is to stand at one table of a property; with a ``seat`` it plays that one only."""

    property_id: int
    table_id: int
    name: str
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class NewPersonKey:
    """A key for a person to act in one role; a dealer's may be bound to one table."""

    property_id: int
    person_id: int
    role: Role
    table_id: int | None
    key_sha256: str


@dataclass(frozen=True, slots=True)
class NewDeviceKey:
    """A key for a device."""

    property_id: int
    device_id: int
    key_sha256: str


def add_person(command: NewPerson, uow: UnitOfWork) -> Row[Any]:
    """Register a person. Raises Refusal ``code_taken`` for a login in use anywhere in this installation."""
    row = {"property_id": command.property_id, "login": command.login, "name": command.name}
    try:
        return store.insert_person(uow.connection, {**row, "active": True, "created_us": uow.now_us})
    except IntegrityError as error:
        raise _taken("/login", f"The login {command.login!r} is in use.") from error


def add_device(command: NewDevice, uow: UnitOfWork) -> Row[Any]:
    """Register a device at a table. Raises Refusal ``invalid_request``, ``unknown_table`` or ``code_taken``."""
    if command.seat == HOUSE:
        raise Refusal(
            "invalid_request", "No such device.", [Violation("wrong_value", "/seat", "nobody plays that seat")]
        )
    _require_table(uow.connection, command.property_id, command.table_id)
    place = {"property_id": command.property_id, "table_id": command.table_id, "seat": command.seat}
    row = {**place, "name": command.name}
    try:
        return store.insert_device(uow.connection, {**row, "active": True, "created_us": uow.now_us})
    except IntegrityError as error:
        raise _taken("/name", f"The name {command.name!r} is in use.") from error


def issue_person_key(command: NewPersonKey, uow: UnitOfWork) -> Row[Any]:
    """Issue a key to a person.

    Raises Refusal ``not_found``, ``holder_inactive``, ``invalid_request`` (a table for a role that works at all
    tables), ``unknown_table`` or ``code_taken`` (this very key was issued before).
    """
    person = store.lock_person(uow.connection, command.property_id, command.person_id)
    _require_active(person, "person")
    if command.table_id is not None:
        if command.role is not Role.DEALER:
            place = Violation("wrong_value", "/table_id", "Only a dealer's key is bound to a table.")
            raise Refusal("invalid_request", f"A key for the role {command.role} is bound to no table.", [place])
        _require_table(uow.connection, command.property_id, command.table_id)
    holder = {"person_id": command.person_id, "role": str(command.role), "table_id": command.table_id}
    return _issue(uow, command.property_id, {**holder, "key_sha256": command.key_sha256})


def issue_device_key(command: NewDeviceKey, uow: UnitOfWork) -> Row[Any]:
    """Issue a key to a device.

    Raises Refusal ``not_found``, ``holder_inactive``, ``too_many_keys`` (two are live) or ``code_taken``.
    """
    device = store.lock_device(uow.connection, command.property_id, command.device_id)
    _require_active(device, "device")
    if store.count_live_keys(uow.connection, command.device_id) >= MOST_LIVE_DEVICE_KEYS:
        raise Refusal("too_many_keys", f"{MOST_LIVE_DEVICE_KEYS} keys of the device are live.")
    holder = {"device_id": command.device_id, "role": str(Role.DEVICE)}
    return _issue(uow, command.property_id, {**holder, "key_sha256": command.key_sha256})


def revoke_key(property_id: int, key_id: int, uow: UnitOfWork) -> Row[Any]:
    """Revoke a key; one that is revoked already stays as it is. Raises Refusal ``not_found``."""
    if store.find_key(uow.connection, property_id, key_id) is None:
        raise Refusal("not_found", "This property has no such key.")
    store.revoke_key(uow.connection, key_id, uow.now_us)
    return _key(uow.connection, property_id, key_id)


def deactivate_person(property_id: int, person_id: int, uow: UnitOfWork) -> Row[Any]:
    """Let no key of a person act any more. Raises Refusal ``not_found``."""
    if store.lock_person(uow.connection, property_id, person_id) is None:
        raise Refusal("not_found", "This property has no such person.")
    store.deactivate_person(uow.connection, person_id)
    return _present(store.lock_person(uow.connection, property_id, person_id))


def deactivate_device(property_id: int, device_id: int, uow: UnitOfWork) -> Row[Any]:
    """Let no key of a device act any more. Raises Refusal ``not_found``."""
    if store.lock_device(uow.connection, property_id, device_id) is None:
        raise Refusal("not_found", "This property has no such device.")
    store.deactivate_device(uow.connection, device_id)
    return _present(store.lock_device(uow.connection, property_id, device_id))


def make_key_lookup(engine: Engine) -> KeyLookup:
    """The look-up of every request: SHA-256 of a key -> who acts, as the database says at this moment.

    A key that was revoked, or whose holder is not active any more, is refused as ``revoked_key``.
    """

    def look_up(digest: str) -> Principal | None:
        with engine.connect() as connection:
            found = store.find_key_by_hash(connection, digest)
        if found is None:
            return None
        if found.revoked_us is not None or not found.holder_active:
            raise Refusal("revoked_key", "The key was revoked, or its holder is not active any more.")
        kind, name = ("person", found.login) if found.device_id is None else ("device", found.device_name)
        role = Role(found.role)
        return Principal(found.id, kind, name, role, found.property_id, found.bound_table_id, found.device_seat)

    return look_up


def _issue(uow: UnitOfWork, property_id: int, row: dict[str, object]) -> Row[Any]:
    try:
        key_id = store.insert_key(uow.connection, {**row, "created_us": uow.now_us})
    except IntegrityError as error:
        raise _taken("/key_sha256", "This very key was issued before; make a fresh one.") from error
    return _key(uow.connection, property_id, key_id)


def _key(connection: Connection, property_id: int, key_id: int) -> Row[Any]:
    return _present(store.find_key(connection, property_id, key_id))


def _present(row: Row[Any] | None) -> Row[Any]:
    assert row is not None, "a row that this transaction wrote is there"
    return row


def _require_active(holder: Row[Any] | None, kind: str) -> None:
    if holder is None:
        raise Refusal("not_found", f"This property has no such {kind}.")
    if not holder.active:
        raise Refusal("holder_inactive", f"The {kind} is not active any more.")


def _require_table(connection: Connection, property_id: int, table_id: int) -> None:
    if not store.is_table_of(connection, property_id, table_id):
        place = Violation("unknown_table", "/table_id", "This property has no such table.")
        raise Refusal("unknown_table", f"Table {table_id} is not one of this property.", [place])


def _taken(pointer: str, detail: str) -> Refusal:
    return Refusal("code_taken", detail, [Violation("code_taken", pointer, detail)])
