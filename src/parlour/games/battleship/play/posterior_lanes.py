"""Fleets that explain a view, drawn by many lanes at once, on the cores or on a GPU.

The classes of places and the covers are those of `worlds`, worked out once; every lane then draws fleets from
them by its own stream, as `worlds.sampled` does with the same numbers. All of it is in arrays: a lane neither
allocates nor knows the state.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.compile import kernel
from parlour.compile.device import memory
from parlour.compile.lanes import add, lanes
from parlour.core.bits import WORD, lowest, nth, popcount, rest, some
from parlour.core.rng import below, uniform
from parlour.core.rules import first_past, rule
from parlour.games.battleship import State
from parlour.games.battleship.places import covers_of, places_of
from parlour.games.battleship.sea import TOUCHING, has_cell, lying, part, ship_cells, standing, taken_by
from parlour.games.battleship.worlds import TRIES

LANES = 1 << 16  # at once; more fleets are drawn one after the other by each


class Drawn(NamedTuple):
    """Fleets, in how many each cell not hit yet has a ship, and about how many there are in all."""

    fleets: Any
    counts: Any
    total: float
    error: float


@kernel
def laid_out(v: State, side: int) -> Any:
    """List the classes of places, and the covers: running sums and the class of every ship in each."""
    owner, mask, head, size, code, following = places_of(v, side)
    sums, chosen = covers_of(v, side, owner, mask, size)
    return head, size, code, following, sums, chosen


@kernel
def write_places(v: State, own: Any, taken: Any) -> None:
    """Write the cells of every place of every ship as bits, and those that it leaves to no other."""
    touching = v.flags & TOUCHING != 0
    for k in range(len(v.ships)):
        places = lying(v.sea, v.ships[k], v.edge) + standing(v.sea, v.ships[k], v.cols)
        while some(places):
            place = lowest(places)
            places = rest(places)  # type: ignore[assignment]
            cells = ship_cells(place, v.ships[k], v.cols, v.sea)
            kept = taken_by(place, v.ships[k], v.cols, touching, v.sea, v.edge)
            for i in range(len(v.sea)):
                own[k, place, i] = cells[i]
                taken[k, place, i] = kept[i]


@rule
def place_in(words: int, entry: int, head: Any, size: Any, code: Any, following: Any, rng: Any) -> int:
    """Draw a place of a class: from its list, or from the bits of the class that covers no hit."""
    index = below(rng, int(size[entry]))
    item = head[entry]
    if item >= 0:
        for _ in range(index):
            item = following[item]
        return int(code[item])
    first = -item - 1
    for i in range(2 * words):
        word = int(code[first + i])
        if index < popcount(word):
            return i * WORD + nth(word, index)
        index -= popcount(word)
    return -1


@lanes(key=State)
def draw_lanes(
    lane: int, rng: Any, width: int, sums: Any, chosen: Any, head: Any, size: Any, code: Any, following: Any,
    own: Any, taken: Any, fleets: Any, tally: Any, tries: Any,
) -> None:  # fmt: skip
    """Draw every `width`-th fleet from this lane's on, count its places, and tell how many tries it took.

    A fleet that is not found within TRIES leaves a huge number of tries.
    """
    ships, samples = fleets.shape
    places, words = own.shape[1], own.shape[2]
    for row in range(lane, samples, width):
        found = False
        for _ in range(TRIES):
            tries[lane] += 1
            cover = first_past(sums, sums[len(sums) - 1] * uniform(rng))
            found = True
            for k in range(ships):
                entry = chosen[cover * ships + k]
                place = place_in(words, entry, head, size, code, following, rng)
                fleets[k, row] = place
                for j in range(k):
                    for i in range(words):
                        if own[k, place, i] & taken[j, fleets[j, row], i] != 0:
                            found = False
                if not found:
                    break
            if found:
                break
        if not found:
            tries[lane] += 1 << 40
        for k in range(ships):
            add(tally, k * places + fleets[k, row], 1)


def drawn_by_lanes(v: State, side: int, samples: int, seed: int, device: str) -> Drawn | None:
    """Draw that many fleets on a settled device; None where they lie too crowded to be drawn like this."""
    *lists, sums, chosen = laid_out(v, side)
    if not len(sums):
        return None
    ships, words = len(v.ships), len(v.sea)
    own, taken = np.zeros((2, ships, 2 * WORD * words, words), np.int64)
    write_places(v, own, taken)
    store, width = memory(device), min(samples, LANES)
    fixed = [np.array(sums, np.float64), *(np.array(each, np.int64) for each in (chosen, *lists)), own, taken]
    fleets, tally = store.zeros((ships, samples), np.int64), store.zeros(own[..., 0].size, np.int64)
    tries = store.zeros(width, np.int64)
    draw_lanes(device, width, seed, width, *map(store.put, fixed), fleets, tally, tries)
    made = int(store.get(tries).sum())
    if made >= 1 << 40:
        return None
    share = samples / made
    total, error = sums[-1] * share, sums[-1] * (share * (1.0 - share) / made) ** 0.5
    return Drawn(
        np.ascontiguousarray(store.get(fleets).T), _by_cell(v, side, store.get(tally), own), total, error
    )


def _by_cell(v: State, side: int, tally: Any, own: Any) -> Any:
    """Turn how often each ship lay in each place into how many fleets have a ship on each cell not hit."""
    hits, cells = part(v.hits, side, v.sea), sum(word.bit_count() for word in v.sea)
    numbers = np.arange(cells)
    covered = own[:, :, numbers // WORD] >> (numbers % WORD) & 1
    counts = np.tensordot(tally.reshape(own.shape[:2]), covered, 2)
    counts[[cell for cell in range(cells) if has_cell(hits, cell)]] = 0
    return counts
