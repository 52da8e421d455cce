"""Deals drawn at native speed: one table of counts a view, then any number of deals from it.

The counts are float64. Up to 2**53 they are the integers themselves; beyond, each is right to about
10**-14 of itself, and so is the chance of every deal: no number of draws that could be made would show it.
A draw walks the classes; the last of them takes what places are left.

The table has a row for each class, and in it a cell for each way to leave places open:

    cell = (left[0] * (places[1] + 1) + left[1]) * (places[2] + 1) + left[2]

The seats come sorted by their places; what is left to the last one, which has most, follows from the rest.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from parlour.beliefs.deals import SEATS, Unseen
from parlour.compile import kernel
from parlour.core.bits import nth, popcount
from parlour.core.rng import Stream, below, uniform

MOST_CARDS = 62
CHOOSE = np.array([[float(comb(n, k)) for k in range(MOST_CARDS)] for n in range(MOST_CARDS)])


class Sampler:
    """Draws the deals that fit, all with the same chance."""

    def __init__(self, unseen: Unseen) -> None:
        self._order = sorted(range(SEATS), key=lambda seat: (unseen.places[seat], seat))
        self._unseen, self._row = _arranged(unseen, self._order)
        a, b, c, _ = self._unseen.places
        self._ways = np.zeros((len(unseen.cards) + 1, (a + 1) * (b + 1) * (c + 1)))
        self.total = float(tabulate(self._unseen, self._ways))  # the number of deals
        if self.total == 0.0:
            raise ValueError(f"no deal fits {unseen}")

    def draw(self, rng: Stream, number: int) -> Any:
        """Draw deals: an array with a row for each, the set of cards that each seat gets."""
        drawn = np.zeros((number, SEATS), np.int64)
        draw_deals(self._unseen, self._ways, rng, drawn)
        found = np.empty_like(drawn)
        found[:, self._order] = drawn
        return found

    def chances(self) -> Any:
        """Return for each class the chance that one card of it is with each seat."""
        held = np.zeros((len(self._unseen.cards), SEATS))
        share_out(self._unseen, self._ways, np.zeros_like(self._ways), held)
        found = np.empty_like(held)
        found[:, self._order] = held
        return found[self._row]


def _arranged(unseen: Unseen, order: list[int]) -> tuple[Unseen, list[int]]:
    """Put the seats in order and merge classes with the same bars, the largest last; say where each went.

    There stay as many classes as there were, some empty: compiled code is made for their number.
    """
    bars = []
    for number in range(len(unseen.cards)):
        barred = unseen.barred >> SEATS * number
        bars.append(sum((barred >> seat & 1) << place for place, seat in enumerate(order)))
    merged: dict[int, int] = {}
    for cards, barred in zip(unseen.cards, bars, strict=True):
        merged[barred] = merged.get(barred, 0) | cards
    rows = sorted(merged, key=lambda barred: merged[barred].bit_count())
    idle = len(bars) - len(rows)
    a, b, c, d = (unseen.places[seat] for seat in order)
    together = sum(barred << SEATS * (idle + row) for row, barred in enumerate(rows))
    sets = (*(0,) * idle, *(merged[barred] for barred in rows))
    return Unseen(sets, (a, b, c, d), together), [idle + rows.index(barred) for barred in bars]


@kernel
def tabulate(u: Unseen, ways: Any) -> float:
    """Fill the table of counts, the last class first; give the number of deals."""
    kinds = len(u.cards)
    places = u.places
    ways[kinds, 0] = 1.0
    left = 0  # cards of this class and the later ones
    for back in range(kinds):
        kind = kinds - 1 - back
        size = popcount(u.cards[kind])
        left += size
        barred = u.barred >> (SEATS * kind)
        for r0 in range(places[0] + 1):
            for r1 in range(places[1] + 1):
                for r2 in range(places[2] + 1):
                    r3 = left - r0 - r1 - r2
                    if r3 < 0 or r3 > places[3]:
                        continue
                    total = 0.0
                    most_0 = 0 if barred & 1 else min(size, r0)
                    most_3 = 0 if barred & 8 else r3
                    for n0 in range(most_0 + 1):
                        most_1 = 0 if barred & 2 else min(size - n0, r1)
                        for n1 in range(most_1 + 1):
                            rest = size - n0 - n1
                            most_2 = 0 if barred & 4 else min(rest, r2)
                            part = CHOOSE[size, n0] * CHOOSE[size - n0, n1]
                            row = ((r0 - n0) * (places[1] + 1) + r1 - n1) * (places[2] + 1) + r2
                            for n2 in range(max(0, rest - most_3), most_2 + 1):
                                total += part * CHOOSE[rest, n2] * ways[kind + 1, row - n2]
                    ways[kind, (r0 * (places[1] + 1) + r1) * (places[2] + 1) + r2] = total
    if left != places[0] + places[1] + places[2] + places[3]:
        return 0.0
    return float(ways[0, (places[0] * (places[1] + 1) + places[1]) * (places[2] + 1) + places[2]])


@kernel
def draw_deals(u: Unseen, ways: Any, rng: Any, out: Any) -> int:
    """Draw a deal into each row of `out`: its table by weight, then each class without replacement."""
    kinds = len(u.cards)
    places = u.places
    high, middle = places[1] + 1, places[2] + 1
    for index in range(len(out)):
        r0, r1, r2, r3 = places[0], places[1], places[2], places[3]
        h0, h1, h2, h3 = 0, 0, 0, 0
        for kind in range(kinds):
            cards = u.cards[kind]
            size = popcount(cards)
            n0, n1, n2 = r0, r1, r2
            if kind < kinds - 1:
                barred = u.barred >> (SEATS * kind)
                mark = uniform(rng) * ways[kind, (r0 * high + r1) * middle + r2]
                most_0 = 0 if barred & 1 else min(size, r0)
                most_3 = 0 if barred & 8 else r3
                found = False
                for m0 in range(most_0 + 1):
                    most_1 = 0 if barred & 2 else min(size - m0, r1)
                    for m1 in range(most_1 + 1):
                        rest = size - m0 - m1
                        most_2 = 0 if barred & 4 else min(rest, r2)
                        part = CHOOSE[size, m0] * CHOOSE[size - m0, m1]
                        row = ((r0 - m0) * high + r1 - m1) * middle + r2
                        for m2 in range(max(0, rest - most_3), most_2 + 1):
                            weight = part * CHOOSE[rest, m2] * ways[kind + 1, row - m2]
                            if weight > 0.0:
                                # Kept even when the mark is past it: rounding may leave a crumb at the end.
                                n0, n1, n2 = m0, m1, m2
                                mark -= weight
                                if mark < 0.0:
                                    found = True
                                    break
                        if found:
                            break
                    if found:
                        break
            r0 -= n0
            r1 -= n1
            r2 -= n2
            r3 -= size - n0 - n1 - n2
            for _ in range(n0):
                bit = 1 << nth(cards, below(rng, size))
                cards ^= bit
                h0 |= bit
                size -= 1
            for _ in range(n1):
                bit = 1 << nth(cards, below(rng, size))
                cards ^= bit
                h1 |= bit
                size -= 1
            for _ in range(n2):
                bit = 1 << nth(cards, below(rng, size))
                cards ^= bit
                h2 |= bit
                size -= 1
            h3 |= cards
        out[index, 0] = h0
        out[index, 1] = h1
        out[index, 2] = h2
        out[index, 3] = h3
    return len(out)


@kernel
def share_out(u: Unseen, ways: Any, before: Any, held: Any) -> int:
    """Fill `held` with the chance that a card of each class is with each seat.

    `before` is the table read forward: the chance that a draw leaves these places open to the class.
    """
    kinds = len(u.cards)
    places = u.places
    high, middle = places[1] + 1, places[2] + 1
    before[0, (places[0] * high + places[1]) * middle + places[2]] = 1.0
    left = places[0] + places[1] + places[2] + places[3]
    for kind in range(kinds):
        size = popcount(u.cards[kind])
        barred = u.barred >> (SEATS * kind)
        for r0 in range(places[0] + 1):
            for r1 in range(places[1] + 1):
                for r2 in range(places[2] + 1):
                    cell = (r0 * high + r1) * middle + r2
                    reached = before[kind, cell]
                    if reached == 0.0:
                        continue
                    r3 = left - r0 - r1 - r2
                    scale = reached / ways[kind, cell]
                    most_0 = 0 if barred & 1 else min(size, r0)
                    most_3 = 0 if barred & 8 else r3
                    for n0 in range(most_0 + 1):
                        most_1 = 0 if barred & 2 else min(size - n0, r1)
                        for n1 in range(most_1 + 1):
                            rest = size - n0 - n1
                            most_2 = 0 if barred & 4 else min(rest, r2)
                            part = scale * CHOOSE[size, n0] * CHOOSE[size - n0, n1]
                            row = ((r0 - n0) * high + r1 - n1) * middle + r2
                            for n2 in range(max(0, rest - most_3), most_2 + 1):
                                share = part * CHOOSE[rest, n2] * ways[kind + 1, row - n2]
                                before[kind + 1, row - n2] += share
                                held[kind, 0] += share * n0
                                held[kind, 1] += share * n1
                                held[kind, 2] += share * n2
                                held[kind, 3] += share * (rest - n2)
        for seat in range(SEATS):
            if size > 0:
                held[kind, seat] /= size
        left -= size
    return kinds
