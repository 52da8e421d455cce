"""Strategies as code of a lane: what a seat of one of very many games plays, given what it sees.

Each takes the seat's masked state, never the truth; where something is hidden it draws worlds that explain
it. They choose as the strategies of the same names do, but from the stream of their lane. All have the same
arguments: `numbers` are its settings, `keys`, `first` and `shares` its policy if it has one (see `policies`),
`work` and `stack` are scratch memory with a column for each lane.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.core.bits import count, lowest, nth, rest, some
from parlour.core.columns import pack, unpack
from parlour.core.fingerprint import fingerprint
from parlour.core.rng import below, uniform
from parlour.core.rules import (
    OVER,
    AnyState,
    bounds,
    evaluate,
    fill,
    legal,
    loud,
    numbered_rollout,
    order,
    play,
    quiet,
    returns,
    rollout,
    rule,
    turn,
)
from parlour.search.alphabeta_kernel import TIE, ahead, back
from parlour.search.playout import finish

BLUNDER, SIZE, POLICY, EPSILON = range(4)  # places of the numbers; SIZE is worlds, simulations or depth
NUMBERS = 4
LOW, HIGH, BEST, HINT, LAST, LEFT = range(6)  # places of what is kept of a state on the way down
FRAME = 6


@rule
def any_move(
    v: AnyState,
    seat: int,
    rng: Any,
    numbers: Any,
    keys: Any,
    first: Any,
    shares: Any,
    work: Any,
    stack: Any,
    lane: int,
) -> int:
    """Draw a legal action."""
    actions = legal(v)
    return nth(actions, below(rng, count(actions)))


@rule
def by_rules(
    v: AnyState,
    seat: int,
    rng: Any,
    numbers: Any,
    keys: Any,
    first: Any,
    shares: Any,
    work: Any,
    stack: Any,
    lane: int,
) -> int:
    """Draw an action by the game's own playout policy, in a world that explains what is seen."""
    return rollout(fill(v, seat, rng), rng)


@rule
def by_playout(
    v: AnyState,
    seat: int,
    rng: Any,
    numbers: Any,
    keys: Any,
    first: Any,
    shares: Any,
    work: Any,
    stack: Any,
    lane: int,
) -> int:
    """Draw an action by one of the game's other playout policies, in a world that explains what is seen."""
    return numbered_rollout(fill(v, seat, rng), rng, int(numbers[POLICY]))


@rule
def draw_best(work: Any, lane: int, size: int, rng: Any, slack: float) -> int:
    """Draw one of the places that hold the most, or less by no more than the slack."""
    best = work[0, lane]
    for place in range(1, size):
        best = max(best, work[place, lane])
    ties = 0
    for place in range(size):
        ties += 1 if work[place, lane] >= best - slack else 0
    left = below(rng, ties)
    for place in range(size):
        if work[place, lane] >= best - slack:
            if left == 0:
                return place
            left -= 1
    return 0


@rule
def greedily(
    v: AnyState,
    seat: int,
    rng: Any,
    numbers: Any,
    keys: Any,
    first: Any,
    shares: Any,
    work: Any,
    stack: Any,
    lane: int,
) -> int:
    """Take the action after which the position looks best, on the average of some worlds; of equals any."""
    options = legal(v)
    size = count(options)
    if size == 1:
        return lowest(options)
    for place in range(size):
        work[place, lane] = 0.0
    for _ in range(int(numbers[SIZE])):
        world = fill(v, seat, rng)
        actions = options
        for place in range(size):
            after = play(world, lowest(actions))
            actions = rest(actions)
            work[place, lane] += returns(after)[seat] if turn(after) == OVER else evaluate(after, seat)
    return nth(options, draw_best(work, lane, size, rng, 0.0))


@rule
def by_playouts(
    v: AnyState,
    seat: int,
    rng: Any,
    numbers: Any,
    keys: Any,
    first: Any,
    shares: Any,
    work: Any,
    stack: Any,
    lane: int,
) -> int:
    """Play every action out equally often, each round in another world, and take the best mean."""
    options = legal(v)
    size = count(options)
    if size == 1:
        return lowest(options)
    for place in range(size):
        work[place, lane] = 0.0
    for _ in range(max(1, int(numbers[SIZE]) // size)):
        world = fill(v, seat, rng)
        actions = options
        for place in range(size):
            end = finish(play(world, lowest(actions)), rng, int(numbers[POLICY]), numbers[EPSILON])
            actions = rest(actions)
            work[place, lane] += returns(end)[seat]
    best = 0
    for place in range(1, size):
        if work[place, lane] > work[best, lane]:
            best = place
    return nth(options, best)


@rule
def by_policy(
    v: AnyState,
    seat: int,
    rng: Any,
    numbers: Any,
    keys: Any,
    first: Any,
    shares: Any,
    work: Any,
    stack: Any,
    lane: int,
) -> int:
    """Draw an action by a policy; any alike where it says nothing."""
    actions = legal(v)
    place = place_of(keys, fingerprint(v))
    if place < 0:
        return nth(actions, below(rng, count(actions)))
    mark = uniform(rng)
    chosen = lowest(actions)
    at = first[place]
    while some(actions):
        if shares[at] > 0.0:
            chosen = lowest(actions)
            mark -= shares[at]
            if mark < 0.0:
                return chosen
        actions = rest(actions)
        at += 1
    return chosen


@rule
def place_of(keys: Any, key: int) -> int:
    """Find a key in ascending order; -1 if it is not there."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and keys[low] == key else -1


@rule
def next_in_order(s: AnyState, all_moves: int, hint: float, last: int) -> int:
    """Return the action that comes after the last by the game's `order`, equals by number; -1 if none."""
    actions = legal(s)
    found, most = -1, -np.inf
    while some(actions):
        a = lowest(actions)
        actions = rest(actions)
        if all_moves == 0 and not loud(s, a):
            continue
        own = order(s, a)
        if own > most and (own < hint or (own == hint and a > last)):
            found, most = a, own
    return found


@rule
def stands_pat(s: AnyState) -> bool:
    """Say whether some action of a state that is not quiet need not be looked at."""
    actions = legal(s)
    while some(actions):
        if not loud(s, lowest(actions)):
            return True
        actions = rest(actions)
    return False


@rule
def deep_value(
    s: AnyState, depth: int, alpha: float, beta: float, work: Any, row: int, stack: Any, lane: int
) -> float:
    """Return the value of a state for seat 0, searched to a depth: alpha-beta with a stack of its own.

    Values, bounds and quiescence are those of `alphabeta_kernel.search`; there is no table and nothing is
    reduced.
    """
    ply = 0
    value = 0.0
    while True:
        mover = turn(s)
        known = True
        if mover == OVER:
            value = returns(s)[0]
        else:
            least, most = bounds(s)
            if least == most or least >= beta:
                value = least
            elif most <= alpha:
                value = most
            elif ply >= len(stack) or (depth <= 0 and quiet(s)):
                value = max(least, min(most, evaluate(s, 0)))
            else:
                known = False
                at = row + FRAME * ply
                low = max(alpha, least) if mover == 0 else -min(beta, most)
                best = -np.inf
                if depth <= 0 and stands_pat(s):
                    best = evaluate(s, 0) if mover == 0 else -evaluate(s, 0)
                    low = max(low, best)
                work[at + LOW, lane] = low
                work[at + HIGH, lane] = min(beta, most) if mover == 0 else -max(alpha, least)
                work[at + BEST, lane] = best
                work[at + HINT, lane] = np.inf
                work[at + LAST, lane] = -1.0
                work[at + LEFT, lane] = depth
                pack(s, stack[ply], lane)
                ply += 1
        while True:  # back to the nearest state with something left to try
            if known and ply == 0:
                return value
            at = row + FRAME * (ply - 1)
            if known:
                s = unpack(s, stack[ply - 1], lane)
                mover = turn(s)
                found = back(value) if mover == 0 else -back(value)
                work[at + BEST, lane] = max(work[at + BEST, lane], found)
                work[at + LOW, lane] = max(work[at + LOW, lane], found)
            low, high = work[at + LOW, lane], work[at + HIGH, lane]
            depth = int(work[at + LEFT, lane])
            a = -1
            if low < high:
                a = next_in_order(s, 1 if depth > 0 else 0, work[at + HINT, lane], int(work[at + LAST, lane]))
            if a >= 0:
                work[at + HINT, lane] = order(s, a)
                work[at + LAST, lane] = a
                alpha = ahead(low) if mover == 0 else ahead(-high)
                beta = ahead(high) if mover == 0 else ahead(-low)
                s = play(s, a)
                depth -= 1
                break
            least, most = bounds(s)
            best = work[at + BEST, lane]
            value = max(least, min(most, best if mover == 0 else -best))
            known = True
            ply -= 1


@rule
def by_looking_ahead(
    v: AnyState,
    seat: int,
    rng: Any,
    numbers: Any,
    keys: Any,
    first: Any,
    shares: Any,
    work: Any,
    stack: Any,
    lane: int,
) -> int:
    """Search every action to a depth by alpha-beta and take the best; of equals any."""
    options = legal(v)
    size = count(options)
    if size == 1:
        return lowest(options)
    depth = int(numbers[SIZE]) - 1
    low, hint, last = -np.inf, np.inf, -1
    for _ in range(size):
        last = next_in_order(v, 1, hint, last)
        hint = order(v, last)
        after = play(v, last)
        place = 0
        while nth(options, place) != last:
            place += 1
        if seat == 0:
            value = back(deep_value(after, depth, ahead(low), np.inf, work, size, stack, lane))
        else:
            value = -back(deep_value(after, depth, -np.inf, ahead(-low), work, size, stack, lane))
        work[place, lane] = value
        low = max(low, value - TIE)  # a hair of room, so that equals show their true value
    return nth(options, draw_best(work, lane, size, rng, TIE))
