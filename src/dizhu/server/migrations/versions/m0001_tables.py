"""Accounts, tables with their logs and records, and the heartbeat of the service."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("avatar", sa.Text, nullable=False),
        sa.Column("token_hash", sa.Text, nullable=False, unique=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("opened_ms", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False, index=True),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("entry", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False, index=True),
        sa.Column("account", sa.Text),
        sa.Column("cmd_id", sa.Text),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    service = op.create_table(
        "service",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("up_ms", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(service, [{"id": 1, "up_ms": 0}])
