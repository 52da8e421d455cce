"""Battleship by probability: shots by a density map, explained by the posterior over whole fleets.

The map counts places ship by ship. Who asks why is told of whole fleets: all that explain the view once they
can be listed, a sample of them before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from parlour.compile.device import settle
from parlour.core import exhibit
from parlour.core.choice import Candidate, Choice
from parlour.core.limit import Limit
from parlour.core.options import DEVICES
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.core.words import percent
from parlour.games.battleship import State, target
from parlour.games.battleship.play.board import HIT, new_notes
from parlour.games.battleship.play.density_map import (
    MOST_HITS,
    density_games,
    density_of,
    new_maps,
    plain_table,
)
from parlour.games.battleship.play.hunt import sides
from parlour.games.battleship.play.posterior import weigh
from parlour.games.battleship.play.posterior_lanes import drawn_by_lanes
from parlour.games.battleship.play.shooter import Shooter
from parlour.games.battleship.play.words import fleets_words, heat_picture, heat_rows, rounded
from parlour.games.battleship.words import cell_name, shape

PLAYOUTS = 200  # games by which the shots to come are told
SHOWN = 12  # candidates listed unless all are asked for


def tuned_table() -> Any:
    """Return weights by hits and length, the best of those tried on 100,000 boards."""
    return np.array(
        [
            [10.0**hits * max(length, 1) ** -0.5 for length in range(MOST_HITS + 1)]
            for hits in range(MOST_HITS)
        ]
    )


TABLES = {"plain": plain_table, "tuned": tuned_table}


@dataclass
class Found:
    """What the posterior says: chances by cell, how many fleets, and how sure."""

    chances: Any
    rows: int
    exact: bool
    total: float
    error: float


class Density(Shooter):
    """Fire at the cell that the most places of ships afloat cover, those through hits counting 100 times."""

    name = "density"

    weights: str = option(
        "plain", "of a place by its hits: 100 each, or tuned on played games", choices=tuple(TABLES)
    )
    samples: int = option(1000, "fleets to draw while they cannot all be listed", low=1, high=10**6)
    most: int = option(2000, "fleets to list at most", low=1, high=10**6)
    device: str = option("cpu", "cpu, gpu or auto: where fleets are drawn for who asks why", choices=DEVICES)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._room: Any = None
        self.table = TABLES[self.weights]()

    def shoot(self, view: View, limit: Limit) -> Choice:
        """Map the sea and take the hottest cell."""
        cell = self.hottest(view)
        heat = self.heat(view)
        share = heat / heat.sum()
        return self.explained(view, cell, share, self.places_words(view, cell), limit)

    def places_words(self, view: View, cell: int) -> list[str]:
        """Say what speaks for a cell: a hit beside it that leads on, or the many places that cover it."""
        v: State = view.state
        rows, cols = shape(v)
        where = cell_name(v, cell)
        status = self._room[0][0]
        lead = next((hit for hit in sides(cell, rows, cols) if status[hit] == HIT), -1)
        counting = "hits counting most" if lead >= 0 or (status == HIT).any() else "each place counting alike"
        if self.weights == "tuned":
            counting = "by weights tuned on played games"
        past = " and past games weighed in" if self.history else ""
        most = f"Of all cells {where} is covered by the most places where a ship may lie, {counting}{past}."
        if lead < 0:
            return [most]
        return [f"{where} is beside the hit at {cell_name(v, lead)}, whose ship is still afloat.", most]

    def hottest(self, view: View) -> int:
        """Map the sea; give the hottest cell."""
        v: State = view.state
        rows, cols = shape(v)
        if self._room is None:
            self._room = new_notes(rows * cols), new_maps(rows, cols)
        self._room[1][3][:] = self.prior(v)
        return int(density_of(v, target(v, view.seat), self._room[0], self.table, self._room[1]))

    def heat(self, view: View) -> Any:
        """Return the map by cell, 0 where a shot was fired."""
        (status, *_), (across, down, _, bias) = self._room
        heat = (across + down.T).ravel() * bias
        for cell in range(len(heat)):
            if status[cell] != 0:
                heat[cell] = 0.0
        return heat

    def explained(self, view: View, cell: int, chances: Any, reasons: list[str], limit: Limit) -> Choice:
        """Put the choice together: a few candidates, and all the evidence where somebody asks why."""
        legal = view.legal()
        if cell not in legal:  # fired in this salvo and not told yet
            cell = max(legal, key=lambda c: (chances[c], -c))
        found = None
        if self.thorough:  # one chance of a ship, in the map, the list and the words
            found = self.posterior(view, limit)
            chances = found.chances
            reasons = [_by_fleets(view, cell, found), *reasons]
        ranked = sorted(legal, key=lambda c: (c != cell, -chances[c], c))
        note = "a ship with {}" if self.thorough else "{} of the map's weight"
        candidates = tuple(
            Candidate(c, note=note.format(percent(chances[c])))
            for c in (ranked if self.thorough else ranked[:SHOWN])
        )
        if found is None:
            return Choice(cell, candidates=candidates, reasons=tuple(reasons))
        evidence = self.evidence(view, cell, found)
        v: State = view.state
        side = target(v, view.seat)
        sea = "the sea" if len(v.fleets) == len(v.ships) else f"{{{side}'s}} sea"
        caption = f"Chance of a ship on each cell of {sea}, in per cent (X hit, o miss)"
        heat = replace(heat_picture(v, side, found.chances, cell), title="")
        return Choice(
            cell,
            candidates=candidates,
            evidence=evidence,
            reasons=(*reasons, *self.outlook(view, found, evidence)),
            work={"fleets": found.rows},
            exhibits=(exhibit.picture_of(caption, heat, {"heat": evidence["heat"]}),),
        )

    def posterior(self, view: View, limit: Limit) -> Found:
        """Ask the fleets that explain the view."""
        v: State = view.state
        samples = limit.simulations or self.samples
        most = min(self.most, limit.nodes or self.most)
        rows, cols = shape(v)
        fleets = np.zeros((max(samples, most), len(v.ships)), np.int64)
        counts = np.zeros(rows * cols, np.int64)
        rng = self.rng.spawn("fleets", view.ply)
        device, side = settle(self.device), target(v, view.seat)
        few = 1 if device == "gpu" else samples  # to list fleets is for the cores
        number, exact, total, error = weigh(v, side, few, rng, fleets, counts)
        self._fleets = fleets[:number]
        if device == "gpu" and not exact:
            drawn = drawn_by_lanes(v, side, samples, int(rng[0]), device)
            if drawn is not None:
                self._fleets = drawn.fleets
                return Found(drawn.counts / samples, samples, False, drawn.total, drawn.error)
            number, exact, total, error = weigh(v, side, samples, rng, fleets, counts)
            self._fleets = fleets[:number]
        return Found(counts / number, int(number), bool(exact), float(total), float(error))

    def evidence(self, view: View, cell: int, found: Found) -> dict[str, Any]:
        """Return the heat map, the number of fleets, and the shots that are left to fire."""
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
            "fleets_about": [rounded(found.total, 3), rounded(found.error, 1)]
            if found.total == found.total
            else None,
            "fleets_exact": found.exact,
            "fleets_looked_at": found.rows,
            "shots_to_finish": float(shots.mean()),
            "shots_to_finish_error": error,
        }

    def outlook(self, view: View, found: Found, evidence: dict[str, Any]) -> list[str]:
        """Say how many fleets there are and how long it will take."""
        more, error = evidence["shots_to_finish"], evidence["shots_to_finish_error"]
        shots = "1 more shot" if more == 1.0 else f"{more:.1f} more shots"
        spread = f" (standard error {error:.2f})" if error else ""
        told = f"Firing like this, {{{view.seat} needs}} {'about ' if error else ''}{shots}{spread}."
        return [told] if found.exact else [told, fleets_words(found.rows, found.total, found.error)]


def _by_fleets(view: View, cell: int, found: Found) -> str:
    """Say how many of the fleets have a ship there, and where they have one more often if they do."""
    where, share = cell_name(view.state, cell), percent(found.chances[cell])
    how = f"of all {found.rows:,} fleets that explain what was said"
    if found.exact and found.rows == 1:
        how = "of cases: only one fleet explains what was said"
    if not found.exact:
        how = f"of {found.rows:,} fleets drawn that explain what was said"
    reason = f"{where} has a ship in {share} {how}."
    top = max(view.legal(), key=lambda c: (found.chances[c], -c))
    most = float(found.chances[top])
    error = 0.0 if found.exact else 2.0 * (2.0 * most * (1.0 - most) / found.rows) ** 0.5
    if most - found.chances[cell] <= error:
        return reason
    other = f"{cell_name(view.state, top)} has one in {percent(most)}"
    return f"{reason} {other}, but the map that picks the cell counts place by place."
