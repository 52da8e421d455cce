"""A glance at the matches in a SQLite file by Python's own module: in a few milliseconds, without SQLAlchemy.

For front ends that list what is there before they have anything to write; the tables are those of schema.py.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from parlour.core.paths import own_folder, user_path
from parlour.store import rows
from parlour.store.kinds import UNFINISHED, Kept

VARIABLE = "PARLOUR_DATABASE"
FILE = "parlour.db"
PATIENCE = 1.0  # seconds to wait for a writer
JSON = ("options", "returns", "notes")
FILTER = "WHERE source = :source AND :game IN ('', game) AND (ended = :unfinished) != :over"
MATCHES = f"SELECT * FROM matches {FILTER} ORDER BY changed DESC, id DESC LIMIT :limit"
SEATS = "SELECT * FROM seats WHERE match IN (SELECT value FROM json_each(:ids)) ORDER BY match, seat"


def state_folder() -> Path:
    """Return the state folder: $PARLOUR_STATE_DIR, or the user's own by the rules of the platform."""
    return own_folder("PARLOUR_STATE_DIR", "XDG_STATE_HOME", ".local", "state")


def file() -> Path | None:
    """Return the SQLite file that `open_store` would open, there or not; None if it is another database."""
    text = os.environ.get(VARIABLE, "")
    if not text:
        return state_folder() / FILE
    if text.startswith("sqlite:///"):
        return Path(text.removeprefix("sqlite:///"))
    return None if ":" in text else user_path(text)


def matches(path: Path, source: str, over: bool, game: str = "", limit: int = -1) -> list[Kept] | None:
    """List matches as `Store.find` does, the latest changed first; None where only the store can tell."""
    asked = {"source": source, "over": over, "game": game, "limit": limit, "unfinished": UNFINISHED}
    try:
        address = f"{path.absolute().as_uri()}?mode=ro"
        if not os.access(path.parent, os.W_OK) and not path.with_name(f"{path.name}-wal").exists():
            address += "&immutable=1"  # nothing can be put beside the file, nor is anything missing in it
        with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE)) as connection:
            connection.row_factory = sqlite3.Row
            found = connection.execute(MATCHES, asked).fetchall()
            ids = json.dumps([row["id"] for row in found])
            sitting = defaultdict(list)
            for row in connection.execute(SEATS, {"ids": ids}):
                sitting[row["match"]].append(_plain(row))
        return [rows.kept_of(_plain(row), sitting[row["id"]]) for row in found]
    except (sqlite3.Error, OSError, ValueError, AttributeError):  # no such table yet, say, or an odd path
        return None


def _plain(row: sqlite3.Row) -> Any:
    values = dict(row)
    return SimpleNamespace(
        **{
            name: json.loads(value) if name in JSON and value is not None else value
            for name, value in values.items()
        }
    )
