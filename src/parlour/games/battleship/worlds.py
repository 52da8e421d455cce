"""Worlds of Battleship: fleets that explain all that was said of a sea, drawn each as likely as the other.

Places of a ship are sorted by the hits that they cover. Those of one ship and one set of hits are a class;
those that cover none are counted as bits. A *cover* gives ships classes so that each hit is covered once; the
ships left over lie in water nobody fired at. A cover stands for the product of its classes' sizes: drawn in
that proportion, with a place drawn from each class, and drawn again if ships collide, every fleet that fits
comes out as often as the others. That is exact as long as one of `TRIES` draws fits, as the usual fleets do
by far. A sea too crowded for that gets one of `SEQUENCES` fleets that are built ship by ship, in
proportion to their weights (importance resampling), and at worst the first that a search finds.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from parlour.core.bits import lowest, popcount, replace, some, trailing
from parlour.core.rng import below, uniform
from parlour.core.rules import UNKNOWN, first_past, rule
from parlour.games.battleship.listing import first_unplaced, listed_fleets, water_place
from parlour.games.battleship.places import covers_of, highest, is_announced, known_hits, places_of
from parlour.games.battleship.sea import (
    TOUCHING,
    UNPLACED,
    Words,
    beyond,
    joined,
    lying,
    meets,
    ship_cells,
    standing,
    taken_by,
    without,
)

Fleet: TypeAlias = tuple[int, ...]

TRIES = 400
SEQUENCES = 24


def is_roomy(rows: int, cols: int, ships: Fleet, touching: bool) -> bool:
    """Say whether every ship finds a place however those before it lie, by counting what they can block."""
    for i, length in enumerate(ships):
        places = rows * max(0, cols - length + 1) + (cols * max(0, rows - length + 1) if length > 1 else 0)
        for other in ships[:i]:
            if touching:
                places -= other + length - 1 + other * length
            else:
                places -= 3 * (other + length + 1) + (other + 2) * (length + 2)
        if places <= 0:
            return False
    return True


@rule
def fits(fleets: Fleet, side: int, ships: Fleet, touching: bool, cols: int, sea: Words, edge: Words) -> bool:
    """Say whether the ships of a side that are not placed yet can be placed, by trying."""
    number = len(ships)
    first = 0
    while first < number and fleets[side * number + first] != UNPLACED:
        first += 1
    if first == number:
        return True
    # The places tried are kept where the ships are: nothing is allocated, so that a GPU can do it too.
    k, tried = first, -1
    while k >= first:
        free = sea
        for i in range(k):
            code = fleets[side * number + i]
            if code >= 0:
                free = without(free, taken_by(code, ships[i], cols, touching, sea, edge))
        places = beyond(lying(free, ships[k], edge) + standing(free, ships[k], cols), tried)
        if not some(places):
            k -= 1
            tried = fleets[side * number + max(k, 0)]
            continue
        if k == number - 1:
            return True
        fleets = replace(fleets, side * number + k, lowest(places))
        k, tried = k + 1, -1
    return False


@rule
def draw_fleet(v: Any, fleets: Fleet, side: int, rng: Any) -> Fleet:
    """Draw the ships of a side that are hidden; those it has yet to place stay off the sea."""
    drawn = draw_fleets(v, side, 1, rng)
    for k in range(len(v.ships)):
        at = side * len(v.ships) + k
        if fleets[at] == UNKNOWN:
            fleets = replace(fleets, at, drawn[k])
    return fleets


@rule
def draw_fleets(v: Any, side: int, number: int, rng: Any) -> list[int]:
    """Draw that many independent fleets, one after the other in one list."""
    owner, mask, head, size, code, following = places_of(v, side)
    sums, chosen = covers_of(v, side, owner, mask, size)
    found, _ = sampled(v, side, owner, mask, head, size, code, following, sums, chosen, number, rng)
    return found


@rule
def sampled(
    v: Any, side: int, owner: list[int], mask: list[int], head: list[int], size: list[int], code: list[int],
    following: list[int], sums: list[float], chosen: list[int], number: int, rng: Any,
) -> tuple[list[int], int]:  # fmt: skip
    """Draw fleets from the covers listed; tell how many draws it took, 0 if they had to be built."""
    ships = len(v.ships)
    found = [0] * (number * ships)
    drawn = 0
    for n in range(number):
        done = False
        for _ in range(TRIES if len(sums) > 0 else 0):
            drawn += 1
            cover = first_past(sums, sums[len(sums) - 1] * uniform(rng))
            blocked = without(v.sea, v.sea)
            done = True
            for k in range(ships):
                entry = chosen[cover * ships + k]
                place = drawn_place(v, entry, head, size, code, following, rng)
                if meets(ship_cells(place, v.ships[k], v.cols, v.sea), blocked):
                    done = False
                    break
                found[n * ships + k] = place
                touching = v.flags & TOUCHING != 0
                blocked = joined(blocked, taken_by(place, v.ships[k], v.cols, touching, v.sea, v.edge))
            if done:
                break
        if not done:
            drawn = -(1 << 40)
            built = built_fleet(v, side, owner, mask, head, size, code, following, rng)
            for k in range(ships):
                found[n * ships + k] = built[k]
    return found, max(0, drawn)


@rule
def drawn_place(
    v: Any, entry: int, head: list[int], size: list[int], code: list[int], following: list[int], rng: Any
) -> int:
    """Draw a place of a class: from its list, or from the bits of the class that covers no hit."""
    index = below(rng, size[entry])
    item = head[entry]
    if item < 0:
        return water_place(v, code, -item - 1, index)
    for _ in range(index):
        item = following[item]
    return code[item]


@rule
def built_fleet(
    v: Any, side: int, owner: list[int], mask: list[int], head: list[int], size: list[int],
    code: list[int], following: list[int], rng: Any,
) -> list[int]:  # fmt: skip
    """Build fleets ship by ship, the lowest hit not covered first; keep one in proportion to its weight."""
    ships = len(v.ships)
    kept = [0] * ships
    total = 0.0
    for _ in range(SEQUENCES):
        fleet, weight = sequence(v, side, owner, mask, head, size, code, following, rng)
        total += weight
        if weight > 0.0 and uniform(rng) * total <= weight:
            kept = fleet
    if total > 0.0:
        return kept
    fleets, _ = listed_fleets(v, side, owner, mask, head, size, code, following, 1)
    return fleets


@rule
def sequence(
    v: Any, side: int, owner: list[int], mask: list[int], head: list[int], size: list[int],
    code: list[int], following: list[int], rng: Any,
) -> tuple[list[int], float]:  # fmt: skip
    """Build one fleet; its weight is the inverse of its chance, or 0 where it came to a dead end."""
    ships = len(v.ships)
    fleet = [UNPLACED] * ships
    weight = 1.0
    left = (1 << known_hits(v, side)) - 1
    tops = 0
    blocked = without(v.sea, v.sea)
    for _ in range(ships):
        options = [0] * 0
        entries = [0] * 0
        for entry in range(len(owner)):
            if fleet[owner[entry]] != UNPLACED or mask[entry] & ~left != 0:
                continue
            if (left != 0 and (mask[entry] >> trailing(left)) & 1 == 0) or (left == 0 and mask[entry] != 0):
                continue
            if left == 0 and owner[entry] != first_unplaced(fleet):
                continue
            item = head[entry]
            for index in range(size[entry]):
                place = code[item] if item >= 0 else water_place(v, code, -item - 1, index)
                if not meets(ship_cells(place, v.ships[owner[entry]], v.cols, v.sea), blocked):
                    options.append(place)
                    entries.append(entry)
                if item >= 0:
                    item = following[item]
        if len(options) == 0:
            return fleet, 0.0
        pick = below(rng, len(options))
        weight *= len(options)
        k = owner[entries[pick]]
        fleet[k] = options[pick]
        covered = mask[entries[pick]]
        if popcount(covered) == v.ships[k]:
            tops |= highest(covered)
        left &= ~covered
        touching = v.flags & TOUCHING != 0
        blocked = joined(blocked, taken_by(options[pick], v.ships[k], v.cols, touching, v.sea, v.edge))
    return fleet, weight if left == 0 and is_announced(v, side, tops) else 0.0
