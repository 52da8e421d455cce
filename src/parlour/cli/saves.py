"""The state folder, and the records that are read from it or from a file of the user's."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.core.errors import BadRecord, told_of
from parlour.core.paths import own_folder, user_path

if TYPE_CHECKING:
    from parlour.core.match import Match
    from parlour.core.record import Record


def folder() -> Path:
    """Give the state folder: $PARLOUR_STATE_DIR, or the user's own by the rules of the platform."""
    return own_folder("PARLOUR_STATE_DIR", "XDG_STATE_HOME", ".local", "state")


def event(game: str) -> Path | None:
    """Give a fresh file for an event, from which it can be resumed; None where none can be kept."""
    events = folder() / "events"
    try:
        events.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return events / f"{game}-{os.getpid()}-{os.urandom(3).hex()}.jsonl"


def kept(name: str) -> str:
    """Give the file that is named, be it by a name on the shelf; by no name the game finished last."""
    from parlour.cli import shelf

    if name:
        return str(shelf.find(name) or name)
    found = shelf.finished()
    if not found:
        raise BadRecord(f"no finished game in {folder()}; name one: parlour replay FILE")
    return str(found[0].path)


def read(path: str | Path) -> Record:
    """Read a record from a file, a pipe or a device; its path may begin with ~."""
    from parlour.core.record import Record

    return Record.read_any(user_path(path), str(path))


def replayed(path: str | Path) -> Match:
    """Read a record and play its moves again."""
    with told_of(path):
        return read(path).replay()
