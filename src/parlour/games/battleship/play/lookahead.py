"""Battleship by looking ahead: the misses that each shot leads to, over all fleets that explain the view.

While the fleets are too many it goes by a density map with weights tuned on played games.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.core.choice import Choice
from parlour.core.limit import Limit
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.games.battleship.play.density import Density, all_fleets, hits_left
from parlour.games.battleship.play.density_map import (
    MOST_HITS,
)
from parlour.games.battleship.play.words import percent
from parlour.games.battleship.words import cell_name


def tuned_table() -> Any:
    """Give weights by hits and length, the best of those tried on 100,000 boards."""
    return np.array(
        [
            [10.0**hits * max(length, 1) ** -0.5 for length in range(MOST_HITS + 1)]
            for hits in range(MOST_HITS)
        ]
    )


class Lookahead(Density):
    """Fire where the fewest misses are to come, over all fleets; by a tuned map while they are many."""

    name = "lookahead"

    most: int = option(500, "fleets to list at most", low=1, high=10**6)
    top: int = option(10, "cells to look ahead from, those that most fleets have", low=1, high=225)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.table = tuned_table()

    def shoot(self, view: View, limit: Limit) -> Choice:
        """Look ahead where the fleets can be listed, else map the sea."""
        most = limit.nodes or limit.simulations or self.most
        found = self.posterior(view, Limit(simulations=1, nodes=min(most, self.most)), self.top)
        if not found.exact:
            cell = self.hottest(view)
            heat = self.heat(view)
            share = heat / heat.sum()
            reason = f"{cell_name(view.state, cell)} is the hottest cell of the tuned map; "
            reason += (
                f"more than {min(most, self.most):,} fleets explain what was said, too many to look ahead in."
            )
            return self.explained(view, cell, share, [reason], limit)
        legal = [c for c in view.legal() if found.costs[c] >= 0] or view.legal()
        cell = min(legal, key=lambda c: (found.costs[c], -found.chances[c], c))
        where, misses = cell_name(view.state, cell), found.costs[cell] / found.rows
        reason = (
            f"{where} has a ship in {percent(found.chances[cell])} of {all_fleets(found.rows)} what was "
            f"said; after it {misses:.2f} misses are to come on average, besides "
            f"{hits_left(found.open_cells)}."
        )
        return self.explained(view, cell, found.chances, [reason], limit, found)
