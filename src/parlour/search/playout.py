"""Playing a state to its end by chance: what Monte Carlo and tree searches estimate values with."""

from __future__ import annotations

from typing import Any

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
    play,
    random_outcome,
    returns,
    rollout,
    rule,
    turn,
)

RANDOM, GREEDY, RULES = 0, 1, 2
POLICIES = ("random", "greedy", "rules")  # by number: uniform; epsilon-greedy by evaluate; the game's own


@rule
def greedy_action(s: AnyState, rng: Any, epsilon: float) -> int:
    """Take the action whose state the game's evaluation likes best; with chance epsilon, any."""
    actions = legal(s)
    if uniform(rng) < epsilon:
        return nth(actions, below(rng, count(actions)))
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
    """Play on by a policy until the game is over; give the last state."""
    if policy == RANDOM:
        # Written out: handing the stream to a helper would count its references at every ply.
        while turn(s) != OVER:
            if turn(s) == CHANCE:
                a = random_outcome(s, rng)
            else:
                actions = legal(s)
                a = nth(actions, below(rng, count(actions)))
            s = play(s, a)  # at one place only: where it is compiled into the loop, once is enough
        return s
    while turn(s) != OVER:
        if turn(s) == CHANCE:
            a = random_outcome(s, rng)
        elif policy == GREEDY:
            a = greedy_action(s, rng, epsilon)
        else:
            a = rollout(s, rng)
        s = play(s, a)
    return s


@kernel
def playouts(s: AnyState, rng: Any, simulations: int, seat: int) -> tuple[float, float]:
    """Make random playouts; give the sum and the sum of squares of one seat's results."""
    total, squares = 0.0, 0.0
    for _ in range(simulations):
        value = returns(finish(s, rng, RANDOM, 0.0))[seat]
        total += value
        squares += value * value
    return total, squares
