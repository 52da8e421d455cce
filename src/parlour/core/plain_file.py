"""Reading a file that a user names: never a device without an end, nor more bytes than it should hold."""

from __future__ import annotations

from pathlib import Path

from parlour.core.paths import user_path


def read_plain(path: str | Path, most: int) -> bytes:
    """Read a file of at most so many bytes; raise OSError for more, and for what is not a plain file."""
    file = user_path(path)
    if file.exists() and not file.is_file():  # a device may have no end, a pipe no beginning
        raise OSError("not a plain file")
    with file.open("rb") as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise OSError(f"larger than {most // 2**20} MB")
    return data
