"""The shelf: every match a player has begun here is kept in the database, until its player deletes it.

Nothing here loads SQLAlchemy before it is needed: what a file of SQLite holds is listed at a glance, and
`prepare` opens the store beside the player, who thinks meanwhile.
"""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import RLock, Thread
from typing import TYPE_CHECKING, Any

from parlour.cli import hold
from parlour.cli.common import command_line
from parlour.core.errors import BadRecord, ParlourError, told_of
from parlour.core.letters import printable
from parlour.core.paths import user_path
from parlour.core.record import Record, read_any
from parlour.store import glance
from parlour.store.kinds import Kept

if TYPE_CHECKING:
    from parlour.core.match import Match
    from parlour.store import Store

SOURCE = "terminal"
NAME = re.compile(r"[^/\\]+-\d{8}-\d{6}-[0-9a-f]{6}")  # see fresh
MOST = 1_000_000  # matches in a list
LATELY = 100  # finished matches that tell what is played
folder = glance.state_folder

# -- the database ----------------------------------------------------------------------------------------

_open: dict[str, Store] = {}  # by what chose it: one, or none
_begun: list[Thread] = []  # what opens it, at most one
_lock = RLock()


def store() -> Store:
    """Return the store, opened at its first use; raise StoreDown or another ParlourError if it cannot be."""
    key = os.environ.get(glance.VARIABLE) or str(folder())
    with _lock:
        if key not in _open:
            from parlour.store import open_store

            _shut()
            _open[key] = open_store()
        return _open[key]


def prepare() -> None:
    """Begin to open the store in a thread."""

    def begin() -> None:
        with suppress(Exception):  # whoever writes to it says what is wrong
            store()

    if not _begun:
        _begun.append(Thread(target=begin, daemon=True))
        _begun[0].start()


def close() -> None:
    """Close the store, once it is open."""
    while _begun:
        _begun.pop().join()
    with _lock:
        _shut()


def _shut() -> None:
    while _open:
        _open.popitem()[1].close()


def is_there() -> bool:
    """Say whether there is a database already."""
    path = glance.file()
    with suppress(OSError, ValueError):
        return path is None or path.is_file()
    return False


# -- what is on the shelf --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shelved:
    """A match on the shelf."""

    kept: Kept

    @property
    def name(self) -> str:
        """Return the word that means this match after --resume and --delete."""
        return self.kept.id

    @property
    def game(self) -> str:
        """Return the name of its game."""
        return self.kept.game

    @property
    def moves(self) -> int:
        """Count the moves, chance's left out."""
        return self.kept.moves

    @property
    def held(self) -> bool:
        """Say whether somebody sits at it now."""
        return hold.is_taken(self.name)

    @property
    def file(self) -> str:
        """Return the file its player asked for besides, if any."""
        file = self.kept.notes.get("file")
        return file if isinstance(file, str) else ""

    @property
    def again(self) -> list[str]:
        """Return what a command must repeat to go on."""
        words = self.kept.notes.get("again")
        return [word for word in words if isinstance(word, str)] if isinstance(words, list) else []

    @property
    def command(self) -> str:
        """Return the command that goes on with it, or shows it again."""
        if self.kept.over:
            pairs = zip(self.again[::2], self.again[1::2], strict=False)
            loads = [word for pair in pairs for word in pair if pair[0] == "--load"]
            return command_line("replay", self.name, *loads)
        return command_line("play", *self.again, "--resume", self.name)

    @property
    def words(self) -> str:
        """Tell it in a line: what, how far, who sits, when."""
        far = f"{self.moves} move{'' if self.moves == 1 else 's'}"
        far += ", ended by a forfeit" if self.kept.ended == "forfeit" else ""
        now = ", being played in another terminal" if self.held else ""
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(self.kept.changed))
        return printable(f"{self.game}, {far}, seats {', '.join(self.kept.seats)}, {when}{now}", "?")

    def data(self) -> dict[str, Any]:
        """Give it as data, with nothing in it that a player must not know."""
        return {
            "name": self.name,
            "game": self.game,
            "seats": self.kept.seats,
            "moves": self.moves,
            "ended": self.kept.ended,
            "when": time.strftime("%Y-%m-%dT%H:%M:%S%z", time.localtime(self.kept.changed)),
            "held": self.held,
            "file": self.file,
            "command": self.command,
        }


def unfinished(game: str = "") -> list[Shelved]:
    """List the matches under way, the latest first."""
    return _listed(game, over=False, limit=MOST)


def known(game: str = "") -> list[Shelved]:
    """List the matches under way as far as they can be read: none where there is no database to be had."""
    with suppress(ParlourError):
        return unfinished(game)
    return []


def lately() -> list[str]:
    """Name the games that were played, those under way first, the latest of each first."""
    with suppress(ParlourError):
        return [shelved.game for shelved in (*unfinished(), *finished(limit=LATELY))]
    return []


def finished(game: str = "", limit: int = MOST) -> list[Shelved]:
    """List the matches that are over, the latest first."""
    return _listed(game, over=True, limit=limit)


def _listed(game: str, over: bool, limit: int) -> list[Shelved]:
    from parlour.cli import earlier

    earlier.take_in()
    if not is_there():
        return []
    path = glance.file()
    found = None if path is None else glance.matches(path, SOURCE, over, game, limit)
    return [Shelved(kept) for kept in (_mine(game, over, limit) if found is None else found)]


def _mine(game: str, over: bool, limit: int) -> list[Kept]:
    """Ask the store, which people on other machines may share: theirs are left out."""
    from parlour.cli.people import MARK, mark

    own = mark(store()).get(MARK)
    found = store().find(source=SOURCE, ended=over, game=game, limit=MOST)
    return [kept for kept in found if kept.notes.get(MARK, own) == own][:limit]


def find(word: str) -> Shelved | None:
    """Find a match by its name, or by the path of the file in the state folder that it was in once."""
    from parlour.cli import earlier

    earlier.take_in()
    path = Path(word)
    if path.name != word and path.suffix == ".json" and _on_shelf(path):
        word = path.stem
    if not NAME.fullmatch(word) or not is_there():
        return None
    kept = store().match(word)
    return Shelved(kept) if kept is not None and kept.source == SOURCE else None


def _on_shelf(path: Path) -> bool:
    try:
        return user_path(path).resolve().is_relative_to(folder().resolve())
    except (OSError, RuntimeError, ValueError):
        return False


def fresh(game: str, at: float) -> str:
    """Return a name that no other match has: GAME, the time and a few letters."""
    return f"{game}-{time.strftime('%Y%m%d-%H%M%S', time.localtime(at))}-{os.urandom(3).hex()}"


# -- matches that a word means ---------------------------------------------------------------------------


def read_record(path: str | Path) -> Record:
    """Read a record from a file, a pipe or a device; its path may begin with ~."""
    return read_any(user_path(path), str(path))


def meant(word: str) -> Shelved | None:
    """Return the match that a word means, without one the match finished last; None: it is a file."""
    if word:
        return None if user_path(word).exists() else find(word)
    over = finished(limit=1)
    if not over:
        raise BadRecord(f"no finished game in {folder()}; name the FILE of one")
    return over[0]


def replayed(word: str) -> Match:
    """Play a match again that is named, or in a file, or by no name the one finished last."""
    shelved = meant(word)
    if shelved is not None:
        return match_of(shelved.kept)
    with told_of(word):
        return read_record(word).replay()


def record_of(word: str) -> Record:
    """Return the whole record of a match that a word means."""
    shelved = meant(word)
    return read_record(word) if shelved is None else match_of(shelved.kept).full_record()


def match_of(kept: Kept) -> Match:
    """Play a match of the shelf again."""
    from parlour.store.fold import fold

    with told_of(kept.id):
        return fold(kept, store().entries(kept.id))


# -- events ----------------------------------------------------------------------------------------------


def event(game: str) -> Path | None:
    """Return a fresh file for an event, from which it can be resumed; None where none can be kept."""
    events = folder() / "events"
    try:
        events.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return events / f"{game}-{os.getpid()}-{os.urandom(3).hex()}.jsonl"
