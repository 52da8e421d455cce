"""Playouts: a state played to its end by a policy, which is how Monte Carlo searches estimate its value."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import count, lowest, nth, rest, some
from parlour.core.rng import below, uniform
from parlour.core.rules import (
    CHANCE,
    OVER,
    AnyState,
    evaluate,
    legal,
    numbered_rollout,
    play,
    random_outcome,
    returns,
    rollout,
    rule,
    turn,
)

RANDOM, GREEDY, RULES, OTHERS = range(4)  # playout policies by number; from OTHERS on the game's PLAYOUTS
POLICIES = ("random", "greedy", "rules")


class Settings(NamedTuple):
    """What a search by playouts goes by, handed to its kernel as one value."""

    c: float  # UCB1's exploration constant, on results scaled to [0, 1]
    policy: int
    epsilon: float  # share of random moves in playouts that are not all random
    low: float  # the bounds of results
    high: float


@rule
def greedy_action(s: AnyState) -> int:
    """Take the action whose state the game's evaluation likes best."""
    actions = legal(s)
    seat = turn(s)
    best, best_value = lowest(actions), -np.inf
    while some(actions):
        a = lowest(actions)
        actions = rest(actions)
        after = play(s, a)
        value = returns(after)[seat] if turn(after) == OVER else evaluate(after, seat)
        if value > best_value:
            best, best_value = a, value
    return best


@rule
def finish(s: AnyState, rng: Any, policy: int, epsilon: float) -> AnyState:
    """Play on by a policy, but a share epsilon of the moves at random, until the game is over."""
    # One loop with a single call of `play`: compiled into it, that is a third faster than several.
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
        elif policy > RULES:
            a = numbered_rollout(s, rng, policy - OTHERS)
        else:
            a = greedy_action(s)
        s = play(s, a)


@kernel
def playouts(s: AnyState, rng: Any, simulations: int, seat: int) -> tuple[float, float]:
    """Make random playouts; give the sum and the sum of squares of one seat's results."""
    total, squares = 0.0, 0.0
    for _ in range(simulations):
        value = returns(finish(s, rng, RANDOM, 0.0))[seat]
        total += value
        squares += value * value
    return total, squares
