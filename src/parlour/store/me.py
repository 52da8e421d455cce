"""Making players, a name and a key that is told once; and the player at this machine, whose key lies here."""

from __future__ import annotations

import getpass
import hashlib
import os
import re
import secrets
from contextlib import suppress
from itertools import count
from pathlib import Path

from parlour.core.errors import BadOption, BadRecord, clipped
from parlour.core.letters import printable
from parlour.core.paths import own_folder
from parlour.store.kinds import NameTaken, Player
from parlour.store.store import Store

FILE = "player.key"  # in the state folder, for its owner alone
KEY = re.compile(r"[\w-]{43}", re.ASCII)  # 256 bits in url-safe letters
LONGEST = 40  # letters of a name
NAMELESS = "me"  # where the system knows no name for who is logged in


def hashed(key: str) -> str:
    """Return what is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def new_player(store: Store, name: str) -> tuple[Player, str]:
    """Make a player and give it with its key, which is kept nowhere; raise NameTaken if there is one."""
    key = secrets.token_urlsafe(32)
    return _added(store, checked(name), key), key


def checked(name: str) -> str:
    """Return a name as it may be shown; raise BadOption if nothing is left, or too much."""
    told = " ".join(printable(name, "").replace("{", "(").replace("}", ")").split())
    if not told or len(told) > LONGEST:
        raise BadOption(f"name {clipped(name)}: give 1 to {LONGEST} letters that can be shown")
    return told


def me(store: Store) -> Player:
    """Return the player of who is logged in here, by the key in the state folder; made when first needed."""
    key = _own_key()
    found = store.player_by_key(hashed(key))
    if found is not None:
        return found
    try:
        name = checked(getpass.getuser()[:LONGEST])
    except (OSError, KeyError, ImportError, BadOption):
        name = NAMELESS
    for number in count(1):
        with suppress(NameTaken):
            return _added(store, name if number == 1 else f"{name[: LONGEST - 8]} {number}", key)
        found = store.player_by_key(hashed(key))
        if found is not None:  # another process was first
            return found
    raise AssertionError


def _added(store: Store, name: str, key: str) -> Player:
    player = Player(secrets.token_hex(8), name, hashed(key))
    store.add_player(player)
    return player


def _own_key() -> str:
    path = own_folder("PARLOUR_STATE_DIR", "XDG_STATE_HOME", ".local", "state") / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        _write(path)
    key = path.read_text(encoding="ascii", errors="replace").strip()
    if not KEY.fullmatch(key):
        raise BadRecord(f"{path}: there is no key in it; delete the file to become a new player")
    return key


def _write(path: Path) -> None:
    """Draw a key into a file that only its owner can read; it comes with its key or not at all."""
    draft = path.with_name(f"{FILE}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
        os.link(draft, path)  # fails if another process was first
    finally:
        draft.unlink()
