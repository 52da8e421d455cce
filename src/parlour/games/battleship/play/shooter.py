"""Battleship by rules of thumb: shots at random on one colour, and hunting for ships beside their hits.

The hunt fires beside the last hit that no sunk ship accounts for, else at random, or with `parity` only
where the shortest ship afloat must have a cell. A ship that sinks takes only its own hits off the list.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.choice import Candidate, Choice
from parlour.core.limit import Limit
from parlour.core.rules import AnyState
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games.battleship import PLACE, State, target
from parlour.games.battleship.play.board import HIT, UNSEEN, new_notes, read_sea
from parlour.games.battleship.play.history import Lesson, lesson_from
from parlour.games.battleship.play.placing import choose_place
from parlour.games.battleship.words import cell_name, shape

PLACINGS = ("random", "spread", "hidden", "adapt")


@kernel
def noted(v: AnyState, side: int, notes: Any) -> int:
    """Read what is known of a sea, cell by cell."""
    status, number, lengths, events = notes
    return read_sea(v, side, status, number, lengths, events)


class Shooter(Strategy):
    """What all who fire have in common: how they place their own fleet, what they learn from past games."""

    name = ""
    games = ("battleship",)

    placing: str = option(
        "random",
        "one's own fleet: any, far apart, where density players look last, where this opponent does",
        choices=PLACINGS,
    )
    drawn: int = option(300, "fleets to choose one's own from", low=1, high=10**6)
    history: str = option("", "a file of finished records, one a line, to learn the other's habits from")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._lesson: Lesson | None = None

    def lesson(self, v: State) -> Lesson:
        """Give what the records tell of the opponent; nothing if there are none."""
        if self._lesson is None:
            self._lesson = lesson_from(self.history, v, self.seat)
        return self._lesson

    def prior(self, v: State) -> Any:
        """Give how much more often than by chance the opponent's ships were on each cell."""
        return self.lesson(v).prior

    def choose(self, view: View, limit: Limit) -> Choice:
        """Place the next ship, or fire."""
        if view.state.phase != PLACE:
            return self.shoot(view, limit)
        number = min(self.drawn, limit.simulations or self.drawn)
        times = self.lesson(view.state).times
        rng = self.rng.spawn("place", view.ply)
        action, why = choose_place(view.state, view.seat, self.placing, number, times, rng)
        return Choice(action, candidates=(Candidate(action),), reasons=(why,))

    def shoot(self, view: View, limit: Limit) -> Choice:
        """Choose a cell to fire at."""
        raise NotImplementedError

    def one_of(self, view: View, cells: list[int], why: str) -> Choice:
        """Fire at any of the cells, each as likely as the other."""
        cell = self.rng.choice(cells)
        return Choice(cell, candidates=tuple(Candidate(c) for c in cells), reasons=(why,))


class Parity(Shooter):
    """Fire at random at the cells of one colour of the chequered sea, then at the others."""

    name = "parity"

    def shoot(self, view: View, limit: Limit) -> Choice:
        """Draw a cell of the first colour that has any left."""
        cols = view.state.cols
        legal = view.legal()
        dark = [cell for cell in legal if (cell // cols + cell % cols) % 2 == 0]
        why = (
            "no ship of two cells or more can avoid"
            if dark
            else "of the other colour, the first being used up:"
        )
        return self.one_of(view, dark or legal, f"One of {len(dark or legal)} cells {why} them all.")


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
                return self.one_of(
                    view, beside, f"Beside the hit at {cell_name(v, hit)}, which belongs to a ship afloat."
                )
        if not self.parity:
            return self.one_of(view, legal, f"No hit is open: any of the {len(legal)} cells left.")
        shortest = next((length for length in range(1, len(lengths)) if lengths[length] > 0), 1)
        lattice = [cell for cell in legal if (cell // cols + cell % cols) % shortest == 0]
        why = (
            f"No hit is open: one of {len(lattice)} cells, no ship of {shortest} or more can avoid them all."
        )
        return self.one_of(view, lattice or legal, why if lattice else "No hit is open: any cell left.")


def sides(cell: int, rows: int, cols: int) -> list[int]:
    """List the cells that share a side with a cell."""
    row, col = divmod(cell, cols)
    beside = [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
    return [r * cols + c for r, c in beside if 0 <= r < rows and 0 <= c < cols]
