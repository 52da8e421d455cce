"""Playouts by a policy from one state or from many, all at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.batches.worlds import at_least_one
from parlour.compile.device import memory, settle
from parlour.core.columns import width
from parlour.core.errors import BadOption, unknown
from parlour.core.game import Game
from parlour.core.rules import AnyState
from parlour.search.montecarlo_lanes import column
from parlour.search.playout import POLICIES, RANDOM
from parlour.search.playout_lanes import play_by_policy, play_random


def playouts(
    game: Game,
    states: AnyState | Any,
    n: int | None = None,
    device: str = "auto",
    seed: int = 0,
    policy: str = "random",
    epsilon: float = 0.0,
) -> Any:
    """Play n games to their end from a state, or from the columns of a table taken in turns, (width, m).

    Without n there is one for each column. The results come back as an array (n, seats) in the memory of the
    device; the same seed gives the same results on every device. Nothing may be unknown in the states:
    `worlds` draws such.
    """
    where = settle(device)
    held, like = memory(where), game.start()
    if isinstance(states, tuple):
        game.turn(states)  # refuses what is not a state of the game
        table = held.put(column(states))
    else:
        table = held.put(states)
        if table.ndim != 2 or table.shape[0] != width(like) or table.shape[1] == 0:
            shape = "x".join(map(str, table.shape))
            raise BadOption(f"states: a table of {shape}; {game.name} has {width(like)} rows")
    count = at_least_one(table.shape[1] if n is None else n)
    results = held.zeros((count, game.seats), np.float64)
    number = policy_number(game, policy)
    if number == RANDOM:
        play_random(where, count, seed, like, table, results)
    else:
        play_by_policy(where, count, seed, like, table, number, float(epsilon), results)
    return results


def policy_number(game: Game, name: str) -> int:
    """Return the number by which kernels know a playout policy, one of all games' or the game's own."""
    known = (*POLICIES, *game.playouts)
    if name not in known:
        raise unknown(f"playout policy for {game.name}", name, known)
    return known.index(name)
