"""Matches, who sits in them, their entries and tokens; players."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _of_match(**how: Any) -> sa.Column[str]:
    return sa.Column("match", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), **how)


def upgrade() -> None:
    """Make the tables of matches and players."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("opening", sa.Integer, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("ended", sa.Text, nullable=False),
        sa.Column("returns", sa.JSON),
        sa.Column("loser", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("notes", sa.JSON, nullable=False),
        sa.Column("key", sa.Text, unique=True),
        sqlite_with_rowid=False,
    )
    op.create_index("matches_changed", "matches", ["changed"])
    op.create_index("matches_game", "matches", ["game", "changed"])
    op.create_index("matches_source", "matches", ["source", "ended", "changed"])
    op.create_table(
        "seats",
        _of_match(primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    for column in ("player", "name", "spec"):
        op.create_index(f"seats_{column}", "seats", [column, "outcome"])
    op.create_table(
        "entries",
        _of_match(primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("key", sa.Text),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("entries_key", "entries", ["match", "key"], unique=True)
    op.create_table(
        "tokens",
        sa.Column("hash", sa.Text, primary_key=True),
        _of_match(nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("tokens_match", "tokens", ["match"])
    op.create_table(
        "players",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False, unique=True),
        sa.Column("key_hash", sa.Text, unique=True),
        sa.Column("created", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
