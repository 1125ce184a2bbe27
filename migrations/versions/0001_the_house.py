"""The house: people and keys, rulebook, floor, jobs and findings, and what keeps the recorded from being changed.

Every constraint carries its name. There is no cascade. Six tables are append-only by trigger: an UPDATE or a
DELETE (on PostgreSQL a TRUNCATE too) is refused by the database itself, whoever asks. A round that grows keeps what it
was opened with, and does not change any more once it is closed.

There is no way down: money is never unrecorded. Go back by restoring the backup that was taken before.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

APPEND_ONLY = ("rulebook_versions", "rounds", "settlements", "spot_results", "round_events", "findings")
KEPT = (
    *("id", "property_id", "table_id", "session_id", "gaming_date", "number"),
    *("played_us", "opened_us", "opened_by", "header"),
)
"""What an open round was opened with."""


def upgrade() -> None:
    _core()
    _properties()
    _rulebook()
    _tables_and_days()
    _people_and_devices()
    _access_keys()
    _sessions()
    _rounds()
    _settlements()
    _spot_results()
    _open_rounds()
    _round_events()
    _jobs()
    _findings()
    _refuse_changes()
    _keep_open_rounds()


def _core() -> None:
    op.create_table(
        "idempotency_keys",
        _big("principal_key_id"),
        _text("idempotency_key", 64),
        _text("fingerprint", 64),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=True),
        _big("created_us"),
        sa.PrimaryKeyConstraint("principal_key_id", "idempotency_key", name="pk_idempotency_keys"),
    )
    op.create_index("ix_idempotency_keys_created_us", "idempotency_keys", ["created_us"])
    op.create_table(
        "installation",
        _text("name", 64),
        _text("value", 256),
        sa.PrimaryKeyConstraint("name", name="pk_installation"),
    )


def _properties() -> None:
    op.create_table(
        "properties",
        _id(),
        _text("code", 32),
        _text("name", 200),
        _text("currency", 3),
        _text("time_zone", 64),
        _whole("rollover_min"),
        sa.PrimaryKeyConstraint("id", name="pk_properties"),
        sa.UniqueConstraint("code", name="uq_properties_code"),
        sa.CheckConstraint("rollover_min >= 0 AND rollover_min < 1440", name="ck_properties_rollover_min"),
    )


def _rulebook() -> None:
    op.create_table(
        "rulebook_entries",
        _id(),
        _text("kind", 32),
        _text("entry_key", 64),
        _text("game", 32),
        _big("created_us"),
        sa.PrimaryKeyConstraint("id", name="pk_rulebook_entries"),
        sa.UniqueConstraint("kind", "entry_key", name="uq_rulebook_entries_kind_entry_key"),
    )
    op.create_table(
        "rulebook_versions",
        _id(),
        _big("entry_id"),
        _whole("version"),
        _text("title", 200),
        sa.Column("document", sa.Text(), nullable=False),
        _text("sha256", 64),
        _big("published_us"),
        _text("published_by", 100),
        sa.PrimaryKeyConstraint("id", name="pk_rulebook_versions"),
        sa.ForeignKeyConstraint(["entry_id"], ["rulebook_entries.id"], name="fk_rulebook_versions_entry_id"),
        sa.UniqueConstraint("entry_id", "version", name="uq_rulebook_versions_entry_id_version"),
    )


def _tables_and_days() -> None:
    op.create_table(
        "gaming_tables",
        _id(),
        _big("property_id"),
        _text("code", 32),
        _text("game", 32),
        _text("pit", 32),
        _whole("seats"),
        _big("last_seq"),
        _big("open_session_id", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_gaming_tables"),
        sa.ForeignKeyConstraint(["property_id"], ["properties.id"], name="fk_gaming_tables_property_id"),
        sa.UniqueConstraint("property_id", "code", name="uq_gaming_tables_property_id_code"),
        sa.CheckConstraint("seats > 0", name="ck_gaming_tables_seats"),
    )
    op.create_table(
        "gaming_days",
        _id(),
        _big("property_id"),
        _text("gaming_date", 10),
        _big("opened_us"),
        _big("closed_us", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_gaming_days"),
        sa.ForeignKeyConstraint(["property_id"], ["properties.id"], name="fk_gaming_days_property_id"),
        sa.UniqueConstraint("property_id", "gaming_date", name="uq_gaming_days_property_id_gaming_date"),
    )


def _people_and_devices() -> None:
    op.create_table(
        "people",
        _id(),
        _big("property_id"),
        _text("login", 64),
        _text("name", 200),
        sa.Column("active", sa.Boolean(), nullable=False),
        _big("created_us"),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.ForeignKeyConstraint(["property_id"], ["properties.id"], name="fk_people_property_id"),
        sa.UniqueConstraint("login", name="uq_people_login"),
    )
    op.create_index("ix_people_property_id_id", "people", ["property_id", "id"])
    op.create_table(
        "devices",
        _id(),
        _big("property_id"),
        _big("table_id"),
        _text("name", 64),
        _text("seat", 16, nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        _big("created_us"),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
        sa.ForeignKeyConstraint(["property_id"], ["properties.id"], name="fk_devices_property_id"),
        sa.ForeignKeyConstraint(["table_id"], ["gaming_tables.id"], name="fk_devices_table_id"),
        sa.UniqueConstraint("name", name="uq_devices_name"),
    )
    op.create_index("ix_devices_property_id_id", "devices", ["property_id", "id"])


def _access_keys() -> None:
    op.create_table(
        "access_keys",
        _id(),
        _text("key_sha256", 64),
        _big("person_id", nullable=True),
        _big("device_id", nullable=True),
        _text("role", 32),
        _big("table_id", nullable=True),
        _big("created_us"),
        _big("revoked_us", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_access_keys"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_access_keys_person_id"),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_access_keys_device_id"),
        sa.ForeignKeyConstraint(["table_id"], ["gaming_tables.id"], name="fk_access_keys_table_id"),
        sa.UniqueConstraint("key_sha256", name="uq_access_keys_key_sha256"),
        sa.CheckConstraint("(person_id IS NULL) <> (device_id IS NULL)", name="ck_access_keys_one_holder"),
    )
    op.create_index("ix_access_keys_person_id", "access_keys", ["person_id"])
    op.create_index("ix_access_keys_device_id", "access_keys", ["device_id"])


def _sessions() -> None:
    op.create_table(
        "sessions",
        _id(),
        _big("property_id"),
        _big("table_id"),
        _big("gaming_day_id"),
        _text("gaming_date", 10),
        _big("ruleset_version_id"),
        sa.Column("terms", sa.Text(), nullable=False),
        _big("opened_us"),
        _text("opened_by", 100),
        _big("closed_us", nullable=True),
        _text("closed_by", 100, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.ForeignKeyConstraint(["property_id"], ["properties.id"], name="fk_sessions_property_id"),
        sa.ForeignKeyConstraint(["table_id"], ["gaming_tables.id"], name="fk_sessions_table_id"),
        sa.ForeignKeyConstraint(["gaming_day_id"], ["gaming_days.id"], name="fk_sessions_gaming_day_id"),
        sa.ForeignKeyConstraint(
            ["ruleset_version_id"], ["rulebook_versions.id"], name="fk_sessions_ruleset_version_id"
        ),
    )
    for columns in (["property_id", "gaming_date", "table_id", "id"], ["table_id", "gaming_date", "id"]):
        op.create_index(f"ix_sessions_{'_'.join(columns)}", "sessions", columns)
    is_open = sa.text("closed_us IS NULL")
    op.create_index(
        "uq_sessions_open_property_id_table_id",
        "sessions",
        ["property_id", "table_id"],
        unique=True,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_table(
        "session_seats",
        _big("session_id"),
        _text("seat", 16),
        _text("player", 64, nullable=True),
        sa.PrimaryKeyConstraint("session_id", "seat", name="pk_session_seats"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_session_seats_session_id"),
    )


def _rounds() -> None:
    op.create_table(
        "rounds",
        _id(),
        _big("property_id"),
        _big("table_id"),
        _big("seq"),
        _big("session_id"),
        _text("gaming_date", 10),
        _whole("number"),
        _big("played_us"),
        _big("recorded_us"),
        _text("recorded_by", 100),
        sa.Column("record", sa.Text(), nullable=False),
        _text("evidence_sha256", 64),
        sa.PrimaryKeyConstraint("id", name="pk_rounds"),
        sa.ForeignKeyConstraint(["table_id"], ["gaming_tables.id"], name="fk_rounds_table_id"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_rounds_session_id"),
        sa.UniqueConstraint("table_id", "gaming_date", "number", name="uq_rounds_table_id_gaming_date_number"),
        sa.UniqueConstraint("table_id", "seq", name="uq_rounds_table_id_seq"),
    )
    op.create_index("ix_rounds_session_id_seq", "rounds", ["session_id", "seq"])
    by_day = ["property_id", "gaming_date", "table_id", "seq"]
    op.create_index(f"ix_rounds_{'_'.join(by_day)}", "rounds", by_day)


def _settlements() -> None:
    op.create_table(
        "settlements",
        _id(),
        _big("round_id"),
        _big("ruleset_version_id"),
        sa.Column("body", sa.Text(), nullable=False),
        _text("sha256", 64),
        _big("settled_us"),
        sa.PrimaryKeyConstraint("id", name="pk_settlements"),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name="fk_settlements_round_id"),
        sa.ForeignKeyConstraint(
            ["ruleset_version_id"], ["rulebook_versions.id"], name="fk_settlements_ruleset_version_id"
        ),
        sa.UniqueConstraint("round_id", name="uq_settlements_round_id"),
    )


def _spot_results() -> None:
    op.create_table(
        "spot_results",
        _big("settlement_id"),
        _text("seat", 16),
        _text("player", 64, nullable=True),
        _big("property_id"),
        _big("table_id"),
        _big("session_id"),
        _text("gaming_date", 10),
        _big("seq"),
        _big("net_minor"),
        _big("returned_minor"),
        sa.PrimaryKeyConstraint("settlement_id", "seat", name="pk_spot_results"),
        sa.ForeignKeyConstraint(["settlement_id"], ["settlements.id"], name="fk_spot_results_settlement_id"),
    )
    for columns in (["session_id", "seq", "seat"], ["table_id", "seq", "seat"]):
        op.create_index(f"ix_spot_results_{'_'.join(columns)}", "spot_results", columns)
    day = ["gaming_date", "table_id", "seq", "seat"]
    op.create_index("ix_spot_results_day", "spot_results", ["property_id", *day])
    named = sa.text("player IS NOT NULL")
    op.create_index(
        "ix_spot_results_player",
        "spot_results",
        ["property_id", "player", *day],
        sqlite_where=named,
        postgresql_where=named,
    )


def _open_rounds() -> None:
    op.create_table(
        "open_rounds",
        _id(),
        _big("property_id"),
        _big("table_id"),
        _big("session_id"),
        _text("gaming_date", 10),
        _whole("number"),
        _big("played_us"),
        _big("opened_us"),
        _text("opened_by", 100),
        sa.Column("header", sa.Text(), nullable=False),
        _text("state", 16),
        _whole("last_place"),
        _big("closed_us", nullable=True),
        _big("round_id", nullable=True),
        _big("voided_seq", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_open_rounds"),
        sa.ForeignKeyConstraint(["table_id"], ["gaming_tables.id"], name="fk_open_rounds_table_id"),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name="fk_open_rounds_session_id"),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name="fk_open_rounds_round_id"),
        sa.UniqueConstraint("table_id", "gaming_date", "number", name="uq_open_rounds_table_id_gaming_date_number"),
        sa.UniqueConstraint("table_id", "voided_seq", name="uq_open_rounds_table_id_voided_seq"),
        sa.UniqueConstraint("round_id", name="uq_open_rounds_round_id"),
        sa.CheckConstraint("state IN ('open', 'settled', 'void')", name="ck_open_rounds_state"),
        sa.CheckConstraint("(state = 'open') = (closed_us IS NULL)", name="ck_open_rounds_closed"),
        sa.CheckConstraint("(state = 'settled') = (round_id IS NOT NULL)", name="ck_open_rounds_settled"),
        sa.CheckConstraint("(state = 'void') = (voided_seq IS NOT NULL)", name="ck_open_rounds_void"),
    )
    op.create_index("ix_open_rounds_session_id_id", "open_rounds", ["session_id", "id"])
    is_open = sa.text("state = 'open'")
    op.create_index(
        "uq_open_rounds_open_session_id",
        "open_rounds",
        ["session_id"],
        unique=True,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )


def _round_events() -> None:
    op.create_table(
        "round_events",
        _big("open_round_id"),
        _whole("place"),
        _text("kind", 16),
        _text("seat", 16, nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        _big("recorded_us"),
        _text("recorded_by", 100),
        sa.PrimaryKeyConstraint("open_round_id", "place", name="pk_round_events"),
        sa.ForeignKeyConstraint(["open_round_id"], ["open_rounds.id"], name="fk_round_events_open_round_id"),
        sa.CheckConstraint("kind IN ('event', 'undo', 'void')", name="ck_round_events_kind"),
        sa.CheckConstraint("place > 0", name="ck_round_events_place"),
    )


def _jobs() -> None:
    op.create_table(
        "jobs",
        _id(),
        _big("property_id"),
        _text("kind", 32),
        _text("effect_key", 200),
        sa.Column("params", sa.Text(), nullable=False),
        _text("state", 16),
        _whole("attempts"),
        _text("lease_token", 64, nullable=True),
        _big("lease_until_us", nullable=True),
        _big("done"),
        _big("total", nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        _text("error", 500, nullable=True),
        _big("created_us"),
        _text("created_by", 100),
        _big("started_us", nullable=True),
        _big("finished_us", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sa.ForeignKeyConstraint(["property_id"], ["properties.id"], name="fk_jobs_property_id"),
        sa.UniqueConstraint("kind", "effect_key", name="uq_jobs_kind_effect_key"),
    )
    op.create_index("ix_jobs_state_lease_until_us", "jobs", ["state", "lease_until_us"])
    op.create_index("ix_jobs_property_id_id", "jobs", ["property_id", "id"])


def _findings() -> None:
    op.create_table(
        "findings",
        _id(),
        _big("job_id"),
        _text("finding_key", 64),
        _text("code", 64),
        _text("severity", 16),
        _big("table_id", nullable=True),
        _big("round_id", nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        _big("found_us"),
        sa.PrimaryKeyConstraint("id", name="pk_findings"),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name="fk_findings_job_id"),
        sa.ForeignKeyConstraint(["table_id"], ["gaming_tables.id"], name="fk_findings_table_id"),
        sa.UniqueConstraint("job_id", "finding_key", name="uq_findings_job_id_finding_key"),
    )


def _refuse_changes() -> None:
    """Make the recorded append-only. SQLite has no TRUNCATE, and its triggers look at each row."""
    if op.get_bind().dialect.name == "sqlite":
        for table in APPEND_ONLY:
            for verb in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER tr_{table}_refuse_{verb.lower()} BEFORE {verb} ON {table} BEGIN "
                    f"SELECT RAISE(ABORT, '{table} is append-only: {verb} is refused'); END"
                )
        return
    op.execute(
        "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION USING MESSAGE = concat(TG_TABLE_NAME, ' is append-only: ', TG_OP, ' is refused'), "
        "ERRCODE = 'restrict_violation'; END $$"
    )
    for table in APPEND_ONLY:
        for verb in ("UPDATE", "DELETE", "TRUNCATE"):
            op.execute(
                f"CREATE TRIGGER tr_{table}_refuse_{verb.lower()} BEFORE {verb} ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
            )


def _keep_open_rounds() -> None:
    """Let an open round only grow and be closed, once. PostgreSQL's function is that of the append-only tables."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    differs = "IS NOT" if sqlite else "IS DISTINCT FROM"
    other = " OR ".join(f"NEW.{column} {differs} OLD.{column}" for column in KEPT)
    forbidden = f"OLD.state <> 'open' OR NEW.last_place < OLD.last_place OR {other}"
    if sqlite:
        for verb, when in (("UPDATE", f"WHEN {forbidden} "), ("DELETE", "")):
            op.execute(
                f"CREATE TRIGGER tr_open_rounds_refuse_{verb.lower()} BEFORE {verb} ON open_rounds {when}BEGIN "
                f"SELECT RAISE(ABORT, 'open_rounds is append-only: {verb} is refused'); END"
            )
        return
    op.execute(
        f"CREATE TRIGGER tr_open_rounds_refuse_update BEFORE UPDATE ON open_rounds FOR EACH ROW WHEN ({forbidden}) "
        "EXECUTE FUNCTION refuse_change()"
    )
    for verb in ("DELETE", "TRUNCATE"):
        op.execute(
            f"CREATE TRIGGER tr_open_rounds_refuse_{verb.lower()} BEFORE {verb} ON open_rounds "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )


def _id() -> sa.Column[int]:
    """A key given by the database; SQLite numbers rows by itself only where the column is an INTEGER."""
    return sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False)


def _big(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=nullable)


def _whole(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _text(name: str, most: int, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(most), nullable=nullable)
