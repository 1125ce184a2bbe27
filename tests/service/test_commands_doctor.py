"""The doctor finds a sound house sound, and names what is not."""

from collections.abc import Mapping
from pathlib import Path

from service.commands import doctor
from service.core.database import make_engine
from service.core.settings import Settings
from support.commands import Run, change, rows


def states(url: str, broker_url: str | None = None) -> Mapping[str, str]:
    return {found.check: found.state for found in doctor.examine(Settings(database_url=url, broker_url=broker_url))}


def test_doctor_finds_a_seeded_house_sound(run: Run) -> None:
    run("seed", "--demo")
    found = run("doctor")
    lines = found.stdout.splitlines()
    assert found.exit_code == 0, found.stdout
    assert {line.split()[0] for line in lines} == {"ok"}
    assert [line.split()[1] for line in lines] == [
        "database",
        "schema",
        "fingerprint",
        "triggers",
        "secret",
        "rulebook",
        "keys",
        "broker",
    ]
    columns = {line.index(line.split(maxsplit=2)[2]) for line in lines}
    assert len(columns) == 1


def test_doctor_names_a_switched_off_trigger_and_the_changed_schema(database_url: str) -> None:
    on = "" if database_url.startswith("sqlite") else " ON settlements"
    change(database_url, f"DROP TRIGGER tr_settlements_refuse_update{on}")
    found = states(database_url)
    assert (found["triggers"], found["fingerprint"], found["schema"]) == ("FAIL", "FAIL", "ok")


def test_doctor_names_what_is_missing_in_a_bare_database(database_url: str) -> None:
    change(database_url, "DELETE FROM installation")
    found = states(database_url)
    assert [check for check, state in found.items() if state == "FAIL"] == ["fingerprint", "secret", "rulebook", "keys"]


def test_doctor_says_when_a_database_is_not_migrated(empty_url: str) -> None:
    if empty_url.startswith("sqlite"):
        assert states(empty_url) == {"database": "FAIL", "broker": "ok"}
        assert not Path(empty_url.removeprefix("sqlite:///")).exists()
    else:
        assert states(empty_url) == {"database": "ok", "schema": "FAIL", "broker": "ok"}


def test_doctor_asks_the_broker(database_url: str, broker_url: str, tmp_path: Path) -> None:
    assert states(database_url, broker_url)["broker"] == "ok"
    assert states(database_url, f"redis+socket://{tmp_path / 'none.sock'}")["broker"] == "FAIL"


def test_doctor_changes_nothing(database_url: str) -> None:
    engine = make_engine(Settings(database_url=database_url))
    before = rows(database_url, "SELECT * FROM installation ORDER BY name")
    states(database_url)
    assert rows(database_url, "SELECT * FROM installation ORDER BY name") == before
    engine.dispose()
