"""How many misses a shot leads to: the greedy player's whole tree of answers over the fleets of a posterior.

Hits cost nothing: every cell of the fleet has to be hit. What a shot costs is the misses from here on. After
it the fleets that give the same answer stay together; of those, the next shot is at the cell that most of them
have, and so on until each fleet is alone, for then it is known. Over all fleets that there are, this is just
what the greedy player needs after that first shot; over a sample, what it needs to tell the sample apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.rules import AnyState
from parlour.experts.battleship_posterior import cells_open, gather, tally
from parlour.games._battleship_sea import NAMED, SILENT

HIT_ANSWER = 1  # answers: 0 a miss, 1 a hit, 2 + k ship k has sunk (2 where its name is not told)


@kernel
def misses(
    s: AnyState, first: int, after: int, cell: int, open_cells: int, room: Any, rows: Any, fired: Any, work: Any
) -> int:
    """Add up the misses over rows[first:after] if the next shot is at a cell (-1: at the greedy one)."""
    number = after - first
    if number <= 1:
        return 0
    counts, answers, spare = work
    cells, grid = room.cells, room.grid
    if cell < 0:
        if number == 2:
            p, q = rows[first], rows[first + 1]
            for j in range(open_cells):
                if fired[cells[p, j]] == 0 and grid[q, cells[p, j]] == 0:
                    return 1
            return 0
        most = 0
        for i in range(first, after):
            p = rows[i]
            for j in range(open_cells):
                c = cells[p, j]
                if fired[c] == 0:
                    counts[c] += 1
                    if counts[c] > most:
                        most = counts[c]
                        cell = c
        for i in range(first, after):
            p = rows[i]
            for j in range(open_cells):
                counts[cells[p, j]] = 0
        if most == 0:
            return 0
    fired[cell] = 1
    sizes = [0] * (len(s.ships) + 2)
    for i in range(first, after):
        p = rows[i]
        k = int(grid[p, cell])
        answer = 0
        if k > 0:
            answer = HIT_ANSWER
            if s.announce != SILENT:
                gone = True
                for j in range(open_cells):
                    c = cells[p, j]
                    if grid[p, c] == k and fired[c] == 0:
                        gone = False
                        break
                if gone:
                    answer = 1 + k if s.announce == NAMED else 2
        answers[i] = answer
        spare[i] = p
        sizes[answer] += 1
    at = first
    starts = [0] * (len(s.ships) + 2)
    for answer in range(len(sizes)):
        starts[answer] = at
        at += sizes[answer]
    for i in range(first, after):
        rows[starts[answers[i]]] = spare[i]
        starts[answers[i]] += 1
    total = sizes[0]
    at = first
    greedy = first - first - 1  # a constant would be compiled into the recursion
    for answer in range(len(sizes)):
        if sizes[answer] > 1:
            total += misses(s, at, at + sizes[answer], greedy, open_cells, room, rows, fired, work)
        at += sizes[answer]
    fired[cell] = 0
    return total


@kernel
def weigh(
    v: AnyState, side: int, samples: int, top: int, rng: Any, room: Any, scratch: Any, counts: Any, costs: Any
) -> tuple[int, int, float, float]:
    """Gather the posterior, count the cells, and where it is whole, cost the `top` cells that most fleets have.

    `costs` is the misses of each cell over all fleets, -1 where it was not looked at. A cell that all fleets
    have is taken at once. Give rows, exact, the number of fleets and its standard error, as `gather` does.
    """
    rows, fired, work = scratch
    number, exact, total, error = gather(v, side, samples, rng, room)
    open_cells = cells_open(v, side)
    tally(room, number, open_cells, counts)
    costs[:] = -1
    if exact == 1 and top > 0:
        for _ in range(top):
            cell, most = -1, 0
            for c in range(len(counts)):
                if counts[c] > most and costs[c] < 0:
                    cell, most = c, counts[c]
            if cell < 0:
                break
            for i in range(number):
                rows[i] = i
            costs[cell] = misses(v, most - most, number, cell, open_cells, room, rows, fired, work)
            if most == number:
                break
    return number, exact, total, error


def new_scratch(cells: int, most: int) -> Any:
    """Make room for the search of a posterior of that many fleets."""
    work = (np.zeros(cells, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64))
    return np.zeros(most, np.int64), np.zeros(cells, np.int64), work
