"""``bench rounds``: posting rounds, against SQLite and PostgreSQL, beside a bare handler on PostgreSQL.

All three servers run in the same way (one process, as many threads); slices of the load alternate between them, so
that a slow minute of the machine slows them alike. Figures are medians over the slices.
"""

import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, Final

import psycopg
from sqlalchemy import make_url

from service.bench.bare import SCHEMA
from service.bench.house import BenchHouse, four_player_records, open_sessions, requests_of, set_up
from service.bench.load import Measured, Request, as_json_body, closed_loop, open_loop
from service.core.settings import Settings, child_environ
from service.demo.client import Address
from service.demo.server import free_port, running, running_server

CONNECTIONS: Final = 16
OPEN_LOOP_RATE: Final = 100.0
HOST: Final = "127.0.0.1"

Streams = Callable[[Sequence[int]], list[list[Request]]]


@dataclass(slots=True)
class Contender:
    """A server under load: where it is, how its requests look, and what its slices took."""

    name: str
    address: Address
    streams: Streams
    slices: list[Measured]
    next_number: int = 1

    def numbers(self, count: int) -> range:
        """The next round numbers, each used once."""
        first, self.next_number = self.next_number, self.next_number + count
        return range(first, first + count)


def run(settings: Settings, postgres_url: str, bare_url: str, slices: int, per_slice: int) -> dict[str, Any]:
    """Measure, and return the figures as JSON data. Both PostgreSQL databases must exist and be empty."""
    with ExitStack() as stack:
        contenders = [
            _ours("sqlite", settings, stack),
            _ours("postgresql", replace(settings, database_url=postgres_url), stack),
            _bare(bare_url, settings, stack),
        ]
        each = max(1, per_slice // CONNECTIONS)
        for contender in contenders:
            closed_loop(contender.address, contender.streams(contender.numbers(max(1, each // 4))))
        for _ in range(slices):
            for contender in contenders:
                streams = contender.streams(contender.numbers(each))
                contender.slices.append(closed_loop(contender.address, streams))
        opened = {
            contender.name: open_loop(contender.address, contender.streams(contender.numbers(each)), OPEN_LOOP_RATE)
            for contender in contenders
        }
    return _figures(contenders, opened, each * CONNECTIONS, settings)


def _ours(name: str, settings: Settings, stack: ExitStack) -> Contender:
    house = set_up(settings, CONNECTIONS)
    address = Address(HOST, free_port(HOST))
    stack.enter_context(running_server(settings, address))
    return Contender(name, address, _our_streams(house, open_sessions(address, house)), [])


def _our_streams(house: BenchHouse, sessions: Sequence[int]) -> Streams:
    records = four_player_records()

    def streams(numbers: Sequence[int]) -> list[list[Request]]:
        pairs = zip(house.tablets, sessions, strict=True)
        return [requests_of(tablet, session_id, numbers, records) for tablet, session_id in pairs]

    return streams


def _bare(url: str, settings: Settings, stack: ExitStack) -> Contender:
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
        connection.execute(SCHEMA)
    address = Address(HOST, free_port(HOST))
    command = [sys.executable, "-m", "service.bench.bare", plain, HOST, str(address.port), "1", str(settings.threads)]
    stack.enter_context(running(command, child_environ(settings), address))
    records = [as_json_body({"record": record}) for record in four_player_records()]

    def streams(numbers: Sequence[int]) -> list[list[Request]]:
        headers = {"Content-Type": "application/json"}
        return [
            [Request(f"/tables/{table}/rounds/{n}", headers, records[n % len(records)]) for n in numbers]
            for table in range(1, CONNECTIONS + 1)
        ]

    return Contender("bare", address, streams, [])


def _figures(
    contenders: Sequence[Contender], opened: dict[str, Measured], per_slice: int, settings: Settings
) -> dict[str, Any]:
    rates = {one.name: median(taken.rate for taken in one.slices) for one in contenders}
    figures: dict[str, Any] = {
        "bench": "rounds",
        "what": "POST one four-player round; yardstick: a bare handler writing as many rows with raw psycopg",
        "connections": CONNECTIONS,
        "threads": settings.threads,
        "slices": len(contenders[0].slices),
        "requests_per_slice": per_slice,
    }
    for one in contenders:
        figures[one.name] = {
            "rate_per_s": round(rates[one.name], 1),
            "p50_ms": round(median(taken.percentile_ms(50) for taken in one.slices), 2),
            "p99_ms": round(median(taken.percentile_ms(99) for taken in one.slices), 2),
            "open_loop_p99_ms": round(opened[one.name].percentile_ms(99), 2),
            "ratio_to_bare": round(rates[one.name] / rates["bare"], 3),
        }
    return figures
