"""Battleship by hunting: beside the last hit that no sunk ship accounts for, else at random.

With `parity` it hunts only where the shortest ship afloat must have a cell. A ship that sinks takes only its
own hits off the list.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.choice import Choice
from parlour.core.limit import Limit
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.games.battleship import State, target
from parlour.games.battleship.play.board import HIT, UNSEEN, new_notes, read_sea
from parlour.games.battleship.play.shooter import Shooter
from parlour.games.battleship.words import cell_name, shape


@kernel
def noted(v: State, side: int, notes: Any) -> int:
    """Read what is known of a sea, cell by cell."""
    status, number, lengths, events = notes
    return read_sea(v, side, status, number, lengths, events)


class Hunt(Shooter):
    """Fire beside hits that no sunk ship accounts for, the last first; otherwise at random."""

    name = "hunt"

    parity: bool = option(False, "hunt only where the shortest ship afloat must have a cell")

    def shoot(self, view: View, limit: Limit) -> Choice:
        """Target if there is an open hit with room beside it, else hunt."""
        v: State = view.state
        rows, cols = shape(v)
        notes = new_notes(rows * cols)
        noted(v, target(v, view.seat), notes)
        status, number, lengths, _ = notes
        legal = view.legal()
        free = set(legal)
        for hit in sorted(np.flatnonzero(status == HIT).tolist(), key=lambda cell: -int(number[cell])):
            beside = [cell for cell in sides(hit, rows, cols) if status[cell] == UNSEEN and cell in free]
            if beside:
                why = f"The hit at {cell_name(v, hit)} belongs to a ship afloat, which goes on beside it."
                return self.one_of(view, beside, why)
        if not self.parity:
            return self.one_of(view, legal, "No hit leads on, so any cell left will do.")
        shortest = next((length for length in range(1, len(lengths)) if lengths[length] > 0), 1)
        lattice = [cell for cell in legal if (cell // cols + cell % cols) % shortest == 0]
        if not lattice:
            return self.one_of(view, legal, "No hit leads on, so any cell left will do.")
        why = f"No hit leads on. Every ship of {shortest} or more cells covers a cell of this pattern."
        return self.one_of(view, lattice, why, shortest=shortest)


def sides(cell: int, rows: int, cols: int) -> list[int]:
    """List the cells that share a side with a cell."""
    row, col = divmod(cell, cols)
    beside = [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
    return [r * cols + c for r, c in beside if 0 <= r < rows and 0 <= c < cols]
