"""Where to put a fleet: anywhere, far apart, or where the density player, or one that is known, looks last.

Ships are placed one by one, but always as the next ship of a whole fleet: fleets that go on from the ships
already placed are drawn, each as likely as the other, and the best of them is followed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import WORD, count, nth
from parlour.core.rng import Stream, below
from parlour.core.rules import UNKNOWN
from parlour.games.battleship import State
from parlour.games.battleship.play.board import new_notes
from parlour.games.battleship.play.density_map import density_games, new_maps, plain_table
from parlour.games.battleship.sea import (
    TOUCHING,
    UNPLACED,
    blank,
    joined,
    lying,
    meets,
    ship_cells,
    standing,
    taken_by,
)
from parlour.games.battleship.words import line, move, shape

BEST = 0.1  # one of this share of the fleets drawn is taken, so that it cannot be foreseen
TRIES = 3000


@kernel
def going_on(v: State, side: int, number: int, rng: Any, fleets: Any) -> int:
    """Draw fleets that have the ships already placed where they are; give how many were found."""
    ships = len(v.ships)
    touching = v.flags & TOUCHING != 0
    found = 0
    for _ in range(TRIES * number):
        blocked = blank(v.sea)
        done = True
        for k in range(ships):
            place = v.fleets[side * ships + k]
            if place < 0:
                places = lying(v.sea, v.ships[k], v.edge) + standing(v.sea, v.ships[k], v.cols)
                place = nth(places, below(rng, count(places)))
            if meets(ship_cells(place, v.ships[k], v.cols, v.sea), blocked):
                done = False
                break
            fleets[found, k] = place
            blocked = joined(blocked, taken_by(place, v.ships[k], v.cols, touching, v.sea, v.edge))
        if done:
            found += 1
            if found == number:
                break
    return found


def apart(v: Any, fleets: Any) -> Any:
    """Give, for each fleet, the distances between its ships, added up."""
    cols, upright = shape(v)[1], WORD * len(v.sea)
    lengths = np.array(v.ships)
    first, stands = fleets % upright, fleets >= upright
    rows = first // cols + np.where(stands, (lengths - 1) / 2, 0.0)
    columns = first % cols + np.where(stands, 0.0, (lengths - 1) / 2)
    total = np.zeros(len(fleets))
    for i in range(len(lengths)):
        for j in range(i):
            total += np.hypot(rows[:, i] - rows[:, j], columns[:, i] - columns[:, j])
    return total


def shots_needed(v: Any, fleets: Any) -> Any:
    """Give, for each fleet, the shots that the density player needs to sink it."""
    rows, cols = shape(v)
    clean = empty_sea(v)
    shots = np.zeros(len(fleets), np.int64)
    notes, maps = new_notes(rows * cols), new_maps(rows, cols)
    density_games(clean, 0, fleets, notes, plain_table(), maps, shots, np.zeros(rows * cols, np.int64))
    return shots


def empty_sea(v: Any) -> Any:
    """Return the state in which nothing was fired and every ship is hidden."""
    return v._replace(
        fleets=(UNKNOWN,) * len(v.fleets),
        shots=(0,) * len(v.shots),
        hits=(0,) * len(v.hits),
        order=(0,) * len(v.order),
        sunk=(-1,) * len(v.sunk),
    )


def late(v: Any, fleets: Any, times: Any) -> Any:
    """Give, for each fleet, the mean time at which its cells are fired at."""
    worth = np.zeros(len(fleets))
    for n, fleet in enumerate(fleets):
        cells = [cell for k, place in enumerate(fleet) for cell in line(v, int(place), v.ships[k])]
        worth[n] = float(np.mean(times[cells]))
    return worth


@dataclass(frozen=True)
class Plan:
    """A fleet that was chosen: its places, why, and the numbers that this goes by."""

    fleet: tuple[int, ...]
    reasons: tuple[str, ...]
    evidence: dict[str, float]


def choose_place(v: Any, seat: int, how: str, number: int, times: Any, rng: Stream) -> tuple[int, Plan]:
    """Choose the place of the next ship as part of a whole fleet."""
    ships = len(v.ships)
    at = v.fleets.index(UNPLACED)
    fleets = np.zeros((number if how != "random" else 1, ships), np.int64)
    found = going_on(v, seat, len(fleets), rng, fleets)
    if found == 0:  # so crowded that one has to go step by step
        from parlour.core.rules import random_action

        place = random_action(v, rng)
        return place, Plan((), (f"{move(v, place)} was drawn among the places that leave room.",), {})
    fleets = fleets[:found]
    if how == "random":
        place = int(fleets[0, at % ships])
        why = (
            f"{move(v, place)} is part of a fleet drawn at random, all fleets as likely: nobody can guess it."
        )
        return place, Plan(_places(fleets[0]), (why,), {})
    if how == "spread":
        worth, best_are = apart(v, fleets), "lie farthest apart"
        measure = "The distances between its ships add up to {:.1f} cells; on average it is {:.1f}."
    elif how == "adapt" and times is not None:
        worth, best_are = late(v, fleets, times), f"{{{1 - seat} has}} found last in past games"
        measure = "In those games its cells were fired at by shot {:.1f}, on average; others by shot {:.1f}."
    else:
        worth, best_are = shots_needed(v, fleets), "take a good searcher longest"
        measure = "Sinking it all takes one who fires by the odds {:.1f} shots; on average it is {:.1f}."
    best = np.argsort(-worth, kind="stable")[: max(1, int(BEST * found))]
    pick = int(best[below(rng, len(best))])
    place = int(fleets[pick, at % ships])
    told, mean = float(worth[pick]), float(worth.mean())
    of = f"is part of one of the {len(best)} that" if len(best) > 1 else "is part of the one that"
    why = f"Of {found} fleets drawn at random, {move(v, place)} {of} {best_are}."
    evidence = {"fleets_drawn": found, "fleets_best": len(best), "measure": told, "average": mean}
    return place, Plan(_places(fleets[pick]), (why, measure.format(told, mean)), evidence)


def _places(fleet: Any) -> tuple[int, ...]:
    return tuple(int(place) for place in fleet)
