import stat
from pathlib import Path

import psutil
from celery import Celery
from redis import Redis

from support.valkey import ValkeyServer, any_valkey, running_valkey


def test_a_real_valkey_answers_a_ping_and_is_gone_after_its_stop() -> None:
    with running_valkey() as server:
        assert server.process is not None
        process = psutil.Process(server.process.pid)
        with Redis.from_url(server.url) as client:
            assert client.ping() is True
            assert client.config_get("port") == {"port": "0"}
            assert client.config_get("appendonly") == {"appendonly": "yes"}
        assert stat.S_IMODE(server.home.stat().st_mode) == 0o700
    assert not process.is_running()
    assert not server.home.exists()
    assert not server.answers()


def test_what_was_stored_survives_a_restart_of_the_server() -> None:
    with running_valkey() as server:
        with Redis.from_url(server.url) as client:
            client.set("job", "1")
        server.stop()
        server.start()
        with Redis.from_url(server.url) as client:
            assert client.get("job") == b"1"


def test_the_broker_is_empty_at_the_start_of_each_test(valkey_server: ValkeyServer) -> None:
    with Redis.from_url(valkey_server.url) as client:
        client.set("left over", "1")
        valkey_server.empty()
        assert client.dbsize() == 0


def test_celery_reaches_the_broker_by_its_own_spelling_of_the_address(broker_url: str) -> None:
    with Celery(broker=broker_url, set_as_current=False) as app, app.connection_for_write() as connection:
        connection.ensure_connection(max_retries=1)
        assert connection.connected


def test_a_server_that_is_already_there_is_used_and_left_running(tmp_path: Path) -> None:
    with running_valkey() as host:
        with any_valkey(host.url) as guest:
            assert guest.answers()
        assert host.answers()
