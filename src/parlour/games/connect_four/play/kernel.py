"""The exact search for Connect Four: negamax over bitboards, in the manner of Pons' and Tromp's solvers.

A position's score is how early the game is decided, for the player to move: a win with one's k-th last disc
is worth k, so winning with the 4th disc is 18, a draw 0, and a loss the negative of the opponent's win. The
window of a search is always one wide (alpha, alpha + 1); the score is found by bisection.

The table has buckets of four entries that fill one half of a cache line; an entry is key, epoch and bound in
one word, and a key stands for one position, so that nothing stored is ever wrong. A new epoch empties the
table without touching it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import popcount
from parlour.core.registry import rules_module
from parlour.core.rules import rule
from parlour.games.connect_four import BOARD, BOTTOM, State, completing, has_four

rules_module("connect_four")  # registers the game, so that compiled code may call its functions
CELLS = 42
WAYS = 4
SHIFT = 14  # a key stands above epoch (6 bits) and bound (8 bits)
EPOCHS = 64
FIBONACCI = (
    0x1E3779B97F4A7C15  # spreads keys over buckets; below 2**62, so that it is one Python int everywhere
)
LEAST, MOST = -18, 18
LOWER = 64  # added to the code of a lower bound
MIRRORED = 22  # up to this many discs a position and its mirror image share an entry
LOW_OF_PAIR = BOTTOM * 0b010101  # rows 1, 3 and 5
HIGH_OF_PAIR = BOTTOM * 0b101010  # rows 2, 4 and 6
NODES, LIMIT, STOP, STOPPED = range(4)  # places in the counters
PROBED = 30  # up to this many discs children are looked up before one is searched


def new_counters(limit: int) -> Any:
    """Make the counters of a search that may visit that many positions."""
    return np.array([0, limit, 0, 0], np.int64)


def new_table(bits: int) -> Any:
    """Make an empty table of 2**bits buckets."""
    return np.zeros((1 << bits) * WAYS, np.int64)


@rule
def mirror(board: int) -> int:
    """Return the board with its columns in the opposite order."""
    out = board & (0x7F << 21)
    out |= (board & 0x7F) << 42
    out |= (board >> 42) & 0x7F
    out |= (board & (0x7F << 7)) << 28
    out |= (board >> 28) & (0x7F << 7)
    out |= (board & (0x7F << 14)) << 14
    out |= (board >> 14) & (0x7F << 14)
    return out


@rule
def key_of(mine: int, mask: int, ply: int) -> int:
    """Return the one number that stands for a position (and, early on, for its mirror image)."""
    key = mine + mask
    if ply <= MIRRORED:
        other = mirror(mine) + mirror(mask)
        return min(key, other)
    return key


@rule
def look_up(table: Any, key: int, epoch: int) -> int:
    """Return the stored bound's code, or 0."""
    start = WAYS * (((key * FIBONACCI) >> 20) & (len(table) // WAYS - 1))
    tag = (key << 6) | epoch
    for way in range(WAYS):
        if table[start + way] >> 8 == tag:
            return int(table[start + way] & 0xFF)
    return 0


@rule
def store(table: Any, key: int, epoch: int, code: int) -> None:
    """Put a bound in front of its bucket; the last entry falls out."""
    start = WAYS * (((key * FIBONACCI) >> 20) & (len(table) // WAYS - 1))
    tag = (key << 6) | epoch
    entry = (tag << 8) | code
    carried = entry
    for way in range(WAYS):
        kept = table[start + way]
        table[start + way] = carried
        if kept >> 8 == tag:
            return
        carried = kept


@rule
def safe_moves(mine: int, mask: int) -> int:
    """Return the cells to play that do not lose at once; none when every move does."""
    theirs = completing(mine ^ mask, mask)
    cells = (mask + BOTTOM) & BOARD
    forced = cells & theirs
    if forced != 0:
        if forced & (forced - 1) != 0:
            return 0
        cells = forced
    return cells & ~(theirs >> 1)  # never play under a cell that wins for the opponent


@rule
def ordered(mine: int, mask: int, cells: int) -> int:
    """Sort the moves: give their columns, the first in the lowest three bits.

    Those that leave most winning cells come first, sooner reached ones above all, the middle columns among
    equals. A cell above one where the opponent wins is never reached.
    """
    their_wins_above = completing(mine ^ mask, mask) << 1
    m0 = m1 = m2 = m3 = m4 = m5 = m6 = 0
    for rank in range(7):
        column = 3 + ((rank + 1) // 2) * (1 if rank & 1 == 1 else -1)
        move = cells & (0x7F << (7 * column))
        if move != 0:
            wins = completing(mine | move, mask | move) & ~their_wins_above
            after = ((mask | move) + BOTTOM) & BOARD
            worth = popcount(wins & after) + popcount(wins & (after << 1)) + 2 * popcount(wins)
            entry = (worth << 6) | ((7 - rank) << 3) | column
            if entry > m0:
                m0, entry = entry, m0
            if entry > m1:
                m1, entry = entry, m1
            if entry > m2:
                m2, entry = entry, m2
            if entry > m3:
                m3, entry = entry, m3
            if entry > m4:
                m4, entry = entry, m4
            if entry > m5:
                m5, entry = entry, m5
            m6 = max(m6, entry)
    columns = (m0 & 7) | (m1 & 7) << 3 | (m2 & 7) << 6 | (m3 & 7) << 9
    return columns | (m4 & 7) << 12 | (m5 & 7) << 15 | (m6 & 7) << 18


@rule
def is_dead(mine: int, mask: int, alpha: int) -> bool:
    """Say whether nobody can do better than draw who would have to, with the window (alpha, alpha + 1)."""
    empty = BOARD ^ mask
    if alpha < 0:
        return not has_four((mine ^ mask) | empty)
    if not has_four(mine | empty):
        return True  # no line is left for the mover
    # Every column has an even number of cells left: by answering each move right above it the opponent gets
    # all upper cells, the mover no more than the lower ones (claimeven, Allis 1988).
    return ((mask + BOTTOM) & HIGH_OF_PAIR) == 0 and not has_four(mine | (empty & LOW_OF_PAIR))


@rule
def middle_of(low: int, high: int) -> int:
    """Give the window to try next: between the bounds, but nearer to a draw."""
    middle = low + (high - low) // 2
    if middle <= 0 and -(-low // 2) < middle:
        return -(-low // 2)
    if middle >= 0 and high // 2 > middle:
        return high // 2
    return middle


@kernel
def decide(s: State, alpha: int, table: Any, epoch: int, counters: Any) -> int:
    """Search with the window (alpha, alpha + 1): give a bound on the score on the side it lies.

    The player to move must not be able to win at once. Once counters[STOPPED] is set the answer is void.
    """
    mine, mask, ply = s.mine, s.mask, s.ply
    sign = 1
    cells = safe_moves(mine, mask)
    while True:
        counters[NODES] += 1
        if cells == 0:
            return -sign * ((CELLS - ply) // 2)
        if ply >= CELLS - 2:
            return 0
        low = -((CELLS - 2 - ply) // 2)
        if alpha < low:
            return sign * low
        high = (CELLS - 1 - ply) // 2
        if alpha >= high:
            return sign * high
        if cells & (cells - 1) != 0:
            break
        mine, mask = mine ^ mask, mask | cells  # the only move: no choice, no entry in the table
        ply += 1
        alpha = -alpha - 1
        sign = -sign
        cells = safe_moves(mine, mask)
    if counters[NODES] >= counters[LIMIT] or counters[STOP] != 0:
        counters[STOPPED] = 1
        return 0
    if is_dead(mine, mask, alpha):
        return 0
    theirs = mine ^ mask
    key = key_of(mine, mask, ply)
    code = look_up(table, key, epoch)
    if code != 0:
        if code >= LOWER:
            bound = code - LOWER + LEAST - 1
            if bound > alpha:
                return sign * bound
        else:
            bound = code + LEAST - 1
            if bound <= alpha:
                return sign * bound
    columns = ordered(mine, mask, cells)
    counted = popcount(cells)
    if ply < PROBED:
        for i in range(counted):
            move = cells & (0x7F << (7 * ((columns >> (3 * i)) & 7)))
            code = look_up(table, key_of(theirs, mask | move, ply + 1), epoch)
            if 0 < code < LOWER and -(code + LEAST - 1) > alpha:
                bound = -(code + LEAST - 1)
                store(table, key, epoch, bound - LEAST + 1 + LOWER)
                return sign * bound
    best = low
    for i in range(counted):
        move = cells & (0x7F << (7 * ((columns >> (3 * i)) & 7)))
        score = -decide(State(theirs, mask | move, ply + 1, 0), -alpha - 1, table, epoch, counters)
        if counters[STOPPED] != 0:
            return 0
        if score > alpha:
            store(table, key, epoch, score - LEAST + 1 + LOWER)
            return sign * int(score)
        best = max(best, score)
    store(table, key, epoch, best - LEAST + 1)
    return sign * best


@kernel
def score_above(s: State, low: int, table: Any, epoch: int, counters: Any) -> int:
    """Return the exact score of a position from a lower bound on it."""
    high = (CELLS + 1 - s.ply) // 2
    if completing(s.mine, s.mask) & ((s.mask + BOTTOM) & BOARD) != 0:
        return high
    while low < high:
        middle = middle_of(low, high)
        found = decide(s, middle, table, epoch, counters)
        if counters[STOPPED] != 0:
            return 0
        if found <= middle:
            high = found
        else:
            low = found
    return low


@kernel
def score_of(s: State, table: Any, epoch: int, counters: Any) -> int:
    """Return the exact score of a position for the player to move."""
    return int(score_above(s, -((CELLS - s.ply) // 2), table, epoch, counters))
