"""Ultimate Tic-Tac-Toe by alpha-beta over the control of boards, and exactly once the end is near."""

from __future__ import annotations

from collections.abc import Callable
from math import tanh
from typing import Any

import numpy as np

from parlour.core import sofar
from parlour.core.bits import popcount
from parlour.core.choice import Candidate, Choice
from parlour.core.errors import Unsuitable
from parlour.core.exhibit import table
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rules import OVER, is_legal, play, turn
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games.ultimate_tic_tac_toe import State
from parlour.games.ultimate_tic_tac_toe.play import solver
from parlour.games.ultimate_tic_tac_toe.play.search import SURE, WIN, position
from parlour.games.ultimate_tic_tac_toe.play.words import control
from parlour.search import alphabeta_kernel as kernel
from parlour.search.alphabeta_kernel import STEP
from parlour.search.deepening import (
    AGE,
    NODES,
    REDUCE,
    UNLIMITED,
    Findings,
    deepen,
    new_counters,
    nodes_within,
    within,
)
from parlour.search.explain import best_first, many, reasons
from parlour.search.table import AGES, new_table

SCALE = 2200.0  # tanh(estimate / SCALE) fits the results of 200 games of the search against itself best
BUDGET = 2_000_000  # positions, when nothing else is said
SOLVABLE = 50_000_000  # positions that solve() visits, when nothing else is said
SOLVING = 22  # and its table has 2**SOLVING entries
FINISHING = 100_000  # positions to visit for the best of several moves of equal worth
LONGEST = 81  # plies
WIDTH = 400.0  # of the aspiration window to each side, a fifth of a line


class Ultimate(Strategy):
    """Search with alpha-beta, valuing boards by the chance to win them; solve the endgame exactly."""

    name = "ultimate"

    nodes: int = option(BUDGET, "positions to visit at most", low=1, high=10**12)
    depth: int = option(0, "plies to look ahead; 0 is as deep as the other limits allow", low=0, high=81)
    endgame: int = option(
        32, "open cells from which on an exact solution is tried, if no depth is given", low=0, high=81
    )
    table: int = option(20, "the transposition tables have 2**table entries", low=4, high=26)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._table = new_table(self.table)
        self._rows = kernel.new_rows(self.game.actions, LONGEST + 2)
        self._age = 0  # of the decision, for the table
        self._solutions = solver.new_table(self.table)

    def choose(self, view: View, limit: Limit) -> Choice:
        """Solve if few cells are left; then search, among the best moves only where these are known."""
        deep = limit.depth or self.depth
        nodes = nodes_within(limit, self.nodes, deep)
        seconds, spent = limit.cap, 0
        solved: dict[int, int] = {}
        if not deep and _cells_left(view.state) <= self.endgame:
            share = None if seconds is None else seconds / 3
            solved, spent = solved_moves(view, self._solutions, max(1, nodes // 2), share)
            seconds = None if seconds is None else seconds - seconds / 3
        left = max(1, min(nodes - spent, FINISHING if solved else UNLIMITED))
        actions = [a for a in view.legal() if not solved or solved[a] == max(solved.values())]

        def so_far(found: Findings[int], searched: int) -> None:
            sofar.tell(view, lambda: self._explain(view, found, solved, spent + searched))

        found, searched = self._search(view.state, actions, deep, left, seconds, so_far)
        return self._explain(view, found, solved, spent + searched)

    def _search(
        self,
        s: State,
        actions: list[int],
        depth: int,
        nodes: int,
        seconds: float | None,
        so_far: Callable[[Findings[int], int], None],
    ) -> tuple[Findings[int], int]:
        """Search one ply deeper each time, the best moves first; equals come in any order."""
        shuffled = [actions.pop(self.rng.below(len(actions))) for _ in range(len(actions))]
        root, counters = position(s), new_counters(nodes)
        self._age = (self._age + 1) % AGES
        counters[AGE] = self._age
        if not self.thorough:
            counters[REDUCE] = 0
        kernel.fade(self._rows)

        def look(deep: int, moves: list[int], low: float, high: float) -> tuple[list[float], list[bool]]:
            values, reached = np.zeros(len(moves)), np.zeros(len(moves), np.int64)
            arrays = (self._table, self._rows, counters, np.array(moves, np.int64), values, reached)
            done = kernel.search_root(root, deep, 1, int(self.thorough), low, high, *arrays)
            return values[:done].tolist(), [abs(value) >= SURE for value in values[:done].tolist()]

        deepest = min(depth or LONGEST, _cells_left(s))
        settings = (counters, seconds, self.thorough, SURE, WIDTH)
        found = deepen(
            shuffled, deepest, look, *settings, so_far=lambda found: so_far(found, int(counters[NODES]))
        )
        return found, int(counters[NODES])

    # -- telling -----------------------------------------------------------------------------------------

    def _explain(self, view: View, found: Findings[int], solved: dict[int, int], nodes: int) -> Choice:
        action = found.moves[0]
        known = dict(zip(found.moves, found.values, strict=False))
        shown = view.legal() if solved else found.moves if self.thorough else [action]
        ranked = best_first([self._candidate(view, a, known.get(a), solved.get(a)) for a in shown], action)
        unvalued = [Candidate(a) for a in view.legal() if a not in shown]
        why = reasons(self.game, [*ranked, *unvalued])
        if solved:
            why.append(f"Searched to the end of every line that matters, {nodes:,} positions: it is exact.")
        else:
            why.append(f"Alpha-beta visited {many(nodes, 'position')} to depth {found.depth}.")
        work = {"nodes": nodes, "depth": found.depth, "exact": bool(solved) or ranked[0].exact}
        chances = control(view.state)
        rows = [[name, pair["x"], pair["o"]] for name, pair in chances.items()]
        board = table("The chance to win each board, if marks fell at random", ["board", "{0}", "{1}"], rows)
        return Choice(
            action,
            candidates=ranked,
            evidence={"control": chances},
            reasons=tuple(why),
            work=work,
            exhibits=(board,),
            lesson=len(why) - 1,
        )

    def _candidate(self, view: View, action: int, value: float | None, exact: int | None) -> Candidate:
        """Put a move into words: its exact value if it is solved or proven, else the search's estimate."""
        worth: float | None = exact
        note = ""
        proven = value is not None and abs(value) >= SURE
        if value is not None and exact is None:
            worth = tanh(value / SCALE) if not proven else 1.0 if value > 0 else -1.0
        if value is not None and proven:
            plies = round((WIN - abs(value)) / STEP)
            note = f"within {plies} {'ply' if plies == 1 else 'plies'}"
        return Candidate(
            action,
            view.format(action),
            None if worth is None else float(worth),
            exact=proven or exact is not None,
            line=self._line(view.state, action),
            note=note,
        )

    def _line(self, s: State, action: int) -> tuple[str, ...]:
        """Follow the moves of the table."""
        words = [self.game.format(s, action)]
        s = play(s, action)
        while turn(s) != OVER:
            following = int(kernel.best_known(position(s), self._table))
            if following < 0 or not is_legal(s, following):
                break
            words.append(self.game.format(s, following))
            s = play(s, following)
        return tuple(words)

    @classmethod
    def solve(cls, game: Game, s: State, limit: Limit) -> Solution | None:
        """Solve exactly; Unsuitable when the limit comes first."""
        nodes = limit.nodes or (UNLIMITED if limit.seconds is not None else SOLVABLE)
        table = solver.new_table(SOLVING)
        solved, seen = solved_moves(game.view(s, turn(s)), table, nodes, limit.cap)
        if not solved:
            raise Unsuitable(
                f"{game.name}: not solved within {seen:,} positions with {_cells_left(s)} open cells; "
                "raise --limit nodes=..., or give more --moves"
            )
        value = max(solved.values())
        certificate = {
            "method": "search of every line that matters to the end of the game",
            "moves": {game.format(s, a): v for a, v in solved.items()},
            "nodes": seen,
        }
        best = tuple(game.format(s, a) for a, v in solved.items() if v == value)
        return Solution(float(value), turn(s), best, certificate)


def solved_moves(view: View, table: Any, nodes: int, seconds: float | None) -> tuple[dict[int, int], int]:
    """Return the exact value of every move (none if the limit comes first) and the positions seen."""
    actions = np.array(view.legal(), np.int64)
    values = np.zeros(len(actions), np.int64)
    counters = new_counters(nodes)

    def job() -> int:
        return int(solver.solve_moves(view.state, 0, table, counters, actions, values))

    done = within(seconds, counters, job)
    solved = dict(zip(actions.tolist(), values.tolist(), strict=True)) if done == len(actions) else {}
    return solved, int(counters[NODES])


def _cells_left(s: State) -> int:
    return sum(popcount(word) for word in s.open)
