"""Paths as people type them."""

from __future__ import annotations

import os
from pathlib import Path


def user_path(text: str | Path) -> Path:
    """Give the path for a text that may begin with ~; one whose home is unknown stays as it is."""
    return Path(os.path.expanduser(text))


def read_plain(path: str | Path, most: int) -> bytes:
    """Read a file of at most so many bytes; raise OSError for more, and for what is not a plain file."""
    file = user_path(path)
    if file.exists() and not file.is_file():  # a device may give bytes for ever, a pipe none at all
        raise OSError("not a plain file")
    with file.open("rb") as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise OSError(f"larger than {most // 2**20} MB")
    return data
