"""All fleets that explain what was said of a sea, one by one: exact where there are few."""

from __future__ import annotations

from typing import Any

from parlour.core.bits import WORD, nth, popcount
from parlour.core.rules import rule
from parlour.games.battleship.places import highest, is_announced, known_hits
from parlour.games.battleship.sea import TOUCHING, UNPLACED, joined, meets, ship_cells, taken_by, without


@rule
def water_place(v: Any, code: list[int], at: int, index: int) -> int:
    """Return a place by its number in the words kept from `at` on."""
    for i in range(2 * len(v.sea)):
        here = popcount(code[at + i])
        if index < here:
            return i * WORD + nth(code[at + i], index)
        index -= here
    return -1


@rule
def first_unplaced(fleet: list[int]) -> int:
    """Return the first ship that has no place yet."""
    for k in range(len(fleet)):
        if fleet[k] == UNPLACED:
            return k
    return -1


@rule
def listed_fleets(
    v: Any, side: int, owner: list[int], mask: list[int], head: list[int], size: list[int],
    code: list[int], following: list[int], most: int,
) -> tuple[list[int], int]:  # fmt: skip
    """List fleets until there are `most`, and count the steps; the hit told first is covered first."""
    ships = len(v.ships)
    fleet = [UNPLACED] * ships
    found = [0] * 0
    entries, indices, items = [-1] * (ships + 1), [0] * (ships + 1), [0] * (ships + 1)
    left, tops = [(1 << known_hits(v, side)) - 1] * (ships + 1), [0] * (ships + 1)
    blocked = [without(v.sea, v.sea)] * (ships + 1)
    touching = v.flags & TOUCHING != 0
    depth, steps = 0, 0
    while depth >= 0 and len(found) < most * ships:
        steps += 1
        if depth == ships:
            if left[depth] == 0 and is_announced(v, side, tops[depth]):
                for k in range(ships):
                    found.append(fleet[k])
            depth -= 1
            continue
        entry = entries[depth]
        if entry >= 0:
            fleet[owner[entry]] = UNPLACED
            indices[depth] += 1
            if items[depth] >= 0:
                items[depth] = following[items[depth]]
        if entry < 0 or indices[depth] >= size[entry]:
            entry = next_entry(owner, mask, size, fleet, left[depth], entry)
            entries[depth] = entry
            if entry < 0:
                depth -= 1
                continue
            indices[depth] = 0
            items[depth] = head[entry]
        k = owner[entry]
        place = (
            code[items[depth]]
            if items[depth] >= 0
            else water_place(v, code, -head[entry] - 1, indices[depth])
        )
        fleet[k] = place
        if meets(ship_cells(place, v.ships[k], v.cols, v.sea), blocked[depth]):
            continue
        taken = taken_by(place, v.ships[k], v.cols, touching, v.sea, v.edge)
        blocked[depth + 1] = joined(blocked[depth], taken)
        left[depth + 1] = left[depth] & ~mask[entry]
        full = popcount(mask[entry]) == v.ships[k]
        tops[depth + 1] = tops[depth] | highest(mask[entry]) if full else tops[depth]
        depth += 1
        entries[depth] = -1
    return found, steps


@rule
def next_entry(
    owner: list[int], mask: list[int], size: list[int], fleet: list[int], left: int, entry: int
) -> int:
    """Give the next class to try: of those that cover the first hit left, or, with none left, of one ship."""
    if left == 0:
        k = first_unplaced(fleet)
        return k if entry < 0 and size[k] > 0 else -1
    entry = max(entry + 1, len(fleet))
    while entry < len(owner) and (
        mask[entry] & left & -left == 0 or mask[entry] & ~left != 0 or fleet[owner[entry]] != UNPLACED
    ):
        entry += 1
    return entry if entry < len(owner) else -1
