"""Table of findings. Append-only."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Table, Text, UniqueConstraint

from service.core.database import Id, metadata

findings = Table(
    "findings",
    metadata,
    Column("id", Id, primary_key=True),
    Column("job_id", BigInteger, ForeignKey("jobs.id"), nullable=False),
    Column("finding_key", String(64), nullable=False),
    Column("code", String(64), nullable=False),
    Column("severity", String(16), nullable=False),
    Column("table_id", BigInteger, ForeignKey("gaming_tables.id"), nullable=True),
    Column("round_id", BigInteger, nullable=True),
    Column("number", Integer, nullable=True),
    Column("detail", Text, nullable=False),
    Column("found_us", BigInteger, nullable=False),
    UniqueConstraint("job_id", "finding_key"),
)
"""One difference that an audit found. ``finding_key`` is the same for the same fault in every run."""
