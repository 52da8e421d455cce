"""OpenSpiel's jobs: its C++ playouts and tree search, its Python tree search and minimax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.bench.measure import counted

NAME = "open_spiel"
MODULE = "pyspiel"
MUCH = 8  # legal actions of a position worth searching


def random_playouts(game_string: str, count: int) -> Callable[[], int]:
    """Make C++ random playouts from the start.

    Its rollout evaluator cannot be called alone from Python, so a search of two simulations with many
    rollouts each is timed: the tree costs nothing beside them.
    """
    return counted(2 * (count // 2), _search(game_string, 2, count // 2))


def tree_search(game_string: str, simulations: int) -> Callable[[], int]:
    """Search the start position by the C++ UCT with one random playout a simulation."""
    return counted(simulations, _search(game_string, simulations, 1))


def _search(game_string: str, simulations: int, rollouts: int) -> Callable[[], object]:
    import pyspiel

    game = pyspiel.load_game(game_string)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, 42, False)
    state = game.new_initial_state()
    return lambda: bot.mcts_search(state)


def python_tree_search(game_string: str, simulations: int) -> Callable[[], int]:
    """Search the start position by the Python UCT with one random playout a simulation."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game(game_string)
    draws = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, draws)
    bot = mcts.MCTSBot(game, 2.0, simulations, evaluator, random_state=draws, solve=False)
    state = game.new_initial_state()
    return counted(simulations, lambda: bot.mcts_search(state))


def alpha_beta(game_string: str) -> Callable[[], Any]:
    """Solve the start position by the Python alpha-beta."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game(game_string)
    return lambda: minimax.alpha_beta_search(game)


def information_set_search(game_string: str, plies: int, simulations: int) -> Callable[[], int]:
    """Search by the C++ information-set MCTS, that many actions into a random game.

    A few more are played until there is much to choose from: with one legal action it does not search.
    """
    import random

    import pyspiel

    game, draws = pyspiel.load_game(game_string), random.Random(1)
    state = game.new_initial_state()
    while state.move_number() < plies or len(state.legal_actions()) < MUCH:
        state.apply_action(draws.choice(state.legal_actions()))
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.ISMCTSBot(
        1, evaluator, 2.0, simulations, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False
    )
    return counted(simulations, lambda: bot.step(state))


def regret_minimisation(game_string: str, iterations: int) -> Callable[[], int]:
    """Make that many iterations of CFR+ state by state, by the C++ solver."""
    import pyspiel

    solver = pyspiel.CFRPlusSolver(pyspiel.load_game(game_string))

    def job() -> int:
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        return iterations

    return job
