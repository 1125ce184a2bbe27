"""Reads and writes of properties, people, devices and keys."""

from typing import Any

from sqlalchemy import Connection, Row, Select, and_, column, func, insert, or_, select, table, update

from service.core.lists import Slice, read_slice
from service.core.paging import Page
from service.staff.models import access_keys, devices, people, properties

_gaming_tables = table("gaming_tables", column("id"), column("property_id"), column("code"))
"""What this desk needs to know of the floor's tables, which stand above it."""


def find_property(connection: Connection, property_id: int) -> Row[Any] | None:
    """A property by id."""
    return connection.execute(select(properties).where(properties.c.id == property_id)).one_or_none()


def find_property_by_code(connection: Connection, code: str) -> Row[Any] | None:
    """A property by its code."""
    return connection.execute(select(properties).where(properties.c.code == code)).one_or_none()


def insert_property(connection: Connection, row: dict[str, object]) -> int:
    """Write a property. Raises IntegrityError where the code is taken."""
    return int(connection.execute(insert(properties).values(row).returning(properties.c.id)).scalar_one())


def list_properties(connection: Connection) -> list[Row[Any]]:
    """All properties of this installation."""
    return list(connection.execute(select(properties).order_by(properties.c.id)))


def is_table_of(connection: Connection, property_id: int, table_id: int) -> bool:
    """Whether the property has such a gaming table."""
    wanted = _gaming_tables.c.id == table_id, _gaming_tables.c.property_id == property_id
    return connection.execute(select(_gaming_tables.c.id).where(*wanted)).one_or_none() is not None


def find_table_by_code(connection: Connection, property_id: int, code: str) -> int | None:
    """The id of a property's gaming table by its code."""
    wanted = _gaming_tables.c.code == code, _gaming_tables.c.property_id == property_id
    return connection.execute(select(_gaming_tables.c.id).where(*wanted)).scalar_one_or_none()


def insert_person(connection: Connection, row: dict[str, object]) -> Row[Any]:
    """Write a person. Raises IntegrityError where the login is taken."""
    return connection.execute(insert(people).values(row).returning(*people.c)).one()


def insert_device(connection: Connection, row: dict[str, object]) -> Row[Any]:
    """Write a device. Raises IntegrityError where the name is taken."""
    return connection.execute(insert(devices).values(row).returning(*devices.c)).one()


def lock_person(connection: Connection, property_id: int, person_id: int) -> Row[Any] | None:
    """A property's person, held until the transaction ends."""
    wanted = people.c.id == person_id, people.c.property_id == property_id
    return connection.execute(select(people).where(*wanted).with_for_update()).one_or_none()


def lock_device(connection: Connection, property_id: int, device_id: int) -> Row[Any] | None:
    """A property's device, held until the transaction ends: so its keys are counted right."""
    wanted = devices.c.id == device_id, devices.c.property_id == property_id
    return connection.execute(select(devices).where(*wanted).with_for_update()).one_or_none()


def find_person_by_login(connection: Connection, login: str) -> Row[Any] | None:
    """A person of any property by login."""
    return connection.execute(select(people).where(people.c.login == login)).one_or_none()


def find_device_by_name(connection: Connection, name: str) -> Row[Any] | None:
    """A device of any property by name."""
    return connection.execute(select(devices).where(devices.c.name == name)).one_or_none()


def deactivate_person(connection: Connection, person_id: int) -> None:
    """Mark a person as gone."""
    connection.execute(update(people).where(people.c.id == person_id).values(active=False))


def deactivate_device(connection: Connection, device_id: int) -> None:
    """Mark a device as withdrawn."""
    connection.execute(update(devices).where(devices.c.id == device_id).values(active=False))


def list_people(connection: Connection, property_id: int, page: Page) -> Slice[Row[Any]]:
    """A property's people in the order in which they came."""
    return read_slice(connection, select(people).where(people.c.property_id == property_id), [people.c.id], page)


def list_devices(connection: Connection, property_id: int, page: Page) -> Slice[Row[Any]]:
    """A property's devices in the order in which they came."""
    return read_slice(connection, select(devices).where(devices.c.property_id == property_id), [devices.c.id], page)


def count_live_keys(connection: Connection, device_id: int) -> int:
    """How many keys of a device are not revoked."""
    live = access_keys.c.device_id == device_id, access_keys.c.revoked_us.is_(None)
    return connection.execute(select(func.count()).select_from(access_keys).where(*live)).scalar_one()


def insert_key(connection: Connection, row: dict[str, object]) -> int:
    """Write a key. Raises IntegrityError where the same key was issued before."""
    return int(connection.execute(insert(access_keys).values(row).returning(access_keys.c.id)).scalar_one())


def revoke_key(connection: Connection, key_id: int, now_us: int) -> None:
    """Revoke a key that is live; the first revocation's time stays."""
    live = access_keys.c.id == key_id, access_keys.c.revoked_us.is_(None)
    connection.execute(update(access_keys).where(*live).values(revoked_us=now_us))


def revoke_keys_of(connection: Connection, holder: dict[str, int], now_us: int) -> None:
    """Revoke every live key of a holder (``person_id`` or ``device_id``)."""
    wanted = [access_keys.c[name] == value for name, value in holder.items()]
    live = access_keys.c.revoked_us.is_(None)
    connection.execute(update(access_keys).where(live, *wanted).values(revoked_us=now_us))


def count_live_keys_of_role(connection: Connection, role: str) -> int:
    """How many keys of a role act: not revoked, the holder active."""
    keys = _keys().where(access_keys.c.role == role, access_keys.c.revoked_us.is_(None)).subquery()
    return connection.execute(select(func.count()).select_from(keys).where(keys.c.holder_active)).scalar_one()


def find_key(connection: Connection, property_id: int, key_id: int) -> Row[Any] | None:
    """A property's key with its holder."""
    return connection.execute(_keys().where(_of_property(property_id), access_keys.c.id == key_id)).one_or_none()


def find_key_by_hash(connection: Connection, digest: str) -> Row[Any] | None:
    """Key, holder and property of a SHA-256, in one query: what every request asks."""
    return connection.execute(_keys().where(access_keys.c.key_sha256 == digest)).one_or_none()


def list_keys(connection: Connection, property_id: int, holder: dict[str, int], page: Page) -> Slice[Row[Any]]:
    """A property's keys in the order of their issue. ``holder`` may narrow them by ``person_id``, ``device_id``."""
    wanted = [access_keys.c[name] == value for name, value in holder.items()]
    return read_slice(connection, _keys().where(_of_property(property_id), *wanted), [access_keys.c.id], page)


def _keys() -> Select[Any]:
    """Keys beside their holders; a device's key is bound to the device's table."""
    return (
        select(
            *access_keys.c,
            people.c.login,
            people.c.name.label("person_name"),
            devices.c.name.label("device_name"),
            devices.c.seat.label("device_seat"),
            func.coalesce(people.c.property_id, devices.c.property_id).label("property_id"),
            func.coalesce(people.c.active, devices.c.active).label("holder_active"),
            func.coalesce(devices.c.table_id, access_keys.c.table_id).label("bound_table_id"),
        )
        .outerjoin(people, people.c.id == access_keys.c.person_id)
        .outerjoin(devices, devices.c.id == access_keys.c.device_id)
    )


def _of_property(property_id: int) -> Any:
    return or_(
        and_(access_keys.c.person_id.is_not(None), people.c.property_id == property_id),
        and_(access_keys.c.device_id.is_not(None), devices.c.property_id == property_id),
    )
