"""The tables. They are made by the migrations, which this file must agree with (a test compares them)."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text

REVISIONS = ("0001", "0002")  # of the migrations, the oldest first
HEAD = REVISIONS[-1]
VERSION_TABLE = "alembic_version"

metadata = MetaData()
_Data = JSON(none_as_null=True)


def _of_match() -> ForeignKey:
    return ForeignKey("matches.id", ondelete="CASCADE")


matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", _Data, nullable=False),
    Column("seed", Text),  # decimal digits: 256 bits are more than a number of a database holds
    Column("source", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("opening", Integer, nullable=False),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("ended", Text, nullable=False),
    Column("returns", _Data),
    Column("loser", Integer),
    Column("reason", Text, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("notes", _Data, nullable=False),
    Column("key", Text, unique=True),  # NULL if it has none, as those may be many
    Index("matches_changed", "changed"),
    Index("matches_game", "game", "changed"),
    Index("matches_source", "source", "ended", "changed"),
    sqlite_with_rowid=False,
)
seats = Table(
    "seats",
    metadata,
    Column("match", Text, _of_match(), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("spec", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("outcome", Text, nullable=False),  # "" while the match is under way
    Index("seats_player", "player", "outcome"),
    Index("seats_name", "name", "outcome"),
    Index("seats_spec", "spec", "outcome"),
    sqlite_with_rowid=False,
)
entries = Table(
    "entries",
    metadata,
    Column("match", Text, _of_match(), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("data", _Data, nullable=False),
    Column("key", Text),
    Column("at", Double, nullable=False),
    Index("entries_key", "match", "key", unique=True),
    sqlite_with_rowid=False,
)
tokens = Table(
    "tokens",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("match", Text, _of_match(), nullable=False),
    Column("seats", _Data, nullable=False),
    Column("kind", Text, nullable=False),
    Index("tokens_match", "match"),
    sqlite_with_rowid=False,
)
players = Table(
    "players",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("key_hash", Text, unique=True),
    Column("created", Double, nullable=False),
    sqlite_with_rowid=False,
)
events = Table(
    "events",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", _Data, nullable=False),
    Column("specs", _Data, nullable=False),
    Column("games", Integer, nullable=False),
    Column("seed", Text),
    Column("limit", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("ended", Double),
    Column("played", Integer, nullable=False),
    Column("table", _Data),
    Column("notes", _Data, nullable=False),
    Index("events_created", "created"),
    sqlite_with_rowid=False,
)
