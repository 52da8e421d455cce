"""Battleship by one colour of the chequered sea, then the other."""

from __future__ import annotations

from parlour.core.choice import Choice
from parlour.core.limit import Limit
from parlour.core.view import View
from parlour.games.battleship.play.shooter import Shooter


class Parity(Shooter):
    """Fire at random at the cells of one colour of the chequered sea, then at the others."""

    name = "parity"

    def shoot(self, view: View, limit: Limit) -> Choice:
        """Draw a cell of the first colour that has any left."""
        cols = view.state.cols
        legal = view.legal()
        dark = [cell for cell in legal if (cell // cols + cell % cols) % 2 == 0]
        why = "Every ship of two cells or more covers a cell of this colour of the chequered sea."
        if not dark:
            why = "The first colour of the chequered sea is used up, so the other one it is."
        return self.one_of(view, dark or legal, why)
