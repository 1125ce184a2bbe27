"""A trigger of the right name that lets changes pass is no guard."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, text

from service.core import guards
from service.core.database import make_engine
from service.core.settings import Settings

UPDATE = "tr_settlements_refuse_update"
DELETE = "tr_open_rounds_refuse_delete"
NARROW = "tr_open_rounds_refuse_update"

REFUSE = "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
PASS_ALL = "refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$"

HOLLOW: dict[str, dict[str, tuple[list[str], set[str]]]] = {
    "sqlite": {
        "a condition that never holds": (
            [
                f"DROP TRIGGER {UPDATE}",
                f"CREATE TRIGGER {UPDATE} BEFORE UPDATE ON settlements WHEN 0 BEGIN SELECT RAISE(ABORT, 'no'); END",
            ],
            {UPDATE},
        ),
        "a body that does nothing": (
            [
                f"DROP TRIGGER {UPDATE}",
                f"CREATE TRIGGER {UPDATE} BEFORE UPDATE ON settlements BEGIN SELECT 1; END",
            ],
            {UPDATE},
        ),
        "one column only": (
            [
                f"DROP TRIGGER {UPDATE}",
                f"CREATE TRIGGER {UPDATE} BEFORE UPDATE OF id ON settlements "
                "BEGIN SELECT RAISE(ABORT, 'settlements is append-only: UPDATE is refused'); END",
            ],
            {UPDATE},
        ),
        "another table": (
            [
                f"DROP TRIGGER {DELETE}",
                f"CREATE TRIGGER {DELETE} BEFORE DELETE ON sessions "
                "BEGIN SELECT RAISE(ABORT, 'open_rounds is append-only: DELETE is refused'); END",
            ],
            {DELETE},
        ),
    },
    "postgresql": {
        "a function that lets all pass": ([f"CREATE OR REPLACE FUNCTION {PASS_ALL}"], {UPDATE, DELETE, NARROW}),
        "for replicas only": ([f"ALTER TABLE settlements ENABLE REPLICA TRIGGER {UPDATE}"], {UPDATE}),
        "switched off": ([f"ALTER TABLE open_rounds DISABLE TRIGGER {DELETE}"], {DELETE}),
        "a condition that never holds": (
            [
                f"DROP TRIGGER {UPDATE} ON settlements",
                f"CREATE TRIGGER {UPDATE} BEFORE UPDATE ON settlements "
                "FOR EACH STATEMENT WHEN (false) EXECUTE FUNCTION refuse_change()",
            ],
            {UPDATE},
        ),
        "another table": (
            [
                f"DROP TRIGGER {DELETE} ON open_rounds",
                f"CREATE TRIGGER {DELETE} BEFORE DELETE ON sessions {REFUSE}",
            ],
            {DELETE},
        ),
        "fewer columns that are kept": (
            [
                f"DROP TRIGGER {NARROW} ON open_rounds",
                f"CREATE TRIGGER {NARROW} BEFORE UPDATE ON open_rounds "
                "FOR EACH ROW WHEN (OLD.state <> 'open') EXECUTE FUNCTION refuse_change()",
            ],
            {NARROW},
        ),
        "another function of the same name": (
            [
                "CREATE SCHEMA other",
                f"CREATE FUNCTION other.{PASS_ALL}",
                f"DROP TRIGGER {UPDATE} ON settlements",
                f"CREATE TRIGGER {UPDATE} BEFORE UPDATE ON settlements "
                "FOR EACH STATEMENT EXECUTE FUNCTION other.refuse_change()",
            ],
            {UPDATE},
        ),
        "connections on which no trigger fires": (
            ["SET LOCAL session_replication_role = replica"],
            {UPDATE, DELETE, NARROW},
        ),
    },
}
CASES = [(dialect, hollow) for dialect, cases in HOLLOW.items() for hollow in cases]


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    made = make_engine(Settings(database_url=database_url))
    yield made
    made.dispose()


@pytest.mark.parametrize(("database_url", "hollow"), CASES, indirect=["database_url"])
def test_a_guard_that_lets_a_change_pass_is_missed(engine: Engine, hollow: str) -> None:
    change, expected = HOLLOW[engine.dialect.name][hollow]
    with engine.connect().execution_options(pitbook_write=True) as connection:
        assert guards.missing_triggers(connection) == ()
        for statement in change:
            connection.exec_driver_sql(statement)
        assert expected <= set(guards.missing_triggers(connection))


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_guard_that_fires_always_is_one(engine: Engine) -> None:
    """PostgreSQL alone tells apart when triggers fire."""
    with engine.connect() as connection:
        connection.execute(text(f"ALTER TABLE settlements ENABLE ALWAYS TRIGGER {UPDATE}"))
        assert guards.missing_triggers(connection) == ()
