"""Row-Column played and solved exactly where the rest can be searched to its end."""

from __future__ import annotations

from parlour.core.bits import count
from parlour.core.choice import Choice
from parlour.core.errors import Unsuitable
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rng import Stream
from parlour.core.rules import turn
from parlour.core.solve import Solution
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.games.row_column import State
from parlour.games.row_column.play.search import Found, value_of
from parlour.games.row_column.play.searching import Searching, work_of
from parlour.search.deepening import NODES, STOP, STOPPED, UNLIMITED, new_counters, nodes_within

SURE = 20  # so many cells left are solved at once; more, only if deepening gets there
SOLVING = 50_000_000  # positions that `solve` visits before it gives up


class RowColumnSolver(Searching):
    """Play exactly where the rest can be searched to its end, and look as deep as the nodes allow before."""

    name = "row_column_solver"

    nodes: int = option(1_000_000, "positions to visit at most", low=1, high=10**12)

    def choose(self, view: View, limit: Limit) -> Choice:
        """Solve, if few cells are left; else look deeper and deeper until the limit."""
        s: State = view.state
        counters = new_counters(nodes_within(limit, self.nodes))
        searcher, cells = self.searcher(s), count(s.left)

        found: Found | None = None
        if cells <= SURE and limit.depth is None:
            half = limit.after(limit.cap / 2) if limit.cap else limit
            found = searcher.solve(s, self.thorough, counters, half.cap)
            limit = half
        if found is None:
            counters[[NODES, STOP, STOPPED]] = 0
            deepest = min(limit.depth or cells, cells)
            found = searcher.deepen(s, deepest, self.thorough, counters, limit.cap)
        return self.explain(view, found, counters, f"{cells} cells are left.")

    @classmethod
    def solve(cls, game: Game, s: State, limit: Limit) -> Solution | None:
        """Search to the end of every line from every move; Unsuitable when the limit comes first."""
        counters = new_counters(limit.nodes or (UNLIMITED if limit.seconds else SOLVING))
        searcher = cls(game, turn(s), Stream([0]), table=22).searcher(s)
        found = searcher.solve(s, True, counters, limit.cap)
        if found is None:
            raise Unsuitable(
                f"{game.name}: not solved within {int(counters[NODES]):,} positions; "
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
