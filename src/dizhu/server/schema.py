"""What the database holds, for SQLite and PostgreSQL alike, and how a database comes to hold it.

A change here needs a migration in ``migrations/versions``; a test compares the two.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

metadata: Final = sa.MetaData()

accounts: Final = sa.Table(
    "accounts",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("avatar", sa.Text, nullable=False),
    sa.Column("token_hash", sa.Text, nullable=False, unique=True),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)
"""token_hash: SHA-256 of the token, in hex; created_at: Unix time in seconds."""

tables: Final = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("code", sa.Text, nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("opened_ms", sa.BigInteger, nullable=False),
    sa.Column("closed", sa.Boolean, nullable=False, index=True),
)
"""The columns are the fields of `dizhu.server.store.TableRow`."""

entries: Final = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("entry", sa.Integer, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False, index=True),
    sa.Column("account", sa.Text),
    sa.Column("cmd_id", sa.Text),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
"""The logs of all tables. The key is what makes a second owner of a table impossible."""

records: Final = sa.Table(
    "records",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("deal", sa.Integer, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)
"""The records of the deals that are over."""

service: Final = sa.Table(
    "service",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("up_ms", sa.BigInteger, nullable=False),
)
"""One row, id 1: the service time when the service was last seen up."""


def migrate(connection: sa.Connection) -> None:
    """Bring the database up to date, within the transaction that is running.

    Raises `alembic.util.CommandError` for a database of a newer version of the program.
    """
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", (Path(__file__).parent / "migrations").as_posix().replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    command.upgrade(config, "head")
