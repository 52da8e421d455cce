"""The sea of Battleship as bits: cells, ships and the water around them.

Cell `row * cols + col` is bit `cell % 62` of word `cell // 62`. A ship is the number of its placement: its
first cell, top or left, and `62 * words` more if it stands upright. So the places of a ship, as the actions,
are the words of those that lie and then the words of those that stand.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from parlour.core.bits import WORD, replace
from parlour.core.rules import rule

Words: TypeAlias = tuple[int, ...]

FULL = (1 << WORD) - 1
PLACE, SHOOT, DONE = range(3)
TOUCHING, SALVO, ALONE, ROOMY = 1, 2, 4, 8  # flags; ROOMY: whatever is placed, the rest of the fleet fits
NAMED, SUNK, SILENT = range(3)  # what is announced beside hit and miss: the ship sunk, that one sank, nothing
UNPLACED = -1
AFLOAT = -1
PER_WORD = 7  # hits are kept in their order, eight bits a cell


@rule
def blank(words: Words) -> Words:
    """Return the empty set of cells."""
    for i in range(len(words)):
        words = replace(words, i, 0)
    return words


@rule
def put_cell(words: Words, cell: int) -> Words:
    """Add a cell."""
    return replace(words, cell // WORD, words[cell // WORD] | (1 << (cell % WORD)))


@rule
def has_cell(words: Words, cell: int) -> bool:
    """Say whether a cell is in the set."""
    return (words[cell // WORD] >> (cell % WORD)) & 1 == 1


@rule
def without(words: Words, others: Words) -> Words:
    """Return the cells that are not among the others."""
    for i in range(len(words)):
        words = replace(words, i, words[i] & ~others[i])
    return words


@rule
def joined(words: Words, others: Words) -> Words:
    """Return the cells of both sets."""
    for i in range(len(words)):
        words = replace(words, i, words[i] | others[i])
    return words


@rule
def common(words: Words, others: Words) -> Words:
    """Return the cells that both sets have."""
    for i in range(len(words)):
        words = replace(words, i, words[i] & others[i])
    return words


@rule
def meets(words: Words, others: Words) -> bool:
    """Say whether two sets have a cell in common."""
    for i in range(len(words)):
        if words[i] & others[i] != 0:
            return True
    return False


@rule
def back(words: Words, by: int) -> Words:
    """Move every cell back by less than a word: cell c + by becomes cell c."""
    last = len(words) - 1
    for i in range(len(words)):
        carried = (words[i + 1] << (WORD - by)) & FULL if i < last else 0
        words = replace(words, i, (words[i] >> by) | carried)
    return words


@rule
def forth(words: Words, by: int) -> Words:
    """Move every cell on by less than a word: cell c becomes cell c + by."""
    for j in range(len(words)):
        i = len(words) - 1 - j
        carried = words[i - 1] >> (WORD - by) if i > 0 else 0
        words = replace(words, i, ((words[i] << by) & FULL) | carried)
    return words


@rule
def part(words: Words, side: int, sea: Words) -> Words:
    """Return one side's words of a field that holds those of all sides; `sea` says how many they are."""
    first = side * len(sea)
    for i in range(len(sea)):
        sea = replace(sea, i, words[first + i])
    return sea


@rule
def with_part(words: Words, side: int, cells: Words) -> Words:
    """Return the field with one side's words changed."""
    for i in range(len(cells)):
        words = replace(words, side * len(cells) + i, cells[i])
    return words


@rule
def lying(free: Words, length: int, edge: Words) -> Words:
    """Return the first cells of all lying ships of a length that fit into the free cells."""
    found = free
    for _ in range(length - 1):
        found = common(free, without(back(found, 1), edge))
    return found


@rule
def standing(free: Words, length: int, cols: int) -> Words:
    """Return the first cells of all upright ships of a length that fit; a single cell counts as lying."""
    if length == 1:
        return blank(free)
    found = free
    for _ in range(length - 1):
        found = common(free, back(found, cols))
    return found


@rule
def beyond(places: Words, code: int) -> Words:
    """Return the places after one; after -1, all."""
    for i in range(len(places)):
        if i < code // WORD:
            places = replace(places, i, 0)
        elif i == code // WORD:
            places = replace(places, i, places[i] & ~((2 << (code % WORD)) - 1))
    return places


@rule
def ship_cells(code: int, length: int, cols: int, sea: Words) -> Words:
    """Return the cells of a placed ship."""
    upright = WORD * len(sea)
    cell, step = (code - upright, cols) if code >= upright else (code, 1)
    cells = blank(sea)
    for i in range(length):
        cells = put_cell(cells, cell + i * step)
    return cells


@rule
def covers(code: int, length: int, cell: int, cols: int, upright: int) -> bool:
    """Say whether a placed ship lies on a cell."""
    if code >= upright:
        ahead = cell - (code - upright)
        return ahead >= 0 and ahead % cols == 0 and ahead // cols < length
    ahead = cell - code
    return 0 <= ahead < length


@rule
def around(cells: Words, cols: int, sea: Words, edge: Words) -> Words:
    """Return the cells with all their neighbours, diagonal ones too."""
    left = without(back(cells, 1), edge)
    right = common(forth(without(cells, edge), 1), sea)
    cells = joined(cells, joined(left, right))
    return joined(cells, common(joined(back(cells, cols), forth(cells, cols)), sea))


@rule
def taken_by(code: int, length: int, cols: int, touching: bool, sea: Words, edge: Words) -> Words:
    """Return the cells that a placed ship leaves to no other: its own, and perhaps those around."""
    cells = ship_cells(code, length, cols, sea)
    return cells if touching else around(cells, cols, sea, edge)


@rule
def nth_hit(order: Words, first: int, index: int) -> int:
    """Return a hit by its number; the side's hits begin at word `first`."""
    return (order[first + index // PER_WORD] >> (8 * (index % PER_WORD))) & 255


@rule
def with_hit(order: Words, first: int, index: int, cell: int) -> Words:
    """Write a hit down."""
    at = first + index // PER_WORD
    return replace(order, at, order[at] | (cell << (8 * (index % PER_WORD))))


@rule
def results(
    fleets: tuple[int, ...], ships: tuple[int, ...], shots: int, winner: int, over: int
) -> tuple[float, ...]:
    """Return what each seat gets: alone, every shot costs one."""
    # Compiled code keeps one of the branches: the lengths of tuples are part of their types.
    if len(fleets) == len(ships):
        return (-float(shots),)
    if over == 0:
        return (0.0, 0.0)
    return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)


@rule
def next_ship(s: Any) -> int:
    """Return the first ship that is not placed: side * ships + ship."""
    for i in range(len(s.fleets)):
        if s.fleets[i] == UNPLACED:
            return i
    return 0


@rule
def open_water(s: Any, at: int) -> Words:
    """Return the cells where the ships of a side that are placed leave room for the next."""
    side = at // len(s.ships)
    free: Words = s.sea
    for i in range(side * len(s.ships), at):
        if s.fleets[i] >= 0:
            length = s.ships[i % len(s.ships)]
            free = without(
                free, taken_by(s.fleets[i], length, s.cols, s.flags & TOUCHING != 0, s.sea, s.edge)
            )
    return free


@rule
def afloat(s: Any, sunk: tuple[int, ...], side: int) -> int:
    """Count the ships of a side that have not been announced as sunk."""
    number = 0
    for k in range(len(s.ships)):
        number += int(sunk[side * len(s.ships) + k] == AFLOAT)
    return number
