"""Tables of properties, people, devices and keys."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
)

from service.core.database import Id, metadata

LOGIN_PATTERN: Final = r"^[a-z0-9][a-z0-9._-]{0,63}$"
DEVICE_NAME_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"

properties = Table(
    "properties",
    metadata,
    Column("id", Id, primary_key=True),
    Column("code", String(32), nullable=False),
    Column("name", String(200), nullable=False),
    Column("currency", String(3), nullable=False),
    Column("time_zone", String(64), nullable=False),
    Column("rollover_min", Integer, nullable=False),
    UniqueConstraint("code"),
    CheckConstraint("rollover_min >= 0 AND rollover_min < 1440", name="rollover_min"),
)
"""A casino. Its gaming day starts ``rollover_min`` minutes after local midnight of ``time_zone``."""

people = Table(
    "people",
    metadata,
    Column("id", Id, primary_key=True),
    Column("property_id", BigInteger, ForeignKey("properties.id"), nullable=False),
    Column("login", String(64), nullable=False),
    Column("name", String(200), nullable=False),
    Column("active", Boolean(name="active"), nullable=False),
    Column("created_us", BigInteger, nullable=False),
    UniqueConstraint("login"),
    Index("ix_people_property_id_id", "property_id", "id"),
)

devices = Table(
    "devices",
    metadata,
    Column("id", Id, primary_key=True),
    Column("property_id", BigInteger, ForeignKey("properties.id"), nullable=False),
    Column("table_id", BigInteger, ForeignKey("gaming_tables.id"), nullable=False),
    Column("name", String(64), nullable=False),
    Column("seat", String(16), nullable=True),
    Column("active", Boolean(name="active"), nullable=False),
    Column("created_us", BigInteger, nullable=False),
    UniqueConstraint("name"),
    Index("ix_devices_property_id_id", "property_id", "id"),
)
"""A tablet, bound to one table; where ``seat`` is named, to one seat of it."""

access_keys = Table(
    "access_keys",
    metadata,
    Column("id", Id, primary_key=True),
    Column("key_sha256", String(64), nullable=False),
    Column("person_id", BigInteger, ForeignKey("people.id"), nullable=True),
    Column("device_id", BigInteger, ForeignKey("devices.id"), nullable=True),
    Column("role", String(32), nullable=False),
    Column("table_id", BigInteger, ForeignKey("gaming_tables.id"), nullable=True),
    Column("created_us", BigInteger, nullable=False),
    Column("revoked_us", BigInteger, nullable=True),
    UniqueConstraint("key_sha256"),
    CheckConstraint("(person_id IS NULL) <> (device_id IS NULL)", name="one_holder"),
    Index("ix_access_keys_person_id", "person_id"),
    Index("ix_access_keys_device_id", "device_id"),
)
"""A key acts for one person or one device in one role; only its SHA-256 is kept."""
