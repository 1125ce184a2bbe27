"""The command line over a database of each kind, and each command once in a process of its own."""

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.__main__ import COMMANDS, commands
from service.commands.property_file import read_property_file
from service.core.database import make_engine
from service.core.permissions import Role
from service.core.places import DEMO_PROPERTY, SEEDS
from service.core.settings import Settings, SettingsError, read_settings
from service.rulebook.seeding import SeedsRefused
from service.staff.usecases import make_key_lookup
from support.commands import Run, environment, rows, runner


def test_help_lists_every_command_and_each_has_help_of_its_own() -> None:
    said = CliRunner().invoke(commands, ["--help"]).output
    for name, (_, about) in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(about[:30])}", said, re.MULTILINE), name
        own = CliRunner().invoke(commands, [name, "--help"])
        assert (own.exit_code, f"Usage: commands {name}" in own.output) == (0, True), name


def test_every_command_runs_as_a_process_of_its_own(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'data' / 'pitbook.db'}"
    keys = ("keys", "create", "--login", "chief", "--role", "admin")
    for arguments in (["migrate"], ["seed", "--demo"], keys, ["doctor"]):
        command = [sys.executable, "-m", "service", *arguments]
        done = subprocess.run(command, env=environment(url), capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
    assert "2 live administrator keys" in done.stdout


def test_help_imports_neither_database_nor_web_framework() -> None:
    probe = (
        "import sys; from service.__main__ import commands\n"
        "try: commands(['--help'])\n"
        "except SystemExit: pass\n"
        "print({name for name in ('sqlalchemy', 'flask', 'alembic', 'granian', 'celery') if name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "set()"


def test_the_server_starts_without_the_migration_tool_and_without_celery() -> None:
    probe = "import sys, service.commands.serve; print({n for n in ('alembic', 'celery', 'numba') if n in sys.modules})"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "set()"


def test_an_unknown_command_is_a_usage_error() -> None:
    assert CliRunner().invoke(commands, ["dance"]).exit_code == 2


@pytest.mark.parametrize("arguments", [("serve",), ("seed",), ("keys", "list"), ("worker",)])
def test_nothing_works_on_a_database_that_is_not_migrated_and_says_what_to_do(
    empty_url: str, arguments: tuple[str, ...]
) -> None:
    refused = runner(empty_url)(*arguments, PITBOOK_BROKER_URL="redis://127.0.0.1:1/0")
    assert refused.exit_code == 1
    assert "Run: python -m service migrate" in refused.stderr


def test_migrate_brings_an_empty_database_up_and_may_be_run_again(empty_url: str) -> None:
    run = runner(empty_url)
    for _ in range(2):
        done = run("migrate")
        assert (done.exit_code, done.stderr) == (0, "")
        assert "is at revision 0001" in done.stdout
    assert rows(empty_url, "SELECT count(*) FROM rounds") == [(0,)]


def test_a_database_that_cannot_be_reached_is_said_in_a_sentence(tmp_path: Path) -> None:
    run = runner(f"postgresql+psycopg://nobody@/none?host={tmp_path}")
    for arguments in (["migrate"], ["serve"], ["seed"]):
        refused = run(*arguments)
        assert refused.exit_code == 1
        assert refused.stderr.startswith("Error: The database")


def test_the_database_password_is_not_printed(tmp_path: Path) -> None:
    found = runner(f"postgresql://me:very-secret@/none?host={tmp_path}")("doctor")
    assert found.exit_code == 1
    assert "very-secret" not in found.stdout + found.stderr


def test_seed_publishes_the_rulebook_once(run: Run, database_url: str) -> None:
    first = run("seed")
    assert first.exit_code == 0
    documents = rows(database_url, "SELECT count(*) FROM rulebook_versions")[0][0]
    assert first.stdout.startswith(f"Rulebook: {documents} documents, {documents} newly published")
    assert run("seed").stdout == f"Rulebook: {documents} documents, 0 newly published.\n"
    assert rows(database_url, "SELECT DISTINCT published_by FROM rulebook_versions") == [("system:seed",)]


def test_a_broken_seed_is_named_with_file_and_place_and_nothing_is_written(
    run: Run, database_url: str, tmp_path: Path
) -> None:
    seeds = Path(shutil.copytree(SEEDS, tmp_path / "seeds"))
    spoilt = seeds / "rulesets" / "tcp_standard.toml"
    spoilt.write_text(spoilt.read_text(encoding="utf-8").replace("[switches]", "[switches]\nno_such = 1"))
    refused = run("seed", "--seeds", str(seeds), "--demo")
    assert refused.exit_code == 1
    assert f"{spoilt}: unknown_key at /switches/no_such" in refused.stderr
    for table in ("rulebook_versions", "properties", "access_keys"):
        assert rows(database_url, f"SELECT count(*) FROM {table}") == [(0,)]


def test_the_demo_property_has_a_table_of_each_game_every_role_and_a_key_for_everyone(
    run: Run, database_url: str
) -> None:
    said = run("seed", "--demo").stdout
    assert rows(database_url, "SELECT code FROM gaming_tables ORDER BY code") == [
        ("CP-01",),
        ("CP-02",),
        ("KW-01",),
        ("OF-01",),
        ("TC-01",),
        ("TC-02",),
    ]
    seats = rows(database_url, "SELECT name, seat FROM devices WHERE seat IS NOT NULL ORDER BY name")
    assert seats == [
        (f"tablet-{name}-{seat}", str(seat))
        for name, most in (("kw-01", 3), ("of-01", 2))
        for seat in range(1, most + 1)
    ]
    keys = re.findall(r"pbk_[A-Za-z0-9_-]{43}$", said, re.MULTILINE)
    assert len(keys) == 18
    stored = {row[0]: row[1] for row in rows(database_url, "SELECT key_sha256, role FROM access_keys")}
    assert {hashlib.sha256(key.encode()).hexdigest() for key in keys} == set(stored)
    assert len(set(stored.values())) == 8


def test_seeding_the_demo_again_changes_nothing_but_the_keys(run: Run, database_url: str) -> None:
    run("seed", "--demo")
    run("seed", "--demo")
    for table, count in (("properties", 1), ("gaming_tables", 6), ("people", 7), ("devices", 11)):
        assert rows(database_url, f"SELECT count(*) FROM {table}") == [(count,)]
    assert rows(database_url, "SELECT count(*), count(revoked_us) FROM access_keys") == [(36, 18)]


PROPERTY = DEMO_PROPERTY.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "code", "pointer"),
    [
        ("Europe/Vienna", "Europe/Wien", "wrong_value", "/property/time_zone"),
        ('currency = "EUR"', 'currency = "Euro"', "wrong_value", "/property/currency"),
        ("rollover_min = 360", "rollover_min = 1440", "wrong_value", "/property/rollover_min"),
        ("rollover_min = 360", "", "missing_key", "/property"),
        ("seats = 4", "seats = 5", "wrong_value", "/tables/0/seats"),
        ('pit = "A"', 'pit = " "', "wrong_value", "/tables/0/pit"),
        ('name = "Demo Casino"', 'name = "..."', "wrong_value", "/property/name"),
        ('name = "Ada Moser"', 'name = "  "', "wrong_value", "/people/0/name"),
        ('game = "chinese_poker"', 'game = "whist"', "wrong_value", "/tables/0/game"),
        ('code = "CP-02"', 'code = "CP-01"', "duplicate_key", "/tables/1/code"),
        ('role = "floor"', 'role = "device"', "wrong_value", "/people/1/role"),
        ('login = "felix.floor"', 'login = "Felix"', "wrong_value", "/people/1/login"),
        ('table = "TC-02"', 'table = "TC-09"', "wrong_value", "/devices/3/table"),
        ('seat = "1"', 'seat = "a b"', "wrong_value", "/devices/5/seat"),
        ('seat = "1"', "seat = 1", "wrong_value", "/devices/5/seat"),
        ('seat = "1"', 'chair = "1"', "unknown_key", "/devices/5/chair"),
        ("[property]", "[casino]", "unknown_key", "/casino"),
        ("[property]", "[property", "invalid_toml", ""),
    ],
)
def test_a_property_file_is_refused_at_the_place(tmp_path: Path, old: str, new: str, code: str, pointer: str) -> None:
    assert old in PROPERTY
    file = tmp_path / "house.toml"
    file.write_text(PROPERTY.replace(old, new), encoding="utf-8")
    with pytest.raises(SeedsRefused) as refused:
        read_property_file(file)
    assert (code, pointer) in [(fault.violation.code, fault.violation.pointer) for fault in refused.value.faults]


def test_the_first_administrator_gets_in_by_the_command_line(run: Run, database_url: str, tmp_path: Path) -> None:
    refused = run("keys", "create", "--login", "admin", "--role", "admin")
    assert "seed --property FILE" in refused.stderr
    house = tmp_path / "house.toml"
    house.write_text(PROPERTY, encoding="utf-8")
    assert run("seed", "--property", str(house)).exit_code == 0
    assert rows(database_url, "SELECT count(*) FROM access_keys") == [(0,)]
    issued = run("keys", "create", "--login", "admin", "--role", "admin", "--name", "The Administrator")
    key = issued.stdout.strip()
    assert re.fullmatch(r"pbk_[A-Za-z0-9_-]{43}", key)
    engine = make_engine(Settings(database_url=database_url))
    principal = make_key_lookup(engine)(hashlib.sha256(key.encode()).hexdigest())
    engine.dispose()
    assert principal is not None
    assert (principal.name, principal.role) == ("admin", Role.ADMIN)
    listed = run("keys", "list").stdout
    assert re.fullmatch(r" +1  live +admin +admin\n", listed)
    assert run("keys", "revoke", "1").exit_code == 0
    assert "revoked" in run("keys", "list").stdout
    again = run("keys", "revoke", "77")
    assert (again.exit_code, "no such key" in again.stderr) == (1, True)


def test_a_device_gets_two_keys_by_the_command_line_and_no_third(run: Run) -> None:
    run("seed", "--property", str(DEMO_PROPERTY))
    make = ("keys", "create-device", "--name", "tablet-new", "--table", "CP-01")
    assert [run(*make).exit_code for _ in range(3)] == [0, 0, 1]
    assert "Revoke one of them first" in run(*make).stderr
    elsewhere = run("keys", "create-device", "--name", "tablet-new", "--table", "CP-02")
    assert "stands at another table" in elsewhere.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--login", "No Login", "--role", "floor"),
        ("--login", "anna", "--role", "device"),
        ("--login", "anna", "--role", "emperor"),
        ("--role", "floor"),
    ],
)
def test_a_key_for_what_cannot_be_is_a_usage_error(arguments: tuple[str, ...]) -> None:
    assert CliRunner().invoke(commands, ["keys", "create", *arguments]).exit_code == 2


def test_a_new_key_is_shown_with_its_hash_and_needs_no_database() -> None:
    key, digest = [line.split()[1] for line in CliRunner().invoke(commands, ["keys", "new"]).output.splitlines()]
    assert digest == hashlib.sha256(key.encode()).hexdigest()


def test_openapi_is_printed_and_compared(tmp_path: Path) -> None:
    printed = CliRunner().invoke(commands, ["openapi"]).output
    assert printed.startswith("paths:") or "openapi: 3.1.0" in printed
    file = tmp_path / "openapi.yaml"
    file.write_text(printed, encoding="utf-8")
    assert CliRunner().invoke(commands, ["openapi", "--check", "--file", str(file)]).exit_code == 0
    file.write_text(printed.replace("Pitbook", "Bookpit", 1), encoding="utf-8")
    differs = CliRunner().invoke(commands, ["openapi", "--check", "--file", str(file)])
    assert (differs.exit_code, "Bookpit" in differs.output) == (1, True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PITBOOK_DATABASE_URL", "mysql://x"),
        ("PITBOOK_PORT", "65536"),
        ("PITBOOK_THREADS", "0"),
        ("PITBOOK_PROCESSES", "many"),
        ("PITBOOK_LOG_LEVEL", "loud"),
        ("PITBOOK_HOST", "localhost"),
        ("PITBOOK_HOST", ""),
        ("PITBOOK_DATABASE_URL", "postgresql://pit@127.0.0.1:many/book"),
        ("PITBOOK_DATABASE_URL", "postgresql://pit@127.0.0.1:65536/book"),
        ("PITBOOK_BROKER_URL", "redis://127.0.0.1:many/0"),
        ("PITBOOK_BROKER_URL", "amqp://127.0.0.1"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        read_settings({name: value})


def test_a_worker_without_a_broker_says_that_none_is_needed(run: Run) -> None:
    refused = run("worker")
    assert (refused.exit_code, "PITBOOK_BROKER_URL" in refused.stderr) == (1, True)
