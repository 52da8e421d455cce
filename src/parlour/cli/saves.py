"""Where games under way are kept, so that nothing is lost when a terminal or a machine goes away."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.core.errors import BadRecord, ParlourError
from parlour.core.paths import home_folder, user_path

if TYPE_CHECKING:
    from parlour.core.match import Match
    from parlour.core.record import Record


def folder() -> Path:
    """Give the state folder: $PARLOUR_STATE_DIR, or the user's own by the rules of the platform."""
    asked = os.environ.get("PARLOUR_STATE_DIR")
    if asked:
        return user_path(asked)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(home_folder() / "AppData" / "Local")
    else:
        base = os.environ.get("XDG_STATE_HOME") or str(home_folder() / ".local" / "state")
    return Path(base) / "parlour"


def autosave(game: str) -> Path:
    """Give the file in which the game under way is kept after every move."""
    return folder() / f"{game}.json"


def finished(game: str) -> Path:
    """Give the file that keeps the last finished game, so that it can be replayed."""
    return folder() / "finished" / f"{game}.json"


def earlier(game: str) -> Path:
    """Give the file to which a game under way moves when a new one is started."""
    return folder() / "earlier" / f"{game}.json"


def event(game: str) -> Path | None:
    """Give a fresh file for an event, from which it can be resumed; None where none can be kept."""
    events = folder() / "events"
    try:
        events.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return events / f"{game}-{os.getpid()}-{os.urandom(3).hex()}.jsonl"


def newest() -> Path:
    """Find the autosave of the game played last."""
    try:
        files = [(file.stat().st_mtime, file) for file in folder().glob("*.json") if file.is_file()]
    except OSError as error:
        raise BadRecord(f"{folder()}: {error.strerror or error}") from None
    if not files:
        raise BadRecord(f"no game to resume in {folder()}; start one: parlour play GAME")
    return max(files)[1]


def set_aside(game: str) -> Path | None:
    """Move the autosave out of the way of a new game; give its new place, or None if there was none."""
    here, there = autosave(game), earlier(game)
    try:
        if not here.is_file():
            return None
        there.parent.mkdir(parents=True, exist_ok=True)
        here.replace(there)
    except OSError:
        return None  # it is about to be overwritten, or not to be written at all: play says so
    return there


def read(path: str | Path) -> Record:
    """Read a record from a file, or from a pipe or a device, of which no end may come."""
    from parlour.core.record import MOST_BYTES, Record

    file = user_path(path)
    try:
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
        text = data.decode()
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path}: not a record: the file is not text") from None
    if len(data) > MOST_BYTES:
        raise BadRecord(f"{path}: larger than {MOST_BYTES // 2**20} MB, not a record")
    try:
        return Record.from_json(text)
    except ParlourError as error:
        raise BadRecord(f"{path}: {error}") from None


def replayed(path: str | Path) -> Match:
    """Read a record and play its moves again."""
    try:
        return read(path).replay()
    except BadRecord as error:
        named = str(error).startswith(f"{path}: ")
        raise error if named else BadRecord(f"{path}: {error}") from None
    except ParlourError as error:
        raise BadRecord(f"{path}: {error}") from None
