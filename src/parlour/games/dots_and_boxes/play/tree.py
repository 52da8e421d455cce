"""Tree search for Dots and Boxes positions that are too large to solve: UCT over quiet positions.

Nobody in the tree takes coins: the theorems of `graph` say what is taken, and leave a choice
of two where a chain or loop was opened. So a node is a quiet position, or one with a choice before it, and
its moves are the safe cuts and one opening of each chain. A playout cuts safe strings at random until there
are none; the rest, chains and loops only, is then worked out exactly. All nets are for seat 0, in coins.

It does not use `search.tree`: children here are not the legal actions of a state but what the theorems leave
of them, and a node carries its graph, the choice before it and the net so far, from which the exact worth of
the rest is counted.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import nth, popcount, trailing
from parlour.core.rng import below
from parlour.games.dots_and_boxes import State
from parlour.games.dots_and_boxes.play.graph import (
    ENDS,
    ENTRY,
    SCRATCH,
    TIES,
    openings,
    paired,
    safe_strings,
    sorted_twins,
)
from parlour.games.dots_and_boxes.play.kernel import SPAN, keep, look_up

TAKE, GIVE = -1, -2  # the two moves where there is a choice
DEEPEST = 128
CALM = 12  # with more safe cuts than this only openings that give one or two coins away are looked at
MOST_MOVES = 128


class ChainTree(NamedTuple):
    """The node pool, the children of a node side by side; node 0 is the root, `used[0]` nodes are in use."""

    used: Any
    first: Any  # index of the first child, 0 while a node is a leaf
    kids: Any  # number of children
    move: Any  # the string that is cut to get here, or TAKE or GIVE
    visits: Any
    total: Any  # rewards, in [0, 1], of the seat that moved here
    net: Any  # sum of the nets of all simulations
    word: Any
    choice: Any
    seat: Any  # to move
    before: Any  # net of what was taken before


def new_tree(capacity: int, word: int, choice: int, seat: int, before: int) -> ChainTree:
    """Make a tree that is only a root."""
    tree = ChainTree(
        np.ones(1, np.int64),
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.float64),
        np.zeros(capacity, np.float64),
        np.zeros(capacity, np.int64),
        np.zeros(capacity, np.int8),
        np.zeros(capacity, np.int8),
        np.zeros(capacity, np.int16),
    )
    tree.word[0], tree.choice[0], tree.seat[0], tree.before[0] = word, choice, seat, before
    return tree


@kernel
def closing(s: State, w: int, at: int, g: Any, table: Any) -> int:
    """Return the exact worth of a quiet position without safe cuts to the player to move."""
    if w == 0:
        return 0
    known = look_up(g, table, w)
    if known != 0 and known & 0x7F == known >> 7:
        return (known >> 7) - SPAN
    pairs, coins = paired(g, w)
    count = openings(g, w, pairs, at)
    free = at + ENTRY * count
    best = -coins
    for i in range(count):
        taken = int(g[at + ENTRY * i + 1])
        choice = int(g[at + ENTRY * i + 2])
        if choice == 0:
            best = max(best, -taken - closing(s, int(g[at + ENTRY * i + 3]), free, g, table))
        elif -taken > best:
            best = max(best, -taken - abs(closing(s, int(g[at + ENTRY * i + 3]), free, g, table) + choice))
    keep(g, table, w, best, best)
    return best


@kernel
def played_out(s: State, w: int, rng: Any, g: Any, table: Any) -> int:
    """Cut safe strings at random while there are any; give the net for the player to move."""
    pairs, _ = paired(g, w)
    safe = w & ~pairs
    sign = 1
    while safe != 0:
        string = nth(safe, below(rng, popcount(safe)))
        w ^= 1 << string
        safe ^= 1 << string
        sign = -sign
        for side in range(2):
            coin = int(g[g[ENDS] + 2 * string + side])
            if coin >= 0:
                own = int(g[g[TIES] + coin]) & w
                if popcount(own) == 2:
                    safe &= ~own
    at = int(g[SCRATCH])
    return sign * int(closing(s, sorted_twins(g, w), at, g, table))


@kernel
def grow(
    s: State,
    tree: ChainTree,
    rng: Any,
    g: Any,
    table: Any,
    simulations: int,
    c: float,
    size: float,
    stop: Any,
) -> int:
    """Run simulations until all are done or stop[0] is set; give how many. A full pool does not grow.

    A reward is half for winning and half for the net in boxes, of which there are `size`.
    """
    used, first, kids, move, visits, total, net, word, choice, seat, before = tree
    path = np.zeros(DEEPEST + 1, np.int64)
    done = 0
    while done == 0 or (done < simulations and stop[0] == 0):
        node = 0
        length = 1
        while True:
            w = int(word[node])
            if w == 0 or (node != 0 and visits[node] == 0) or length >= DEEPEST:
                break
            start = int(first[node])
            mover = int(seat[node])
            sign = 1 - 2 * mover
            if start == 0:
                start = int(used[0])
                if start + MOST_MOVES > len(first):
                    break
                child = start
                if choice[node] != 0:
                    for side in range(2):
                        move[child] = TAKE - side
                        word[child] = w
                        seat[child] = mover if side == 0 else 1 - mover
                        before[child] = before[node] + sign * int(choice[node]) * (1 - 2 * side)
                        child += 1
                else:
                    pairs, _ = paired(g, w)
                    safe = safe_strings(g, w, pairs)
                    calm = popcount(safe) > CALM
                    while safe != 0:
                        string = trailing(safe)
                        move[child] = string
                        word[child] = w ^ (1 << string)
                        seat[child] = 1 - mover
                        before[child] = before[node]
                        child += 1
                        safe &= safe - 1
                    at = int(g[SCRATCH])
                    count = openings(g, w, pairs, at)
                    for i in range(count):
                        if calm and g[at + ENTRY * i + 2] != 0:
                            break
                        move[child] = g[at + ENTRY * i]
                        word[child] = g[at + ENTRY * i + 3]
                        choice[child] = g[at + ENTRY * i + 2]
                        seat[child] = 1 - mover
                        before[child] = before[node] - sign * g[at + ENTRY * i + 1]
                        child += 1
                first[node] = start
                kids[node] = child - start
                used[0] = child
            best = start
            best_score = -1.0
            spread = c * sqrt(log(visits[node] + 1.0))
            turned = below(rng, int(kids[node])) if visits[node] <= kids[node] else 0
            for offset in range(int(kids[node])):
                child = start + (turned + offset) % int(kids[node])
                if visits[child] == 0:
                    best = child
                    break
                score = total[child] / visits[child] + spread / sqrt(float(visits[child]))
                if score > best_score:
                    best = child
                    best_score = score
            node = best
            path[length] = node
            length += 1
        value = 0 if word[node] == 0 else int(played_out(s, int(word[node]), rng, g, table))
        if choice[node] != 0:
            value = abs(value + int(choice[node]))
        result = float(before[node] + (value if seat[node] == 0 else -value))
        won = 1.0 if result > 0.0 else (0.5 if result == 0.0 else 0.0)
        reward = 0.5 * won + 0.25 * (result / size + 1.0)
        mover = int(seat[0])
        visits[0] += 1
        net[0] += result
        for step in range(1, length):
            node = path[step]
            visits[node] += 1
            net[node] += result
            total[node] += reward if mover == 0 else 1.0 - reward
            mover = int(seat[node])
        done += 1
    return done
