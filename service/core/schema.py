"""Which schema a database has, asked without the migration tool (whose import would slow every start)."""

import hashlib
from typing import Final

from sqlalchemy import Connection, inspect, text

from engine.evidence import canonical_bytes

HEAD: Final = "0001"
"""The revision that this code works with: the last file of ``migrations/versions``."""

VERSION_TABLE: Final = "alembic_version"

_SQLITE: Final = {
    "objects": "SELECT type, name, sql FROM sqlite_master WHERE tbl_name <> :version_table AND sql IS NOT NULL",
}
_POSTGRESQL: Final = {
    "columns": """
        SELECT c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
               pg_get_expr(d.adbin, d.adrelid)
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
             LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::text::regnamespace
              AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> :version_table""",
    "constraints": """
        SELECT c.relname, k.conname, pg_get_constraintdef(k.oid)
        FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
        WHERE k.connamespace = current_schema()::text::regnamespace AND k.contype <> 'n'
              AND c.relname <> :version_table""",
    "indexes": """
        SELECT tablename, indexname, indexdef FROM pg_indexes
        WHERE schemaname = current_schema() AND tablename <> :version_table""",
    "triggers": """
        SELECT c.relname, t.tgname, t.tgenabled::text, pg_get_triggerdef(t.oid)
        FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::text::regnamespace
              AND c.relname <> :version_table""",
    "functions": """
        SELECT p.proname, '', p.prosrc FROM pg_proc p
        WHERE p.pronamespace = current_schema()::text::regnamespace AND :version_table <> ''""",
}
_CATALOGUES: Final = {"sqlite": _SQLITE, "postgresql": _POSTGRESQL}


class SchemaNotCurrent(Exception):
    """The database is not at the revision of this code; the message says what to do."""


def revision(connection: Connection) -> str | None:
    """The revision of a database, None where it was never migrated."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar_one_or_none()  # noqa: S608


def require_current(connection: Connection) -> None:
    """Raise SchemaNotCurrent unless the database is at ``HEAD``."""
    found = revision(connection)
    if found == HEAD:
        return
    if found is None:
        raise SchemaNotCurrent("The database holds no Pitbook schema yet. Run: python -m service migrate")
    if found > HEAD:
        raise SchemaNotCurrent(
            f"The database is at revision {found}, which is newer than this code (revision {HEAD}). "
            "Run the newer release."
        )
    raise SchemaNotCurrent(
        f"The database is at revision {found} and this code needs {HEAD}. "
        "Take a backup, then run: python -m service migrate"
    )


def fingerprint(connection: Connection) -> str:
    """SHA-256 over every column, constraint, index, trigger and function: any change of the schema changes it."""
    hashed = hashlib.sha256()
    for part, query in _CATALOGUES[connection.dialect.name].items():
        rows = connection.execute(text(query), {"version_table": VERSION_TABLE})
        hashed.update(canonical_bytes([part, sorted([str(cell) for cell in row] for row in rows)]))
    return hashed.hexdigest()
