"""The tree of information-set search: nodes are what the observer knows, edges what it sees being done.

A node where the observer is to move stands for one of its views: it is found below an edge by the fingerprint
of the masked state, so what has been revealed (a hit, a card shown) leads to nodes of their own. A node where
another is to move stands for what was done since. An edge is an action, or an outcome of chance, that the
observer sees; all those that it does not see at once share one edge. Two pools of flat arrays:

    edge: label, next, below (first node), visits, offered, total      node: key, beside, edges (first edge)

Node 0 is the root; 0 also ends a list, as edges count from 1 and no edge leads to the root.
`total` sums results for the seat that moves along the edge, scaled to [0, 1].
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.compile import kernel
from parlour.core.bits import count, has, nth
from parlour.core.fingerprint import fingerprint
from parlour.core.rng import below
from parlour.core.rules import (
    CHANCE,
    OVER,
    AnyState,
    fill,
    legal,
    mask,
    play,
    random_outcome,
    returns,
    sees,
    turn,
)
from parlour.search.playout import Settings, finish
from parlour.search.tree import DEEPEST, inverse_root, root_log

UNSEEN = -1  # label of the edge for all that is done unseen


class Views(NamedTuple):
    """The two pools; `used` says how many edges and how many nodes there are."""

    used: NDArray[np.int64]
    label: NDArray[np.int64]
    next: NDArray[np.int32]
    below: NDArray[np.int32]
    visits: NDArray[np.int32]
    offered: NDArray[np.int32]  # how often the edge could have been taken
    total: NDArray[np.float64]
    key: NDArray[np.int64]
    beside: NDArray[np.int32]
    edges: NDArray[np.int32]
    marked: NDArray[np.int64]  # by action: the last time it was found to have an edge
    squares: NDArray[np.float64]  # by action: the sum of squared results of the root's edges


def new_views(capacity: int, actions: int) -> Views:
    """Make a tree that is only a root, with room for that many edges and nodes."""

    def pool(kind: type) -> Any:
        return np.zeros(capacity, kind)

    return Views(
        used=np.array([1, 1, 0], np.int64),
        label=pool(np.int64),  # an action has to be a whole word, or some rules do not compile
        next=pool(np.int32),
        below=pool(np.int32),
        visits=pool(np.int32),
        offered=pool(np.int32),
        total=pool(np.float64),
        key=pool(np.int64),
        beside=pool(np.int32),
        edges=pool(np.int32),
        marked=np.zeros(actions, np.int64),
        squares=np.zeros(actions, np.float64),
    )


def grown(tree: Views, capacity: int) -> Views:
    """Return the same tree with more room."""
    bigger = new_views(capacity, len(tree.marked))
    pairs: Any = zip(tree, bigger, strict=True)
    for old, new in pairs:
        new[: len(old)] = old
    return bigger


def cleared(tree: Views) -> Views:
    """Return the tree with nothing but its root; what is beyond it need not be cleared."""
    tree.used[:2] = 1
    tree.edges[0] = 0
    tree.squares[:] = 0.0
    return tree


@kernel
def explore(
    given: AnyState,
    observer: int,
    draws: int,
    tree: Views,
    rng: Any,
    simulations: int,
    settings: Settings,
    stop: Any,
) -> int:
    """Grow the tree by simulations, at least one, until they are made or stop[0] is set; give their number.

    `given` is the world of all these simulations or, where `draws` is above 0, the observer's masked state,
    for which a new world is drawn every `draws` simulations. A simulation adds at most one edge and one node;
    where the pools are full it goes on as a playout.
    """
    c, policy, epsilon, low, high = settings
    used, label, following, nodes, visits, offered, total, key, beside, edges, marked, squares = tree
    path = np.zeros(DEEPEST + 1, np.int64)
    movers = np.zeros(DEEPEST + 1, np.int64)
    scale = 1.0 / (high - low)
    most = len(label)
    world = given
    done = 0
    while done < simulations and (stop[0] == 0 or done == 0):
        if draws > 0 and done % draws == 0:
            world = fill(given, observer, rng)
        s = world
        node = 0
        length = 0
        while length < DEEPEST:
            mover = turn(s)
            if mover == OVER:
                break
            edge = int(edges[node])
            best = 0
            a = -1
            fresh = UNSEEN  # the label of a new edge, if one is made
            if mover == CHANCE:
                a = random_outcome(s, rng)
                if sees(s, a, observer, play(s, a)):
                    fresh = a
                while edge != 0 and int(label[edge]) != fresh:
                    edge = int(following[edge])
                best = edge
            else:
                actions = legal(s)
                size = count(actions)
                used[2] += 1
                stamp = used[2]
                hidden = 0
                known = 0
                best_score = -np.inf
                while edge != 0:
                    tag = int(label[edge])
                    if tag == UNSEEN:
                        hidden = edge
                    elif has(actions, tag):
                        known += 1
                        marked[tag] = stamp
                        offered[edge] += 1
                        part = inverse_root(int(visits[edge]))
                        score = (total[edge] * part + c * root_log(int(offered[edge]))) * part
                        if score > best_score:
                            best = edge
                            best_score = score
                            a = tag
                    edge = int(following[edge])
                if known < size:
                    # Look round, from anywhere, for an action without an edge: a seen one gets it now.
                    turned = below(rng, size)
                    untried = -1
                    unseen = 0
                    covert = -1
                    for offset in range(size):
                        other = nth(actions, (turned + offset) % size)
                        if marked[other] == stamp:
                            continue
                        if mover == observer or sees(s, other, observer, play(s, other)):
                            if untried < 0:
                                untried = other
                            if hidden == 0:
                                break
                        else:
                            unseen += 1
                            if below(rng, unseen) == 0:  # each of them is as likely
                                covert = other
                    if unseen > 0 and hidden != 0:
                        offered[hidden] += 1
                        part = inverse_root(int(visits[hidden]))
                        score = (total[hidden] * part + c * root_log(int(offered[hidden]))) * part
                        if score > best_score:
                            best = hidden
                            a = covert
                    if untried >= 0:
                        best = 0
                        a = untried
                        fresh = untried
                    elif unseen > 0 and hidden == 0:
                        best = 0
                        a = covert
            grows = best == 0
            if grows:
                if used[0] == most:
                    break
                best = int(used[0])
                used[0] += 1
                label[best] = fresh
                following[best] = edges[node]
                nodes[best] = 0
                visits[best] = 0
                offered[best] = 1
                total[best] = 0.0
                edges[node] = best
            s = play(s, a)
            path[length] = best
            movers[length] = mover
            length += 1
            if grows or turn(s) == OVER:
                break
            # A view costs as much as several plies: others' nodes, which no plan is made for, do without.
            seen = fingerprint(mask(s, observer)) if turn(s) == observer else 0
            node = int(nodes[best])
            while node != 0 and key[node] != seen:
                node = int(beside[node])
            if node == 0:
                if used[1] == most:
                    break
                node = int(used[1])
                used[1] += 1
                key[node] = seen
                beside[node] = nodes[best]
                edges[node] = 0
                nodes[best] = node
        result = returns(finish(s, rng, policy, epsilon))
        if length > 0:
            squares[label[path[0]]] += ((result[movers[0]] - low) * scale) ** 2
        for step in range(length):
            visits[path[step]] += 1
            if movers[step] >= 0:
                total[path[step]] += (result[movers[step]] - low) * scale
        done += 1
    return done
