import os
import stat
from pathlib import Path

import psutil
import psycopg
import pytest
from sqlalchemy import create_engine, text

from support import postgres
from support.postgres import OwnPostgres, PostgresServer, running_postgres


def setting(server: PostgresServer, name: str) -> object:
    with psycopg.connect(server.driver_url()) as connection:
        row = connection.execute("SELECT current_setting(%s)", [name]).fetchone()
        assert row is not None
        return row[0]


def test_a_real_postgresql_answers_a_select_and_is_gone_after_its_stop() -> None:
    with running_postgres() as server:
        assert server.process is not None
        process = psutil.Process(server.process.pid)
        with psycopg.connect(server.driver_url()) as connection:
            assert connection.execute("SELECT 6 * 7").fetchone() == (42,)
        home = server.data.parent
    assert not process.is_running()
    assert not home.exists()
    assert not server.answers()


def test_a_server_of_our_own_waits_for_the_disk_unless_told_not_to() -> None:
    with running_postgres() as server:
        assert setting(server, "fsync") == "on"
        assert setting(server, "synchronous_commit") == "on"


def test_the_shared_server_of_the_plain_tests_listens_on_no_port(postgres_server: PostgresServer) -> None:
    if not isinstance(postgres_server, OwnPostgres):
        pytest.skip("the server at PITBOOK_TEST_DATABASE_URL is not ours to judge")
    assert setting(postgres_server, "listen_addresses") == ""
    assert setting(postgres_server, "fsync") == "off"
    assert stat.S_IMODE(postgres_server.data.parent.stat().st_mode) == 0o700


def test_a_database_is_a_copy_of_its_template_and_can_be_dropped_while_in_use(postgres_server: PostgresServer) -> None:
    template = postgres_server.create_database("pitbook_support_template")
    engine = create_engine(template)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE rounds (number integer)"))
        connection.execute(text("INSERT INTO rounds VALUES (7)"))
    engine.dispose()

    copy = create_engine(postgres_server.create_database("pitbook_support_copy", "pitbook_support_template"))
    with copy.connect() as connection:
        assert connection.execute(text("SELECT number FROM rounds")).scalar_one() == 7
        postgres_server.drop_database("pitbook_support_copy")
        connection.invalidate()
    copy.dispose()
    postgres_server.drop_database("pitbook_support_template")
    with psycopg.connect(postgres_server.driver_url()) as admin:
        rows = admin.execute("SELECT datname FROM pg_database WHERE datname LIKE 'pitbook_support%'").fetchall()
    assert rows == []


def test_what_was_committed_survives_kill_9_of_the_server() -> None:
    with running_postgres() as server:
        with psycopg.connect(server.driver_url()) as connection:
            connection.execute("CREATE TABLE rounds (number integer)")
            connection.execute("INSERT INTO rounds VALUES (7)")
        server.kill()
        assert not server.answers()
        server.start()
        with psycopg.connect(server.driver_url()) as connection:
            assert connection.execute("SELECT number FROM rounds").fetchall() == [(7,)]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to give itself up")
def test_under_root_the_server_runs_as_nobody_from_a_copy_when_the_wheel_is_out_of_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgres, "_open_to_others", lambda _folder: False)
    with running_postgres(durable=False) as server:
        assert server.process is not None
        process = psutil.Process(server.process.pid)
        assert process.uids().real == process.uids().saved == server.data.stat().st_uid != 0
        assert process.gids().real != 0
        assert Path(process.exe()).is_relative_to(server.data.parent)
        assert server.answers()


def test_a_server_that_is_already_there_is_used_and_left_without_our_databases() -> None:
    with running_postgres(durable=False) as host:
        with postgres.any_postgres(host.driver_url()) as guest:
            assert guest.url("x").startswith("postgresql+psycopg://")
            guest.create_database("pitbook_guest")
        assert host.answers()
        with psycopg.connect(host.driver_url()) as connection:
            assert connection.execute("SELECT 1 FROM pg_database WHERE datname = 'pitbook_guest'").fetchone() is None
