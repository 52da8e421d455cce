"""Counting sequences of turns on a device: the tree is laid out to a frontier, and lanes count what is below.

The counts are those of `search.perft`. Down to the frontier, level follows level: every lane counts the
actions of a state, the sums say where its children go, and every lane writes them there. Below it each lane
walks one subtree with a stack of its own, but for the last turns, which plain loops count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from parlour.compile.device import Memory, memory, settle
from parlour.compile.lanes import lanes
from parlour.core.bits import count, lowest, rest, some
from parlour.core.columns import pack, unpack, width
from parlour.core.errors import BadOption, clipped
from parlour.core.game import Game
from parlour.core.rules import MIDWAY, WHOLE, AnyState, legal, play, rule, stage
from parlour.core.trial import try_out
from parlour.search.perft import Perft

DEEPEST = 60
ENOUGH = {"cpu": 4096, "gpu": 1 << 18}  # states of a frontier that keeps all lanes busy
MOST = 1 << 22  # states of a level that is laid out
ROOM = {"cpu": 1 << 28, "gpu": 1 << 31}  # bytes of the stacks
SLICES = 8  # of a frontier, so that there is something to tell


@lanes
def count_actions(lane: int, rng: Any, like: AnyState, nodes: Any, left: Any, sizes: Any) -> None:
    """Count the actions of a state that has turns left."""
    sizes[lane] = count(legal(unpack(like, nodes, lane))) if left[lane] > 0 else 0


@lanes
def lay_out(
    lane: int, rng: Any, like: AnyState, nodes: Any, left: Any, ends: Any, children: Any, left_then: Any
) -> None:
    """Write the states that a state leads to, up to its place among the sums."""
    if left[lane] > 0:
        s = unpack(like, nodes, lane)
        actions = legal(s)
        at = ends[lane] - count(actions)
        while some(actions):
            after = play(s, lowest(actions))
            actions = rest(actions)
            pack(after, children, at)
            left_then[at] = left[lane] if stage(after) == MIDWAY else left[lane] - 1
            at += 1


@rule
def in_two(s: AnyState) -> int:
    """Count the sequences of two turns, without a stack; -1 where an action may be less than a turn."""
    if stage(s) != WHOLE:
        return -1
    total = 0
    actions = legal(s)
    while some(actions):
        after = play(s, lowest(actions))
        actions = rest(actions)
        if stage(after) != WHOLE:
            return -1
        total += count(legal(after))
    return total


@rule
def in_three(s: AnyState) -> int:
    """Count the sequences of three turns in the same way."""
    if stage(s) != WHOLE:
        return -1
    total = 0
    actions = legal(s)
    while some(actions):
        found = in_two(play(s, lowest(actions)))
        actions = rest(actions)
        if found < 0:
            return -1
        total += found
    return total


@lanes
def count_below(
    lane: int,
    rng: Any,
    like: AnyState,
    nodes: Any,
    left: Any,
    begin: int,
    stack: Any,
    tried: Any,
    turns: Any,
    leaves: Any,
) -> None:
    """Count the sequences below one state of the frontier; -1 where the stack is too small."""
    s = unpack(like, nodes, begin + lane)
    depth = left[begin + lane]
    leaves[lane] = 1
    if depth == 0:
        return
    if depth == 1 and stage(s) == WHOLE:
        leaves[lane] = count(legal(s))
        return
    total, ply, last_tried = 0, 0, -1
    while True:
        actions = legal(s)
        deeper = False
        while some(actions) and not deeper:
            a = lowest(actions)
            actions = rest(actions)
            if a > last_tried:
                after = play(s, a)
                then = depth if stage(after) == MIDWAY else depth - 1
                below = 1 if then == 0 else -1
                if then == 1 and stage(after) == WHOLE:
                    below = count(legal(after))
                elif then == 2:
                    below = in_two(after)
                elif then == 3:
                    below = in_three(after)
                if below >= 0:
                    total += below
                else:
                    if ply >= len(stack):
                        leaves[lane] = -1
                        return
                    pack(s, stack[ply], lane)
                    tried[ply, lane] = a
                    turns[ply, lane] = depth
                    ply += 1
                    s, depth, last_tried, deeper = after, then, -1, True
        if not deeper:
            if ply == 0:
                leaves[lane] = total
                return
            ply -= 1
            s = unpack(s, stack[ply], lane)
            last_tried = tried[ply, lane]
            depth = turns[ply, lane]


def perft(
    game: Game,
    s: AnyState,
    depth: int,
    device: str = "auto",
    progress: Callable[[int, int], None] | None = None,
) -> Perft:
    """Count the sequences of exactly that many turns, very many lanes at a time."""
    where = memory(settle(device))
    try_out(game)
    game.turn(s)  # refuses what is no state of the game
    if type(depth) is not int or not 0 <= depth <= DEEPEST:
        raise BadOption(f"depth={clipped(depth)}: needs a whole number from 0 to {DEEPEST}")
    leaves, nodes, left = _frontier(where, s, depth)
    if len(left):
        leaves += _below(where, s, nodes, left, progress)
    return Perft(depth, leaves, None, None)


def _frontier(where: Memory, s: AnyState, depth: int) -> tuple[int, Any, Any]:
    """Lay the tree out level by level; give the leaves met so far, and the states below which to count."""
    start = np.zeros((width(s), 1), np.int64)
    pack(s, start, 0)
    nodes, left, leaves = where.put(start), np.array([depth], np.int64), 0
    while len(left) < ENOUGH[where.name] and left.max(initial=0) > 2:
        turns, sizes = where.put(left), where.zeros(len(left), np.int64)
        count_actions(where.name, len(left), 0, s, nodes, turns, sizes)
        ends = np.cumsum(where.get(sizes))
        total = int(ends[-1])
        if total > MOST:
            break
        leaves += int(np.sum(left == 0))
        if total == 0:
            return leaves, nodes, left[:0]
        children, then = where.zeros((width(s), total), np.int64), where.zeros(total, np.int64)
        lay_out(where.name, len(left), 0, s, nodes, turns, where.put(ends), children, then)
        nodes, left = children, where.get(then)
    return leaves, nodes, left


def _below(
    where: Memory, s: AnyState, nodes: Any, left: Any, progress: Callable[[int, int], None] | None
) -> int:
    """Let lanes count below the frontier, slice by slice."""
    total, begin = 0, 0
    plies = int(left.max()) + 1
    turns = where.put(left)
    while begin < len(left):
        fits = ROOM[where.name] // (8 * (plies * (width(s) + 2) + 1))
        size = max(1, min(len(left) - begin, -(-len(left) // SLICES), fits))
        stack = where.zeros((plies, width(s), size), np.int64)
        tried, depths = where.zeros((plies, size), np.int64), where.zeros((plies, size), np.int64)
        leaves = where.zeros(size, np.int64)
        count_below(where.name, size, 0, s, nodes, turns, begin, stack, tried, depths, leaves)
        found = where.get(leaves)
        if found.min() < 0:  # turns of many actions: once more, with a deeper stack
            plies *= 2
            continue
        total += int(found.sum())
        begin += size
        if progress is not None:
            progress(begin, len(left))
    return total
