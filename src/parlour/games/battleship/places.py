"""Where the ships of a hidden fleet may be: places sorted by the hits they cover, and covers of all hits.

Hits are numbered in the order they were told. Entries are classes of places: entry k, for each ship k, is the
class of its places that cover no hit, kept as words; the others are lists. A ship that was told to be sunk
lies on hits alone, the last of which was told just then; one that was not has a cell that was not hit.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from parlour.core.bits import WORD, count, popcount, trailing
from parlour.core.rules import rule
from parlour.games.battleship.sea import (
    AFLOAT,
    NAMED,
    SILENT,
    TOUCHING,
    around,
    has_cell,
    lying,
    meets,
    nth_hit,
    part,
    ship_cells,
    standing,
    without,
)

Places: TypeAlias = "tuple[list[int], list[int], list[int], list[int], list[int], list[int]]"

MOST_COVERS = 20_000
MOST_STEPS = 400_000


@rule
def known_hits(v: Any, side: int) -> int:
    """Count the hits that were told of a sea."""
    return count(part(v.hits, side, v.sea))


@rule
def highest(word: int) -> int:
    """Return the highest bit of a word, as a word; 0 of 0."""
    top = word
    while word != 0:
        top = word & -word
        word ^= top
    return top


@rule
def may_sink(v: Any, side: int, ship: int, covered: int) -> bool:
    """Say whether the sinkings announced allow a ship to cover just these hits."""
    if v.announce == SILENT:
        return True
    ships = len(v.ships)
    full = popcount(covered) == v.ships[ship]
    last = trailing(highest(covered)) if full else 0
    if v.announce == NAMED:
        announced = v.sunk[side * ships + ship]
        if announced == AFLOAT or not full:
            return announced == AFLOAT and not full
        return bool((announced & 255) <= last < (announced >> 8))
    if not full:
        return True
    for slot in range(ships):
        announced = v.sunk[side * ships + slot]
        if announced != AFLOAT and (announced & 255) <= last < (announced >> 8):
            return True
    return False


@rule
def is_announced(v: Any, side: int, tops: int) -> bool:
    """Say whether the ships with these last hits are as many as were announced sunk, salvo by salvo."""
    if v.announce == SILENT:
        return True
    ships = len(v.ships)
    number = 0
    for slot in range(ships):
        announced = v.sunk[side * ships + slot]
        if announced == AFLOAT:
            continue
        number += 1
        then = ((1 << (announced >> 8)) - 1) & ~((1 << (announced & 255)) - 1)
        same = 0
        for other in range(ships):
            same += int(v.sunk[side * ships + other] == announced)
        if popcount(tops & then) != same:
            return False
    return number == popcount(tops)


@rule
def places_of(v: Any, side: int) -> Places:
    """Sort the places of each ship: owner, hits covered, first item and size by entry; places by item.

    The first item of a class kept as words is -1 - its index; `following` links the items of the others.
    """
    ships = len(v.ships)
    shots, hits = part(v.shots, side, v.sea), part(v.hits, side, v.sea)
    free = without(v.sea, shots)
    touching = v.flags & TOUCHING != 0
    if not touching:
        free = without(free, around(hits, v.cols, v.sea, v.edge))
    misses = without(shots, hits)
    owner, mask = [0] * ships, [0] * ships
    head, size = [0] * ships, [0] * ships
    code, following = [0] * 0, [0] * 0
    for k in range(ships):
        owner[k] = k
        head[k] = -1 - len(code)
        words = lying(free, v.ships[k], v.edge) + standing(free, v.ships[k], v.cols)
        size[k] = count(words) if may_sink(v, side, k, 0) else 0
        for word in words:
            code.append(word)
            following.append(-1)
    number = known_hits(v, side)
    width = len(v.order) // (len(v.fleets) // ships)
    upright = WORD * len(v.sea)
    cells = count(v.sea)
    index = [-1] * cells
    for i in range(number):
        index[nth_hit(v.order, side * width, i)] = i
    for k in range(ships):
        length = v.ships[k]
        since = len(owner)
        for i in range(number):
            hit = nth_hit(v.order, side * width, i)
            for way in range(2 if length > 1 else 1):
                step = v.cols if way == 1 else 1
                room = (cells // v.cols if way == 1 else v.cols) - length
                line = hit // v.cols if way == 1 else hit % v.cols
                for back in range(max(0, line - room), min(line, length - 1) + 1):
                    first = hit - back * step
                    covered = 0
                    fine = True
                    for j in range(length):
                        cell = first + j * step
                        if index[cell] >= 0:
                            covered |= 1 << index[cell]
                        elif has_cell(misses, cell):
                            fine = False
                            break
                    if not fine or trailing(covered) != i or not may_sink(v, side, k, covered):
                        continue
                    place = first + way * upright
                    if not touching:
                        own = ship_cells(place, length, v.cols, v.sea)
                        if meets(around(own, v.cols, v.sea, v.edge), without(hits, own)):
                            continue
                    at = -1
                    for entry in range(since, len(owner)):
                        if mask[entry] == covered:
                            at = entry
                    if at < 0:
                        at = len(owner)
                        owner.append(k)
                        mask.append(covered)
                        head.append(-1)
                        size.append(0)
                        following.append(-1)
                    else:
                        following.append(head[at])
                    head[at] = len(code)
                    code.append(place)
                    size[at] += 1
    return owner, mask, head, size, code, following


@rule
def covers_of(
    v: Any, side: int, owner: list[int], mask: list[int], size: list[int]
) -> tuple[list[float], list[int]]:
    """List the covers: running sums of how many fleets each stands for, and the entry of every ship in it.

    No cover at all means that there are more than can be listed.
    """
    ships = len(v.ships)
    sums, chosen = [0.0] * 0, [0] * 0
    picked = [-1] * (ships + 1)
    left = [(1 << known_hits(v, side)) - 1] * (ships + 1)
    used, tops = [0] * (ships + 1), [0] * (ships + 1)
    depth, steps, total = 0, 0, 0.0
    while depth >= 0:
        steps += 1
        if steps > MOST_STEPS or len(sums) > MOST_COVERS:
            return [0.0] * 0, [0] * 0
        if left[depth] == 0:
            weight = 1.0 if is_announced(v, side, tops[depth]) else 0.0
            for k in range(ships):
                if (used[depth] >> k) & 1 == 0:
                    weight *= size[k]
            for level in range(depth):
                weight *= size[picked[level]]
            if weight > 0.0:
                total += weight
                sums.append(total)
                at = len(chosen)
                for k in range(ships):
                    chosen.append(k)
                for level in range(depth):
                    chosen[at + owner[picked[level]]] = picked[level]
            depth -= 1
            continue
        low = left[depth] & -left[depth]
        entry = max(picked[depth] + 1, ships)
        while entry < len(owner) and (
            mask[entry] & low == 0
            or mask[entry] & ~left[depth] != 0
            or (used[depth] >> owner[entry]) & 1 == 1
        ):
            entry += 1
        if entry >= len(owner):
            picked[depth] = -1
            depth -= 1
            continue
        picked[depth] = entry
        left[depth + 1] = left[depth] & ~mask[entry]
        used[depth + 1] = used[depth] | 1 << owner[entry]
        full = popcount(mask[entry]) == v.ships[owner[entry]]
        tops[depth + 1] = tops[depth] | highest(mask[entry]) if full else tops[depth]
        depth += 1
        picked[depth] = -1
    return sums, chosen
