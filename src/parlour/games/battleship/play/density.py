"""Battleship by probability density: every place that a ship may have counts for the cells under it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.core.choice import Candidate, Choice
from parlour.core.limit import Limit
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.games.battleship import State, target
from parlour.games.battleship.play.answers import new_scratch, weigh
from parlour.games.battleship.play.board import new_notes
from parlour.games.battleship.play.density_map import (
    density_games,
    density_of,
    new_maps,
    plain_table,
)
from parlour.games.battleship.play.posterior import new_posterior
from parlour.games.battleship.play.shooter import Shooter
from parlour.games.battleship.play.words import fleets_told, heat_picture, heat_rows, percent
from parlour.games.battleship.words import cell_name, shape

PLAYOUTS = 200  # games by which the shots to come are told
SHOWN = 12  # candidates listed unless all are asked for


@dataclass
class Found:
    """What the posterior says: chances by cell, how many fleets, how sure, and misses by cell where known."""

    chances: Any
    rows: int
    exact: bool
    total: float
    error: float
    costs: Any
    open_cells: int


class Density(Shooter):
    """Fire at the cell that the most places of ships afloat cover, those through hits counting 100 times."""

    name = "density"

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._room: Any = None
        self.table = plain_table()

    def shoot(self, view: View, limit: Limit) -> Choice:
        """Map the sea and take the hottest cell."""
        cell = self.hottest(view)
        heat = self.heat(view)
        share = heat / heat.sum()
        reason = f"Of all cells {cell_name(view.state, cell)} is covered by the most places of ships afloat, "
        reason += (
            f"those through hits counting 100 times{' and past games weighed in' if self.history else ''}."
        )
        return self.explained(view, cell, share, [reason], limit)

    def hottest(self, view: View) -> int:
        """Map the sea; give the hottest cell."""
        v: State = view.state
        rows, cols = shape(v)
        if self._room is None:
            self._room = new_notes(rows * cols), new_maps(rows, cols)
        self._room[1][3][:] = self.prior(v)
        return int(density_of(v, target(v, view.seat), self._room[0], self.table, self._room[1]))

    def heat(self, view: View) -> Any:
        """Give the map by cell, 0 where a shot was fired."""
        (status, *_), (across, down, _, bias) = self._room
        heat = (across + down.T).ravel() * bias
        for cell in range(len(heat)):
            if status[cell] != 0:
                heat[cell] = 0.0
        return heat

    def explained(
        self,
        view: View,
        cell: int,
        chances: Any,
        reasons: list[str],
        limit: Limit,
        found: Found | None = None,
    ) -> Choice:
        """Put the choice together: a few candidates, and all the evidence where somebody asks why."""
        legal = view.legal()
        if cell not in legal:  # fired in this salvo and not told yet
            cell = max(legal, key=lambda c: (chances[c], -c))
        evidence: dict[str, Any] = {}
        if self.thorough and found is None:  # one chance of a ship, in the map, the list and the words
            found = self.posterior(view, limit, 0)
            chances = found.chances
            reasons = [*reasons, _by_fleets(view, cell, found)]
        ranked = sorted(legal, key=lambda c: (c != cell, -chances[c], c))
        shown = ranked if self.thorough else ranked[:SHOWN]
        candidates = tuple(Candidate(c, note=self.note(chances, found, c)) for c in shown)
        if self.thorough and found is not None:
            evidence = self.evidence(view, cell, found)
            reasons = [*reasons, *self.outlook(view, found, evidence)]
        work = {} if found is None else {"fleets": found.rows}
        return Choice(cell, candidates=candidates, evidence=evidence, reasons=tuple(reasons), work=work)

    def note(self, chances: Any, found: Found | None, cell: int) -> str:
        """Say of a cell what it was chosen by."""
        if found is None:
            return f"{percent(chances[cell])} of the map's weight"
        cost = f", {found.costs[cell] / found.rows:.3f} misses to come" if found.costs[cell] >= 0 else ""
        return f"a ship with {percent(found.chances[cell])}{cost}"

    samples: int = option(1000, "fleets to draw while they cannot all be listed", low=1, high=10**6)
    most: int = option(2000, "fleets to list at most", low=1, high=10**6)

    def posterior(self, view: View, limit: Limit, top: int) -> Found:
        """Ask the fleets that explain the view."""
        v: State = view.state
        samples = limit.simulations or self.samples
        most = min(self.most, limit.nodes or self.most)
        rows, cols = shape(v)
        room = new_posterior(rows * cols, v.ships, max(samples, most))
        counts, costs = np.zeros(rows * cols, np.int64), np.zeros(rows * cols, np.int64)
        side = target(v, view.seat)
        rng = self.rng.spawn("fleets", view.ply)
        number, exact, total, error = weigh(
            v, side, samples, top, rng, room, new_scratch(rows * cols, max(samples, most)), counts, costs
        )
        self._fleets = room.fleets[:number]
        hits = sum(word.bit_count() for word in v.hits[side * len(v.sea) : (side + 1) * len(v.sea)])
        return Found(
            counts / number, int(number), bool(exact), float(total), float(error), costs, sum(v.ships) - hits
        )

    def evidence(self, view: View, cell: int, found: Found) -> dict[str, Any]:
        """Give the heat map, the number of fleets, and the shots that are left to fire."""
        v: State = view.state
        side = target(v, view.seat)
        fleets = self._fleets[:: max(1, len(self._fleets) // PLAYOUTS)]
        rows, cols = shape(v)
        shots = np.zeros(len(fleets), np.int64)
        when = np.zeros(rows * cols, np.int64)
        density_games(v, side, fleets, new_notes(rows * cols), self.table, new_maps(rows, cols), shots, when)
        error = float(shots.std() / len(shots) ** 0.5)
        return {
            "heat_map": heat_picture(v, side, found.chances, cell).text(),
            "heat": heat_rows(v, found.chances),
            "hit": float(found.chances[cell]),
            "fleets": found.rows if found.exact else found.total if found.total == found.total else None,
            "fleets_error": 0.0 if found.exact else found.error,
            "fleets_exact": found.exact,
            "fleets_looked_at": found.rows,
            "shots_to_finish": float(shots.mean()),
            "shots_to_finish_error": error,
        }

    def outlook(self, view: View, found: Found, evidence: dict[str, Any]) -> list[str]:
        """Say how many fleets there are and how long it will take."""
        shots = f"The density player would need {evidence['shots_to_finish']:.1f} more shots"
        return [
            fleets_told(found.rows, found.exact, found.total, found.error),
            f"{shots} (standard error {evidence['shots_to_finish_error']:.2f}).",
        ]


def _by_fleets(view: View, cell: int, found: Found) -> str:
    """Say how many of the fleets have a ship there, and where they have one more often if they do."""
    where, share = cell_name(view.state, cell), percent(found.chances[cell])
    how = f"of {all_fleets(found.rows)} what was said" if found.exact else f"of {found.rows:,} fleets drawn"
    reason = f"{where} has a ship in {share} {how}."
    top = max(view.legal(), key=lambda c: (found.chances[c], -c))
    most = float(found.chances[top])
    error = 0.0 if found.exact else 2.0 * (2.0 * most * (1.0 - most) / found.rows) ** 0.5
    if most - found.chances[cell] <= error:
        return reason
    other = f"{cell_name(view.state, top)} has one in {percent(most)}"
    return f"{reason} {other}, but this player goes by its map, which counts place by place."


def hits_left(cells: int) -> str:
    return "the last hit" if cells == 1 else f"the {cells} hits left"


def all_fleets(rows: int) -> str:
    return "the only fleet that explains" if rows == 1 else f"all {rows:,} fleets that explain"
