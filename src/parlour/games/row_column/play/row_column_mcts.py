"""Row-Column by Monte Carlo tree search, with this game's playouts and its two limits."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from parlour.core.choice import Choice
from parlour.core.limit import Limit
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.search.mcts import MCTS
from parlour.search.playout import POLICIES


class RowColumnMCTS(MCTS):
    """Grow a tree by playouts that take the highest number half the time; play the most visited move.

    A result is the lead over the sum of all numbers, from -1 to 1, and UCB1's constant for it is the square
    root of 2; on the tree's scale, from 0 to 1, that is half as much.
    """

    name = "row_column_mcts"

    simulations: int = option(100_000, "playouts to make at most", low=1, high=10**9)
    seconds: float = option(5.0, "time to think at most", low=0.001, high=86_400.0)
    c: float = option(
        sqrt(2.0) / 2.0, "exploration: UCB1's constant, on results scaled to [0, 1]", low=0.0, high=100.0
    )
    playout: str = option(
        "rules",
        "how playouts move: random, greedy (by the evaluation) or rules (half of each)",
        choices=POLICIES,
    )

    def choose(self, view: View, limit: Limit) -> Choice:
        """Search until either of the own limits, unless another is given."""
        if limit.simulations is None and limit.seconds is None:
            most = min(self.seconds, limit.at_most or self.seconds)
            limit = replace(limit, simulations=self.simulations, at_most=most)
        return super().choose(view, limit)
