"""What one lane of a vector environment does in a step, and how it draws a legal action."""

from __future__ import annotations

from typing import Any

from parlour.compile.lanes import lanes
from parlour.core.bits import count, has, nth
from parlour.core.columns import pack, unpack
from parlour.core.rng import below
from parlour.core.rules import CHANCE, OVER, AnyState, legal, mask, play, random_outcome, returns, turn

ENDED, CUT, ILLEGAL = range(3)  # rows of `flags`


@lanes
def advance(
    lane: int,
    rng: Any,
    like: AnyState,
    anew: int,  # not 0: begin a game, whatever is under way
    most: int,  # actions of a game before it is cut short
    low: float,  # what an illegal action costs
    actions: Any,
    starts: Any,  # first states, of which each game draws one
    states: Any,
    seen: Any,  # what the seat to act sees, as columns
    plies: Any,
    observations: Any,
    rewards: Any,
    flags: Any,
    marks: Any,
) -> None:
    """Take a seat's action, let chance follow, begin anew where a game has ended, and look at it."""
    s = unpack(like, states, lane)
    for seat in range(rewards.shape[1]):
        rewards[lane, seat] = 0.0
    for flag in range(flags.shape[0]):
        flags[flag, lane] = False
    action = int(actions[lane])
    mover = turn(s)
    fresh = anew != 0
    playing = not fresh and mover != OVER
    if playing and not has(legal(s), action):
        rewards[lane, mover] = low
        flags[ENDED, lane] = True
        flags[ILLEGAL, lane] = True
        fresh, playing = True, False
    done = 0 if fresh else plies[lane] + 1
    if fresh:
        s = unpack(like, starts, below(rng, starts.shape[1]))
    while True:  # a single call of `play`, which is compiled into its place
        if playing:
            s = play(s, action)
        mover = turn(s)
        playing = mover == CHANCE
        if playing:
            action = random_outcome(s, rng)
        elif fresh or (mover != OVER and done < most):
            break
        else:
            if mover == OVER:
                results = returns(s)
                for seat in range(rewards.shape[1]):
                    rewards[lane, seat] = results[seat]
                flags[ENDED, lane] = True
            else:
                flags[CUT, lane] = True
            fresh, done = True, 0
            s = unpack(like, starts, below(rng, starts.shape[1]))
    plies[lane] = done
    pack(s, states, lane)
    # A game that was over before anyone could decide asks seat 0, and takes any action.
    view = mask(s, max(mover, 0))
    pack(view, seen, lane)
    observations[lane, 0] = mover
    for row in range(seen.shape[0]):
        observations[lane, row + 1] = seen[row, lane]
    choices = legal(view)
    for a in range(marks.shape[1]):
        marks[lane, a] = mover == OVER or has(choices, a)


@lanes
def choose(lane: int, rng: Any, like: AnyState, states: Any, marks: Any, chosen: Any) -> None:
    """Draw one of the legal actions, each as likely as the other."""
    s = unpack(like, states, lane)
    if turn(s) == OVER:
        chosen[lane] = below(rng, marks.shape[1])
    else:
        choices = legal(s)
        chosen[lane] = nth(choices, below(rng, count(choices)))
