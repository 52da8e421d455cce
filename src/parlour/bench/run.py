"""The comparisons by name, and running those asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from statistics import median
from typing import Any, TypeAlias

from parlour.bench import bitbully, easyai, open_spiel, ours, poker
from parlour.bench.measure import Row, rates, times
from parlour.core.errors import BadOption, unknown
from parlour.core.registry import game

SPIEL, ALONE = open_spiel.NAME, "one thread"
PEERS = {
    SPIEL: open_spiel.MODULE,
    easyai.NAME: easyai.MODULE,
    bitbully.NAME: bitbully.MODULE,
    poker.EVAL7: poker.EVAL7,
    poker.PHEVALUATOR: poker.PHEVALUATOR,
    ALONE: "",
}
NIM = "nim(pile_sizes=3;4;5,is_misere=false)"
SOLVER_ROUNDS = 3
TRICK_TWO = 52 + 4  # cards dealt and played
DOTS = "dots_and_boxes(num_rows=5,num_cols=5)"


Job: TypeAlias = Callable[[], Callable[[], Any]]  # what sets a job up
Bench: TypeAlias = tuple[str, tuple[str, Callable[[], Row]]]  # its name, the peer, what compares them


def _rates(name: str, unit: str, mine: Job, theirs: Job, peer: str = SPIEL, **how: Any) -> Bench:
    """Compare work a second; the jobs are set up when the comparison is asked for."""
    return name, (peer, lambda: rates(name, peer, unit, mine(), theirs(), **how))


def _playouts(name: str, peers: str, mine: int, theirs: int, **options: Any) -> Bench:
    return _rates(
        f"{name}_playouts",
        "playouts/s",
        lambda: ours.random_playouts(game(name, **options), mine),
        lambda: open_spiel.random_playouts(peers, theirs),
    )


def _tree(name: str, peers: str, simulations: int, **options: Any) -> Bench:
    return _rates(
        f"{name}_mcts",
        "simulations/s",
        lambda: ours.tree_search(game(name, **options), simulations, repeat=10),
        lambda: open_spiel.tree_search(peers, simulations),
    )


def _regret(name: str, board: str, mine: int, theirs: int, **options: Any) -> Bench:
    return _rates(
        name,
        "iterations/s",
        lambda: ours.regret_minimisation(game(board, **options), mine),
        lambda: open_spiel.regret_minimisation(board, theirs),
    )


def _hidden(name: str) -> Bench:
    return _rates(
        f"hearts_{name}",
        "simulations/s",
        lambda: ours.hidden_search(game("hearts", pass_cards=False), name, TRICK_TWO, 10_000, 5),
        lambda: open_spiel.information_set_search("hearts(pass_cards=False)", TRICK_TWO, 2_000),
    )


def _solved(name: str, peer: str, theirs: Job) -> Bench:
    return name, (peer, lambda: times(name, peer, ours.alphabeta(game("tic_tac_toe"), 0), theirs()))


def _threads(number: int) -> Job:
    return lambda: ours.tree_search_for(game("connect_four"), 1.0, number)


def _endgames(phase: str, plies: int, count: int) -> Bench:
    return f"connect_four_solve_{phase}", (bitbully.NAME, lambda: _solver(phase, plies, count))


def _solver(phase: str, plies: int, count: int) -> Row:
    lines = ours.random_lines(plies, count)
    mine, theirs = ours.solve_connect_four(lines), bitbully.solve_all(lines)
    mine()  # compiles
    rounds = [(mine(), theirs()) for _ in range(SOLVER_ROUNDS)]
    if any(a != b for (a, _), (b, _) in rounds):
        raise BadOption("the two solvers differ: one of them is wrong")
    fast, slow = (median(job[who][1] for job in rounds) * 1000 / count for who in (0, 1))
    return Row(f"connect_four_solve_{phase}", fast, slow, bitbully.NAME, slow / fast, "ms")


BENCHES: dict[str, tuple[str, Callable[[], Row]]] = (
    dict(
        (
            _playouts("connect_four", "connect_four", 500_000, 20_000),
            _tree("connect_four", "connect_four", 10_000),
            _rates(
                "connect_four_mcts_python",
                "simulations/s",
                lambda: ours.tree_search(game("connect_four"), 10_000, repeat=10),
                lambda: open_spiel.python_tree_search("connect_four", 1000),
            ),
            _rates(  # the wall clock is what counts when several threads work
                "connect_four_mcts_two_threads",
                "simulations/s",
                _threads(2),
                _threads(1),
                ALONE,
                clock=time.perf_counter,
            ),
            _endgames("late", 30, 1000),
            _endgames("middle", 20, 100),
            _endgames("early", 14, 20),
            _playouts("ultimate_tic_tac_toe", "ultimate_tic_tac_toe", 200_000, 5_000),
            _tree("ultimate_tic_tac_toe", "ultimate_tic_tac_toe", 10_000),
            _playouts("checkers", "checkers", 50_000, 500),
            _tree("checkers", "checkers", 1_000),
            _playouts("dots_and_boxes", DOTS, 100_000, 1_000, rows=5, cols=5),
            _tree("dots_and_boxes", DOTS, 2_000, rows=5, cols=5),
            _playouts("tic_tac_toe", "tic_tac_toe", 1_000_000, 100_000),
            _solved("tic_tac_toe_solve", SPIEL, lambda: open_spiel.alpha_beta("tic_tac_toe")),
            _solved("tic_tac_toe_solve_table", easyai.NAME, lambda: easyai.solve_tic_tac_toe(table=True)),
            _hidden("ismcts"),
            _hidden("determinized"),
            _regret("cfr_kuhn", "kuhn_poker", 20_000, 2_000),
            _regret("cfr_leduc", "leduc_poker", 2_000, 20),
            _regret("cfr_liars_dice", "liars_dice", 200, 1, dice=1, wild="highest"),
            _playouts("nim", NIM, 1_000_000, 100_000),
        )
    )
    | poker.BENCHES
)


def names() -> list[tuple[str, str]]:
    """List the comparisons, each with its peer."""
    return [*((name, peer) for name, (peer, _) in BENCHES.items()), ("gpu", "one core")]


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
