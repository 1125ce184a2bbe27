"""Writing a property that a file describes, and issuing the keys that go with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from service.commands.property_file import PropertyFile
from service.core.auth import key_sha256, new_key
from service.core.errors import Refusal
from service.core.permissions import Role
from service.core.uow import Database, UnitOfWork
from service.floor.store.tables import add_table
from service.staff import store, usecases


@dataclass(frozen=True, slots=True)
class IssuedKey:
    """A key in clear, for the moment in which it is shown."""

    holder: str
    role: Role
    table: str | None
    key: str
    seat: str | None = None


def set_up_property(database: Database, file: PropertyFile) -> int:
    """Write what of the property is not there yet, in one transaction. Returns its id.

    Raises Refusal ``code_taken`` where a login or a device's name is in use at another property.
    """
    return database.transact(lambda uow: _set_up(uow, file))


def issue_keys(database: Database, file: PropertyFile) -> tuple[IssuedKey, ...]:
    """A fresh key for every person and device of the file; the ones that they had are revoked.

    One transaction: nobody is left without a key. The property must be set up.
    """
    return database.transact(lambda uow: _issue_all(uow, file))


def _set_up(uow: UnitOfWork, file: PropertyFile) -> int:
    connection = uow.connection
    home = store.find_property_by_code(connection, file.property["code"])
    property_id = store.insert_property(connection, dict(file.property)) if home is None else int(home.id)
    tables = {row["code"]: _table(connection, property_id, row) for row in file.tables}
    for person in file.people:
        found = store.find_person_by_login(connection, person["login"])
        if found is None:
            usecases.add_person(usecases.NewPerson(property_id, person["login"], person["name"]), uow)
        else:
            _require_ours(found.property_id, property_id, person["login"])
    for device in file.devices:
        found = store.find_device_by_name(connection, device["name"])
        if found is None:
            table_id = tables[device["table"]]
            usecases.add_device(usecases.NewDevice(property_id, table_id, device["name"], device.get("seat")), uow)
        else:
            _require_ours(found.property_id, property_id, device["name"])
    return property_id


def _table(connection: Connection, property_id: int, row: Mapping[str, Any]) -> int:
    found = store.find_table_by_code(connection, property_id, row["code"])
    if found is not None:
        return found
    added = add_table(connection, {**row, "property_id": property_id, "last_seq": 0})
    assert added is not None, "a code that was free in this transaction is free"
    return added


def _require_ours(owner: int, property_id: int, name: str) -> None:
    if owner != property_id:
        raise Refusal("code_taken", f"{name!r} belongs to another property.")


def _issue_all(uow: UnitOfWork, file: PropertyFile) -> tuple[IssuedKey, ...]:
    home = store.find_property_by_code(uow.connection, file.property["code"])
    assert home is not None, "keys are issued at a property that is set up"
    people = [_issue_to_person(uow, home.id, person) for person in file.people]
    return (*people, *(_issue_to_device(uow, home.id, device) for device in file.devices))


def _issue_to_person(uow: UnitOfWork, property_id: int, person: Mapping[str, Any]) -> IssuedKey:
    found = store.find_person_by_login(uow.connection, person["login"])
    assert found is not None
    store.revoke_keys_of(uow.connection, {"person_id": found.id}, uow.now_us)
    role, key = Role(person["role"]), new_key()
    usecases.issue_person_key(usecases.NewPersonKey(property_id, found.id, role, None, key_sha256(key)), uow)
    return IssuedKey(found.login, role, None, key)


def _issue_to_device(uow: UnitOfWork, property_id: int, device: Mapping[str, Any]) -> IssuedKey:
    found = store.find_device_by_name(uow.connection, device["name"])
    assert found is not None
    store.revoke_keys_of(uow.connection, {"device_id": found.id}, uow.now_us)
    key = new_key()
    usecases.issue_device_key(usecases.NewDeviceKey(property_id, found.id, key_sha256(key)), uow)
    return IssuedKey(found.name, Role.DEVICE, str(device["table"]), key, device.get("seat"))
