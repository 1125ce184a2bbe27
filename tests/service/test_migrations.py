from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.exc import IntegrityError

import service.audit.models
import service.core.jobs_models
import service.core.models
import service.floor.models
import service.rulebook.models
import service.staff.models  # noqa: F401
from service.core import guards, installation, schema
from service.core.database import make_engine, metadata
from service.core.migrate import configuration, upgrade
from service.core.places import MIGRATIONS
from service.core.settings import Settings
from service.core.uow import Database
from support.postgres import PostgresServer

PINNED_SQLITE_FINGERPRINT = "6cc299661cc2245f82f0f1e7a5611f16438d8e4c3d3ff9a0e2e859ac051063c2"
ROWS = (
    "INSERT INTO properties (id, code, name, currency, time_zone, rollover_min) VALUES (1, 'p', 'P', 'EUR', 'UTC', 0)",
    "INSERT INTO rulebook_entries (id, kind, entry_key, game, created_us) VALUES (1, 'ruleset', 'k', 'g', 1)",
    "INSERT INTO rulebook_versions (id, entry_id, version, title, document, sha256, published_us, published_by)"
    " VALUES (1, 1, 1, 't', '{}', 's', 1, 'b')",
    "INSERT INTO gaming_tables (id, property_id, code, game, pit, seats, last_seq) VALUES (1, 1, 'T', 'g', 'x', 4, 1)",
    "INSERT INTO gaming_days (id, property_id, gaming_date, opened_us) VALUES (1, 1, '2026-11-30', 1)",
    "INSERT INTO sessions (id, property_id, table_id, gaming_day_id, gaming_date, ruleset_version_id, terms, opened_us,"
    " opened_by) VALUES (1, 1, 1, 1, '2026-11-30', 1, '{}', 1, 'b')",
    "INSERT INTO rounds (id, property_id, table_id, seq, session_id, gaming_date, number, played_us, recorded_us,"
    " recorded_by, record, evidence_sha256) VALUES (1, 1, 1, 1, 1, '2026-11-30', 1, 1, 1, 'b', '{}', 's')",
    "INSERT INTO settlements (id, round_id, ruleset_version_id, body, sha256, settled_us)"
    " VALUES (1, 1, 1, '{}', 's', 1)",
    "INSERT INTO spot_results (settlement_id, seat, property_id, table_id, session_id, gaming_date, seq, net_minor,"
    " returned_minor) VALUES (1, '1', 1, 1, 1, '2026-11-30', 1, 0, 0)",
    "INSERT INTO open_rounds (id, property_id, table_id, session_id, gaming_date, number, played_us, opened_us,"
    " opened_by, header, state, last_place) VALUES (1, 1, 1, 1, '2026-11-30', 2, 1, 1, 'b', '{}', 'open', 1)",
    "INSERT INTO round_events (open_round_id, place, kind, seat, body, recorded_us, recorded_by)"
    " VALUES (1, 1, 'event', '1', '{}', 1, 'b')",
    "INSERT INTO jobs (id, property_id, kind, effect_key, params, state, attempts, done, created_us, created_by)"
    " VALUES (1, 1, 'audit', 'e', '{}', 'queued', 0, 0, 1, 'b')",
    "INSERT INTO findings (id, job_id, finding_key, code, severity, detail, found_us)"
    " VALUES (1, 1, 'f', 'c', 's', 'd', 1)",
)


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = make_engine(Settings(database_url=database_url))
    yield engine
    engine.dispose()


@pytest.fixture
def filled(engine: Engine) -> Engine:
    with writing(engine) as connection:
        for row in ROWS:
            connection.execute(text(row))
    return engine


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database that was never migrated."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.db'}"
        return
    server: PostgresServer = request.getfixturevalue("postgres_server")
    yield server.create_database("pitbook_empty")
    server.drop_database("pitbook_empty")


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    with engine.connect().execution_options(pitbook_write=True) as connection, connection.begin():
        yield connection


def described(engine: Engine) -> dict[str, Any]:
    """All that the database says of its tables, with every name."""
    inspector = inspect(engine)
    return {
        table: {
            "columns": [
                (c["name"], c["type"].compile(engine.dialect), c["nullable"], c["default"])
                for c in inspector.get_columns(table)
            ],
            "primary key": inspector.get_pk_constraint(table),
            "foreign keys": _by_name(inspector.get_foreign_keys(table)),
            "unique": _by_name(inspector.get_unique_constraints(table)),
            "checks": _by_name(inspector.get_check_constraints(table)),
            "indexes": [
                (i["name"], i["column_names"], bool(i["unique"]), {k: str(v) for k, v in i["dialect_options"].items()})
                for i in _by_name(inspector.get_indexes(table))
            ],
        }
        for table in sorted(inspector.get_table_names())
        if table != schema.VERSION_TABLE
    }


def _by_name(found: list[Any]) -> list[Any]:
    return sorted(found, key=lambda one: one["name"])


def test_the_migrated_schema_is_exactly_what_the_models_declare(
    empty_url: str, make_database: Callable[[str], str]
) -> None:
    modelled = create_engine(empty_url)
    migrated = create_engine(make_database(modelled.dialect.name))
    metadata.create_all(modelled)
    expected, found = described(modelled), described(migrated)
    modelled.dispose()
    migrated.dispose()
    assert sorted(found) == sorted(table.name for table in metadata.sorted_tables)
    for table in expected:
        assert found[table] == expected[table], table


def test_no_foreign_key_cascades(engine: Engine) -> None:
    inspector = inspect(engine)
    for table in inspector.get_table_names():
        for key in inspector.get_foreign_keys(table):
            assert key["options"] == {}, key["name"]


@pytest.mark.parametrize("table", guards.APPEND_ONLY)
@pytest.mark.parametrize("statement", ["UPDATE {} SET {} = {}", "DELETE FROM {}"])
def test_a_recorded_row_is_neither_changed_nor_taken_away(filled: Engine, table: str, statement: str) -> None:
    column = {"spot_results": "seq", "round_events": "place"}.get(table, "id")
    verb = statement.split(maxsplit=1)[0]
    with (
        pytest.raises(IntegrityError, match=f"{table} is append-only: {verb} is refused"),
        writing(filled) as connection,
    ):
        connection.execute(text(statement.format(table, column, column)))


@pytest.mark.parametrize("table", guards.APPEND_ONLY)
def test_a_recorded_row_is_not_replaced_or_truncated_either(filled: Engine, table: str) -> None:
    if filled.dialect.name == "sqlite":
        statement, verb = f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}", "DELETE"
    else:
        statement, verb = f"TRUNCATE {table} CASCADE", "TRUNCATE"
    with pytest.raises(IntegrityError, match=f"is append-only: {verb} is refused"), writing(filled) as connection:
        connection.execute(text(statement))


SETTLE = "UPDATE open_rounds SET state = 'settled', closed_us = 5, round_id = 1"


def test_an_open_round_may_grow_and_be_closed_once(filled: Engine) -> None:
    with writing(filled) as connection:
        connection.execute(text("UPDATE open_rounds SET last_place = last_place + 1"))
        connection.execute(text(SETTLE))
    for change in ("last_place = 3", "state = 'open', closed_us = NULL, round_id = NULL", "closed_us = 6"):
        with pytest.raises(IntegrityError, match="UPDATE is refused"), writing(filled) as connection:
            connection.execute(text(f"UPDATE open_rounds SET {change}"))


@pytest.mark.parametrize(
    "change", ["number = 3", "header = '[]'", "last_place = 0", "opened_by = 'c'", "session_id = 2"]
)
def test_what_a_round_was_opened_with_is_never_changed(filled: Engine, change: str) -> None:
    with pytest.raises(IntegrityError, match="UPDATE is refused"), writing(filled) as connection:
        connection.execute(text(f"UPDATE open_rounds SET {change}"))


def test_a_growing_round_is_not_taken_away(filled: Engine) -> None:
    statements = ["DELETE FROM open_rounds", "INSERT OR REPLACE INTO open_rounds SELECT * FROM open_rounds"]
    if filled.dialect.name == "postgresql":
        statements[1] = "TRUNCATE open_rounds CASCADE"
    for statement in statements:
        with pytest.raises(IntegrityError, match="is append-only"), writing(filled) as connection:
            connection.execute(text(statement))


@pytest.mark.parametrize(
    "closing",
    [
        "state = 'settled', closed_us = 5",
        "state = 'void', closed_us = 5",
        "state = 'void', voided_seq = 2",
        "state = 'x'",
    ],
)
def test_a_closed_round_says_when_and_as_what_it_ended(filled: Engine, closing: str) -> None:
    with pytest.raises(IntegrityError), writing(filled) as connection:
        connection.execute(text(f"UPDATE open_rounds SET {closing}"))


def test_a_session_never_has_two_open_rounds(filled: Engine) -> None:
    another = (
        "INSERT INTO open_rounds SELECT 2, property_id, table_id, session_id, gaming_date, 3, played_us, opened_us,"
        " opened_by, header, 'open', 0, NULL, NULL, NULL FROM open_rounds"
    )
    with pytest.raises(IntegrityError), writing(filled) as connection:
        connection.execute(text(another))
    with writing(filled) as connection:
        connection.execute(text(SETTLE))
        connection.execute(text(another))


def test_what_goes_on_living_may_be_changed(filled: Engine) -> None:
    with writing(filled) as connection:
        for table, column in (("sessions", "closed_us"), ("gaming_days", "closed_us"), ("jobs", "started_us")):
            assert connection.execute(text(f"UPDATE {table} SET {column} = 5")).rowcount == 1


def test_two_sessions_are_never_open_at_one_table(filled: Engine) -> None:
    second = ROWS[5].replace("(1, 1, 1, 1,", "(2, 1, 1, 1,")
    assert second != ROWS[5]
    with pytest.raises(IntegrityError), writing(filled) as connection:
        connection.execute(text(second))
    with writing(filled) as connection:
        connection.execute(text("UPDATE sessions SET closed_us = 9"))
        connection.execute(text(second))


def test_the_fingerprint_of_two_fresh_databases_is_the_same(
    database_url: str, make_database: Callable[[str], str]
) -> None:
    found = set()
    for url in (database_url, make_database("sqlite" if database_url.startswith("sqlite") else "postgresql")):
        engine = make_engine(Settings(database_url=url))
        with engine.connect() as connection:
            found.add(schema.fingerprint(connection))
            noted = installation.find_fact(connection, installation.SCHEMA_FINGERPRINT)
        engine.dispose()
        assert noted in found
    assert len(found) == 1


@pytest.mark.parametrize(
    "change",
    [
        "CREATE INDEX ix_more ON rounds (number)",
        "ALTER TABLE people ADD COLUMN nickname VARCHAR(10)",
        "DROP INDEX ix_rounds_session_id_seq",
        "DROP TRIGGER tr_rounds_refuse_update{on}",
        "CREATE TABLE extra (id INTEGER)",
    ],
)
def test_any_change_of_the_schema_changes_the_fingerprint(engine: Engine, change: str) -> None:
    on = " ON rounds" if engine.dialect.name == "postgresql" else ""
    with writing(engine) as connection:
        before = schema.fingerprint(connection)
        connection.execute(text(change.format(on=on)))
        assert schema.fingerprint(connection) != before


def test_rows_do_not_change_the_fingerprint(filled: Engine) -> None:
    with filled.connect() as connection:
        noted = installation.find_fact(connection, installation.SCHEMA_FINGERPRINT)
        assert schema.fingerprint(connection) == noted


def test_a_published_migration_stays_as_it_was(tmp_path: Path) -> None:
    """Once a release carries a migration, add the next one; before that, pin the new fingerprint here."""
    url = f"sqlite:///{tmp_path / 'pinned.db'}"
    upgrade(url)
    engine = create_engine(url)
    with engine.connect() as connection:
        assert schema.fingerprint(connection) == PINNED_SQLITE_FINGERPRINT
    engine.dispose()


def test_a_trigger_that_was_dropped_or_switched_off_is_missed(engine: Engine) -> None:
    with writing(engine) as connection:
        assert guards.missing_triggers(connection) == ()
        if engine.dialect.name == "postgresql":
            connection.execute(text("ALTER TABLE rounds DISABLE TRIGGER tr_rounds_refuse_delete"))
        else:
            connection.execute(text("DROP TRIGGER tr_rounds_refuse_delete"))
        assert guards.missing_triggers(connection) == ("tr_rounds_refuse_delete",)


def test_the_code_knows_the_last_migration_and_there_is_one_line_of_them() -> None:
    scripts = ScriptDirectory.from_config(configuration())
    assert scripts.get_heads() == [schema.HEAD]
    assert [script.revision for script in scripts.walk_revisions()] == sorted(
        (path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("*.py")), reverse=True
    )


def test_migrating_twice_changes_nothing(database_url: str) -> None:
    engine = make_engine(Settings(database_url=database_url))

    def facts() -> list[Any]:
        with engine.connect() as connection:
            return list(connection.execute(text("SELECT name, value FROM installation ORDER BY name")))

    before = facts()
    upgrade(database_url)
    assert facts() == before
    engine.dispose()


def test_two_migrators_at_once_leave_one_schema_and_one_secret(empty_url: str) -> None:
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(upgrade, empty_url) for _ in range(2)]:
            done.result(60)
    engine = make_engine(Settings(database_url=empty_url))
    with engine.connect() as connection:
        schema.require_current(connection)
        assert connection.execute(text("SELECT count(*) FROM installation")).scalar_one() == 2
    engine.dispose()


def test_the_cursor_secret_is_made_once_whoever_asks_first(engine: Engine) -> None:
    with writing(engine) as connection:
        connection.execute(text("DELETE FROM installation WHERE name = 'cursor_secret'"))
    database = Database(engine)

    def settle(_: int) -> bytes:
        database.transact(lambda uow: installation.settle_cursor_secret(uow.connection))
        return installation.read_cursor_secret(engine)

    with ThreadPoolExecutor(4) as pool:
        secrets = set(pool.map(settle, range(8)))
    assert [len(secret) for secret in secrets] == [32]


def test_an_unmigrated_database_is_refused_with_what_to_do(empty_url: str) -> None:
    engine = make_engine(Settings(database_url=empty_url))
    with engine.connect() as connection, pytest.raises(schema.SchemaNotCurrent, match="python -m service migrate"):
        schema.require_current(connection)
    engine.dispose()


def test_a_database_newer_than_the_code_is_left_alone(database_url: str) -> None:
    engine = make_engine(Settings(database_url=database_url))
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(schema.SchemaNotCurrent, match="9999, which is newer"):
        upgrade(database_url)
    engine.dispose()
