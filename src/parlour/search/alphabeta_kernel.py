"""The search under minimax and alpha-beta: one recursive kernel for every two-seat zero-sum game.

Values are for seat 0; seat 0 maximises and seat 1 minimises, so a seat may move several times in a row.
Every ply back from the end takes STEP off a value's size: sooner wins and later losses are preferred, and the
distance can be read off an exact value. STEP is a power of two, so that this arithmetic is exact for
whole-number results.

The kernel keeps its state in three arrays (few, because handing arrays on costs time at every node): the
transposition `table`; `rows` of floats, for each ply its actions and their ordering scores, and at the end,
for each seat, how often an action has caused a cut; and the `counters`, which also hold the limits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import count, lowest, rest, some
from parlour.core.fingerprint import fingerprint
from parlour.core.rules import OVER, AnyState, evaluate, legal, order, play, returns, rule, turn

STEP = 2.0**-13
TIE = STEP / 4
EXACT, LOWER, UPPER = 0, 1, 2
SOLVED = 30_000  # the depth of a value that no horizon has touched
NODES, CUTS, HITS, HORIZON, STOPPED, LIMIT, PRUNE, STOP = range(8)  # places in the counters
ENTRY = np.dtype(
    [("key", "i8"), ("value", "f8"), ("move", "i4"), ("depth", "i2"), ("bound", "i2")], align=True
)


def new_table(bits: int) -> Any:
    """Make an empty transposition table of 2**bits entries; depth 0 marks an empty one."""
    return np.zeros(1 << bits, ENTRY)


def new_rows(actions: int, plies: int) -> Any:
    """Make the scratch rows for searches of so many plies."""
    return np.zeros((2 * plies + 2, actions))


@rule
def back(value: float) -> float:
    """Carry a value one ply back from the end."""
    if value > STEP:
        return value - STEP
    return value + STEP if value < -STEP else 0.0


@rule
def ahead(bound: float) -> float:
    """Carry a bound one ply towards the end: the inverse of `back`."""
    if bound > 0.0:
        return bound + STEP
    return bound - STEP if bound < 0.0 else 0.0


@kernel
def search(
    s: AnyState, depth: int, alpha: float, beta: float, ply: int, table: Any, rows: Any, counters: Any
) -> float:
    """Give the value of a state for seat 0 searched to a depth.

    With pruning: exact if it lies between alpha and beta, otherwise a bound on the side it fell off. Once
    counters[STOPPED] is set the value means nothing. The arrays are modified in place.
    """
    counters[NODES] += 1
    seat = turn(s)
    if seat == OVER:
        return returns(s)[0]
    if depth == 0 or 2 * ply + 4 > len(rows):
        counters[HORIZON] += 1
        return evaluate(s, 0)
    if counters[NODES] >= counters[LIMIT] or counters[STOP] != 0:
        counters[STOPPED] = 1
        return 0.0
    prune = counters[PRUNE] != 0
    key = 0
    slot = 0
    known_move = -1
    if prune:
        key = fingerprint(s)
        slot = key & (len(table) - 1)
        stored = int(table[slot]["depth"])
        if stored != 0 and table[slot]["key"] == key:
            known_move = int(table[slot]["move"])
            if stored >= depth:
                value = float(table[slot]["value"])
                bound = int(table[slot]["bound"])
                if (
                    bound == EXACT
                    or (bound == LOWER and value >= beta)
                    or (bound == UPPER and value <= alpha)
                ):
                    counters[HITS] += 1
                    if stored < SOLVED:
                        counters[HORIZON] += 1
                    return value
    horizon_before = counters[HORIZON]
    actions = legal(s)
    size = count(actions)
    for i in range(size):
        a = lowest(actions)
        actions = rest(actions)
        rows[2 * ply, i] = a
        if prune:
            hint = order(s, a) + rows[len(rows) - 1 - seat, a] * 1e-6
            rows[2 * ply + 1, i] = 1e12 if a == known_move else hint
    best = -np.inf if seat == 0 else np.inf
    best_move = int(rows[2 * ply, 0])
    low, high = alpha, beta
    for i in range(size):
        if prune:  # bring the most promising of the rest forward
            top = i
            for j in range(i + 1, size):
                if rows[2 * ply + 1, j] > rows[2 * ply + 1, top]:
                    top = j
            if top != i:
                for row in (2 * ply, 2 * ply + 1):
                    kept = rows[row, i]
                    rows[row, i] = rows[row, top]
                    rows[row, top] = kept
        a = int(rows[2 * ply, i])
        value = back(search(play(s, a), depth - 1, ahead(low), ahead(high), ply + 1, table, rows, counters))
        if counters[STOPPED] != 0:
            return 0.0
        if (seat == 0 and value > best) or (seat != 0 and value < best):
            best = value
            best_move = a
        if prune:
            if seat == 0:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high and i + 1 < size:
                counters[CUTS] += 1
                rows[len(rows) - 1 - seat, a] += float(depth * depth)
                break
    if prune:
        table[slot]["key"] = key
        table[slot]["value"] = best
        table[slot]["depth"] = SOLVED if counters[HORIZON] == horizon_before else depth
        table[slot]["bound"] = UPPER if best <= alpha else (LOWER if best >= beta else EXACT)
        table[slot]["move"] = best_move
    return best


@kernel
def search_root(
    s: AnyState,
    depth: int,
    ply: int,
    every: int,
    table: Any,
    rows: Any,
    counters: Any,
    actions: Any,
    values: Any,
    reached: Any,
) -> int:
    """Search the listed root actions, best first as listed; give how many were finished.

    values[i] is for seat 0. With `every` all are exact to the depth; otherwise those that equal the best are
    and the rest are bounds. reached[i] is 1 where no horizon was touched. `ply`, 1, is an argument because a
    constant would make the compiler specialise the recursion for it, and such code cannot be cached.
    """
    seat = turn(s)
    low, high = -np.inf, np.inf
    for i in range(len(actions)):
        before = counters[HORIZON]
        value = back(
            search(play(s, int(actions[i])), depth - 1, ahead(low), ahead(high), ply, table, rows, counters)
        )
        if counters[STOPPED] != 0:
            return i
        values[i] = value
        reached[i] = 1 if counters[HORIZON] == before else 0
        if every == 0 and counters[PRUNE] != 0:
            # A hair of room, so that moves as good as the best show their true value.
            if seat == 0:
                low = max(low, value - TIE)
            else:
                high = min(high, value + TIE)
    return len(actions)


@kernel
def best_known(s: AnyState, table: Any) -> int:
    """Give the move the table holds for a state, or -1."""
    key = fingerprint(s)
    slot = key & (len(table) - 1)
    if table[slot]["key"] == key and table[slot]["depth"] != 0:
        return int(table[slot]["move"])
    return -1


@kernel
def count_tree(s: AnyState, depth: int, most: int) -> int:
    """Count the nodes that minimax without pruning would visit, up to a number."""
    total = 1
    if depth == 0 or turn(s) == OVER:
        return total
    actions = legal(s)
    while some(actions) and total < most:
        total += count_tree(play(s, lowest(actions)), depth - 1, most - total)
        actions = rest(actions)
    return min(total, most)
