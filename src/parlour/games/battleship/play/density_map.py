"""Probability density: every place that each ship afloat may have counts for the cells under it.

A place that covers h open hits counts 100^h times: while a ship is being hunted down, places through its hits
outweigh all others. Rows and columns are added up apart, by differences, and only those through the last shot
anew, so that whole games take microseconds a shot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import WORD
from parlour.core.rules import rule
from parlour.games.battleship import State
from parlour.games.battleship.places import known_hits
from parlour.games.battleship.play.board import HIT, MISS, SETTLED, UNSEEN, read_sea, settle
from parlour.games.battleship.sea import NAMED, SILENT

MOST_HITS = 16


def plain_table() -> Any:
    """Return the weight of a place by the open hits it covers and the ship's length: 100 for every hit."""
    return np.array([[100.0**hits] * (MOST_HITS + 1) for hits in range(MOST_HITS)])


def new_maps(rows: int, cols: int) -> tuple[Any, Any, Any, Any]:
    """Make room for a heat map: rows, columns, work, and what each cell's heat is multiplied by."""
    return (
        np.zeros((rows, cols)),
        np.zeros((cols, rows)),
        np.zeros(max(rows, cols) + 1),
        np.ones(rows * cols),
    )


@rule
def add_line(
    status: Any, first: int, step: int, size: int, lengths: Any, table: Any, heat: Any, work: Any
) -> None:
    """Count the places along one line into heat[0..size-1]; work has room for size + 1 numbers."""
    for i in range(size + 1):
        work[i] = 0.0
    for length in range(1, size + 1):
        if lengths[length] == 0:
            continue
        wall, hits = -1, 0
        for i in range(size):
            here = status[first + i * step]
            if here in (MISS, SETTLED):
                wall = i
            hits += int(here == HIT)
            if i >= length:
                hits -= int(status[first + (i - length) * step] == HIT)
            start = i - length + 1
            if start > wall:
                weight = lengths[length] * table[hits, length]
                work[start] += weight
                work[i + 1] -= weight
    total = 0.0
    for i in range(size):
        total += work[i]
        heat[i] = total


@rule
def heat_map(status: Any, cols: int, lengths: Any, table: Any, across: Any, down: Any, work: Any) -> None:
    """Count all lines: rows into across[row], columns into down[col]."""
    rows = len(status) // cols
    for row in range(rows):
        add_line(status, row * cols, 1, cols, lengths, table, across[row], work)
    for col in range(cols):
        add_line(status, col, cols, rows, lengths, table, down[col], work)
    if lengths[1] > 0:  # a single cell has no direction
        for cell in range(len(status)):
            if status[cell] == UNSEEN:
                down[cell % cols, cell // cols] -= lengths[1] * table[0, 1]


@rule
def hottest(status: Any, cols: int, across: Any, down: Any, bias: Any) -> int:
    """Return the cell that most places cover, the first of equals; any cell left where none is covered."""
    best, most = -1, -1.0
    rows = len(status) // cols
    cell = 0
    for row in range(rows):
        for col in range(cols):
            if status[cell] == UNSEEN:
                heat = (across[row, col] + down[col, row]) * bias[cell]
                if heat > most:
                    best, most = cell, heat
            cell += 1
    return best


@kernel
def density_of(v: State, side: int, notes: Any, table: Any, maps: Any) -> int:
    """Map a sea as a view tells it; give the hottest cell."""
    status, number, lengths, events = notes
    across, down, work, bias = maps
    read_sea(v, side, status, number, lengths, events)
    heat_map(status, v.cols, lengths, table, across, down, work)
    return hottest(status, v.cols, across, down, bias)


@kernel
def density_games(
    v: State, side: int, boards: Any, notes: Any, table: Any, maps: Any, shots: Any, when: Any
) -> int:
    """Play on from a view, by density, against fleets that explain it; boards[n, k] is the place of ship k.

    Give the shots fired from here on, in all; `when` adds up, by cell, the number of the shot fired there.
    """
    status, number, lengths, events = notes
    across, down, work, bias = maps
    cells, cols, ships = len(status), v.cols, len(v.ships)
    upright = WORD * len(v.sea)
    rows = cells // cols
    total = 0
    owner = np.zeros(cells, np.int64)
    afloat = np.zeros(ships, np.int64)
    for n in range(len(boards)):
        sinkings = read_sea(v, side, status, number, lengths, events)
        hits, need = known_hits(v, side), 0
        owner[:] = -1
        for k in range(ships):
            length = v.ships[k]
            need += length
            afloat[k] = 0
            code = int(boards[n, k])
            step = cols if code >= upright else 1
            for i in range(length):
                cell = code % upright + i * step
                owner[cell] = k
                afloat[k] += int(status[cell] == UNSEEN)
        fired = 0
        heat_map(status, cols, lengths, table, across, down, work)
        while hits < need:
            cell = hottest(status, cols, across, down, bias)
            fired += 1
            when[cell] += fired
            k = owner[cell]
            status[cell] = MISS if k < 0 else HIT
            whole = False
            if k >= 0:
                number[cell] = hits
                hits += 1
                afloat[k] -= 1
                if afloat[k] == 0 and v.announce != SILENT:
                    events[sinkings, 0] = v.ships[k] if v.announce == NAMED else 0
                    events[sinkings, 1] = hits - 1
                    events[sinkings, 2] = hits
                    events[sinkings, 3] = 0
                    lengths[events[sinkings, 0]] -= int(v.announce == NAMED)
                    sinkings += 1
                    settle(cols, status, number, lengths, events, sinkings)
                    whole = True
            if whole or lengths[1] > 0:
                heat_map(status, cols, lengths, table, across, down, work)
            else:
                row, col = cell // cols, cell % cols
                add_line(status, row * cols, 1, cols, lengths, table, across[row], work)
                add_line(status, col, cols, rows, lengths, table, down[col], work)
        shots[n] = fired
        total += fired
    return total
