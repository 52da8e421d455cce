"""Where one match is written down: in the database, move by move, and whole in the file its player named."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.cli import hold, output, shelf
from parlour.cli.book import Book, Elsewhere
from parlour.cli.common import command_line
from parlour.cli.people import remind
from parlour.core import files
from parlour.core.errors import BadRecord, ParlourError
from parlour.core.paths import user_path

if TYPE_CHECKING:
    from parlour.cli.talk import Talk
    from parlour.core.match import Match
    from parlour.core.record import Record
    from parlour.core.strategy import Strategy

Ask = Callable[[str], str | None]


class Keeper:
    """What is written of one match, held so that no other sitting goes on with it."""

    def __init__(self, again: list[str], file: str = "", name: str = "", recalls: bool = True) -> None:
        self.again = again  # what a command must repeat to go on: --load and --limit
        self.file = file  # the user's, as it was typed
        self.name = ""  # in the database, once the match is written there
        self.kept = True  # the last write reached the disk somewhere
        self.recalls = recalls  # opponents that learn remember the person
        self.began = time.time()
        self._book = Book()
        self._held: dict[str, int] = {}
        hold.tidy()
        files.tidy(user_path(file or ".").parent)
        if name:
            self._hold(name)
        if file and user_path(file).exists():
            self.use(file)

    def _hold(self, name: str) -> None:
        handle, self.name = hold.take(name), name
        if handle is not None:
            self._held["match"] = handle

    def use(self, file: str) -> None:
        """Write to a file of the user's too, which is there already."""
        self.file = file
        try:
            handle = files.take(user_path(file))
        except BlockingIOError:
            self.close()
            raise hold.busy(file) from None
        if handle is not None:
            self._held["file"] = handle

    def close(self) -> None:
        """Let others go on with the match."""
        if "match" in self._held:
            hold.leave(self.name, self._held.pop("match"))
        if "file" in self._held:
            os.close(self._held.pop("file"))

    def leave(self) -> None:
        """Leave the match as it is: what is written next is another one."""
        self.close()
        self.file, self.name, self.began, self._book = "", "", time.time(), Book()

    def begin(self, match: Match, save: str, force: bool, talk: Talk) -> None:
        """Write to the user's file at once, if there is one: what cannot be written is better known early."""
        if save and not self.owns(save):
            settle_file(save, match, force, yes_or_no(talk))
            self.file = save
        if self.file:
            folder = user_path(self.file).parent
            made = not folder.exists()
            self._write_file(match)
            if made:
                talk.say(f"Made the folder {folder}.", "dim")

    def read(self) -> Match:
        """Play again what the database holds of the match."""
        match = self._book.read(self.name)
        if self._book.row is not None:
            self.began = self._book.row.created
            self.recalls = self._book.row.notes.get("recalls") is not False
        return match

    def remind(self, strategy: Strategy, match: Match) -> None:
        """Let an opponent that learns recall earlier matches, those that were over when this one began."""
        if self.recalls:
            remind(strategy, match, self.began)

    def write(self, match: Match) -> str:
        """Write the match down; give in words what went wrong, if anything did.

        The user's file first: it is never behind the database.
        """
        trouble, written = "", False
        if self.file:
            with suppress(ParlourError):
                shelf.store()  # opened first: a kill finds the two hardly ever apart
            try:
                self._write_file(match)
                written = True
            except ParlourError as error:
                trouble = str(error)
        try:
            self._enter(match)
            self.kept = True
        except (ParlourError, OSError) as error:
            self.kept = written
            if not written:
                return f"this game is not being kept: {trouble or error}; set PARLOUR_STATE_DIR"
        return f"{trouble}; the game is kept as {self.name}" if trouble else ""

    def _write_file(self, match: Match) -> None:
        text = match.full_record().to_json() + "\n"
        handle = files.write_whole(user_path(self.file), text, hold=True)
        if "file" in self._held:
            os.close(self._held.pop("file"))
        if handle is not None:
            self._held["file"] = handle

    def _enter(self, match: Match) -> None:
        """Write to the database; what somebody else has gone on with is left, and this is another match."""
        if not self.name:
            self._hold(shelf.fresh(match.game.name, time.time()))
        try:
            self._book.write(match, self.name, self.began, self._notes())
        except Elsewhere:
            file = self.file
            self.leave()
            self.file = file
            self._hold(shelf.fresh(match.game.name, time.time()))
            self._book.write(match, self.name, self.began, self._notes())

    def _notes(self) -> dict[str, Any]:
        again = [
            str(user_path(word).absolute()) if before == "--load" else word
            for before, word in zip(["", *self.again], self.again, strict=False)
        ]
        notes: dict[str, Any] = {"again": again} | ({} if self.recalls else {"recalls": False})
        return notes | ({"file": str(user_path(self.file).absolute())} if self.file else {})

    def owns(self, file: str) -> bool:
        """Say whether a file is one that this match is written to anyway."""
        with suppress(OSError, ValueError):
            return bool(self.file) and user_path(self.file).samefile(user_path(file))
        return False

    def command(self, match: Match) -> str:
        """Return the command that goes on with the match."""
        name, others = match.game.name, shelf.known(match.game.name)
        if self.file:
            return command_line("play", name, *self.again, "--resume", self.file)
        if [shelved.name for shelved in others] == [self.name]:
            return command_line("play", name, *self.again, "--resume")
        return command_line("play", *self.again, "--resume", self.name)


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
        raise hold.busy(file)
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
