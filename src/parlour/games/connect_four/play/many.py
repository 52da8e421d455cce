"""Many positions of Connect Four solved at once, on the cores or on a GPU: a lane for each.

A lane does what `kernel.decide` does, with a stack in the device's memory in the place of recursion, and can
be interrupted: it looks at so many positions and goes on in the next launch, which leaves out what is solved.
All lanes share one table. They read and write it without waiting for each other: an entry is one word, so
whatever is read was stored as a whole and is true; what gets lost is searched again. Scores are exact, and
therefore the same on every device; how many positions it takes is not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from parlour.compile.device import memory
from parlour.compile.lanes import lanes
from parlour.core.bits import popcount
from parlour.games.connect_four import BOARD, BOTTOM, State, completing
from parlour.games.connect_four.play.kernel import (
    CELLS,
    LEAST,
    LOWER,
    PROBED,
    WAYS,
    is_dead,
    key_of,
    look_up,
    middle_of,
    ordered,
    safe_moves,
    store,
)
from parlour.games.connect_four.play.positions import (
    COLUMNS,
    Positions,
    canonical,
    dropped,
    next_ply,
    scores_before,
)

EPOCH = 1
# What a lane keeps between launches: the position, the bounds of its score, the window, the frames on its
# stack (or that it begins anew), and the position that is being looked at; what it has found, what it took.
ROOT, BOARDS, LOW, HIGH, START, DEPTH, MINE, MASK, FOUND, NODES = range(10)
ANEW = -1
FRAME = 3  # words: mine, mask; columns left to try (21 bits), how many (3 bits), the best so far + WORST
WORST = 32
TABLE = {"cpu": 18, "gpu": 24}  # 2**bits buckets of 32 bytes
SLICE, LONGEST = 1 << 12, 1 << 17  # positions a lane searches in a launch: at first, and when few are left
AT_ONCE = 1 << 18
FRONTIER = {"cpu": 64, "gpu": 16_384}  # positions that one is split into, at least
FEW = 8  # empty cells below which nothing is split
GoesOn: TypeAlias = Callable[[int], bool]


def always(nodes: int) -> bool:
    """Go on, however much was searched."""
    return True


@lanes(key=State)
def search_on(lane: int, rng: Any, todo: Any, most: int, at: Any, stack: Any, table: Any) -> None:
    """Search one position of many on, until it is solved or so many positions have been looked at."""
    p = todo[lane]
    root_mine, root_mask = int(at[ROOT, p]), int(at[BOARDS, p])
    low, high, start, depth = int(at[LOW, p]), int(at[HIGH, p]), int(at[START, p]), int(at[DEPTH, p])
    mine, mask = int(at[MINE, p]), int(at[MASK, p])
    root = popcount(root_mask)
    nodes = 0
    while nodes < most:
        if depth == ANEW:
            if completing(root_mine, root_mask) & ((root_mask + BOTTOM) & BOARD) != 0:
                low = high
            if low >= high:
                at[FOUND, p] = 1
                break
            start = middle_of(low, high)
            mine, mask, depth = root_mine, root_mask, 0
        ply = popcount(mask)
        known = 1
        while True:  # a forced move is followed at once
            alpha = -start - 1 if (ply - root) & 1 == 1 else start
            nodes += 1
            cells = safe_moves(mine, mask)
            value = -((CELLS - 2 - ply) // 2)
            if cells == 0:
                value = -((CELLS - ply) // 2)
            elif ply >= CELLS - 2:
                value = 0
            elif alpha >= value:
                if alpha >= (CELLS - 1 - ply) // 2:
                    value = (CELLS - 1 - ply) // 2
                elif cells & (cells - 1) == 0:
                    mine, mask = mine ^ mask, mask | cells
                    ply += 1
                    continue
                else:
                    known = 0
            break
        if known == 0:
            if is_dead(mine, mask, alpha):
                value = 0
                known = 1
            else:
                key = key_of(mine, mask, ply)
                code = look_up(table, key, EPOCH)
                if code >= LOWER and code - LOWER + LEAST - 1 > alpha:
                    value = code - LOWER + LEAST - 1
                    known = 1
                elif 0 < code < LOWER and code + LEAST - 1 <= alpha:
                    value = code + LEAST - 1
                    known = 1
        if known == 0:
            columns = ordered(mine, mask, cells)
            counted = popcount(cells)
            if ply < PROBED:
                for i in range(counted):
                    move = cells & (0x7F << (7 * ((columns >> (3 * i)) & 7)))
                    code = look_up(table, key_of(mine ^ mask, mask | move, ply + 1), EPOCH)
                    if 0 < code < LOWER and -(code + LEAST - 1) > alpha:
                        value = -(code + LEAST - 1)
                        store(table, key, EPOCH, value - LEAST + 1 + LOWER)
                        known = 1
                        break
            if known == 0:
                stack[FRAME * depth, p] = mine
                stack[FRAME * depth + 1, p] = mask
                stack[FRAME * depth + 2, p] = columns | (counted << 21) | ((value + WORST) << 24)
                depth += 1
        while known == 1:  # hand the value back until a frame has a move left to try
            if depth == 0:
                value = -value if (ply - root) & 1 == 1 else value
                if value <= start:
                    high = value
                else:
                    low = value
                depth = ANEW
                break
            mine, mask = int(stack[FRAME * depth - 3, p]), int(stack[FRAME * depth - 2, p])
            frame = int(stack[FRAME * depth - 1, p])
            here = popcount(mask)
            value = -value if (ply - here) & 1 == 1 else value
            ply = here
            alpha = -start - 1 if (ply - root) & 1 == 1 else start
            value = max(value, (frame >> 24) - WORST)
            if value > alpha or (frame >> 21) & 7 == 0:
                bound = value - LEAST + 1 + (LOWER if value > alpha else 0)
                store(table, key_of(mine, mask, ply), EPOCH, bound)
                depth -= 1
            else:
                stack[FRAME * depth - 1, p] = (frame & 0xFFFFFF) | ((value + WORST) << 24)
                known = 0
        if depth != ANEW:
            frame = int(stack[FRAME * depth - 1, p])
            left = ((frame >> 21) & 7) - 1
            stack[FRAME * depth - 1, p] = (frame >> 24 << 24) | (left << 21) | ((frame & 0x1FFFFF) >> 3)
            move = (mask + BOTTOM) & BOARD & (0x7F << (7 * (frame & 7)))
            mine, mask = mine ^ mask, mask | move
    at[LOW, p], at[HIGH, p], at[START, p], at[DEPTH, p] = low, high, start, depth
    at[MINE, p], at[MASK, p] = mine, mask
    at[NODES, p] += nodes


def scores_of(
    these: Positions, device: str, table: int = 0, goes_on: GoesOn = always
) -> tuple[Any, int] | None:
    """Return the exact scores of undecided positions for their movers, and how many were searched for them.

    `goes_on` is asked after every launch, with the number so far; None where it says no.
    """
    where = memory(device)
    shared = where.zeros(WAYS << (table or TABLE[device]), np.int64)
    scores, nodes = [], 0
    for first in range(0, len(these.mine), AT_ONCE):
        part = Positions(*(boards[first : first + AT_ONCE].astype(np.int64) for boards in these))
        found = _solved(where, part, shared, goes_on, nodes)
        if found is None:
            return None
        scores.append(found[0])
        nodes = found[1]
    return np.concatenate([np.zeros(0, np.int8), *scores]), nodes


def _solved(where: Any, these: Positions, table: Any, goes_on: GoesOn, nodes: int) -> tuple[Any, int] | None:
    plies = np.bitwise_count(these.mask).astype(np.int64)
    at = np.zeros((NODES + 1, len(plies)), np.int64)
    at[ROOT], at[BOARDS], at[DEPTH] = these.mine, these.mask, ANEW
    at[LOW], at[HIGH] = -((CELLS - plies) // 2), (CELLS + 1 - plies) // 2
    there = where.put(at)
    stack = where.zeros((FRAME * max(1, CELLS - int(plies.min())), len(plies)), np.int64)
    todo, most = np.arange(len(plies)), SLICE
    while len(todo):
        search_on(where.name, len(todo), 0, where.put(todo), most, there, stack, table)
        where.finish()
        at = where.get(there)
        todo = todo[at[FOUND, todo] == 0]
        most = min(LONGEST, 2 * most)
        if not goes_on(nodes + int(at[NODES].sum())):
            return None
    return at[LOW].astype(np.int8), nodes + int(at[NODES].sum())


def split(
    s: State, device: str, table: int = 0, goes_on: GoesOn = always
) -> tuple[dict[int, int], int] | None:
    """Score every move of a position: solve all positions some plies later at once, then look back."""
    here = Positions(np.array([s.mine], np.uint64), np.array([s.mask], np.uint64))
    ahead = [canonical(here), next_ply(canonical(here))]
    while 0 < len(ahead[-1].mine) < FRONTIER[device] and s.ply + len(ahead) + FEW <= CELLS:
        ahead.append(next_ply(ahead[-1]))
    if len(ahead) > 2 and not len(ahead[-1].mine):
        ahead.pop()  # whoever is to move wins at once
    solved = scores_of(ahead[-1], device, table, goes_on)
    if solved is None:
        return None
    scores, nodes = solved
    for back in range(len(ahead) - 2, 0, -1):
        scores = scores_before(ahead[back], s.ply + back, ahead[back + 1], scores)
    known = dict(zip(ahead[1].keys.tolist(), scores.tolist(), strict=True))
    found = {}
    for column in range(COLUMNS):
        legal, after, won = dropped(here, column)
        if legal[0]:
            found[column] = (CELLS + 1 - s.ply) // 2 if won[0] else -known[int(after.keys[0])]
    return found, nodes
