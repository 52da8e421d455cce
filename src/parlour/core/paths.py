"""Paths as people type them, and where a user's own files go."""

from __future__ import annotations

import logging
import os
import sys
from functools import cache
from pathlib import Path

from parlour.core.errors import BadOption, clipped

log = logging.getLogger("parlour.paths")


def user_path(text: str | Path) -> Path:
    """Return the path for a text that may begin with ~; one whose home is unknown stays as it is."""
    check_path(text)
    return Path(os.path.expanduser(text))


def resolved(text: str | Path) -> Path:
    """Return the path with its links followed; a loop of links is left to whoever opens the file."""
    return Path(os.path.realpath(user_path(text)))


def home_folder() -> Path:
    """Return the user's home folder, or one in the temporary folder for a user who has none."""
    try:
        return Path.home()
    except (RuntimeError, KeyError):  # no HOME and no entry in the list of users: a container's number
        return _lodging()


def own_folder(variable: str, xdg: str, *usual: str, windows: tuple[str, ...] = ("parlour",)) -> Path:
    """Return a folder of the user's: where a variable says, or by the rules of the platform."""
    asked = os.environ.get(variable)
    if asked:
        return user_path(asked)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or home_folder().joinpath("AppData", "Local")
        return Path(base).joinpath(*windows)
    return Path(os.environ.get(xdg) or home_folder().joinpath(*usual)) / "parlour"


@cache
def _lodging() -> Path:
    """Make a folder that only this user can enter; one that somebody else has put there is not taken."""
    import tempfile

    user = getattr(os, "getuid", os.getpid)()
    place = Path(tempfile.gettempdir()) / f"parlour-{user}"
    try:
        place.mkdir(mode=0o700, exist_ok=True)
        facts = place.lstat()
        own = facts.st_uid == user and facts.st_mode & 0o170777 == 0o040700
    except OSError:
        own = False
    if not own:
        place = Path(tempfile.mkdtemp(prefix="parlour-"))
    log.warning("there is no home folder: files are kept in %s; set HOME", place)
    return place


def check_path(path: object) -> None:
    """Raise BadOption unless it can be a path."""
    if not isinstance(path, (str, Path)):
        raise BadOption(f"{clipped(path)} is not a path; give it as text")
