"""A house to measure in: one Chinese poker table and one tablet for every connection."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any, Final

from service.bench.load import Request, as_json_body
from service.core.auth import key_sha256, new_key
from service.core.clock import format_us, now_us
from service.core.database import make_engine
from service.core.migrate import upgrade
from service.core.permissions import Role
from service.core.places import DEMO_DAY, SEEDS
from service.core.settings import Settings
from service.core.uow import Database, UnitOfWork
from service.demo.client import Address, Client
from service.demo.recording import read_day
from service.floor.store.tables import add_table
from service.rulebook.seeding import load_seeds
from service.staff import store, usecases

RULESET: Final = "seed_de"
SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class Tablet:
    """A table's device: its key and the table that it stands at."""

    key: str
    table_id: int


@dataclass(frozen=True, slots=True)
class BenchHouse:
    """What was set up: a supervisor's key and the tablets."""

    floor_key: str
    tablets: tuple[Tablet, ...]


def set_up(settings: Settings, tables: int) -> BenchHouse:
    """Migrate and seed a database, and put up tables with a tablet each."""
    upgrade(settings.database_url)
    engine = make_engine(settings)
    database = Database(engine)
    load_seeds(database, SEEDS, "system:bench")
    house = database.transact(lambda uow: _put_up(uow, tables))
    engine.dispose()
    return house


def four_player_records() -> tuple[Mapping[str, Any], ...]:
    """The recorded rounds of the demo day that four players played."""
    rounds = [entry for table in read_day(DEMO_DAY) if table.ruleset == RULESET for entry in table.rounds]
    return tuple(entry.record for entry in rounds if len(entry.record["seats"]) == SEATS)


def open_sessions(address: Address, house: BenchHouse) -> tuple[int, ...]:
    """An open session at every table; their ids in the order of the tablets."""
    floor = Client(address, house.floor_key)
    seats = [{"seat": str(n)} for n in range(1, SEATS + 1)]
    bodies = [
        {"table_id": tablet.table_id, "ruleset": {"key": RULESET}, "unit_minor": "100", "seats": seats}
        for tablet in house.tablets
    ]
    ids = tuple(int(floor.post("/v1/sessions", body)["id"]) for body in bodies)
    floor.close()
    return ids


def requests_of(
    tablet: Tablet, session_id: int, numbers: Sequence[int], records: Sequence[Mapping[str, Any]]
) -> list[Request]:
    """One POST a number, as the tablet of the table sends it."""
    return [
        Request(
            f"/v1/sessions/{session_id}/rounds",
            {
                "Authorization": f"Bearer {tablet.key}",
                "Content-Type": "application/json",
                "Idempotency-Key": token_urlsafe(24),
            },
            as_json_body(
                {"number": number, "played_at": format_us(now_us()), "record": records[number % len(records)]}
            ),
        )
        for number in numbers
    ]


def _put_up(uow: UnitOfWork, tables: int) -> BenchHouse:
    home = {"code": "bench", "name": "Bench", "currency": "EUR", "time_zone": "UTC", "rollover_min": 0}
    property_id = store.insert_property(uow.connection, home)
    floor_key = new_key()
    person = usecases.add_person(usecases.NewPerson(property_id, "bench.floor", "Bench"), uow)
    digest = key_sha256(floor_key)
    usecases.issue_person_key(usecases.NewPersonKey(property_id, person.id, Role.FLOOR, None, digest), uow)
    return BenchHouse(floor_key, tuple(_put_up_table(uow, property_id, n) for n in range(1, tables + 1)))


def _put_up_table(uow: UnitOfWork, property_id: int, number: int) -> Tablet:
    row = {"code": f"B-{number}", "game": "chinese_poker", "pit": "B", "seats": SEATS, "last_seq": 0}
    table_id = add_table(uow.connection, {**row, "property_id": property_id})
    assert table_id is not None
    device = usecases.add_device(usecases.NewDevice(property_id, table_id, f"bench-{number}"), uow)
    key = new_key()
    usecases.issue_device_key(usecases.NewDeviceKey(property_id, device.id, key_sha256(key)), uow)
    return Tablet(key, table_id)
