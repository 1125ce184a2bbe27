"""Tables of the core: answers kept for retries, and this installation's own facts."""

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, PrimaryKeyConstraint, String, Table

from service.core.database import metadata

idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    Column("principal_key_id", BigInteger, nullable=False),
    Column("idempotency_key", String(64), nullable=False),
    Column("fingerprint", String(64), nullable=False),
    Column("status", Integer, nullable=True),
    Column("body", LargeBinary, nullable=True),
    Column("created_us", BigInteger, nullable=False),
    PrimaryKeyConstraint("principal_key_id", "idempotency_key"),
    Index("ix_idempotency_keys_created_us", "created_us"),
)
"""One row per intent. It is written first in the business transaction and completed last in the same one."""

installation = Table(
    "installation",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", String(256), nullable=False),
)
"""Facts that this database was born with, such as the secret that signs its cursors."""
