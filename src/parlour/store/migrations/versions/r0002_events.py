"""Events of the arena."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table of events."""
    op.create_table(
        "events",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("specs", sa.JSON, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("limit", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("ended", sa.Double),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("table", sa.JSON),
        sa.Column("notes", sa.JSON, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("events_created", "events", ["created"])
