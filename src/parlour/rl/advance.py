"""What one lane of a vector environment does in a step, and how it draws a legal action."""

from __future__ import annotations

from typing import Any

from parlour.compile.lanes import lanes
from parlour.core.bits import count, has, nth
from parlour.core.columns import pack, unpack
from parlour.core.rng import below
from parlour.core.rules import CHANCE, OVER, AnyState, legal, mask, play, random_outcome, returns, rule, turn

ENDED, CUT, ILLEGAL = range(3)  # rows of `flags`


@rule
def copy(lane: int, source: Any, target: Any) -> None:
    """Copy the row of a lane."""
    for column in range(source.shape[1]):
        target[lane, column] = source[lane, column]


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
    finals: Any,  # the last observation of each game that ends or is cut now
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
    seat = max(mover, 0)  # whose view it is: the seat to act, or who acted last
    fresh = anew != 0
    playing = not fresh and mover != OVER
    if playing and not has(legal(s), action):
        rewards[lane, mover] = low
        flags[ENDED, lane] = True
        flags[ILLEGAL, lane] = True
        copy(lane, observations, finals)  # nothing was played, so the last look is the one before
        fresh, playing = True, False
    done = 0 if fresh else plies[lane] + 1
    if fresh:
        s = unpack(like, starts, below(rng, starts.shape[1]))
        seat = 0
    while True:  # a single call of `play` and of `mask`, which are compiled into their place
        if playing:
            s = play(s, action)
        mover = turn(s)
        playing = mover == CHANCE
        if playing:
            action = random_outcome(s, rng)
            continue
        if mover != OVER:
            seat = mover
        view = mask(s, seat)
        pack(view, seen, lane)
        observations[lane, 0] = mover
        for row in range(seen.shape[0]):
            observations[lane, row + 1] = seen[row, lane]
        if fresh or (mover != OVER and done < most):
            break
        if mover == OVER:
            results = returns(s)
            for each in range(rewards.shape[1]):
                rewards[lane, each] = results[each]
            flags[ENDED, lane] = True
        else:
            flags[CUT, lane] = True
        copy(lane, observations, finals)
        fresh, done, seat = True, 0, 0
        s = unpack(like, starts, below(rng, starts.shape[1]))
    plies[lane] = done
    pack(s, states, lane)
    # A game that was over before anyone could decide asks seat 0, and takes any action.
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
