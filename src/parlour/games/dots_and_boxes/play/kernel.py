"""The exact search for Dots and Boxes: is a quiet position worth at least that much to the player to move?

V(w), the net number of coins still to come for the player to move, depends on the open strings alone. It has
the parity of the number of coins, so V >= t is asked for t of that parity, and V is found by a few such
questions. A safe cut leads to -V(rest); an opening, by the theorems of `dots_and_boxes_graph`, to
-(taken + V(rest)) where it leaves no choice, else to -(taken + |V(rest) + c|).

The table has buckets of four words. A word holds what of the position the bucket does not tell, and a lower
and an upper bound on V: multiplying by an odd number is one to one, so nothing stored is ever wrong.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import WORD, popcount, trailing
from parlour.core.rules import rule
from parlour.games.dots_and_boxes import State
from parlour.games.dots_and_boxes.play.graph import (
    ENDS,
    ENTRY,
    LIMIT,
    MIRRORED,
    MIRRORS,
    NODES,
    SCRATCH,
    SHIFT,
    STOP,
    STOPPED,
    TIES,
    least_mirror,
    openings,
    paired,
    safe_strings,
    settled,
    sorted_twins,
)

WAYS = 4
SPREAD = 0x1E3779B97F4A7C15  # odd, and below 2**62
FULL = (1 << WORD) - 1
SPAN = 64  # no value is as large: bounds are kept as value + SPAN, in 7 bits each
LEAST_BITS = 13  # of a table: with fewer buckets an entry would not fit its word


def new_table(g: Any, bits: int) -> Any:
    """Make an empty table of 2**bits buckets for a graph."""
    g[SHIFT] = WORD - bits
    return np.zeros(WAYS << bits, np.int64)


@rule
def look_up(g: Any, table: Any, w: int) -> int:
    """Return the bounds kept for a position: lower in the low 7 bits, upper above; 0 if there are none."""
    key = (w * SPREAD) & FULL
    at = WAYS * (key >> g[SHIFT])
    tag = key & ((1 << g[SHIFT]) - 1)
    for way in range(WAYS):
        entry = int(table[at + way])
        if entry >> 14 == tag and entry != 0:
            return entry & 0x3FFF
    return 0


@rule
def keep(g: Any, table: Any, w: int, low: int, high: int) -> None:
    """Put bounds in front of their bucket; the last entry falls out."""
    key = (w * SPREAD) & FULL
    at = WAYS * (key >> g[SHIFT])
    tag = key & ((1 << g[SHIFT]) - 1)
    carried = (tag << 14) | (high + SPAN) << 7 | (low + SPAN)
    for way in range(WAYS):
        entry = int(table[at + way])
        table[at + way] = carried
        if entry == 0 or entry >> 14 == tag:
            return
        carried = entry


@kernel
def at_least(s: State, w: int, t: int, at: int, g: Any, table: Any) -> int:
    """Say, as 1 or 0, whether the quiet position w is worth at least t; scratch is free from g[at].

    Once g[STOPPED] is set the answer means nothing.
    """
    if w == 0:
        return int(t <= 0)
    if g[MIRRORS] > 0 and popcount(w) >= g[MIRRORED]:
        w = least_mirror(g, w)
    low, high = -SPAN, SPAN - 1
    known = look_up(g, table, w)
    if known != 0:
        low = (known & 0x7F) - SPAN
        high = (known >> 7) - SPAN
        if low >= t:
            return 1
        if high < t:
            return 0
    g[NODES] += 1
    if g[NODES] > g[LIMIT] or g[STOP] != 0:
        g[STOPPED] = 1
        return 0
    pairs, coins = paired(g, w)
    if t <= -coins:
        return 1
    if t > coins:
        return 0
    safe = safe_strings(g, w, pairs)
    reached = 0
    left = safe
    while left != 0 and reached == 0:  # an answer may be known already
        known = look_up(g, table, w ^ (left & -left))
        if known != 0 and (known >> 7) - SPAN <= -t:
            reached = 1
        elif known != 0 and (known & 0x7F) - SPAN > -t:
            safe ^= left & -left
        left &= left - 1
    while safe != 0 and reached == 0:
        reached = 1 - at_least(s, w ^ (safe & -safe), 2 - t, at, g, table)
        safe &= safe - 1
        if g[STOPPED] != 0:
            return 0
    if reached == 0:
        count = openings(g, w, pairs, at)
        free = at + ENTRY * count
        for i in range(count):
            taken = int(g[at + ENTRY * i + 1])
            choice = int(g[at + ENTRY * i + 2])
            rest = int(g[at + ENTRY * i + 3])
            room = -t - taken  # V >= t if what the opponent gets beyond `taken` is no more than this
            if choice == 0:
                reached = 1 - at_least(s, rest, room + 2, free, g, table)
            elif room >= 0:
                reached = at_least(s, rest, -room - choice, free, g, table)
                if reached == 1 and g[STOPPED] == 0:
                    reached = 1 - at_least(s, rest, room - choice + 2, free, g, table)
            if g[STOPPED] != 0:
                return 0
            if reached == 1:
                break
    if reached == 1:
        low = t
    else:
        high = t - 2
    keep(g, table, w, low, high)
    return reached


@kernel
def reaches(s: State, w: int, t: int, g: Any, table: Any) -> int:
    """Say, as 1 or 0, whether any position, quiet or not, is worth at least t."""
    taken, choice, rest = settled(g, w)
    rest = sorted_twins(g, rest)
    _, coins = paired(g, rest)
    t -= taken
    t += (t ^ coins) & 1
    at = int(g[SCRATCH])
    if choice == 0:
        return int(at_least(s, rest, t, at, g, table))
    if t <= 0 or at_least(s, rest, t - choice, at, g, table) == 1:
        return 1
    return 1 - int(at_least(s, rest, 2 - t - choice, at, g, table))


@kernel
def worth(s: State, w: int, guess: int, g: Any, table: Any) -> int:
    """Return the exact worth of any position, asking first near a guess; nothing once g[STOPPED] is set."""
    _, high = paired(g, w)
    low = -high
    t = guess + ((guess ^ high) & 1)
    while low < high and g[STOPPED] == 0:
        t = max(low + 2, min(high, t))
        if reaches(s, w, t, g, table) == 1:
            low = t
            t += 2
        else:
            high = t - 2
            t -= 2
    return low


@rule
def completed(g: Any, w: int, string: int) -> int:
    """Count the coins that cutting a string takes."""
    coins = 0
    for side in range(2):
        coin = int(g[g[ENDS] + 2 * string + side])
        if coin >= 0 and int(g[g[TIES] + coin]) & w == 1 << string:
            coins += 1
    return coins


@kernel
def best_cuts(s: State, w: int, value: int, g: Any, table: Any) -> int:
    """Return the strings whose cut keeps the known worth of the position; part of them once stopped."""
    best = 0
    left = w
    while left != 0:
        string = trailing(left)
        gained = completed(g, w, string)
        after = w ^ (1 << string)
        if gained > 0:
            keeps = reaches(s, after, value - gained, g, table)
        else:
            keeps = 1 - reaches(s, after, 1 - value, g, table)
        if g[STOPPED] != 0:
            break
        best |= keeps << string
        left &= left - 1
    return best


@kernel
def worths(s: State, w: int, guess: int, g: Any, table: Any, values: Any) -> int:
    """Set values[i] to what cutting string i is worth to the player to move; give the strings done."""
    done = 0
    left = w
    while left != 0:
        string = trailing(left)
        gained = completed(g, w, string)
        if gained > 0:
            value = gained + worth(s, w ^ (1 << string), guess - gained, g, table)
        else:
            value = -worth(s, w ^ (1 << string), -guess, g, table)
        if g[STOPPED] != 0:
            break
        values[string] = value
        done |= 1 << string
        left &= left - 1
    return done
