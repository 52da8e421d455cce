"""UCT on many lanes at once: one tree in a device's memory, and in every round a simulation on each lane.

A round is two lane kernels. `explore` goes down from the root on every lane, plays out and adds the result to
the nodes it came through; sums are whole numbers, so the order of the lanes does not matter. On its way it
reads nothing that a lane of the same round writes: only what `weigh` has left behind. That one looks at every
node, one lane each, and shares the next visits out among its children as UCB1 would if they came one after
the other and the means stayed as they are: a child with mean m has n = (c sqrt(log N) / (level - m))^2 visits
at some level, and as many as are missing up to the level of the next round are its weight. Lanes draw their
child by these weights, so they spread without virtual losses. A leaf that has enough visits is ripe: the next
lane that comes there gives it children. Where in the pool they lie depends on who was first, and nothing else
depends on that.

A node holds its sums for the seat that moved into it, scaled to whole numbers from 0 to ONE. In two-seat
zero-sum games it may be proven; the stamp says from which round on that counts.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

from parlour.compile.lanes import Cycle, add, lanes, take
from parlour.core.bits import count, lowest, rest
from parlour.core.rng import below
from parlour.core.rules import CHANCE, OVER, AnyState, legal, play, random_outcome, returns, turn
from parlour.search.playout import Settings, finish

FIRST, KIDS, ACTION, MOVER, PARENT, SEEN, STAMP, VALUE, FIELDS = range(9)  # the columns of `nodes`
CLOSED, RIPE, OPEN = 0, 1, -1  # gates: a leaf; one to be expanded, RIPE and more; a node that has children
USED, PROVEN = range(2)  # of `counts`: nodes in the pool, and whether the root is proven
ONE = 1 << 16  # the best result
DRAWS = 1 << 30  # what the weights of a node's children add up to
ENOUGH = 2  # visits that make a leaf ripe; twice as many for each eighth of the pool in use
AHEAD = 1.0  # visits that are shared out at a time, for each one there was
HALVINGS = 10  # in the search for the level
MOST_SEEN = (1 << 30) - 1
TOLD, LINE = 6, 16  # what `report` says of a move before its line, and the longest line


class Pool(NamedTuple):
    """The arrays of a tree; an index is a node, and node 0 the root."""

    nodes: Any  # a row of FIELDS, int32
    gates: Any  # int32
    sums: Any  # visits and total side by side, int64
    bounds: Any  # the running sum of the weights among siblings, int32
    counts: Any  # USED and PROVEN, int64


@lanes(key=Pool)
def plant(lane: int, rng: Any, nodes: Any, gates: Any, sums: Any, counts: Any) -> None:
    """Let the tree be a root that is ripe, for one lane to open."""
    for field in range(FIELDS):
        nodes[0, field] = 0
    gates[0] = RIPE
    sums[0] = 0
    sums[1] = 0
    counts[USED] = 1
    counts[PROVEN] = 0


@lanes
def explore(
    lane: int,
    rng: Any,
    root: AnyState,
    nodes: Any,
    gates: Any,
    sums: Any,
    bounds: Any,
    counts: Any,
    number: int,
    settings: Settings,
    solve: int,
) -> None:
    """Make the simulation of one lane in the round of this number."""
    s = root
    node = 0
    known = -1
    while True:
        mover = turn(s)
        if mover == OVER:
            break
        gate = int(gates[node])
        if gate != OPEN:
            if gate >= RIPE and take(gates, node, 1) == RIPE:
                actions = legal(s)
                size = count(actions)
                start = int(take(counts, USED, size))
                if start + size <= len(gates):
                    for child in range(start, start + size):
                        for field in range(FIELDS):
                            nodes[child, field] = 0
                        nodes[child, ACTION] = lowest(actions)
                        nodes[child, MOVER] = mover
                        nodes[child, PARENT] = node
                        actions = rest(actions)
                        gates[child] = CLOSED
                        sums[2 * child] = 0
                        sums[2 * child + 1] = 0
                    nodes[node, KIDS] = size
                    nodes[node, FIRST] = start
            break
        if 0 < nodes[node, STAMP] <= number and node != 0:
            known = int(nodes[node, VALUE])
            break
        low = int(nodes[node, FIRST])
        high = low + int(nodes[node, KIDS]) - 1
        if mover == CHANCE:
            outcome = random_outcome(s, rng)
            while low < high and int(nodes[low, ACTION]) != outcome:
                low += 1
        else:
            mark = below(rng, DRAWS)
            while low < high:
                middle = (low + high) // 2
                if int(bounds[middle]) > mark:
                    high = middle
                else:
                    low = middle + 1
        node = low
        s = play(s, int(nodes[node, ACTION]) + 0)  # + 0: a whole word, or some rules do not compile
    if node == 0:
        return
    if known >= 0:
        mine = int(nodes[node, MOVER])
        while node != 0:
            mover = int(nodes[node, MOVER])
            add(sums, 2 * node, 1)
            if mover >= 0:
                add(sums, 2 * node + 1, known if mover == mine else ONE - known)
            node = int(nodes[node, PARENT])
        return
    is_end = turn(s) == OVER
    result = returns(finish(s, rng, settings.policy, settings.epsilon))
    scale = ONE / (settings.high - settings.low)
    mover = int(nodes[node, MOVER])
    if solve != 0 and is_end and mover >= 0:
        nodes[node, VALUE] = int((result[mover] - settings.low) * scale + 0.5)
        nodes[node, STAMP] = number
    while node != 0:
        mover = int(nodes[node, MOVER])
        add(sums, 2 * node, 1)
        if mover >= 0:
            add(sums, 2 * node + 1, int((result[mover] - settings.low) * scale + 0.5))
        node = int(nodes[node, PARENT])


@lanes(key=Pool)
def weigh(
    lane: int,
    rng: Any,
    nodes: Any,
    gates: Any,
    sums: Any,
    bounds: Any,
    counts: Any,
    number: int,
    stride: int,
    c: float,
) -> None:
    """Make the nodes of one lane ready for the next round: ripe, open, proven, their children weighed."""
    room = len(gates)
    used = min(int(counts[USED]), room)
    enough = ENOUGH << (8 * used // room)
    is_full = 8 * used >= 7 * room
    for node in range(lane, used, stride):
        gate = int(gates[node])
        if gate == CLOSED:
            if sums[2 * node] >= enough and nodes[node, STAMP] == 0 and not is_full:
                gates[node] = RIPE
            continue
        first = int(nodes[node, FIRST])
        if first == 0:
            continue
        last = first + int(nodes[node, KIDS])
        visits = 0
        best = -1  # of the proven children
        unproven = 0
        for child in range(first, last):
            visits += int(sums[2 * child])
            if 0 < nodes[child, STAMP] <= number:
                best = max(best, int(nodes[child, VALUE]))
            else:
                unproven += 1
        own = visits if node == 0 else int(sums[2 * node])
        arrived = (own - int(nodes[node, SEEN])) & MOST_SEEN
        if gate == OPEN and arrived == 0:
            continue
        mover = int(nodes[first, MOVER])
        gates[node] = OPEN
        nodes[node, SEEN] = own & MOST_SEEN
        if mover < 0:
            continue
        into = int(nodes[node, MOVER])
        if (best >= ONE or unproven == 0) and nodes[node, STAMP] == 0 and (node == 0 or into >= 0):
            # The root has no mover into it: its value is kept for the seat to move there.
            nodes[node, VALUE] = best if node == 0 or into == mover else ONE - best
            nodes[node, STAMP] = number + 1
            if node == 0:
                counts[PROVEN] = 1
        # As many as have come so far: where fewer are foreseen, the lanes of a round crowd on too few leaves.
        coming = max(float(arrived), AHEAD * visits, 1.0)
        spread = c * sqrt(log(visits + coming + 1.0))
        floor = best / ONE  # nobody is visited for less than is known to be had
        level = floor
        high = floor
        for child in range(first, last):
            if not 0 < nodes[child, STAMP] <= number:
                n = float(sums[2 * child])
                mean = sums[2 * child + 1] / (n * ONE) if n > 0.0 else 1.0  # the untried go first
                level = max(level, mean + spread / sqrt(n + coming))
                high = max(high, mean + spread / sqrt(max(n, 0.25)))
        at_floor = level == floor
        for _ in range(HALVINGS):
            middle = (level + high) / 2.0
            wanted = 0.0
            for child in range(first, last):
                if not 0 < nodes[child, STAMP] <= number:
                    n = float(sums[2 * child])
                    mean = sums[2 * child + 1] / (n * ONE) if n > 0.0 else 1.0
                    if middle > mean:
                        part = spread / (middle - mean)
                        wanted += max(part * part - n, 0.0)
                    else:
                        wanted += coming
            if wanted > coming:
                level = middle
                at_floor = False
            else:
                high = middle
        # Twice over the weights: their sum first, then each one's share of it.
        total = 0.0
        for again in range(2):
            running = 0.0
            for child in range(first, last):
                weight = 0.0
                n = float(sums[2 * child])
                if 0 < nodes[child, STAMP] <= number:
                    if int(nodes[child, VALUE]) == best and (unproven == 0 or at_floor):
                        weight = coming
                else:
                    mean = sums[2 * child + 1] / (n * ONE) if n > 0.0 else 1.0
                    if high > mean:
                        part = spread / (high - mean)
                        weight = max(part * part - n, 0.0) + 1e-9
                    else:
                        weight = coming
                running += weight
                if again == 1:
                    if gates[child] == CLOSED and weight * coming >= enough * total and not is_full:
                        gates[child] = RIPE  # so many will come at once that it need not wait for them
                    bounds[child] = int(min(running / total, 1.0) * DRAWS)
            total = running
        bounds[last - 1] = DRAWS


@lanes(key=Pool)
def report(lane: int, rng: Any, nodes: Any, gates: Any, sums: Any, found: Any) -> None:
    """Write down what was found of one of the root's children, and the line of the most visited moves."""
    node = int(nodes[0, FIRST]) + lane
    found[lane, 0] = nodes[node, ACTION]
    found[lane, 1] = sums[2 * node]
    found[lane, 2] = sums[2 * node + 1]
    found[lane, 3] = nodes[node, STAMP]
    found[lane, 4] = nodes[node, VALUE]
    length = 0
    while length < LINE:
        found[lane, TOLD + length] = nodes[node, ACTION]
        length += 1
        if gates[node] != OPEN:
            break
        first = int(nodes[node, FIRST])
        best = first
        for child in range(first, first + int(nodes[node, KIDS])):
            if sums[2 * child] > sums[2 * best]:
                best = child
        if sums[2 * best] < 2:
            break
        node = best
    found[lane, 5] = length


rounds = Cycle(explore, weigh)
