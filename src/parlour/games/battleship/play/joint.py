"""Battleship by the joint posterior over whole fleets: all that explain the view, or a sample of them."""

from __future__ import annotations

import numpy as np

from parlour.core.choice import Choice
from parlour.core.limit import Limit
from parlour.core.view import View
from parlour.games.battleship.play.density import Density
from parlour.games.battleship.play.words import percent
from parlour.games.battleship.words import cell_name


class Joint(Density):
    """Fire where the most fleets that explain everything said have a ship."""

    name = "joint"

    def shoot(self, view: View, limit: Limit) -> Choice:
        """Ask the fleets and take the cell that most of them have."""
        found = self.posterior(view, limit, 0)
        weight = found.chances * self.prior(view.state)
        cell = int(np.argmax(weight))
        where = cell_name(view.state, cell)
        how = "of all fleets" if found.exact else "of the fleets drawn"
        reasons = [f"{where} has a ship in {percent(found.chances[cell])} {how} that explain what was said."]
        return self.explained(view, cell, weight, reasons, limit, found)
