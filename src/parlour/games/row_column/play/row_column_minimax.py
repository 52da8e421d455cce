"""Row-Column by minimax to a depth that a node budget allows, and by exact search where the end is near."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.core.bits import count
from parlour.core.choice import Choice
from parlour.core.errors import Unsuitable
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rng import Stream
from parlour.core.rules import turn
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games.row_column import State, side
from parlour.games.row_column.play import kernel as kernel
from parlour.games.row_column.play.search import NO_LIMIT, Found, Searcher, Weights, new_counters, value_of
from parlour.search.clock import deadline, interruptible
from parlour.search.explain import best_first, reasons

SMALL = 4  # squares of so many rows are searched to their end
SURE = 20  # so many cells left are solved at once; more, only if deepening gets there
SOLVING = 50_000_000  # positions that `solve` visits before it gives up


class Searching(Strategy):
    """What the two searches of Row-Column share: the horizon's worth, the table, and how they tell."""

    name = ""  # not a strategy by itself
    games = ("row_column",)

    mobility: float = option(0.1, "points that a move at the horizon is worth", low=-100.0, high=100.0)
    potential: float = option(0.1, "share of the numbers in reach at the horizon", low=-1.0, high=1.0)
    table: int = option(20, "the table has 2**table entries", low=4, high=24)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._searcher: Searcher | None = None

    def searcher(self, s: State) -> Searcher:
        """Give the searcher of this state's square; it serves the whole match."""
        if self._searcher is None or self._searcher.matrix != s.matrix:
            self._searcher = Searcher(s, self.table, Weights(self.mobility, self.potential))
        return self._searcher

    def explain(self, view: View, found: Found, counters: Any, how: str) -> Choice:
        """Choose any of the best moves and say what was found."""
        action = self.rng.choice(found.best())
        searcher = self.searcher(view.state)
        ranked = best_first(searcher.candidates(view, found, action, self.thorough), action)
        work = work_of(view.state, found, counters)
        spent = f"{how} Visited {work['nodes']:,} positions to depth {work['depth']}"
        spent += ", and reached the end of every line: the value is exact." if found.settled else "."
        return Choice(action, candidates=ranked, reasons=(*reasons(self.game, ranked), spent), work=work)


class RowColumnMinimax(Searching):
    """Look ahead by minimax with alpha-beta pruning, as deep as a node budget allows.

    With about b = 2n - 1 moves a position, the depth is the largest d with b**d within the budget, at most
    the cap; squares up to 4 x 4 are searched to their end. At the horizon a position is worth the lead in
    points, a little for each move there and a share of the numbers in reach. What gains most over the best
    reply is tried first.
    """

    name = "row_column_minimax"

    budget: int = option(200_000, "positions that b**d may be", low=1, high=10**12)
    cap: int = option(12, "plies to look ahead at most", low=1, high=144)
    table: int = option(16, "the table has 2**table entries", low=4, high=24)

    def choose(self, view: View, limit: Limit) -> Choice:
        """Search every move to the depth; among equals take any."""
        s: State = view.state
        depth = limit.depth or self.depth_for(s)
        counters, searcher = new_counters(limit.nodes or NO_LIMIT), self.searcher(s)
        found = _within(limit, counters, lambda: searcher.deepen(s, depth, self.thorough, counters))
        return self.explain(view, found, counters, self._planned(s, depth, limit))

    def depth_for(self, s: State) -> int:
        """Give the depth the budget allows; on a small square, all of it."""
        cells, b = count(s.left), 2 * side(s) - 1
        if side(s) <= SMALL:
            return cells
        depth = 1
        while b ** (depth + 1) <= self.budget:
            depth += 1
        return min(depth, self.cap, cells)

    def _planned(self, s: State, depth: int, limit: Limit) -> str:
        b = 2 * side(s) - 1
        if limit.depth:
            return f"Depth {depth}, as the limit says."
        if side(s) <= SMALL:
            return f"So small a square is searched to its end, {depth} plies at most."
        if depth == count(s.left):
            return f"Depth {depth}: no more cells are left."
        if depth == self.cap:
            return f"Depth {depth}, the cap."
        return (
            f"Depth {depth}: with about {b} moves a position, {b}^{depth} = {b**depth:,} is within the "
            f"budget of {self.budget:,} and {b}^{depth + 1} is not."
        )


class RowColumnSolver(Searching):
    """Play exactly where the rest can be searched to its end, and look as deep as the nodes allow before."""

    name = "row_column_solver"

    nodes: int = option(1_000_000, "positions to visit at most", low=1, high=10**12)

    def choose(self, view: View, limit: Limit) -> Choice:
        """Solve, if few cells are left; else look deeper and deeper until the limit."""
        s: State = view.state
        free = limit.nodes is None and (limit.seconds is not None or limit.depth is not None)
        counters = new_counters(limit.nodes or (NO_LIMIT if free else self.nodes))
        searcher, cells = self.searcher(s), count(s.left)

        found: Found | None = None
        if cells <= SURE and limit.depth is None:
            half = limit.after(limit.cap / 2) if limit.cap else limit
            found = _within(half, counters, lambda: searcher.solve(s, self.thorough, counters))
            limit = half
        if found is None:
            counters[[kernel.NODES, kernel.STOP, kernel.STOPPED]] = 0
            deepest = min(limit.depth or cells, cells)
            found = _within(limit, counters, lambda: searcher.deepen(s, deepest, self.thorough, counters))
        return self.explain(view, found, counters, f"{cells} cells are left.")

    @classmethod
    def solve(cls, game: Game, s: State, limit: Limit) -> Solution | None:
        """Search to the end of every line from every move; Unsuitable when the limit comes first."""
        counters = new_counters(limit.nodes or (NO_LIMIT if limit.seconds else SOLVING))
        searcher = cls(game, turn(s), Stream([0]), table=22).searcher(s)
        found: Found | None = _within(limit, counters, lambda: searcher.solve(s, True, counters))
        if found is None:
            raise Unsuitable(
                f"{game.name}: not solved within {int(counters[kernel.NODES]):,} positions; "
                "raise --limit nodes=..., or give more --moves"
            )
        best = found.best()
        certificate = {
            "method": "alpha-beta search to the end of every line",
            "line": list(searcher.proven_line(game, s, best[0])),
            "moves": {game.format(s, a): value_of(s, gain) for a, gain in found.gains.items()},
            **work_of(s, found, counters),
        }
        moves = tuple(game.format(s, a) for a in best)
        return Solution(value_of(s, found.gains[best[0]]), turn(s), moves, certificate)


def work_of(s: State, found: Found, counters: Any) -> dict[str, Any]:
    """Say what a search has cost, and how far it went."""
    return {
        "nodes": int(counters[kernel.NODES]),
        "depth": min(found.depth, count(s.left)),
        "exact": found.settled,
        "cutoffs": int(counters[kernel.CUTS]),
        "table_hits": int(counters[kernel.HITS]),
    }


def _within(limit: Limit, counters: Any, job: Callable[[], Any]) -> Any:
    """Run a search; a time limit or Ctrl-C stops it."""
    with deadline(counters, kernel.STOP, limit.cap):
        return interruptible(job, counters, kernel.STOP)
