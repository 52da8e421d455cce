"""The transposition table of every alpha-beta search: pairs of places, the first of which keeps what is deep.

An entry holds the key of a position, its value, the best move, the depth it was searched to, and what kind of
bound the value is, with the age of the decision it was made for. A new position takes the first place of its
pair unless a deeper one of the same decision is there; then it takes the second.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.core.rules import rule

EXACT, LOWER, UPPER = 0, 1, 2
BOUNDS, AGES = 4, 4096  # the kind of an entry is its bound + BOUNDS * its age
SOLVED = 30_000  # the depth of a value that no horizon has touched
ENTRY = np.dtype(
    [("key", "i8"), ("value", "f8"), ("move", "i4"), ("depth", "i2"), ("kind", "i2")], align=True
)


def new_table(bits: int) -> Any:
    """Make an empty table of 2**bits entries; depth 0 marks an empty one."""
    return np.zeros(1 << bits, ENTRY)


@rule
def find(table: Any, key: int) -> int:
    """Return where a position is kept, or the first of its two places if it is not."""
    first = key & (len(table) - 2)
    return first | 1 if table[first | 1]["key"] == key else first


@rule
def holds(table: Any, slot: int, key: int) -> bool:
    """Say whether a place holds a position."""
    return bool(table[slot]["key"] == key and table[slot]["depth"] != 0)


@rule
def bound_of(table: Any, slot: int) -> int:
    """Return the kind of bound that an entry's value is."""
    return int(table[slot]["kind"]) % BOUNDS


@rule
def store(table: Any, key: int, value: float, move: int, depth: int, bound: int, age: int) -> None:
    """Keep what was found of a position."""
    slot = find(table, key)
    if table[slot]["key"] != key and table[slot]["depth"] > depth:
        slot |= int(int(table[slot]["kind"]) // BOUNDS == age)
    table[slot]["key"] = key
    table[slot]["value"] = value
    table[slot]["move"] = move
    table[slot]["depth"] = depth
    table[slot]["kind"] = bound + BOUNDS * age
