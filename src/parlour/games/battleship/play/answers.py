"""How many misses a shot leads to: the greedy player's whole tree of answers over the fleets of a posterior.

Hits cost nothing: every cell of the fleet has to be hit. What a shot costs is the misses from here on. After
it the fleets that give the same answer stay together; of those, the next shot is at the cell that most have,
and so on until each fleet is alone, for then it is known. Over all fleets that there are, this is just
what the greedy player needs after that first shot; over a sample, what it needs to tell the sample apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.rules import AnyState, rule
from parlour.games.battleship.play.posterior import cells_open, gather, tally
from parlour.games.battleship.sea import NAMED, SILENT

MOST_ANSWERS = 16


@rule
def misses(
    s: Any, number: int, cell: int, open_cells: int, room: Any, rows: Any, fired: Any, work: Any
) -> int:
    """Add up the misses over all fleets, rows[0:number], if the next shot is at a cell.

    A stack holds stretches of rows that gave the same answers, with the cell to fire at (-1: the greedy one);
    one with no rows takes the shot at its cell back.
    """
    counts, answers, spare, stack = work
    cells, grid = room.cells, room.grid
    groups = len(s.ships) + 2
    sizes, starts = [0] * groups, [0] * groups
    stack[0, 0], stack[0, 1], stack[0, 2] = 0, number, cell
    high, total = 1, 0
    while high > 0:
        high -= 1
        first, after, at = int(stack[high, 0]), int(stack[high, 1]), int(stack[high, 2])
        if first == after:
            fired[at] = 0
            continue
        if at < 0 and after - first == 2:
            p, q = int(rows[first]), int(rows[first + 1])
            for j in range(open_cells):
                if fired[cells[p, j]] == 0 and grid[q, cells[p, j]] == 0:
                    total += 1
                    break
            continue
        if at < 0:
            at = commonest(first, after, open_cells, cells, rows, fired, counts)
            if at < 0:
                continue
        fired[at] = 1
        for answer in range(groups):
            sizes[answer] = 0
        for i in range(first, after):
            p = int(rows[i])
            answer = answer_of(s, p, at, open_cells, cells, grid, fired)
            answers[i] = answer
            spare[i] = p
            sizes[answer] += 1
        begin = first
        for answer in range(groups):
            starts[answer] = begin
            begin += sizes[answer]
        for i in range(first, after):
            rows[starts[answers[i]]] = spare[i]
            starts[answers[i]] += 1
        total += sizes[0]
        stack[high, 0], stack[high, 1], stack[high, 2] = 0, 0, at
        high += 1
        begin = first
        for answer in range(groups):
            if sizes[answer] > 1:
                stack[high, 0], stack[high, 1], stack[high, 2] = begin, begin + sizes[answer], -1
                high += 1
            begin += sizes[answer]
    return total


@rule
def commonest(first: int, after: int, open_cells: int, cells: Any, rows: Any, fired: Any, counts: Any) -> int:
    """Give the cell not fired at that most of the fleets have, the first of equals; -1 if none is left."""
    most, at = 0, -1
    for i in range(first, after):
        p = rows[i]
        for j in range(open_cells):
            c = int(cells[p, j])
            if fired[c] == 0:
                counts[c] += 1
                if counts[c] > most or (counts[c] == most and c < at):
                    most = counts[c]
                    at = c
    for i in range(first, after):
        p = rows[i]
        for j in range(open_cells):
            counts[cells[p, j]] = 0
    return at


@rule
def answer_of(s: Any, p: int, cell: int, open_cells: int, cells: Any, grid: Any, fired: Any) -> int:
    """Say what row p would answer to a shot: 0 a miss, 1 a hit, 2 and on that a ship sank."""
    k = int(grid[p, cell])
    if k == 0:
        return 0
    if s.announce == SILENT:
        return 1
    for j in range(open_cells):
        c = int(cells[p, j])
        if grid[p, c] == k and fired[c] == 0:
            return 1
    return 1 + k if s.announce == NAMED else 2


@kernel
def weigh(
    v: AnyState, side: int, samples: int, top: int, rng: Any, room: Any, scratch: Any, counts: Any, costs: Any
) -> tuple[int, int, float, float]:
    """Gather the posterior, count the cells, and where it is whole, cost the `top` most common cells.

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
            costs[cell] = misses(v, number, cell, open_cells, room, rows, fired, work)
            if most == number:
                break
    return number, exact, total, error


def new_scratch(cells: int, most: int) -> Any:
    """Make room for the search of a posterior of that many fleets."""
    stack = np.zeros((cells * MOST_ANSWERS + 1, 3), np.int64)
    work = (np.zeros(cells, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64), stack)
    return np.zeros(most, np.int64), np.zeros(cells, np.int64), work
