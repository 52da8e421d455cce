"""The jobs of ours that are compared."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.registry import strategies
from parlour.core.rng import Stream
from parlour.core.rules import AnyState
from parlour.search.playout import playouts


def random_playouts(game: Game, count: int) -> Callable[[], int]:
    """Play the start position out at random so many times."""
    rng, s = Stream.of(1, "bench"), game.start()

    def job() -> int:
        playouts(s, rng, count, 0)
        return count

    return job


def tree_search(game: Game, simulations: int, threads: int = 1, repeat: int = 1) -> Callable[[], int]:
    """Search the start position by UCT with random playouts, from an empty tree each time."""
    view = game.view(game.start(), 0)
    kind = strategies()["mcts"]

    def job() -> int:
        for n in range(repeat):
            player = kind(game, 0, Stream.of(n, "bench"), threads=threads, keep=False)
            player.choose(view, Limit(simulations=simulations))
        return simulations * repeat

    return job


def tree_search_for(game: Game, seconds: float, threads: int) -> Callable[[], int]:
    """Search for so long; the work done is the number of simulations."""
    view = game.view(game.start(), 0)
    kind = strategies()["mcts"]

    def job() -> int:
        player = kind(game, 0, Stream.of(1, "bench"), threads=threads, keep=False)
        choice: Any = player.choose(view, Limit(seconds=seconds))
        return int(choice.work["simulations"])

    return job


def alphabeta(game: Game, s: AnyState, depth: int) -> Callable[[], object]:
    """Search a position by alpha-beta to a depth (0 is the end of the game)."""
    kind, view = strategies()["alphabeta"], game.view(s, game.turn(s))

    def job() -> object:
        player = kind(game, view.seat, Stream.of(1, "bench"), depth=depth)
        return player.choose(view, Limit())

    return job


def wall() -> float:
    """Read the wall clock: what counts when several threads work."""
    return time.perf_counter()
