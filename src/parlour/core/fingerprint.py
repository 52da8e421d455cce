"""A 64-bit key of a whole state, for transposition tables.

Every field goes in, so whose turn it is and all else that matters can never be left out of a key.
"""

from __future__ import annotations

from typing import Any

from parlour.core.rng import GOLDEN, MIX_1, MIX_2, WORD_MASK


def fingerprint(s: Any) -> int:
    """Mix all the ints of a state, in order, into one signed 64-bit key."""
    key = _absorb(0, s)
    return key - (1 << 64) if key >> 63 else key


def _absorb(key: int, value: Any) -> int:
    if isinstance(value, tuple):
        for part in value:
            key = _absorb(key, part)
        return key
    key = (key ^ (int(value) & WORD_MASK)) + GOLDEN & WORD_MASK
    key = ((key ^ (key >> 30)) * MIX_1) & WORD_MASK
    key = ((key ^ (key >> 27)) * MIX_2) & WORD_MASK
    return key ^ (key >> 31)
