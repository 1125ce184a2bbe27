"""A small casino over one database: two properties, three tables, a key for every role, and a client."""

import itertools
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select
from werkzeug.test import TestResponse

from service.app import create_app, create_services
from service.core.auth import key_sha256
from service.core.clock import Clock
from service.core.database import metadata
from service.core.migrate import upgrade
from service.core.permissions import Role
from service.core.settings import Settings
from service.floor.models import gaming_tables
from service.rulebook.seeding import load_seeds
from service.staff.models import access_keys, devices, people, properties

SEEDS: Final = Path(__file__).parents[2] / "seeds"
NOON_US: Final = 1_796_040_000_000_000
"""2026-11-30T12:00:00Z, a moment well within one gaming day of every zone that is used here."""

TABLES: Final = (
    (1, 1, "CP-01", "chinese_poker", 4),
    (2, 1, "TC-01", "three_card_poker", 7),
    (3, 1, "CP-02", "chinese_poker", 4),
    (4, 2, "CP-01", "chinese_poker", 4),
)
"""Id, property, code, game, seats."""

NAMES: Final = {
    (str(role) if home == 1 else f"{role}-{home}"): (home, role)
    for home, role in itertools.product((1, 2), Role)
    if role is not Role.DEVICE
}
"""Login of everyone who has a key -> property and role."""


class House:
    """The application over a migrated database, filled as a house would fill it.

    Property 1 (EUR, Europe/Paris, rollover 06:00) has tables 1 ``CP-01`` (Chinese poker), 2 ``TC-01`` (Three
    Card Poker) and 3 ``CP-02``, each with a device; property 2 has table 4 and a person of each role. ``keys``
    maps ``floor``, ``device-1``, ``floor-2`` (property 2) ... to keys.
    """

    def __init__(self, url: str, clock: Clock = lambda: NOON_US, wake_jobs: Callable[[int], None] = lambda _: None):
        self.settings = Settings(database_url=url)
        self.services = create_services(self.settings, wake_jobs, clock)
        self.database = self.services.database
        self.keys = {who: _key_of(who) for who in (*NAMES, *(f"device-{n}" for n, *_ in TABLES))}
        if self.count_rows()["properties"] == 0:
            self.database.transact(lambda uow: _fill(uow.connection))
            load_seeds(self.database, SEEDS, "person:seed")
        self.app = create_app(self.services)
        self._fresh = itertools.count(1)

    def close(self) -> None:
        """Let go of the database."""
        self.database.engine.dispose()

    def get(self, path: str, who: str = "floor") -> TestResponse:
        """GET as someone."""
        return self.app.test_client().get(path, headers={"Authorization": f"Bearer {self.keys[who]}"})

    def post(
        self, path: str, body: Mapping[str, Any] | bytes, who: str = "floor", key: str | None = None, **headers: str
    ) -> TestResponse:
        """POST as someone, under a fresh Idempotency-Key unless one is given."""
        sent = {
            "Authorization": f"Bearer {self.keys[who]}",
            "Idempotency-Key": key or f"a-fresh-key-{next(self._fresh):06}",
            **headers,
        }
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.app.test_client().post(path, data=raw, content_type="application/json", headers=sent)

    def count_rows(self) -> dict[str, int]:
        """How many rows every table holds: what "nothing was written" is measured by."""
        with self.database.engine.connect() as connection:
            return {
                name: connection.execute(select(func.count()).select_from(table)).scalar_one()
                for name, table in metadata.tables.items()
            }


def build(url: str) -> None:
    """Migrate and fill a database: a template for houses, which then have nothing left to do."""
    upgrade(url)
    House(url).close()


def _fill(connection: Connection) -> None:
    for number, zone in ((1, "Europe/Paris"), (2, "America/New_York")):
        home = {"id": number, "code": f"P{number}", "name": f"House {number}", "currency": "EUR"}
        connection.execute(insert(properties).values(**home, time_zone=zone, rollover_min=360))
    for number, owner, code, game, seats in TABLES:
        row = {"id": number, "property_id": owner, "code": code, "game": game, "pit": "1", "seats": seats}
        connection.execute(insert(gaming_tables).values(**row, last_seq=0))
        device = {"id": number, "property_id": owner, "table_id": number, "name": f"tablet-{number}"}
        connection.execute(insert(devices).values(**device, active=True, created_us=1))
        _issue(connection, f"device-{number}", Role.DEVICE, device_id=number, table_id=number)
    for number, (name, (owner, role)) in enumerate(NAMES.items(), start=1):
        person = {"id": number, "property_id": owner, "login": name, "name": name.title()}
        connection.execute(insert(people).values(**person, active=True, created_us=1))
        _issue(connection, name, role, person_id=number)
    if connection.dialect.name == "postgresql":
        for table in (properties, gaming_tables, devices, people):
            connection.exec_driver_sql(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), 100)")


def _issue(connection: Connection, who: str, role: Role, **holder: int) -> None:
    row = {"key_sha256": key_sha256(_key_of(who)), "role": str(role), "created_us": 1, **holder}
    connection.execute(insert(access_keys).values(row))


def _key_of(who: str) -> str:
    return f"pbk_key-of-{who}-for-tests"
