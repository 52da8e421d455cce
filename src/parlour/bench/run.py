"""The comparisons by name, and running those asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from statistics import median
from typing import Any

from parlour.bench import bitbully, easyai, open_spiel, ours, poker
from parlour.bench.measure import Row, rates, times
from parlour.core.errors import BadOption, unknown
from parlour.core.registry import game

SPIEL = open_spiel.NAME
PEERS = {
    SPIEL: open_spiel.MODULE,
    easyai.NAME: easyai.MODULE,
    bitbully.NAME: bitbully.MODULE,
    poker.EVAL7: poker.EVAL7,
    poker.PHEVALUATOR: poker.PHEVALUATOR,
    "one thread": "",
}
NIM = "nim(pile_sizes=3;4;5,is_misere=false)"
SOLVER_ROUNDS = 3
TRICK_TWO = 52 + 4  # cards dealt and played
DOTS = "dots_and_boxes(num_rows=5,num_cols=5)"


def _playouts(name: str, game_string: str, count: int, theirs: int, **options: Any) -> Row:
    return rates(
        f"{name}_playouts",
        SPIEL,
        "playouts/s",
        ours.random_playouts(game(name, **options), count),
        open_spiel.random_playouts(game_string, theirs),
    )


def _tree(name: str, game_string: str, simulations: int, **options: Any) -> Row:
    return rates(
        f"{name}_mcts",
        SPIEL,
        "simulations/s",
        ours.tree_search(game(name, **options), simulations, repeat=10),
        open_spiel.tree_search(game_string, simulations),
    )


def _python_tree() -> Row:
    return rates(
        "connect_four_mcts_python",
        SPIEL,
        "simulations/s",
        ours.tree_search(game("connect_four"), 10_000, repeat=10),
        open_spiel.python_tree_search("connect_four", 1000),
    )


def _threads() -> Row:
    return rates(
        "connect_four_mcts_two_threads",
        "one thread",
        "simulations/s",
        ours.tree_search_for(game("connect_four"), 1.0, 2),
        ours.tree_search_for(game("connect_four"), 1.0, 1),
        clock=time.perf_counter,  # which counts when several threads work
    )


def _solve_spiel() -> Row:
    board = game("tic_tac_toe")
    return times(
        "tic_tac_toe_solve",
        SPIEL,
        ours.alphabeta(board, board.start(), 0),
        open_spiel.alpha_beta("tic_tac_toe"),
    )


def _solve_easyai() -> Row:
    board = game("tic_tac_toe")
    return times(
        "tic_tac_toe_solve_table",
        easyai.NAME,
        ours.alphabeta(board, board.start(), 0),
        easyai.solve_tic_tac_toe(table=True),
    )


def _solver(phase: str, plies: int, count: int) -> Row:
    lines = ours.random_lines(plies, count)
    mine, theirs = ours.solve_connect_four(lines), bitbully.solve_all(lines)
    mine()  # compiles
    rounds = [(mine(), theirs()) for _ in range(SOLVER_ROUNDS)]
    if any(a != b for (a, _), (b, _) in rounds):
        raise BadOption("the two solvers differ: one of them is wrong")
    fast, slow = (median(job[who][1] for job in rounds) * 1000 / count for who in (0, 1))
    return Row(f"connect_four_solve_{phase}", fast, slow, bitbully.NAME, slow / fast, "ms")


def _regret(name: str, board: str, mine: int, theirs: int, **options: Any) -> Row:
    return rates(
        name,
        SPIEL,
        "iterations/s",
        ours.regret_minimisation(game(board, **options), mine),
        open_spiel.regret_minimisation(board, theirs),
    )


def _hidden(name: str) -> Row:
    board = game("hearts", pass_cards=False)
    return rates(
        f"hearts_{name}",
        SPIEL,
        "simulations/s",
        ours.hidden_search(board, name, TRICK_TWO, 10_000, 5),
        open_spiel.information_set_search("hearts(pass_cards=False)", TRICK_TWO, 2_000),
    )


BENCHES: dict[str, tuple[str, Callable[[], Row]]] = {
    "connect_four_playouts": (SPIEL, lambda: _playouts("connect_four", "connect_four", 500_000, 20_000)),
    "connect_four_mcts": (SPIEL, lambda: _tree("connect_four", "connect_four", 10_000)),
    "connect_four_mcts_python": (SPIEL, _python_tree),
    "connect_four_mcts_two_threads": ("one thread", _threads),
    "connect_four_solve_late": (bitbully.NAME, lambda: _solver("late", 30, 1000)),
    "connect_four_solve_middle": (bitbully.NAME, lambda: _solver("middle", 20, 100)),
    "connect_four_solve_early": (bitbully.NAME, lambda: _solver("early", 14, 20)),
    "ultimate_tic_tac_toe_playouts": (
        SPIEL,
        lambda: _playouts("ultimate_tic_tac_toe", "ultimate_tic_tac_toe", 200_000, 5_000),
    ),
    "ultimate_tic_tac_toe_mcts": (
        SPIEL,
        lambda: _tree("ultimate_tic_tac_toe", "ultimate_tic_tac_toe", 10_000),
    ),
    "checkers_playouts": (SPIEL, lambda: _playouts("checkers", "checkers", 50_000, 500)),
    "checkers_mcts": (SPIEL, lambda: _tree("checkers", "checkers", 1_000)),
    "dots_and_boxes_playouts": (
        SPIEL,
        lambda: _playouts("dots_and_boxes", DOTS, 100_000, 1_000, rows=5, cols=5),
    ),
    "dots_and_boxes_mcts": (SPIEL, lambda: _tree("dots_and_boxes", DOTS, 2_000, rows=5, cols=5)),
    "tic_tac_toe_playouts": (SPIEL, lambda: _playouts("tic_tac_toe", "tic_tac_toe", 1_000_000, 100_000)),
    "tic_tac_toe_solve": (SPIEL, _solve_spiel),
    "tic_tac_toe_solve_table": (easyai.NAME, _solve_easyai),
    "hearts_ismcts": (SPIEL, lambda: _hidden("ismcts")),
    "hearts_determinized": (SPIEL, lambda: _hidden("determinized")),
    "cfr_kuhn": (SPIEL, lambda: _regret("cfr_kuhn", "kuhn_poker", 20_000, 2_000)),
    "cfr_leduc": (SPIEL, lambda: _regret("cfr_leduc", "leduc_poker", 2_000, 20)),
    "cfr_liars_dice": (
        SPIEL,
        lambda: _regret("cfr_liars_dice", "liars_dice", 200, 1, dice=1, wild="highest"),
    ),
    "nim_playouts": (SPIEL, lambda: _playouts("nim", NIM, 1_000_000, 100_000)),
    **poker.BENCHES,
}


def names() -> list[tuple[str, str]]:
    """List the comparisons, each with its peer."""
    return [(name, peer) for name, (peer, _) in BENCHES.items()]


def run(
    wanted: Iterable[str] = (), against: Iterable[str] = (), progress: Callable[[str], None] | None = None
) -> list[Row]:
    """Run the comparisons named (all by default), against the peers named (all by default)."""
    chosen, peers = list(wanted) or list(BENCHES), list(against)
    for name in chosen:
        if name not in BENCHES:
            raise unknown("benchmark", name, BENCHES)
    for peer in peers:
        if peer not in PEERS:
            raise unknown("peer", peer, PEERS)
    chosen = [name for name in chosen if not peers or BENCHES[name][0] in peers]
    if not chosen:
        raise BadOption("no such comparison; see parlour bench --list")
    missing = sorted({BENCHES[n][0] for n in chosen if not _there(PEERS[BENCHES[n][0]])})
    if missing:
        raise BadOption(f"{' and '.join(missing)} not installed; pip install 'parlour[peers]'")
    rows = []
    for name in chosen:
        if progress is not None:
            progress(name)
        rows.append(BENCHES[name][1]())
    return rows


def _there(module: str) -> bool:
    return not module or find_spec(module) is not None
