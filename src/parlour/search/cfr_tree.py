"""The public tree of a game of private hands, found by playing it out from every deal.

Whether a game has this form is not declared but checked: chance first deals, and after that everything that
happens is seen by a spectator. Then a seat knows its hand and the public play, no more, and all deals can be
worked on at once, as vectors over the hands. Every deal must give the same public tree (a card on the board
that is in a hand merely has no chance), and what a seat sees must depend on its own hand alone; both are
checked at every node for every deal.
"""

from __future__ import annotations

from typing import Any

from parlour.compile import kernel
from parlour.core.bits import lowest, rest, some
from parlour.core.fingerprint import fingerprint
from parlour.core.rules import CHANCE, OVER, AnyState, legal, mask, play, returns, sees, turn, weights
from parlour.search.cfr_kernel import Sequences

TURN, ACTION, FIRST, NEXT, COUNT, PARENT = range(6)  # columns of a node
NEW = -9  # the turn of a node nobody has been to
USED, ERROR = range(2)  # places of the status
FULL, DIFFERENT, HIDDEN, TOLD = range(1, 5)  # errors


@kernel
def explore(
    s: AnyState,
    node: int,
    weight: float,
    nodes: Any,
    views: Any,
    pays: Any,
    odds: Any,
    status: Any,
    hands: Any,
) -> int:
    """Play out all that may follow one deal: grow the tree where nobody was, check it where somebody was.

    `odds[node]` becomes the chance to come to an end from the deal, `pays[node]` that times the first seat's
    result; `views[node, hand]` a key of what the seat to move sees there.
    """
    mover = turn(s)
    fresh = nodes[node, TURN] == NEW
    if fresh:
        nodes[node, TURN] = mover
    elif nodes[node, TURN] != mover:
        status[ERROR] = DIFFERENT
        return 0
    if mover == OVER:
        pays[node] = weight * returns(s)[0]
        odds[node] = weight
        return 0
    if mover >= 0:
        key = fingerprint(mask(s, mover))
        hand = hands[mover]
        if views[node, hand] == 0:
            views[node, hand] = key
        elif views[node, hand] != key:
            status[ERROR] = TOLD
            return 0
    before, number = -1, 0
    child = nodes[node, FIRST]
    left = legal(s)
    while some(left):
        a = lowest(left)
        left = rest(left)
        after = play(s, a)
        if not sees(s, a, -1, after):
            status[ERROR] = HIDDEN
            return 0
        if mover == CHANCE:
            child = nodes[node, FIRST]
            before = -1
            while child >= 0 and nodes[child, ACTION] != a:
                before = child
                child = nodes[child, NEXT]
        if child < 0:
            if not fresh and mover != CHANCE:
                status[ERROR] = DIFFERENT
                return 0
            child = status[USED]
            if child >= len(nodes):
                status[ERROR] = FULL
                return 0
            status[USED] += 1
            nodes[child, TURN] = NEW
            nodes[child, ACTION] = a
            nodes[child, FIRST] = -1
            nodes[child, NEXT] = -1
            nodes[child, COUNT] = 0
            nodes[child, PARENT] = node
            nodes[node, COUNT] += 1
            if before < 0:
                nodes[node, FIRST] = child
            else:
                nodes[before, NEXT] = child
        elif nodes[child, ACTION] != a:
            status[ERROR] = DIFFERENT
            return 0
        chance = weight * weights(s, a) if mover == CHANCE else weight
        explore(after, child, chance, nodes, views, pays, odds, status, hands)
        if status[ERROR] != 0:
            return 0
        number += 1
        before = child
        child = nodes[child, NEXT]
    if mover >= 0 and number != nodes[node, COUNT]:
        status[ERROR] = DIFFERENT
    return 0


@kernel(key=Sequences)
def number_rows(nodes: Any, used: int, rows: Any, ends: Any) -> None:
    """Number the sequences of both seats; `ends` gets the number of decisions, rows and ends found."""
    rows[0, 0] = 0
    rows[0, 1] = 0
    for n in range(used):
        mover = nodes[n, TURN]
        if mover == OVER:
            ends[4] += 1
        child = nodes[n, FIRST]
        if mover >= 0:
            ends[mover] += 1
        while child >= 0:
            rows[child, 0] = rows[n, 0]
            rows[child, 1] = rows[n, 1]
            if mover >= 0:
                rows[child, mover] = ends[2 + mover]
                ends[2 + mover] += 1
            child = nodes[child, NEXT]
