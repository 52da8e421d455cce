"""The search under minimax and alpha-beta: one recursive kernel for every two-seat zero-sum game.

It is a principal variation search (Marsland and Campbell 1982): the first move gets the whole window, every
other has to show in a null window that it is better before it gets it too. Late moves show it at less depth
first (late-move reduction), and past the depth positions that are not `quiet` are searched on by their `loud`
moves (quiescence). First comes the table's move, then what `order` likes, killer moves and moves that have
caused many cuts (the history heuristic).

Values are for seat 0; seat 0 maximises and seat 1 minimises, so a seat may move several times in a row.
Every ply back from the end takes STEP off a value's size: sooner wins and later losses are preferred, and the
distance can be read off an exact value. STEP is a power of two, so that this arithmetic is exact for
whole-number results. A value is exact if no horizon was touched on the way to it. A late move that was only
searched at less depth touched one, or else was searched to its end: reductions cannot make a proof.

The kernel keeps its state in three arrays (few, because handing arrays on costs time at every node): the
transposition `table`; `rows` of floats, for each ply its actions, then two killers, and their ordering
scores, and at the end, for each seat, how often an action has caused a cut, with the most of them last; and
the `counters`, which also hold the limits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import count, has, lowest, rest, some
from parlour.core.rules import (
    OVER,
    AnyState,
    bounds,
    evaluate,
    legal,
    loud,
    order,
    play,
    quiet,
    returns,
    rule,
    table_key,
    turn,
)
from parlour.search.deepening import AGE, CUTS, HITS, HORIZON, LIMIT, NODES, PRUNE, REDUCE, STOP, STOPPED
from parlour.search.table import EXACT, LOWER, SOLVED, UPPER, bound_of, find, holds, store

STEP = 2.0**-13
TIE = STEP / 4
# Set by hand among eight settings, by the positions that it takes to reach a depth in Ultimate Tic-Tac-Toe;
# `python benchmarks/alphabeta_depth.py` shows what the whole reaches in three games.
KILLER = 2.0  # what a killer move adds to `order`; the history adds up to 1
EARLY = 2  # moves that are never reduced; the others by a ply
LATE = 3  # from this move on by another ply for every four of depth


def new_rows(actions: int, plies: int) -> Any:
    """Make the scratch rows for searches of that many plies."""
    return np.zeros((2 * plies + 2, actions + 2))


def fade(rows: Any) -> None:
    """Let cuts of earlier decisions count for less."""
    rows[-2:] /= 8.0


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
    """Return the value of a state for seat 0 searched to a depth.

    Without pruning that is plain minimax. With it the value is exact if it lies between alpha and beta,
    otherwise a bound on the side it fell off. Once counters[STOPPED] is set it means nothing. The arrays are
    modified in place.
    """
    counters[NODES] += 1
    seat = turn(s)
    if seat == OVER:
        return returns(s)[0]
    prune = counters[PRUNE] != 0
    least, most = bounds(s)
    if prune and (least == most or least >= beta):
        return least
    if prune and most <= alpha:
        return most
    calm = quiet(s)
    if (depth <= 0 and (calm or not prune)) or 2 * ply + 4 > len(rows):
        counters[HORIZON] += 1
        return max(least, min(most, evaluate(s, 0))) if prune else evaluate(s, 0)
    if counters[NODES] >= counters[LIMIT] or counters[STOP] != 0:
        counters[STOPPED] = 1
        return 0.0
    key = 0
    first = -1
    if prune and depth > 0:
        key = table_key(s)
        slot = find(table, key)
        if holds(table, slot, key):
            first = int(table[slot]["move"])
            stored = int(table[slot]["depth"])
            if stored >= depth:
                value = float(table[slot]["value"])
                bound = bound_of(table, slot)
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
    known = 1 if first >= 0 and has(actions, first) else 0
    row = 2 * ply
    width = rows.shape[1]
    cuts = len(rows) - 1 - seat
    # From here on as the player to move sees it.
    low = max(alpha, least) if seat == 0 else -min(beta, most)
    high = min(beta, most) if seat == 0 else -max(alpha, least)
    best = -np.inf
    best_move = -1
    i = 0
    while i < size and (i == 0 or low < high or not prune):
        if i == known:  # list the moves only when the table's did not do
            size = i
            passed = 0
            while some(actions):
                a = lowest(actions)
                actions = rest(actions)
                if known == 1 and a == first:
                    continue
                if depth <= 0 and not loud(s, a):
                    passed += 1
                    continue
                rows[row, size] = a
                if prune:
                    hint = order(s, a) + rows[cuts, a] / (1.0 + rows[cuts, width - 1])
                    if rows[row, width - 2] == a + 1 or rows[row, width - 1] == a + 1:
                        hint += KILLER
                    rows[row + 1, size] = hint
                size += 1
            if passed > 0:  # nobody has to make a loud move: stand pat
                counters[HORIZON] += 1
                best = evaluate(s, 0) if seat == 0 else -evaluate(s, 0)
                low = max(low, best)
                if size == i or low >= high:
                    break
        a = first
        if i >= known:
            if prune:  # bring the most promising of the rest forward
                top = i
                for j in range(i + 1, size):
                    if rows[row + 1, j] > rows[row + 1, top]:
                        top = j
                if top != i:
                    for each in (row, row + 1):
                        kept = rows[each, i]
                        rows[each, i] = rows[each, top]
                        rows[each, top] = kept
            a = int(rows[row, i])
        after = play(s, a)
        less = 0
        if depth >= 3 and i >= EARLY and counters[NODES] >= counters[REDUCE] and (calm or not loud(s, a)):
            less = 1 + depth // 4 if i >= LATE else 1
        scout = prune and i > 0
        while True:
            limit = min(high, low + TIE) if scout else high
            if seat == 0:
                found = search(
                    after, depth - 1 - less, ahead(low), ahead(limit), ply + 1, table, rows, counters
                )
                value = back(found)
            else:
                found = search(
                    after, depth - 1 - less, ahead(-limit), ahead(-low), ply + 1, table, rows, counters
                )
                value = -back(found)
            if counters[STOPPED] != 0:
                return 0.0
            if not scout or value <= low:
                break
            if less > 0:
                less = 0
            elif value < limit or value >= high:
                break
            else:
                scout = False
        i += 1
        if value > best:
            best = value
            best_move = a
        if prune and value > low:
            low = value
            if low >= high:
                if i < size:
                    counters[CUTS] += 1
                if depth > 0:
                    rows[cuts, a] += float(depth * depth)
                    rows[cuts, width - 1] = max(rows[cuts, width - 1], rows[cuts, a])
                    if rows[row, width - 2] != a + 1:
                        rows[row, width - 1] = rows[row, width - 2]
                        rows[row, width - 2] = a + 1
    value = best if seat == 0 else -best
    if prune:
        value = max(least, min(most, value))
    if prune and depth > 0:
        bound = UPPER if value <= alpha else (LOWER if value >= beta else EXACT)
        reach = SOLVED if counters[HORIZON] == horizon_before else depth
        store(table, key, value, best_move, reach, bound, counters[AGE])
    return value


@kernel
def search_root(
    s: AnyState,
    depth: int,
    ply: int,
    every: int,
    floor: float,
    ceiling: float,
    table: Any,
    rows: Any,
    counters: Any,
    actions: Any,
    values: Any,
    reached: Any,
) -> int:
    """Search the listed root actions, best first as listed; give how many were finished.

    Windows and values are for the player to move. With `every` all values are exact to the depth; otherwise
    those that equal the best are, if it lies between floor and ceiling, and the rest are bounds; one that
    reaches the ceiling ends the search. reached[i] is 1 where no horizon was touched. `ply`, 1, is an
    argument because a constant would make the compiler specialise the recursion for it, and such code cannot
    be cached.
    """
    seat = turn(s)
    low = floor
    for i in range(len(actions)):
        before = counters[HORIZON]
        after = play(s, int(actions[i]))
        scout = i > 0 and every == 0 and counters[PRUNE] != 0 and low > -np.inf
        while True:
            limit = min(ceiling, low + TIE / 2) if scout else ceiling
            if seat == 0:
                value = back(search(after, depth - 1, ahead(low), ahead(limit), ply, table, rows, counters))
            else:
                value = -back(
                    search(after, depth - 1, ahead(-limit), ahead(-low), ply, table, rows, counters)
                )
            if counters[STOPPED] != 0:
                return i
            if not scout or value <= low:
                break
            scout = False
        values[i] = value
        reached[i] = 1 if counters[HORIZON] == before else 0
        if every == 0 and counters[PRUNE] != 0:
            # A hair of room, so that moves as good as the best show their true value.
            low = max(low, value - TIE)
            if value >= ceiling:
                return i + 1
    return len(actions)


@kernel
def best_known(s: AnyState, table: Any) -> int:
    """Return the move the table holds for a state, or -1."""
    key = table_key(s)
    slot = find(table, key)
    return int(table[slot]["move"]) if holds(table, slot, key) else -1


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
