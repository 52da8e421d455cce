"""Iterations of CFR+ a second, ours in vectors over the public tree and OpenSpiel's C++ state by state.

Both do the same work: after as many iterations their average policies are equally exploitable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.bench import open_spiel
from parlour.bench.measure import Row, counted, rates
from parlour.core.registry import game
from parlour.search.cfr_form import form_of
from parlour.search.cfr_solver import Solver


def ours(name: str, iterations: int, **options: Any) -> Callable[[], int]:
    """Make that many iterations."""
    solver = Solver(form_of(game(name, **options)), "cfr+")
    return counted(iterations, lambda: solver.run(iterations))


def theirs(game_string: str, iterations: int) -> Callable[[], int]:
    """Make that many iterations of the C++ CFRPlusSolver."""
    import pyspiel

    solver = pyspiel.CFRPlusSolver(pyspiel.load_game(game_string))

    def job() -> int:
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        return iterations

    return job


def row(name: str, board: str, game_string: str, mine: int, other: int, **options: Any) -> Row:
    """Compare iterations a second on one game."""
    return rates(
        name, open_spiel.NAME, "iterations/s", ours(board, mine, **options), theirs(game_string, other)
    )
