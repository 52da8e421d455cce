"""The state folder: every game a player has begun is a file of its own in it, until its player deletes it."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.cli.common import command_line
from parlour.core import files
from parlour.core.errors import BadRecord, ParlourError, told_of
from parlour.core.letters import printable
from parlour.core.paths import own_folder, user_path
from parlour.core.record import Record, read_any

if TYPE_CHECKING:
    from parlour.core.match import Match

FINISHED = "finished"
UNDER_WAY = ("", "earlier")  # folders; games were kept in earlier/ once
NAME = re.compile(r"[^/\\]+-\d{8}-\d{6}-[0-9a-f]{6}")  # of a file without .json, see fresh
NOTES = "kept"  # what a file of the shelf holds besides the record


def folder() -> Path:
    """Return the state folder: $PARLOUR_STATE_DIR, or the user's own by the rules of the platform."""
    return own_folder("PARLOUR_STATE_DIR", "XDG_STATE_HOME", ".local", "state")


def event(game: str) -> Path | None:
    """Return a fresh file for an event, from which it can be resumed; None where none can be kept."""
    events = folder() / "events"
    try:
        events.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return events / f"{game}-{os.getpid()}-{os.urandom(3).hex()}.jsonl"


def read_record(path: str | Path) -> Record:
    """Read a record from a file, a pipe or a device; its path may begin with ~."""
    return read_any(user_path(path), str(path))


def replayed(path: str | Path) -> Match:
    """Read a record and play its moves again."""
    with told_of(path):
        return read_record(path).replay()


@dataclass(frozen=True)
class Kept:
    """A game on the shelf."""

    path: Path
    record: Record
    when: float  # it was last written
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return the word that means this game after --resume and --delete."""
        return name_of(self.path)

    @property
    def held(self) -> bool:
        """Say whether somebody sits at it now."""
        return files.taken(self.path)

    @property
    def file(self) -> str:
        """Return the file its player asked for besides, if any."""
        file = self.notes.get("file")
        return file if isinstance(file, str) else ""

    @property
    def moves(self) -> int:
        """Count the moves, chance's left out where that is known."""
        count = self.notes.get("moves")
        return count if isinstance(count, int) else len(self.record.moves)

    @property
    def again(self) -> list[str]:
        """Return what a command must repeat to go on."""
        words = self.notes.get("again")
        return [word for word in words if isinstance(word, str)] if isinstance(words, list) else []

    @property
    def command(self) -> str:
        """Return the command that goes on with it, or shows it again."""
        if self.record.ended != "unfinished":
            pairs = zip(self.again[::2], self.again[1::2], strict=False)
            loads = [word for pair in pairs for word in pair if pair[0] == "--load"]
            return command_line("replay", self.path, *loads)
        return command_line("play", *self.again, "--resume", self.name)

    @property
    def words(self) -> str:
        """Tell it in a line: what, how far, who sits, when."""
        far = f"{self.moves} move{'' if self.moves == 1 else 's'}"
        far += ", ended by a forfeit" if self.record.ended == "forfeit" else ""
        now = ", being played in another terminal" if self.held else ""
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(self.when))
        return printable(f"{self.record.game}, {far}, seats {', '.join(self.record.seats)}, {when}{now}", "?")

    def data(self) -> dict[str, Any]:
        """Give it as data, with nothing in it that a player must not know."""
        return {
            "name": self.name,
            "game": self.record.game,
            "seats": self.record.seats,
            "moves": self.moves,
            "ended": self.record.ended,
            "when": time.strftime("%Y-%m-%dT%H:%M:%S%z", time.localtime(self.when)),
            "held": self.held,
            "file": str(self.path),
            "command": self.command,
        }


def fresh(game: str) -> Path:
    """Return a file that no other game has: GAME, the time and a few letters."""
    while True:
        name = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{os.urandom(3).hex()}.json"
        if not any((folder() / part / name).exists() for part in ("", FINISHED)):
            return folder() / name


def name_of(path: Path) -> str:
    """Return the word that means a file of the shelf: its name without .json, or all of the path."""
    return path.stem if find(path.stem) == path else str(path)


def find(name: str) -> Path | None:
    """Find a game on the shelf by its name; a bare GAME, as files were called once, is the game's."""
    if not NAME.fullmatch(name):
        return None
    for part in (*UNDER_WAY, FINISHED):
        path = folder() / part / f"{name}.json"
        try:
            if path.is_file():
                return path
        except (OSError, ValueError):
            return None
    return None


def file_of(name: str) -> str:
    """Return the file that is named, be it by a name on the shelf; by no name the game finished last."""
    if name:
        return str(find(name) or name)
    over = finished()
    if not over:
        raise BadRecord(f"no finished game in {folder()}; name the FILE of one")
    return str(over[0].path)


def on_shelf(path: Path) -> Path | None:
    """Return the path of a file as the shelf knows it; None if it is not on it."""
    try:
        return folder() / path.resolve().relative_to(folder().resolve())
    except (OSError, RuntimeError, ValueError):
        return None


def is_finished(path: Path) -> bool:
    """Say whether a file lies among the finished games."""
    return path.parent == folder() / FINISHED


def read(path: Path) -> Kept:
    """Read a game of the shelf."""
    record = read_record(path)
    try:
        when = path.stat().st_mtime
        notes = json.loads(path.read_text(encoding="utf-8")).get(NOTES)
    except (OSError, ValueError) as error:  # deleted in between
        raise BadRecord(f"{path}: {error}") from None
    return Kept(path, record, when, notes if isinstance(notes, dict) else {})


def write(record: Record, notes: dict[str, Any]) -> str:
    """Write a game of the shelf as text: a record with notes."""
    return json.dumps(
        {**json.loads(record.to_json()), NOTES: notes}, ensure_ascii=False, separators=(",", ":")
    )


def unfinished(game: str = "") -> list[Kept]:
    """List the games under way, the latest first."""
    return _games(game, False, *UNDER_WAY)


def finished(game: str = "") -> list[Kept]:
    """List the games that are over, the latest first."""
    return _games(game, True, *UNDER_WAY, FINISHED)


def damaged() -> list[tuple[Path, str]]:
    """List the files under way that are no records, with what is wrong with them."""
    return _looked_at(*UNDER_WAY)[1]


def _games(game: str, over: bool, *parts: str) -> list[Kept]:
    found = [kept for kept in _looked_at(*parts)[0] if (kept.record.ended != "unfinished") == over]
    mine = (kept for kept in found if game in ("", kept.record.game))
    return sorted(mine, key=lambda kept: (kept.when, kept.path), reverse=True)


def _looked_at(*parts: str) -> tuple[list[Kept], list[tuple[Path, str]]]:
    """Read all that these folders hold: the games, and the files that are none."""
    games, others = [], []
    for path in _files(*parts):
        try:
            games.append(read(path))
        except ParlourError as error:
            others.append((path, str(error)))
    return games, others


def _files(*parts: str) -> Iterator[Path]:
    for part in parts:
        with suppress(OSError):  # a folder that may not be read holds nothing that could be gone on with
            yield from sorted(path for path in (folder() / part).glob("*.json") if path.is_file())
