"""Tables of the floor. Rounds, settlements, spot results and events of growing rounds are append-only by trigger."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from service.core.database import Id, metadata

gaming_tables = Table(
    "gaming_tables",
    metadata,
    Column("id", Id, primary_key=True),
    Column("property_id", BigInteger, ForeignKey("properties.id"), nullable=False),
    Column("code", String(32), nullable=False),
    Column("game", String(32), nullable=False),
    Column("pit", String(32), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("last_seq", BigInteger, nullable=False),
    Column("open_session_id", BigInteger, nullable=True),
    UniqueConstraint("property_id", "code"),
    CheckConstraint("seats > 0", name="seats"),
)
"""``last_seq`` numbers everything recorded at the table in commit order: its row is the table's lock.

``open_session_id`` stands in the same row, so that one statement takes the next number and knows that the session
is still open, also where it had to wait for whoever was closing it.
"""

gaming_days = Table(
    "gaming_days",
    metadata,
    Column("id", Id, primary_key=True),
    Column("property_id", BigInteger, ForeignKey("properties.id"), nullable=False),
    Column("gaming_date", String(10), nullable=False),
    Column("opened_us", BigInteger, nullable=False),
    Column("closed_us", BigInteger, nullable=True),
    UniqueConstraint("property_id", "gaming_date"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("property_id", BigInteger, ForeignKey("properties.id"), nullable=False),
    Column("table_id", BigInteger, ForeignKey("gaming_tables.id"), nullable=False),
    Column("gaming_day_id", BigInteger, ForeignKey("gaming_days.id"), nullable=False),
    Column("gaming_date", String(10), nullable=False),
    Column("ruleset_version_id", BigInteger, ForeignKey("rulebook_versions.id"), nullable=False),
    Column("terms", Text, nullable=False),
    Column("opened_us", BigInteger, nullable=False),
    Column("opened_by", String(100), nullable=False),
    Column("closed_us", BigInteger, nullable=True),
    Column("closed_by", String(100), nullable=True),
    Index("ix_sessions_property_id_gaming_date_table_id_id", "property_id", "gaming_date", "table_id", "id"),
    Index("ix_sessions_table_id_gaming_date_id", "table_id", "gaming_date", "id"),
    Index(
        "uq_sessions_open_property_id_table_id",
        "property_id",
        "table_id",
        unique=True,
        sqlite_where=text("closed_us IS NULL"),
        postgresql_where=text("closed_us IS NULL"),
    ),
)
"""A stretch of play at one table under one pinned ruleset version; ``terms`` are canonical JSON (currency, unit).

Here and below, columns such as ``property_id`` and ``gaming_date`` repeat what the keys lead to, so that every list
is one walk along one index; rounds and spot results do not check the repeated ones by foreign key again, which would
have every round of a property lock one row. At most one session of a table is open.
"""

session_seats = Table(
    "session_seats",
    metadata,
    Column("session_id", BigInteger, ForeignKey("sessions.id"), nullable=False),
    Column("seat", String(16), nullable=False),
    Column("player", String(64), nullable=True),
    PrimaryKeyConstraint("session_id", "seat"),
)

rounds = Table(
    "rounds",
    metadata,
    Column("id", Id, primary_key=True),
    Column("property_id", BigInteger, nullable=False),
    Column("table_id", BigInteger, ForeignKey("gaming_tables.id"), nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("session_id", BigInteger, ForeignKey("sessions.id"), nullable=False),
    Column("gaming_date", String(10), nullable=False),
    Column("number", Integer, nullable=False),
    Column("played_us", BigInteger, nullable=False),
    Column("recorded_us", BigInteger, nullable=False),
    Column("recorded_by", String(100), nullable=False),
    Column("record", Text, nullable=False),
    Column("evidence_sha256", String(64), nullable=False),
    UniqueConstraint("table_id", "gaming_date", "number"),
    UniqueConstraint("table_id", "seq"),
    Index("ix_rounds_session_id_seq", "session_id", "seq"),
    Index("ix_rounds_property_id_gaming_date_table_id_seq", "property_id", "gaming_date", "table_id", "seq"),
)
"""One deal as it was posted (``record``: canonical JSON). Append-only."""

settlements = Table(
    "settlements",
    metadata,
    Column("id", Id, primary_key=True),
    Column("round_id", BigInteger, ForeignKey("rounds.id"), nullable=False),
    Column("ruleset_version_id", BigInteger, ForeignKey("rulebook_versions.id"), nullable=False),
    Column("body", Text, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("settled_us", BigInteger, nullable=False),
    UniqueConstraint("round_id"),
)
"""What a round is worth (``body``: canonical JSON of the engine's settlement). Append-only."""

spot_results = Table(
    "spot_results",
    metadata,
    Column("settlement_id", BigInteger, ForeignKey("settlements.id"), nullable=False),
    Column("seat", String(16), nullable=False),
    Column("player", String(64), nullable=True),
    Column("property_id", BigInteger, nullable=False),
    Column("table_id", BigInteger, nullable=False),
    Column("session_id", BigInteger, nullable=False),
    Column("gaming_date", String(10), nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("net_minor", BigInteger, nullable=False),
    Column("returned_minor", BigInteger, nullable=False),
    PrimaryKeyConstraint("settlement_id", "seat"),
    Index("ix_spot_results_session_id_seq_seat", "session_id", "seq", "seat"),
    Index("ix_spot_results_table_id_seq_seat", "table_id", "seq", "seat"),
    Index("ix_spot_results_day", "property_id", "gaming_date", "table_id", "seq", "seat"),
    Index(
        "ix_spot_results_player",
        "property_id",
        "player",
        "gaming_date",
        "table_id",
        "seq",
        "seat",
        sqlite_where=text("player IS NOT NULL"),
        postgresql_where=text("player IS NOT NULL"),
    ),
)
"""One seat's result in one settlement, the house's among them (seat ``house``). Append-only."""

open_rounds = Table(
    "open_rounds",
    metadata,
    Column("id", Id, primary_key=True),
    Column("property_id", BigInteger, nullable=False),
    Column("table_id", BigInteger, ForeignKey("gaming_tables.id"), nullable=False),
    Column("session_id", BigInteger, ForeignKey("sessions.id"), nullable=False),
    Column("gaming_date", String(10), nullable=False),
    Column("number", Integer, nullable=False),
    Column("played_us", BigInteger, nullable=False),
    Column("opened_us", BigInteger, nullable=False),
    Column("opened_by", String(100), nullable=False),
    Column("header", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("last_place", Integer, nullable=False),
    Column("closed_us", BigInteger, nullable=True),
    Column("round_id", BigInteger, ForeignKey("rounds.id"), nullable=True),
    Column("voided_seq", BigInteger, nullable=True),
    UniqueConstraint("table_id", "gaming_date", "number"),
    UniqueConstraint("table_id", "voided_seq"),
    UniqueConstraint("round_id"),
    CheckConstraint("state IN ('open', 'settled', 'void')", name="state"),
    CheckConstraint("(state = 'open') = (closed_us IS NULL)", name="closed"),
    CheckConstraint("(state = 'settled') = (round_id IS NOT NULL)", name="settled"),
    CheckConstraint("(state = 'void') = (voided_seq IS NOT NULL)", name="void"),
    Index("ix_open_rounds_session_id_id", "session_id", "id"),
    Index(
        "uq_open_rounds_open_session_id",
        "session_id",
        unique=True,
        sqlite_where=text("state = 'open'"),
        postgresql_where=text("state = 'open'"),
    ),
)
"""A round that grows event by event: its ``header`` (canonical JSON) and how many entries its log has.

It keeps its number for good: once its last event is there it is a round under that number, and a round that is voided
takes a sequence number of the table, so that its number is accounted for. Its row is the lock of its log. A trigger
refuses every change but of ``state``, ``last_place`` and what closes it, and any change once it is closed.
"""

round_events = Table(
    "round_events",
    metadata,
    Column("open_round_id", BigInteger, ForeignKey("open_rounds.id"), nullable=False),
    Column("place", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", String(16), nullable=True),
    Column("body", Text, nullable=False),
    Column("recorded_us", BigInteger, nullable=False),
    Column("recorded_by", String(100), nullable=False),
    PrimaryKeyConstraint("open_round_id", "place"),
    CheckConstraint("kind IN ('event', 'undo', 'void')", name="kind"),
    CheckConstraint("place > 0", name="place"),
)
"""The log of a growing round, numbered by ``place`` from 1. Append-only.

``body`` is canonical JSON: an event as it was posted, or the reason of an undo (of the event before it) or a voiding.
"""
