"""Worlds and playouts in lanes: many at once, on the cores or on a GPU.

Sums over lanes are whole numbers, results in parts of `PARTS` of the way from the least to the most: in
whatever order they are added, they come out the same.
"""

from __future__ import annotations

from typing import Any

from parlour.compile.lanes import add, lanes
from parlour.core.bits import nth
from parlour.core.columns import pack, unpack
from parlour.core.rules import AnyState, fill, legal, play, returns, rule
from parlour.search.playout import RANDOM, Settings, finish

PARTS = 1 << 32  # the most playouts of a decision, 10**9, still sum up to less than 2**63
BINS = 32  # sums kept side by side, so that few lanes wait for each other to add


@lanes
def draw_worlds(lane: int, rng: Any, view: AnyState, seat: int, table: Any) -> None:
    """Draw a world that explains a masked state into the lane's column."""
    pack(fill(view, seat, rng), table, lane)


@rule
def put(result: Any, results: Any, lane: int) -> None:
    """Write the results of all seats into the lane's row."""
    for seat in range(len(result)):
        results[lane, seat] = result[seat]


@lanes
def play_random(lane: int, rng: Any, like: AnyState, table: Any, results: Any) -> None:
    """Play the lane's column, taken in turns, to its end at random."""
    s = unpack(like, table, lane % table.shape[1])
    put(returns(finish(s, rng, RANDOM, 0.0)), results, lane)


@lanes
def play_by_policy(
    lane: int, rng: Any, like: AnyState, table: Any, policy: int, epsilon: float, results: Any
) -> None:
    """Play the lane's column, taken in turns, to its end by a policy."""
    s = unpack(like, table, lane % table.shape[1])
    put(returns(finish(s, rng, policy, epsilon)), results, lane)


@rule
def after_move(like: AnyState, table: Any, number: int, moves: int) -> AnyState:
    """Give the state after a playout's own move: every move of a round is tried in the same world."""
    world = unpack(like, table, number // moves % table.shape[1])
    return play(world, nth(legal(world), number % moves))


@rule
def sum_up(end: AnyState, number: int, seat: int, moves: int, settings: Settings, sums: Any) -> None:
    """Add a result, and its square, to what its move has got."""
    share = (returns(end)[seat] - settings.low) / (settings.high - settings.low)
    place = ((number // moves % BINS) * moves + number % moves) * 2
    add(sums, place, int(share * PARTS))
    add(sums, place + 1, int(share * share * PARTS))


@lanes
def try_moves_at_random(
    lane: int, rng: Any, like: AnyState, table: Any, seat: int, moves: int, settings: Settings, sums: Any
) -> None:
    """Play a move in a world, the lane's in turn, and the rest at random; sum up what comes of it."""
    s = after_move(like, table, lane, moves)
    sum_up(finish(s, rng, RANDOM, 0.0), lane, seat, moves, settings, sums)


@lanes
def try_moves(
    lane: int, rng: Any, like: AnyState, table: Any, seat: int, moves: int, settings: Settings, sums: Any
) -> None:
    """Play a move in a world, the lane's in turn, and the rest by a policy; sum up what comes of it."""
    s = after_move(like, table, lane, moves)
    end = finish(s, rng, settings.policy, settings.epsilon)
    sum_up(end, lane, seat, moves, settings, sums)
