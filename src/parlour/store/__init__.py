"""Matches kept in a database: SQLite by default, PostgreSQL for several servers.

What happened in a match is a list of entries that only grows; a match is its entries played again. The
names of this package are imported when they are asked for: SQLAlchemy takes its time to load.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from parlour.store.kinds import (
    Append,
    ArenaEvent,
    Entry,
    Gone,
    Kept,
    NameTaken,
    Player,
    StoreDown,
    Taken,
    Token,
)

if TYPE_CHECKING:
    from parlour.store.store import Store, open_store

__all__ = [
    "Append",
    "ArenaEvent",
    "Entry",
    "Gone",
    "Kept",
    "NameTaken",
    "Player",
    "Store",
    "StoreDown",
    "Taken",
    "Token",
    "open_store",
]


def __getattr__(name: str) -> Any:
    if name not in ("Store", "open_store"):
        raise AttributeError(f"module 'parlour.store' has no attribute {name!r}")
    return getattr(import_module("parlour.store.store"), name)
