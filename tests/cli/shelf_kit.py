"""A game of nim to leave and to save, and the records of a folder."""

from __future__ import annotations

from pathlib import Path

from parlour.core.record import Record

NIM = ("play", "nim", "--option", "heaps=3,4,5", "--seed", 7)


def records(folder: Path) -> list[Record]:
    """Read the records of a folder, the oldest first."""
    return [Record.read(file) for file in sorted(folder.glob("*.json"), key=lambda f: f.stat().st_mtime_ns)]
