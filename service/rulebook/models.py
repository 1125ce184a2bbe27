"""Tables of rulesets, paytables and schedules."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Table, Text, UniqueConstraint

from service.core.database import Id, metadata

rulebook_entries = Table(
    "rulebook_entries",
    metadata,
    Column("id", Id, primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("entry_key", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Column("created_us", BigInteger, nullable=False),
    UniqueConstraint("kind", "entry_key"),
)
"""Kind is ``ruleset``, or the kind of a schedule (``royalties``, ``naturals``, ``pair_plus``, ...)."""

rulebook_versions = Table(
    "rulebook_versions",
    metadata,
    Column("id", Id, primary_key=True),
    Column("entry_id", BigInteger, ForeignKey("rulebook_entries.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("title", String(200), nullable=False),
    Column("document", Text, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("published_us", BigInteger, nullable=False),
    Column("published_by", String(100), nullable=False),
    UniqueConstraint("entry_id", "version"),
)
"""A complete document in canonical JSON. Append-only: what a session was pinned to stays as it was."""
