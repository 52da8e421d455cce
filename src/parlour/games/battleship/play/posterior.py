"""The joint posterior over whole fleets: all that explain a view where they can be listed, else a sample.

Every fleet counts the same, so the probability of a ship on a cell is the share of the fleets that have one
there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import WORD
from parlour.games.battleship import State
from parlour.games.battleship.listing import listed_fleets
from parlour.games.battleship.places import covers_of, places_of
from parlour.games.battleship.sea import has_cell, part
from parlour.games.battleship.worlds import sampled

SLACK = 40.0  # listing is tried if the covers stand for at most this many times the fleets there is room for


@kernel
def weigh(
    v: State, side: int, samples: int, rng: Any, fleets: Any, counts: Any
) -> tuple[int, int, float, float]:
    """Fill `fleets` with the places of ships; count in how many each cell not hit yet has one.

    A sample is drawn, of `samples` fleets, if there are more than there is room for. Give how many were
    gathered, whether they are all, the number of fleets or its estimate, and its standard error.
    """
    ships, most = len(v.ships), len(fleets)
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
    counts[:] = 0
    for n in range(rows):
        for k in range(ships):
            place = found[n * ships + k]
            fleets[n, k] = place
            step = v.cols if place >= upright else 1
            for i in range(v.ships[k]):
                cell = place % upright + i * step
                if not has_cell(hits, cell):
                    counts[cell] += 1
    return rows, exact, total, error
