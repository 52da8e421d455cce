"""The joint posterior over whole fleets: all that explain a view where they can be listed, else a sample.

Fleets are rows: the cells not hit yet of each, and by cell which ship is there. Every fleet counts the same,
so the probability of a ship on a cell is the share of the rows that have one there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.core.bits import WORD
from parlour.core.rules import rule
from parlour.games.battleship.listing import listed_fleets
from parlour.games.battleship.places import covers_of, known_hits, places_of
from parlour.games.battleship.sea import has_cell, part
from parlour.games.battleship.worlds import sampled

SLACK = 40.0  # listing is tried if the covers stand for at most this many times the fleets there is room for


class Posterior(NamedTuple):
    """Rows of fleets: room for `most` of them."""

    fleets: Any  # the place of every ship
    cells: Any  # cells of the fleet that were not hit yet
    grid: Any  # by cell: the ship there plus 1, or 0


def new_posterior(cells: int, ships: tuple[int, ...], most: int) -> Posterior:
    """Make room for a number of fleets."""
    return Posterior(
        np.zeros((most, len(ships)), np.int64),
        np.zeros((most, sum(ships)), np.uint8),
        np.zeros((most, cells), np.int8),
    )


@rule
def gather(v: Any, side: int, samples: int, rng: Any, room: Posterior) -> tuple[int, int, float, float]:
    """Fill the rows; give how many, whether they are all, the number of fleets or its estimate, its error.

    A sample is drawn, of `samples` fleets, if there are more than there is room for.
    """
    ships = len(v.ships)
    most = len(room.fleets)
    owner, mask, head, size, code, following = places_of(v, side)
    sums, chosen = covers_of(v, side, owner, mask, size)
    bound = sums[len(sums) - 1] if len(sums) > 0 else np.inf
    rows, exact, total, error = 0, 0, 0.0, 0.0
    if bound <= SLACK * most:
        found, _ = listed_fleets(v, side, owner, mask, head, size, code, following, most + 1)
        rows = len(found) // ships
        exact = int(rows <= most)
        total = float(rows)
    if exact == 0:
        found, drawn = sampled(v, side, owner, mask, head, size, code, following, sums, chosen, samples, rng)
        rows = samples
        total = np.nan
        if drawn > 0:
            share = rows / drawn
            total = bound * share
            error = bound * np.sqrt(share * (1.0 - share) / drawn)
    hits = part(v.hits, side, v.sea)
    upright = WORD * len(v.sea)
    for n in range(rows):
        at = 0
        room.grid[n, :] = 0
        for k in range(ships):
            place = found[n * ships + k]
            room.fleets[n, k] = place
            step = v.cols if place >= upright else 1
            for i in range(v.ships[k]):
                cell = place % upright + i * step
                room.grid[n, cell] = k + 1
                if not has_cell(hits, cell):
                    room.cells[n, at] = cell
                    at += 1
    return rows, exact, total, error


@rule
def tally(room: Posterior, rows: int, open_cells: int, counts: Any) -> None:
    """Count in how many of the rows each cell that was not hit yet has a ship."""
    counts[:] = 0
    for n in range(rows):
        for j in range(open_cells):
            counts[room.cells[n, j]] += 1


@rule
def cells_open(v: Any, side: int) -> int:
    """Count the cells of the fleet that were not hit yet."""
    total = -known_hits(v, side)
    for k in range(len(v.ships)):
        total += v.ships[k]
    return total
