"""What keeps the recorded from being changed: triggers, held against those that the migration makes.

A trigger of the right name is no guard by that alone. It must stand on its table, fire on its verb whatever the row,
and refuse: so its whole definition is compared, on PostgreSQL the body of the function that it calls too.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from sqlalchemy import Connection, text

APPEND_ONLY: Final = ("rulebook_versions", "rounds", "settlements", "spot_results", "round_events", "findings")
"""Tables whose rows the database itself never lets change or go."""

CLOSED_FOR_GOOD: Final = ("open_rounds",)
"""Tables whose rows it never lets go, and lets change no more once they are closed."""

KEPT: Final = (
    *("id", "property_id", "table_id", "session_id", "gaming_date", "number"),
    *("played_us", "opened_us", "opened_by", "header"),
)
"""What an open round was opened with, and keeps."""

_REFUSAL: Final = (
    "BEGIN RAISE EXCEPTION USING MESSAGE = concat(TG_TABLE_NAME, ' is append-only: ', TG_OP, ' is refused'), "
    "ERRCODE = 'restrict_violation'; END"
)
_FOUND: Final = {
    "sqlite": "SELECT name, sql, '' FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": """
        SELECT t.tgname, pg_get_triggerdef(t.oid, true), p.prosrc
        FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE c.relnamespace = current_schema()::text::regnamespace AND p.pronamespace = c.relnamespace
              AND NOT t.tgisinternal AND (t.tgenabled = 'A' OR t.tgenabled = 'O' AND
                                          current_setting('session_replication_role') <> 'replica')""",
}
_VERBS: Final = {"sqlite": ("UPDATE", "DELETE"), "postgresql": ("UPDATE", "DELETE", "TRUNCATE")}


def missing_triggers(connection: Connection) -> tuple[str, ...]:
    """The triggers against changes that a database ought to have, and has not, or has switched off or hollowed."""
    dialect = connection.dialect.name
    body = "" if dialect == "sqlite" else _REFUSAL
    found = {
        (name, _spelled(definition))
        for name, definition, source in connection.execute(text(_FOUND[dialect]))
        if _spelled(source) == _spelled(body)
    }
    return tuple(name for name, wanted in _expected(dialect).items() if (name, _spelled(wanted)) not in found)


def _expected(dialect: str) -> Mapping[str, str]:
    """Name -> definition of each trigger, as the migration writes it."""
    define = _of_sqlite if dialect == "sqlite" else _of_postgresql
    return {
        f"tr_{table}_refuse_{verb.lower()}": define(table, verb)
        for table in (*APPEND_ONLY, *CLOSED_FOR_GOOD)
        for verb in _VERBS[dialect]
    }


def _of_sqlite(table: str, verb: str) -> str:
    when = f"WHEN {' OR '.join(_forbidden('IS NOT'))} " if _is_narrow(table, verb) else ""
    return (
        f"CREATE TRIGGER tr_{table}_refuse_{verb.lower()} BEFORE {verb} ON {table} {when}"
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: {verb} is refused'); END"
    )


def _of_postgresql(table: str, verb: str) -> str:
    scope = "STATEMENT"
    if _is_narrow(table, verb):
        scope = f"ROW WHEN ({' OR '.join(_forbidden('IS DISTINCT FROM'))})"
    return (
        f"CREATE TRIGGER tr_{table}_refuse_{verb.lower()} BEFORE {verb} ON {table} "
        f"FOR EACH {scope} EXECUTE FUNCTION refuse_change()"
    )


def _is_narrow(table: str, verb: str) -> bool:
    """Whether a trigger lets some changes pass: those of a round that is still open."""
    return table in CLOSED_FOR_GOOD and verb == "UPDATE"


def _forbidden(differs: str) -> Iterator[str]:
    yield "OLD.state <> 'open'"
    yield "NEW.last_place < OLD.last_place"
    yield from (f"NEW.{column} {differs} OLD.{column}" for column in KEPT)


def _spelled(definition: str) -> str:
    """A definition without what the databases spell as they like: case, casts to text, brackets and spaces.

    All conditions here are alternatives, so that brackets between them do not matter.
    """
    return " ".join(re.sub(r"[()]", " ", definition.lower().replace("::text", "")).split())
