"""What one lane of a batch does: begin, take an action, look, draw a legal action, play to the end."""

from __future__ import annotations

from typing import Any

from parlour.compile.lanes import add, lanes
from parlour.core.bits import count, has, nth
from parlour.core.columns import pack, unpack
from parlour.core.rng import below
from parlour.core.rules import CHANCE, OVER, AnyState, legal, mask, play, random_outcome, returns, turn
from parlour.search.playout import finish


@lanes
def begin(lane: int, rng: Any, s: AnyState, states: Any, turns: Any) -> None:
    """Begin a game, and let chance play until a seat is to act."""
    while turn(s) == CHANCE:
        s = play(s, random_outcome(s, rng))
    pack(s, states, lane)
    turns[lane] = turn(s)


@lanes
def check(lane: int, rng: Any, like: AnyState, states: Any, actions: Any, refused: Any) -> None:
    """Count the actions that may not be played; one in a game that is over counts for nothing."""
    s = unpack(like, states, lane)
    if turn(s) != OVER and not has(legal(s), actions[lane]):
        add(refused, 0, 1)


@lanes
def step(
    lane: int, rng: Any, like: AnyState, states: Any, actions: Any, turns: Any, plies: Any, results: Any
) -> None:
    """Take an action, let chance follow, and write down what came of it; a game that is over stays so."""
    s = unpack(like, states, lane)
    mover = turn(s)
    if mover == OVER:
        return
    action = int(actions[lane])
    while True:  # a single call of `play`, which is compiled into its place
        s = play(s, action)
        mover = turn(s)
        if mover != CHANCE:
            break
        action = random_outcome(s, rng)
    pack(s, states, lane)
    plies[lane] += 1
    turns[lane] = mover
    if mover == OVER:
        values = returns(s)
        for seat in range(results.shape[1]):
            results[lane, seat] = values[seat]


@lanes
def mark_legal(lane: int, rng: Any, like: AnyState, states: Any, marks: Any) -> None:
    """Mark the legal actions."""
    s = unpack(like, states, lane)
    choices = legal(s)
    for a in range(marks.shape[1]):
        marks[lane, a] = has(choices, a)


@lanes
def look(lane: int, rng: Any, like: AnyState, states: Any, seats: Any, seen: Any) -> None:
    """Write down what a seat sees of a game."""
    s = unpack(like, states, lane)
    pack(mask(s, seats[lane]), seen, lane)


@lanes
def choose(lane: int, rng: Any, like: AnyState, states: Any, chosen: Any) -> None:
    """Draw one of the legal actions, each as likely as the other; 0 where a game is over."""
    s = unpack(like, states, lane)
    if turn(s) == OVER:
        chosen[lane] = 0
    else:
        choices = legal(s)
        chosen[lane] = nth(choices, below(rng, count(choices)))


@lanes
def play_on(
    lane: int, rng: Any, like: AnyState, states: Any, policy: int, epsilon: float, turns: Any, results: Any
) -> None:
    """Play to the end by a policy."""
    s = finish(unpack(like, states, lane), rng, policy, epsilon)
    pack(s, states, lane)
    turns[lane] = OVER
    values = returns(s)
    for seat in range(results.shape[1]):
        results[lane, seat] = values[seat]


@lanes
def settle_turns(lane: int, rng: Any, like: AnyState, states: Any, turns: Any, results: Any) -> None:
    """Let chance play where it is to, and see who is to act in a position that was set up."""
    s = unpack(like, states, lane)
    while turn(s) == CHANCE:
        s = play(s, random_outcome(s, rng))
    pack(s, states, lane)
    turns[lane] = turn(s)
    if turns[lane] == OVER:
        values = returns(s)
        for seat in range(results.shape[1]):
            results[lane, seat] = values[seat]
