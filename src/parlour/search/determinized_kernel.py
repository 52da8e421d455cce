"""UCT in one known world, for any number of seats: each node maximises for the seat that moves there.

Node 0 is the root and its children come next to it, so the first `kids[0]` entries after it are the moves of
the root in ascending order. `total` sums results for the seat that moved *into* a node, scaled to [0, 1].
It is the search of `tree.simulate` without its proofs, on a pool that is written over world after world.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import count, lowest, nth, rest
from parlour.core.rng import below, uniform
from parlour.core.rules import (
    CHANCE,
    OVER,
    AnyState,
    legal,
    numbered_rollout,
    play,
    random_outcome,
    returns,
    rollout,
    rule,
    turn,
)
from parlour.search.playout import greedy_action
from parlour.search.tree import DEEPEST, inverse_root, root_log

PLAYOUTS = ("random", "greedy", "rules", "aware")  # by number; the first three are those of `playout`
RANDOM, GREEDY, RULES, AWARE = range(4)
PLAYOUT_WORDS = (
    "how playouts move: random, greedy (by the evaluation one ply on), rules (the game's own), or aware "
    "(these, watching for a rare plan: in Hearts, a moon)"
)
EPSILON_WORDS = "share of random moves in playouts that are not all random"
FULL = -1  # what `grow` gives when the pool has no room left


class Pool(NamedTuple):
    """The nodes of one world's tree; nothing in it need be cleared before the next."""

    first: Any  # index of the first child, 0 while a node is a leaf
    kids: Any  # number of children
    action: Any  # the action that leads into the node
    visits: Any
    total: Any


def policy_of(playout: str, epsilon: float) -> int:
    """Give the number of a playout's name; one that moves at random all the time is `random`."""
    return RANDOM if epsilon >= 1.0 else PLAYOUTS.index(playout)


def new_pool(capacity: int) -> Pool:
    """Make room for that many nodes."""
    first, kids, visits = (np.zeros(capacity, np.int32) for _ in range(3))
    # An action has to be a whole word, or some rules do not compile.
    return Pool(first, kids, np.zeros(capacity, np.int64), visits, np.zeros(capacity, np.float64))


@rule
def play_out(s: AnyState, rng: Any, policy: int, epsilon: float) -> AnyState:
    """Play to the end by a policy, but a share epsilon of the moves at random."""
    # A single call of `play`, made part of this loop by the compiler, is a third faster than several.
    while True:
        mover = turn(s)
        if mover == OVER:
            return s
        if mover == CHANCE:
            a = random_outcome(s, rng)
        elif policy == RANDOM or (epsilon > 0.0 and uniform(rng) < epsilon):
            actions = legal(s)
            a = nth(actions, below(rng, count(actions)))
        elif policy == RULES:
            a = rollout(s, rng)
        elif policy == AWARE:
            a = numbered_rollout(s, rng, 1)
        else:
            a = greedy_action(s, rng, 0.0)
        s = play(s, a)


@kernel
def grow(
    world: AnyState,
    pool: Pool,
    rng: Any,
    simulations: int,
    c: float,
    policy: int,
    epsilon: float,
    low: float,
    high: float,
    most: int,
    stop: Any,
) -> int:
    """Run UCT from a world, at least once and until the simulations are made or stop[0] is set.

    Gives the number made, or FULL when the pool has to grow first; one of `most` nodes need not, what would
    be new there is only played out. Selection is UCB1; an untried child goes first. One long function on
    purpose: handing arrays to helpers in the inner loop costs more than all the arithmetic.
    """
    first, kids, action, visits, total = pool
    path = np.zeros(DEEPEST + 1, np.int64)
    movers = np.zeros(DEEPEST + 1, np.int64)
    scale = 1.0 / (high - low)
    first[0] = 0
    visits[0] = 0
    used = 1
    done = 0
    while done < simulations and (stop[0] == 0 or done == 0):
        node = 0
        length = 1
        s = world
        while length <= DEEPEST:
            mover = turn(s)
            if mover == OVER:
                break
            start = int(first[node])
            if start == 0:
                if node != 0 and visits[node] == 0:
                    break
                actions = legal(s)
                size = count(actions)
                if used + size > len(first):
                    if len(first) < most:
                        return FULL
                    break
                start = used
                used += size
                first[node] = start
                kids[node] = size
                for child in range(start, used):
                    action[child] = lowest(actions)
                    actions = rest(actions)
                    first[child] = 0
                    visits[child] = 0
                    total[child] = 0.0
            size = int(kids[node])
            best = -1
            if mover == CHANCE:
                outcome = random_outcome(s, rng)
                best = start
                while int(action[best]) != outcome:
                    best += 1
            elif visits[node] <= size:
                turned = below(rng, size)  # begin the look-round for an untried child anywhere
                for offset in range(size):
                    child = start + (turned + offset) % size
                    if visits[child] == 0:
                        best = child
                        break
            if best < 0:
                best = start
                best_score = -np.inf
                spread = c * root_log(int(visits[node]))
                for child in range(start, start + size):
                    part = inverse_root(int(visits[child]))
                    score = (total[child] * part + spread) * part  # total / n + spread / sqrt(n)
                    if score > best_score:
                        best = child
                        best_score = score
            node = best
            s = play(s, int(action[node]))
            path[length] = node
            movers[length] = mover
            length += 1
        result = returns(play_out(s, rng, policy, epsilon))
        visits[0] += 1
        for step in range(1, length):
            visits[path[step]] += 1
            if movers[step] >= 0:
                total[path[step]] += (result[movers[step]] - low) * scale
        done += 1
    return done
