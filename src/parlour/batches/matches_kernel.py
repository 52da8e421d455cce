"""One of very many matches, as a lane plays it: an opening, then both players to the end.

All that is random in a block of matches hangs on the block's number: chance on the ply as well, so that the
same deal is played in every seating and what a player draws moves nothing.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import Any

from parlour.batches import players
from parlour.batches.players import BLUNDER, any_move
from parlour.compile.lanes import Lanes, lanes
from parlour.core.bits import count, lowest, nth, rest, some
from parlour.core.columns import pack, unpack
from parlour.core.rng import below, lane_seed, uniform
from parlour.core.rules import (
    CHANCE,
    MIDWAY,
    OVER,
    AnyState,
    legal,
    mask,
    play,
    random_outcome,
    returns,
    rule,
    stage,
    turn,
)

MOST_PLIES = 100_000  # of a match: who is to move then forfeits
TRIES = 50  # openings that are drawn before a shorter one will do
OPENING = 1 << 40  # the stream of openings: no ply has this number
# What the two sides play by: `meeting` puts others in their place.
act_first = any_move
act_second = any_move


@rule
def wins_at_once(s: AnyState) -> bool:
    """Say whether an action ends the game for the good of who takes it."""
    seat = turn(s)
    actions = legal(s)
    while some(actions):
        after = play(s, lowest(actions))
        actions = rest(actions)
        if turn(after) == OVER:
            results = returns(after)
            beaten = 0
            for other in range(len(results)):
                beaten += 1 if results[seat] > results[other] else 0
            if beaten == len(results) - 1:
                return True
    return False


@lanes
def open_games(
    lane: int,
    rng: Any,
    like: AnyState,
    starts: Any,
    block: int,
    deals: int,
    number: int,
    shown: int,
    states: Any,
    plies: Any,
) -> None:
    """Write the state after a drawn opening of so many moves: one that leaves something to play for."""
    deal = lane_seed(deals, block + lane)
    start = unpack(like, starts, (block + lane) % starts.shape[1])
    rng[0] = lane_seed(deal, OPENING)
    pack(start, states, lane)
    plies[lane] = 0
    for shorter in range(number):
        for _ in range(TRIES):
            s = start
            ply, moves = 0, 0
            while turn(s) != OVER and (moves < number - shorter or turn(s) == CHANCE):
                if turn(s) == CHANCE:
                    kept = rng[0]
                    rng[0] = lane_seed(deal, ply)
                    a = random_outcome(s, rng)
                    rng[0] = kept
                else:
                    actions = legal(s)
                    a = nth(actions, below(rng, count(actions)))
                s = play(s, a)
                ply += 1
                if turn(s) == OVER or stage(s) != MIDWAY:
                    moves += 1
            if turn(s) != OVER and not (shown == 1 and wins_at_once(s)):
                pack(s, states, lane)
                plies[lane] = ply
                return


def meet(
    lane: int,
    rng: Any,
    like: AnyState,
    states: Any,
    plies: Any,
    block: int,
    deals: int,
    draws: int,
    seats: Any,
    numbers: Any,
    keys_first: Any,
    first_first: Any,
    shares_first: Any,
    keys_second: Any,
    first_second: Any,
    shares_second: Any,
    work: Any,
    stack: Any,
    results: Any,
    stuck: Any,
) -> None:
    """Play a match from its opening to the end; `seats` tells which of the two sits where."""
    s = unpack(like, states, lane)
    ply = plies[lane]
    deal = lane_seed(deals, block + lane)
    rng[0] = lane_seed(draws, block + lane)
    stuck[lane] = -1
    while True:
        mover = turn(s)
        if mover == OVER:
            break
        if ply >= MOST_PLIES and mover != CHANCE:
            stuck[lane] = mover
            break
        if mover == CHANCE:
            kept = rng[0]
            rng[0] = lane_seed(deal, ply)
            a = random_outcome(s, rng)
            rng[0] = kept
        else:
            v = mask(s, mover)
            own = numbers[seats[mover]]
            if own[BLUNDER] > 0.0 and uniform(rng) < own[BLUNDER]:
                actions = legal(v)
                a = nth(actions, below(rng, count(actions)))
            elif seats[mover] == 0:
                a = act_first(v, mover, rng, own, keys_first, first_first, shares_first, work, stack, lane)
            else:
                a = act_second(
                    v, mover, rng, own, keys_second, first_second, shares_second, work, stack, lane
                )
        s = play(s, a)
        ply += 1
    values = returns(s)
    for seat in range(len(values)):
        results[seat, lane] = values[seat]


@cache
def meeting(first: str, second: str) -> Lanes:
    """Return the lane kernel in which two players meet, named by their functions: only these are compiled."""
    name = f"meet_{first}_{second}"
    scope = {**globals(), "act_first": getattr(players, first), "act_second": getattr(players, second)}
    bound = FunctionType(meet.__code__.replace(co_name=name, co_qualname=name), scope, name)
    bound.__module__, bound.__qualname__, bound.__doc__ = meet.__module__, name, meet.__doc__
    return lanes(bound)
