"""The jobs of ours that are compared."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from parlour.bench.measure import counted
from parlour.bench.open_spiel import MUCH
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.registry import game as named
from parlour.core.registry import strategies
from parlour.core.rng import Stream
from parlour.core.rules import random_action
from parlour.search.cfr_form import form_of
from parlour.search.cfr_solver import Solver
from parlour.search.playout import playouts

TABLE = 19  # the solver gets 2**19 buckets of 32 bytes, 16 MiB


def random_playouts(game: Game, count: int) -> Callable[[], int]:
    """Play the start position out at random that many times."""
    rng, s = Stream.of(1, "bench"), game.start()
    return counted(count, lambda: playouts(s, rng, count, 0))


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


def hidden_search(game: Game, name: str, plies: int, simulations: int, repeat: int) -> Callable[[], int]:
    """Search a position as the seat to move sees it, chosen as the peer's is."""
    match = Match(game, 1)
    while match.ply < plies or len(game.legal(match.state)) < MUCH:
        match.play(random_action(match.state, Stream.of(1, "bench", match.ply)))
    view, kind = match.view(match.turn), strategies()[name]

    def job() -> int:
        for n in range(repeat):
            kind(game, view.seat, Stream.of(n, "bench")).choose(view, Limit(simulations=simulations))
        return simulations * repeat

    return job


def regret_minimisation(game: Game, iterations: int) -> Callable[[], int]:
    """Make that many iterations of CFR+ in vectors over the public tree, worth as much as the peer's."""
    solver = Solver(form_of(game), "cfr+")
    return counted(iterations, lambda: solver.run(iterations))


def alphabeta(game: Game, depth: int) -> Callable[[], object]:
    """Search the start position by alpha-beta to a depth (0 is the end of the game)."""
    kind, view = strategies()["alphabeta"], game.view(game.start(), 0)
    return lambda: kind(game, view.seat, Stream.of(1, "bench"), depth=depth).choose(view, Limit())


def random_lines(plies: int, count: int) -> list[list[int]]:
    """Draw lines of Connect Four that leave a game undecided, the mover without a win at once."""
    board, rng = named("connect_four"), Stream.of(1, "lines", plies)
    lines: list[list[int]] = []
    while len(lines) < count:
        s = board.start()
        line: list[int] = []
        while len(line) < plies and not s.won:
            line.append(random_action(s, rng))
            s = board.play(s, line[-1])
        if not s.won and not any(board.play(s, a).won for a in board.legal(s)):
            lines.append(line)
    return lines


def solve_connect_four(lines: Sequence[Sequence[int]]) -> Callable[[], tuple[list[int], float]]:
    """Solve the positions after some lines by search alone, each with an empty table: scores and seconds."""
    from parlour.games.connect_four.play import kernel

    board, states = named("connect_four"), []
    for line in lines:
        s = board.start()
        for column in line:
            s = board.play(s, column)
        states.append(s)
    table, counters = kernel.new_table(TABLE), kernel.new_counters(10**18)

    def job() -> tuple[list[int], float]:
        scores, took = [], 0.0
        for number, s in enumerate(states):
            epoch = 1 + number % (kernel.EPOCHS - 1)
            if epoch == 1:
                table[:] = 0
            began = time.process_time()
            scores.append(int(kernel.score_of(s, table, epoch, counters)))
            took += time.process_time() - began
        return scores, took

    return job
