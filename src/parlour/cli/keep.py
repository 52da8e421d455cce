"""Where one match is written down: a file of its own on the shelf, and the file that its player named."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.cli import output, shelf
from parlour.cli.common import command_line
from parlour.core import files
from parlour.core.errors import BadRecord, ParlourError
from parlour.core.paths import user_path

if TYPE_CHECKING:
    from parlour.cli.talk import Talk
    from parlour.core.match import Match
    from parlour.core.record import Record

Ask = Callable[[str], str | None]


class Keeper:
    """The files of one match, held so that no other sitting goes on with them."""

    def __init__(self, again: list[str], file: str = "", place: Path | None = None) -> None:
        self.again = again  # what a command must repeat to go on: --load and --limit
        self.file = file  # the user's, as it was typed
        self.place = place  # on the shelf; None until the match is first written
        self.kept = True  # the last write reached the disk somewhere
        self._held: dict[str, int] = {}
        for folder in {shelf.folder(), shelf.folder() / shelf.FINISHED, user_path(file or ".").parent}:
            files.tidy(folder)
        for role, path in (("place", place), ("file", user_path(file) if file else None)):
            if path is not None and path.exists():
                self._take(role, path)

    def _take(self, role: str, path: Path) -> None:
        try:
            handle = files.take(path)
        except BlockingIOError:
            self.close()
            raise busy(self.file if role == "file" else path) from None
        if handle is not None:
            self._held[role] = handle

    def close(self) -> None:
        """Let others go on with the match."""
        while self._held:
            os.close(self._held.popitem()[1])

    def leave(self) -> None:
        """Leave the files to the match that is in them: what is written next is another one."""
        self.close()
        self.file, self.place = "", None

    def begin(self, match: Match, save: str, force: bool, talk: Talk) -> None:
        """Write to the user's file at once, if there is one: what cannot be written is better known early."""
        if save and not self.owns(save):
            settle_file(save, match, force, yes_or_no(talk))
            self.file = save
        if self.file:
            folder = user_path(self.file).parent
            made = not folder.exists()
            self._put("file", user_path(self.file), match.full_record().to_json(), private=False)
            if made:
                talk.say(f"Made the folder {folder}.", "dim")

    def write(self, match: Match) -> str:
        """Write the match down; give in words what went wrong, if anything did.

        The user's file first: it is never behind the shelf.
        """
        record = match.full_record()
        trouble, written = "", False
        if self.file:
            try:
                self._put("file", user_path(self.file), record.to_json(), private=False)
                written = True
            except ParlourError as error:
                trouble = str(error)
        try:
            self._shelve(match, record)
            self.kept = True
        except (ParlourError, OSError) as error:
            self.kept = written
            if not written:
                return f"this game is not being kept: {trouble or error}; set PARLOUR_STATE_DIR"
        return f"{trouble}; the game is kept in {self.place}" if trouble else ""

    def _shelve(self, match: Match, record: Record) -> None:
        if self.place is None:
            self.place = shelf.fresh(match.game.name)
        if not match.over and shelf.is_finished(self.place):
            self._move(shelf.folder(), match)  # first, so that no unfinished game lies among the finished
        self._put("place", self.place, shelf.write(record, self._notes(match)), private=True)
        if match.over and not shelf.is_finished(self.place):
            self._move(shelf.folder() / shelf.FINISHED, match)

    def _notes(self, match: Match) -> dict[str, Any]:
        again = [
            str(user_path(word).absolute()) if before == "--load" else word
            for before, word in zip(["", *self.again], self.again, strict=False)
        ]
        notes: dict[str, Any] = {"moves": len(match.begun()), "again": again}
        return notes | ({"file": str(user_path(self.file).absolute())} if self.file else {})

    def _move(self, folder: Path, match: Match) -> None:
        """Move the file on the shelf; where that cannot be done it stays, and is found there too."""
        assert self.place is not None
        to = folder / self.place.name
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if to.exists():
                to = folder / shelf.fresh(match.game.name).name
            self.place = self.place.rename(to)

    def _put(self, role: str, path: Path, text: str, private: bool) -> None:
        handle = files.write_whole(path, text + "\n", private=private, hold=True)
        if role in self._held:
            os.close(self._held.pop(role))
        if handle is not None:
            self._held[role] = handle

    def owns(self, file: str) -> bool:
        """Say whether a file is one that this match is written to anyway."""
        own = [path for path in (self.place, user_path(self.file) if self.file else None) if path]
        with suppress(OSError, ValueError):
            return any(path.exists() and path.samefile(user_path(file)) for path in own)
        return False

    def command(self, match: Match) -> str:
        """Return the command that goes on with the match."""
        name, others = match.game.name, shelf.unfinished(match.game.name)
        if self.file:
            return command_line("play", name, *self.again, "--resume", self.file)
        if self.place is None or [kept.path for kept in others] == [self.place]:
            return command_line("play", name, *self.again, "--resume")
        return command_line("play", *self.again, "--resume", shelf.name_of(self.place))


def typed_file(text: str) -> tuple[str, bool]:
    """Read what follows the order save: a file, in quotes or not, blanks in it or not, and --force."""
    force = text.endswith(" --force")
    text = text.removesuffix(" --force").rstrip()
    if len(text) > 2 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    folder = user_path(text).parent
    if not folder.is_dir():
        raise BadRecord(f"{folder}: no such folder; make it first, or name another")
    return text, force


def yes_or_no(talk: Talk) -> Ask | None:
    """Give what asks the user, where one sits at a terminal: a pipe's next line is a move, not an answer."""
    return talk.ask if output.is_terminal(sys.stdin) else None


def busy(name: str | Path) -> BadRecord:
    """Say that somebody else sits at a game."""
    return BadRecord(f"{name}: is being played in another terminal; leave it there first, or play another")


def filled(file: str) -> Path | None:
    """Return the file that writing would replace; None if there is none, or nothing in it."""
    try:
        there = files.target(user_path(file))
        return there if there.exists() and there.stat().st_size else None
    except ParlourError:
        raise
    except (OSError, ValueError) as error:
        raise BadRecord(f"{file}: cannot be written: {getattr(error, 'strerror', None) or error}") from None


def settle_file(file: str, match: Match, force: bool, ask: Ask | None) -> None:
    """Refuse to write where something would be lost: another game without a yes, other files altogether.

    With force any plain file may go, but for a game that is being played; without `ask` nobody can say yes.
    """
    there = filled(file)
    if there is None:
        return
    if files.taken(there):
        raise busy(file)
    if force:
        return
    try:
        record = shelf.read_record(user_path(file))
    except BadRecord:
        why = "is there already and is no saved game; name another file, or add --force"
        raise BadRecord(f"{file}: {why}") from None
    if begins(record, match.full_record()):
        return
    holds = f"{file} holds another game of {record.game}"
    if ask is None:
        raise BadRecord(f"{holds}; name another file, or add --force")
    if (ask(f"{holds}. Replace it? yes or no> ") or "").strip().lower() not in ("y", "yes"):
        raise BadRecord(f"{file} was left as it is")


def begins(first: Record, second: Record) -> bool:
    """Say whether a record is the beginning of another, so that nothing is lost with it."""
    if first.ended != "unfinished":
        return first == second
    same = (first.game, first.options, first.seed) == (second.game, second.options, second.seed)
    return same and second.moves[: len(first.moves)] == first.moves
