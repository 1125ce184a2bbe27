"""Fixtures shared by all tests: real servers, migrated databases of both kinds, and no network in engine tests."""

import os
import socket
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import structlog

from support.celery_worker import start_worker
from support.databases import KINDS, Databases
from support.postgres import ADDRESS_VARIABLE as POSTGRES_ADDRESS
from support.postgres import PostgresServer, any_postgres
from support.processes import RUNNING, RunningProcess
from support.valkey import ADDRESS_VARIABLE as VALKEY_ADDRESS
from support.valkey import ValkeyServer, any_valkey

if TYPE_CHECKING:
    from support.house import House

ENGINE_TESTS = Path(__file__).parent / "engine"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show beside a failed test what the servers wrote while it ran."""
    report = yield
    if report.failed:
        report.sections += [(f"end of the log of {process.name}", process.log_tail(20)) for process in RUNNING]
    return report


@pytest.fixture(autouse=True)
def no_network_for_the_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine is pure: a test of it that opens a connection is wrong."""

    def refuse(*_: object) -> None:
        raise AssertionError("an engine test opened a network connection")

    if request.path.is_relative_to(ENGINE_TESTS):
        monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture(autouse=True)
def logs_as_they_come() -> Iterator[None]:
    """A command run in this process sets up logs for good; the next test must not find them so."""
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """One PostgreSQL for each test process (half a second), or the one at PITBOOK_TEST_DATABASE_URL."""
    with any_postgres(os.environ.get(POSTGRES_ADDRESS)) as server:
        yield server


@pytest.fixture(scope="session")
def valkey_server() -> Iterator[ValkeyServer]:
    """One Valkey for each test process, or the Redis at PITBOOK_TEST_REDIS_URL."""
    with any_valkey(os.environ.get(VALKEY_ADDRESS)) as server:
        yield server


@pytest.fixture
def broker_url(valkey_server: ValkeyServer) -> str:
    """The address of an emptied broker, as Celery spells it."""
    valkey_server.empty()
    return valkey_server.celery_url


@pytest.fixture(scope="session")
def databases(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Databases:
    """The maker of migrated databases."""
    from service.core.migrate import upgrade

    folder = tmp_path_factory.mktemp("databases")
    return Databases(folder, lambda: request.getfixturevalue("postgres_server"), upgrade)


@pytest.fixture(scope="session")
def make_database(databases: Databases) -> Callable[[str], str]:
    """``make_database(kind)``: the address of a fresh migrated database that stays till the end of the run."""
    return databases.make


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, databases: Databases) -> Iterator[str]:
    """A fresh migrated database for one test, which runs once on each kind."""
    url = databases.make(request.param)
    yield url
    databases.drop(url)


@pytest.fixture
def celery_worker(tmp_path: Path) -> Iterator[Callable[[str, str], RunningProcess]]:
    """``celery_worker(database_url, broker_url)``: a real worker, ready; stopped after the test."""
    workers: list[RunningProcess] = []

    def start(database_url: str, broker_url: str) -> RunningProcess:
        workers.append(start_worker(database_url, broker_url, tmp_path / f"worker-{len(workers)}.log"))
        return workers[-1]

    yield start
    for worker in workers:
        worker.stop()


@pytest.fixture(scope="session")
def houses(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Databases:
    """The maker of databases that hold a small casino already."""
    from support.house import build

    return Databases(tmp_path_factory.mktemp("houses"), lambda: request.getfixturevalue("postgres_server"), build)


@pytest.fixture(params=KINDS)
def house_url(request: pytest.FixtureRequest, houses: Databases) -> Iterator[str]:
    """A fresh database with a small casino in it, for one test, which runs once on each kind."""
    url = houses.make(request.param)
    yield url
    houses.drop(url)


@pytest.fixture
def house(house_url: str) -> "Iterator[House]":
    """A small casino with a key for every role, on each kind of database."""
    from support.house import House

    house = House(house_url)
    yield house
    house.close()
