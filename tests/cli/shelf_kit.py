"""A game of nim to leave and to save, and the matches that a state folder keeps."""

from __future__ import annotations

from pathlib import Path

from parlour.core.record import Record
from parlour.store import Kept, open_store
from parlour.store.fold import fold

NIM = ("play", "nim", "--option", "heaps=3,4,5", "--seed", 7)


def matches(state: Path, over: bool | None = False) -> list[tuple[Kept, Record]]:
    """Read the matches under way, or those that are over, or all with None; the oldest first."""
    if not (state / "parlour.db").exists():
        return []
    store = open_store(str(state / "parlour.db"))
    try:
        found = store.find(source="terminal", ended=over, limit=1000)
        return [(kept, fold(kept, store.entries(kept.id)).full_record()) for kept in reversed(found)]
    finally:
        store.close()


def records(state: Path, over: bool | None = False) -> list[Record]:
    """Read their records alone."""
    return [record for _, record in matches(state, over)]


def names(state: Path, over: bool | None = False) -> list[str]:
    """Read their names alone."""
    return [kept.id for kept, _ in matches(state, over)]
