"""Who sits at a match: a lock file for each in the state folder, which a process that dies lets go of."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from parlour.core import files
from parlour.core.errors import BadRecord
from parlour.store.glance import state_folder

ATTEMPTS = 5  # at a file that somebody else may tidy away before it is locked


def busy(name: str | Path) -> BadRecord:
    """Say that somebody else sits at a game."""
    return BadRecord(f"{name}: is being played in another terminal; leave it there first, or play another")


def take(name: str) -> int | None:
    """Hold a match for this process: give the handle that does, None where there are no locks.

    Raise BadRecord while another holds it.
    """
    path = _file(name)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for _ in range(ATTEMPTS):
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            handle = files.take(path)
            if handle is not None:
                return handle
    except BlockingIOError:
        raise busy(name) from None
    except (OSError, ValueError):  # a folder that cannot be written holds nothing
        return None
    return None


def leave(name: str, handle: int) -> None:
    """Let others go on with a match."""
    with suppress(OSError):
        _file(name).unlink(missing_ok=True)  # first: whoever opens it now finds it held, then gone
    os.close(handle)


def is_taken(name: str) -> bool:
    """Say whether somebody sits at a match now."""
    return files.taken(_file(name))


def tidy() -> None:
    """Remove the files of those who died."""
    with suppress(OSError):
        for path in _file("x").parent.glob("*.lock"):
            if not is_taken(path.stem):
                with suppress(BadRecord):
                    handle = take(path.stem)
                    if handle is not None:
                        leave(path.stem, handle)


def _file(name: str) -> Path:
    return state_folder() / "held" / f"{name}.lock"
