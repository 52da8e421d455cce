"""Row-Column by minimax to a depth that a node budget allows."""

from __future__ import annotations

from parlour.core.bits import count
from parlour.core.choice import Choice
from parlour.core.limit import Limit
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.games.row_column import State, side
from parlour.games.row_column.play.searching import Searching
from parlour.search.deepening import UNLIMITED, new_counters

SMALL = 4  # squares of so many rows are searched to their end


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
        counters, searcher = new_counters(limit.nodes or UNLIMITED), self.searcher(s)
        found = searcher.deepen(s, depth, self.thorough, counters, limit.cap)
        b = 2 * side(s) - 1
        plan = {"planned_depth": depth, "branching": b, "planned_nodes": b**depth, "budget": self.budget}
        return self.explain(view, found, counters, self._planned(s, depth, limit), plan)

    def depth_for(self, s: State) -> int:
        """Return the depth the budget allows; on a small square, all of it."""
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
