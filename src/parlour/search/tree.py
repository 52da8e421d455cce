"""UCT in a known world, for any number of seats: each node maximises for the seat that moves there.

The tree is a pool of flat arrays with the children of a node side by side, in ascending order of their
actions. Node 0 is the root and, expanded first, has its children next to it. `total` sums the results for the
seat that moved *into* a node, scaled to [0, 1], so a parent reads its children's totals as its own mover's.
In two-seat zero-sum games a node may be proven: its exact value, scaled alike, is then in `value`.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.compile import kernel
from parlour.core.bits import count, lowest, rest
from parlour.core.rng import below
from parlour.core.rules import CHANCE, OVER, AnyState, legal, play, random_outcome, returns, rule, turn
from parlour.search.playout import Settings, finish

DEEPEST = 1024  # plies of one descent
WIN = 1.0 - 1e-9
TABLED = 2048  # most nodes have few visits: looking these up halves the cost of a descent
ROOT_LOG = np.sqrt(np.log(np.arange(TABLED) + 1.0))
INVERSE_ROOT = 1.0 / np.sqrt(np.maximum(np.arange(TABLED), 1e-9))


class Tree(NamedTuple):
    """The node pool; `used[0]` nodes are in use. What a node holds is written when its parent is expanded."""

    used: NDArray[np.int64]
    first: NDArray[np.int32]  # index of the first child, 0 while a node is a leaf
    kids: NDArray[np.int32]  # number of children
    action: NDArray[np.int32]  # the action that leads into the node
    visits: NDArray[np.int32]
    total: NDArray[np.float64]
    proven: NDArray[np.int8]
    value: NDArray[np.float32]


def new_tree(capacity: int) -> Tree:
    """Make a tree that is only a root."""
    return Tree(
        np.ones(1, np.int64),
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.float64),
        np.zeros(capacity, np.int8),
        np.zeros(capacity, np.float32),
    )


def cleared(tree: Tree) -> Tree:
    """Return the tree with nothing but its root; what is beyond it need not be cleared."""
    tree.used[0] = 1
    tree.first[0] = tree.visits[0] = tree.proven[0] = 0
    return tree


def grown(tree: Tree, capacity: int) -> Tree:
    """Return the same tree with room for more nodes."""
    bigger = new_tree(capacity)
    used = int(tree.used[0])
    pairs: Any = zip(tree, bigger, strict=True)
    for old, new in pairs:
        new[: min(used, len(old))] = old[: min(used, len(old))]
    return bigger


@rule
def root_log(n: int) -> float:
    """Return sqrt(log(n + 1))."""
    return float(ROOT_LOG[n]) if n < TABLED else sqrt(log(n + 1.0))


@rule
def inverse_root(n: int) -> float:
    """Return 1 / sqrt(n), and a very large number for 0."""
    return float(INVERSE_ROOT[n]) if n < TABLED else 1.0 / sqrt(float(n))


@rule
def settle(tree: Tree, path: Any, movers: Any, length: int) -> None:
    """Carry a proven value up the path as far as it proves the nodes above."""
    for step in range(length - 1, 0, -1):
        child = path[step]
        parent = path[step - 1]
        if tree.proven[child] == 0 or movers[step] < 0:
            return
        best = float(tree.value[child])
        if best < WIN:
            first = int(tree.first[parent])
            for other in range(first, first + int(tree.kids[parent])):
                if tree.proven[other] == 0:
                    return
                best = max(best, float(tree.value[other]))
        tree.proven[parent] = 1
        # The root has no mover into it: its value is kept for the seat to move there.
        tree.value[parent] = best if step == 1 or movers[step] == movers[step - 1] else 1.0 - best


@kernel
def simulate(
    root: AnyState,
    tree: Tree,
    rng: Any,
    simulations: int,
    settings: Settings,
    solve: int,
    most: int,
    stop: Any,
) -> int:
    """Run simulations in a tree, as `grow` does, with room for paths of DEEPEST plies."""
    path = np.zeros(DEEPEST + 1, np.int64)
    movers = np.zeros(DEEPEST + 1, np.int64)
    return int(grow(root, tree, rng, simulations, settings, solve, most, stop, path, movers))


@kernel
def grow(
    root: AnyState,
    tree: Tree,
    rng: Any,
    simulations: int,
    settings: Settings,
    solve: int,
    most: int,
    stop: Any,
    path: Any,
    movers: Any,
) -> int:
    """Run simulations until they are done, the pool wants growing, the root is proven or stop[0] is set.

    A pool of `most` nodes does not grow any more: what would be new there is only played out. A tree without
    any visit gets one even if stop[0] is set. `solve` has ends of the game proven and carried up. A descent
    is as deep as `path` and `movers` have room for; deeper play goes on as a playout.

    The tree is modified in place. Gives the number of simulations made. Selection is UCB1 (Auer, Cesa-Bianchi
    and Fischer 2002); an untried child goes first. It is one long function on purpose: handing the arrays to
    helpers in the inner loop costs more than all the arithmetic. Nothing is allocated: a lane may run it.
    """
    c, policy, epsilon, low, high = settings
    used, first, kids, action, visits, total, proven, value = tree
    deepest = len(path) - 1
    scale = 1.0 / (high - low)
    done = 0
    while done < simulations and proven[0] == 0 and (stop[0] == 0 or visits[0] == 0):
        node = 0
        length = 1
        s = root
        full = False
        while length <= deepest:
            mover = turn(s)
            if mover == OVER or (solve != 0 and node != 0 and proven[node] != 0):
                break
            start = int(first[node])
            if start == 0:
                if node != 0 and visits[node] == 0:
                    break
                actions = legal(s)
                size = count(actions)
                start = int(used[0])
                if start + size > len(first):
                    full = True
                    break
                used[0] = start + size
                first[node] = start
                kids[node] = size
                for child in range(start, start + size):
                    action[child] = lowest(actions)
                    actions = rest(actions)
                    first[child] = 0
                    visits[child] = 0
                    total[child] = 0.0
                    proven[child] = 0
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
                    if visits[child] == 0 and proven[child] == 0:
                        best = child
                        break
            if best < 0:
                best = start
                best_score = -np.inf
                spread = c * root_log(int(visits[node]))
                for child in range(start, start + size):
                    if solve != 0 and proven[child] != 0:
                        score = float(value[child])  # exact: nothing to explore, and a loss never
                        if score <= 0.0:
                            score = -1.0
                    else:
                        part = inverse_root(int(visits[child]))
                        score = (total[child] * part + spread) * part  # total / n + spread / sqrt(n)
                    if score > best_score:
                        best = child
                        best_score = score
            node = best
            s = play(s, int(action[node]) + 0)  # + 0: a whole word, or some rules do not compile
            path[length] = node
            movers[length] = mover
            length += 1
        if full and (node == 0 or len(first) < most):
            break
        visits[0] += 1
        if solve != 0 and node != 0 and proven[node] != 0 and turn(s) != OVER:  # known: nothing to play out
            known = float(value[node])
            # A node that chance leads to has the value for the seat that is not to move there.
            own = movers[length - 1] if movers[length - 1] >= 0 else 1 - turn(s)
            for step in range(1, length):
                visits[path[step]] += 1
                if movers[step] >= 0:
                    total[path[step]] += known if movers[step] == own else 1.0 - known
            done += 1
            continue
        result = returns(finish(s, rng, policy, epsilon))
        for step in range(1, length):
            visits[path[step]] += 1
            if movers[step] >= 0:
                total[path[step]] += (result[movers[step]] - low) * scale
        if solve != 0 and turn(s) == OVER and length > 1 and movers[length - 1] >= 0:
            proven[node] = 1
            value[node] = (result[movers[length - 1]] - low) * scale
            settle(tree, path, movers, length)
        done += 1
    return done


def rerooted(tree: Tree, node: int, capacity: int) -> Tree:
    """Return the part of a tree below a node as a tree of its own."""
    fresh = new_tree(capacity)
    order, sources = [node], [node]
    used = 1
    for target, source in enumerate(order):
        first, kids = int(tree.first[source]), int(tree.kids[source])
        if first == 0:
            continue
        if used + kids > capacity:
            break
        fresh.first[target], fresh.kids[target] = used, kids
        order.extend(range(first, first + kids))
        used += kids
    sources = order[:used]
    for name in ("action", "visits", "total", "proven", "value"):
        getattr(fresh, name)[:used] = getattr(tree, name)[sources]
    fresh.used[0] = used
    return fresh
