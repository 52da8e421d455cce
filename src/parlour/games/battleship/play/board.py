"""What a shooter knows of a sea, cell by cell: water, open hits, and hits that a sunk ship accounts for.

A ship that sank lies on hits, with the last of them among those told just then. Where only one place is left
for it, its cells are settled, and no shot is spent on them any more; where there are several, they stay open,
so that a hit on a neighbour is not forgotten. Each settled ship may settle another.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.core.bits import count
from parlour.core.rules import rule
from parlour.games.battleship.sea import AFLOAT, NAMED, has_cell, nth_hit, part

UNSEEN, MISS, HIT, SETTLED = range(4)
MOST_SHIPS = 12


@rule
def read_sea(v: Any, side: int, status: Any, number: Any, lengths: Any, events: Any) -> int:
    """Write down what is known: status and number of the hit by cell, ships by length that may be afloat.

    `events` are rows of (length or 0 where it was not told, first hit, hit after the last, 1 once settled).
    Give how many events there are.
    """
    shots, hits = part(v.shots, side, v.sea), part(v.hits, side, v.sea)
    for cell in range(len(status)):
        number[cell] = -1
        status[cell] = UNSEEN
        if has_cell(hits, cell):
            status[cell] = HIT
        elif has_cell(shots, cell):
            status[cell] = MISS
    ships = len(v.ships)
    width = len(v.order) // (len(v.fleets) // ships)
    for i in range(count(hits)):
        number[nth_hit(v.order, side * width, i)] = i
    lengths[:] = 0
    for k in range(ships):
        lengths[v.ships[k]] += 1
    sinkings = 0
    for k in range(ships):
        when = v.sunk[side * ships + k]
        if when != AFLOAT:
            events[sinkings, 0] = v.ships[k] if v.announce == NAMED else 0
            events[sinkings, 1] = when & 255
            events[sinkings, 2] = when >> 8
            events[sinkings, 3] = 0
            lengths[events[sinkings, 0]] -= int(v.announce == NAMED)
            sinkings += 1
    settle(v.cols, status, number, lengths, events, sinkings)
    return sinkings


@rule
def settle(cols: int, status: Any, number: Any, lengths: Any, events: Any, sinkings: int) -> None:
    """Settle every sunk ship for which one place is left, until none is."""
    again = True
    while again:
        again = False
        for e in range(sinkings):
            if events[e, 3] == 0 and settled_one(cols, status, number, lengths, events, e):
                again = True


@rule
def settled_one(cols: int, status: Any, number: Any, lengths: Any, events: Any, e: int) -> bool:
    """Settle a sunk ship if only one place is left for it."""
    places, at, way_at, length_at = 0, 0, 0, 0
    rows = len(status) // cols
    first, after = events[e, 1], events[e, 2]
    shortest = events[e, 0] if events[e, 0] > 0 else 1
    longest = events[e, 0] if events[e, 0] > 0 else len(lengths) - 1
    for length in range(shortest, longest + 1):
        if events[e, 0] == 0 and lengths[length] == 0:
            continue
        for way in range(2 if length > 1 else 1):
            step = cols if way == 1 else 1
            for row in range(rows - (length - 1) * way):
                for col in range(cols - (length - 1) * (1 - way)):
                    start = row * cols + col
                    if status[start] != HIT:
                        continue
                    last = -1
                    for i in range(length):
                        cell = start + i * step
                        if status[cell] != HIT or number[cell] >= after:
                            last = -1
                            break
                        last = max(last, number[cell])
                    if last >= first:
                        places += 1
                        at, way_at, length_at = start, way, length
    if places != 1:
        return False
    for i in range(length_at):
        status[at + i * (cols if way_at == 1 else 1)] = SETTLED
    if events[e, 0] == 0:
        lengths[length_at] -= 1
    events[e, 3] = 1
    return True


def new_notes(cells: int) -> tuple[Any, Any, Any, Any]:
    """Make room for what `read_sea` writes: status, number, lengths, events."""
    return (
        np.zeros(cells, np.int64),
        np.zeros(cells, np.int64),
        np.zeros(17, np.int64),
        np.zeros((MOST_SHIPS, 4), np.int64),
    )
