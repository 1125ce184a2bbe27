"""Table of jobs: the row is the truth, a message is only a wake-up."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from service.core.database import Id, metadata

jobs = Table(
    "jobs",
    metadata,
    Column("id", Id, primary_key=True),
    Column("property_id", BigInteger, ForeignKey("properties.id"), nullable=False),
    Column("kind", String(32), nullable=False),
    Column("effect_key", String(200), nullable=False),
    Column("params", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("lease_token", String(64), nullable=True),
    Column("lease_until_us", BigInteger, nullable=True),
    Column("done", BigInteger, nullable=False),
    Column("total", BigInteger, nullable=True),
    Column("result", Text, nullable=True),
    Column("error", String(500), nullable=True),
    Column("created_us", BigInteger, nullable=False),
    Column("created_by", String(100), nullable=False),
    Column("started_us", BigInteger, nullable=True),
    Column("finished_us", BigInteger, nullable=True),
    UniqueConstraint("kind", "effect_key"),
    Index("ix_jobs_state_lease_until_us", "state", "lease_until_us"),
    Index("ix_jobs_property_id_id", "property_id", "id"),
)
"""States: queued, running, done, failed. A lease that ran out is taken up by whoever comes first."""
