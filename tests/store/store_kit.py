"""Matches and moves for the tests of the store."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

from parlour.store import Entry, Kept

Start = Callable[..., subprocess.Popen[str]]


def kept(id: str = "m", **more: object) -> Kept:
    """Return a match that has just begun, on the server."""
    values = {"game": "nim", "seed": 1, "seats": ("human", "easy"), "source": "server", **more}
    return Kept(id, **values)  # type: ignore[arg-type]


def move(number: int, id: str = "m", text: str = "1", key: str = "") -> Entry:
    """Return a move of a match."""
    return Entry(id, number, "move", {"seat": number % 2, "move": text, "ply": number}, key)
