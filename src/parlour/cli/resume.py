"""Going on with a game: which one, listing them, deleting one."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.cli import earlier, hold, output, shelf
from parlour.cli.common import command_line
from parlour.cli.keep import Keeper, begins
from parlour.core import files
from parlour.core.errors import BadOption, BadRecord, GameOver, ParlourError, told_of, unknown
from parlour.core.paths import user_path

if TYPE_CHECKING:
    from parlour.cli.shelf import Shelved
    from parlour.cli.talk import Talk
    from parlour.core.match import Match

MOST_FINISHED = 10  # listed; all of them with --json


def resumed(what: list[str], again: list[str], talk: Talk) -> tuple[Match, Keeper] | None:
    """Read the match to go on with and hold it; None if none was chosen."""
    game, word = _named(what)
    if word:
        keeper = _named_one(word, again)
    else:
        shelved = _chosen(game, talk)
        if shelved is None:
            return None
        keeper = _keeper_of(shelved, again)
    called = keeper.file or keeper.name
    try:
        match = keeper.read() if keeper.name else None
        if keeper.file:
            with told_of(keeper.file):
                match = shelf.read_record(keeper.file).replay()
        assert match is not None
        if game and match.game.name != game:
            raise BadRecord(f"{called}: is a game of {match.game.name}, not of {game}")
        if match.over:
            if keeper.name:
                keeper.write(match)  # the file may know of the end, and the database not yet
            raise GameOver(f"{called}: that game is over; look at it with: {command_line('replay', called)}")
    except BaseException:
        keeper.close()
        raise
    return match, keeper


def _named(what: list[str]) -> tuple[str, str]:
    """Tell a game's name from a file or a match of the shelf."""
    from parlour.core import registry

    games = [word for word in what if registry.is_game(word)]
    others = [word for word in what if word not in games]
    if len(games) > 1 or len(others) > 1:
        raise BadOption("--resume: name one game, one file or both")
    for word in others:
        if not user_path(word).exists() and not Path(word).suffix and not shelf.find(word):
            raise unknown("game or file", word, registry.game_names())
    return "".join(games), "".join(others)


def _named_one(word: str, again: list[str]) -> Keeper:
    """Find the match that was named: on the shelf, in the user's file, or in both."""
    path = user_path(word)
    shelved = None if path.exists() else shelf.find(word)
    if shelved:
        return _keeper_of(shelved, again)
    files.target(path)  # a pipe could not be read again, nor written to
    record = shelf.read_record(word)
    for shelved in shelf.known(record.game):
        with suppress(ParlourError):
            if not shelved.held and begins(shelf.match_of(shelved.kept).full_record(), record):
                return Keeper(again, word, shelved.name)
    return Keeper(again, word)


def _keeper_of(shelved: Shelved, again: list[str]) -> Keeper:
    """Hold a match of the shelf, and the user's file if that still holds the match, no less of it."""
    from parlour.core import registry

    if not registry.is_game(shelved.game) and "--load" in shelved.again:
        raise BadRecord(f"{shelved.game} is a game of yours; go on with: {shelved.command}")
    keeper, holds = Keeper(again, name=shelved.name), False
    with suppress(ParlourError):
        holds = bool(shelved.file) and begins(keeper.read().full_record(), shelf.read_record(shelved.file))
    if holds:
        keeper.use(shelved.file)
    return keeper


def _chosen(game: str, talk: Talk) -> Shelved | None:
    """Take the only unfinished game, or let the user choose; without a terminal the latest that is free."""
    found = shelf.unfinished(game)
    if not found:
        raise _nothing(game)
    if len(found) > 1 and output.is_terminal(sys.stdin):
        return _asked(found, talk)
    free = [kept for kept in found if not kept.held]
    if not free:
        raise hold.busy(found[0].name)
    if len(found) > 1:
        see = command_line("play", *([game] if game else []), "--list")
        talk.say(f"Going on with the latest of {len(found)} unfinished games; all of them: {see}", "dim")
    return free[0]


def _nothing(game: str) -> BadRecord:
    for path, wrong in earlier.damaged():
        if not game or path.stem.startswith(game):
            return BadRecord(wrong)
    if shelf.folder().is_dir() and not os.access(shelf.folder(), os.R_OK | os.X_OK):
        return BadRecord(f"{shelf.folder()}: {os.strerror(errno.EACCES)}")
    words = f"no {game or 'game'} to resume in {shelf.folder()}"
    return BadRecord(f"{words}; start one: parlour play {game or 'GAME'}")


def _asked(found: list[Shelved], talk: Talk) -> Shelved | None:
    talk.say("Unfinished games:", "bold")
    _tell(found, talk)
    while True:
        answer = talk.ask(f"1 to {len(found)}, Enter for the latest, q for none> ")
        if answer is None or answer.strip().lower() in ("q", "quit", "exit"):
            return None
        number = answer.strip() or "1"
        if number.isdecimal() and len(number) < 6 and 1 <= int(number) <= len(found):
            kept = found[int(number) - 1]
            if not kept.held:
                return kept
            talk.say(str(hold.busy(kept.name)))
        else:
            talk.say(f"Type a number from 1 to {len(found)}.")


def _tell(found: list[Shelved], talk: Talk) -> None:
    for number, kept in enumerate(found, 1):
        talk.say(f"{number:>3}  {kept.words}")
        talk.say(f"     {kept.command}", "dim")


def show(what: list[str], json: bool, talk: Talk) -> None:
    """List the games that are kept, unfinished ones with the command that goes on with each."""
    game, word = _named(what)
    if word:
        raise BadOption(f"--list: {word} is no game; name one, or none for all")
    going, over = shelf.unfinished(game), shelf.finished(game)
    wrong = earlier.damaged()
    if json:
        games = [kept.data() for kept in (*going, *over)]
        output.emit({"games": games, "damaged": [{"file": str(file), "error": text} for file, text in wrong]})
        return
    if going:
        talk.say("Unfinished games:", "bold")
        _tell(going, talk)
    if over:
        talk.say("Finished games:", "bold")
        _tell(over[:MOST_FINISHED], talk)
        if len(over) > MOST_FINISHED:
            talk.say(f"     and {len(over) - MOST_FINISHED:,} more, which --json lists")
    for _, text in wrong:
        talk.say(f"Not readable: {text}")
    if going or over:
        talk.say("Delete one by: parlour play --delete NAME, the name after --resume or replay.", "dim")
    else:
        talk.say(f"No game is kept in {shelf.folder()}.")


def delete(name: str, force: bool, talk: Talk) -> None:
    """Delete a game that is kept, after a question."""
    shelved = shelf.find(name)
    path = None if shelved else earlier.find(name)
    if shelved is None and path is None:
        raise BadRecord(f"--delete {name}: no such game is kept; see them by: parlour play --list")
    if shelved is not None and shelved.held:
        raise hold.busy(name)
    if not force:
        answer = talk.ask(f"Delete {shelved.words if shelved else path}? yes or no> ")
        if answer is None:
            raise BadOption(f"--delete {name}: nobody said yes; --force deletes without asking")
        if answer.strip().lower() not in ("y", "yes"):
            talk.say("It is kept.")
            return
    if shelved is not None:
        shelf.store().delete(shelved.name)
    elif path is not None:
        try:
            path.unlink()
        except OSError as error:
            raise BadRecord(f"{path}: cannot be deleted: {error.strerror or error}") from None
    talk.say(f"Deleted {name}.")
