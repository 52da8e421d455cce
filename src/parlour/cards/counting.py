"""Count all boards for known hands, without dealing them one by one.

Suits matter on a board only where someone can make a flush, so boards fall into few groups. Either some suit
has enough cards to make a flush with what a player holds: then its ranks count one by one, the other cards by
rank alone. Or none has: then the board is five ranks, and it stands for every way to choose their suits that
did not fall under the first case. Two hands need about 30,000 groups for their 1,712,304 boards.
"""

from __future__ import annotations

from typing import Any

from parlour.cards.cards import SUIT
from parlour.cards.evaluator import plain_class
from parlour.cards.tables import KEY, MIX, PLACE, ROW, ROWS, SIZES, WEIGHTS, Tables
from parlour.compile import kernel
from parlour.core.bits import popcount
from parlour.core.rules import rule

_MASK = SIZES[5][1] - 1


@rule
def choose(n: int, k: int) -> int:
    """Count the ways to take k, from 0 to 4, of n cards of one rank."""
    if k == 0:
        return 1
    if k == 1:
        return n
    if k == 2:
        return n * (n - 1) // 2
    if k == 3:
        return n * (n - 1) * (n - 2) // 6
    return n * (n - 1) * (n - 2) * (n - 3) // 24


@rule
def home_of_five(t: Tables, key: int) -> int:
    """Return the place of five ranks in a table of their own."""
    product = (key & KEY) * MIX
    return ((product >> PLACE) + int(t.shifts[2 * ROWS + ((product >> ROW) & (ROWS - 1))])) & _MASK


@kernel
def settle(t: Tables, key: int, ways: int, sums: Any, fixed: Any, values: Any, tally: Any) -> int:
    """Add `ways` deals to the tally: each player has a flush's class in `fixed`, or one by the ranks.

    Row p of the tally has the deals player p wins alone, then those tied by two, by three and so on.
    """
    best, many = 0, 0
    for p in range(len(sums)):
        value = int(fixed[p])
        if value == 0:
            value = plain_class(t, key + sums[p])
        values[p] = value
        if value > best:
            best, many = value, 1
        elif value == best:
            many += 1
    for p in range(len(sums)):
        if values[p] == best:
            tally[p, many - 1] += ways
    return best


@kernel
def count_boards(t: Tables, holes: Any, live: int, tally: Any) -> int:
    """Count every board of five of the live cards for the players' holes; give the number of boards."""
    players = len(holes)
    sums, fixed, values = tally[:, 0] * 0, tally[:, 0] * 0, tally[:, 0] * 0
    for p in range(players):
        for card in range(52):
            if (holes[p] >> card) & 1 == 1:
                sums[p] += WEIGHTS[card % 13]
    had = t.cards[:13] * 0  # live cards of each rank
    for card in range(52):
        had[card % 13] += (live >> card) & 1
    flushed = t.cards[:1].repeat(_MASK + 1) * 0  # deals of five ranks that belong to the first case
    total = 0
    for suit in range(4):
        most = 0
        for p in range(players):
            most = max(most, popcount((int(holes[p]) >> (13 * suit)) & SUIT))
        ranks = (live >> (13 * suit)) & SUIT
        for flush in range(SUIT + 1):
            if flush & ~ranks != 0:
                continue
            size = popcount(flush)
            if size > 5 or size < max(5 - most, 3):
                continue
            key = 0
            for r in range(13):
                key += WEIGHTS[r] * ((flush >> r) & 1)
            for p in range(players):
                whole = flush | ((int(holes[p]) >> (13 * suit)) & SUIT)
                fixed[p] = t.flushes[whole] if popcount(whole) >= 5 else 0
            if size == 5:
                settle(t, key, 1, sums, fixed, values, tally)
                flushed[home_of_five(t, key)] += 1
                total += 1
                continue
            for r in range(13):
                n = had[r] - ((ranks >> r) & 1)
                if n == 0:
                    continue
                if size == 4:
                    settle(t, key + WEIGHTS[r], n, sums, fixed, values, tally)
                    flushed[home_of_five(t, key + WEIGHTS[r])] += n
                    total += n
                    continue
                for q in range(r + 1):
                    ways = n * (n - 1) // 2 if q == r else n * (had[q] - ((ranks >> q) & 1))
                    if ways == 0:
                        continue
                    five = key + WEIGHTS[r] + WEIGHTS[q]
                    settle(t, five, ways, sums, fixed, values, tally)
                    flushed[home_of_five(t, five)] += ways
                    total += ways
    fixed[:] = 0
    for a in range(13):
        for b in range(a + 1):
            for c in range(b + 1):
                for d in range(c + 1):
                    for e in range(d + 1):
                        if a == e:
                            continue  # five of a rank
                        ways, last, run = 1, a, 0
                        for r in (a, b, c, d, e):
                            if r == last:
                                run += 1
                            else:
                                ways *= choose(had[last], run)
                                last, run = r, 1
                        ways *= choose(had[last], run)
                        key = WEIGHTS[a] + WEIGHTS[b] + WEIGHTS[c] + WEIGHTS[d] + WEIGHTS[e]
                        ways -= flushed[home_of_five(t, key)]
                        if ways > 0:
                            settle(t, key, ways, sums, fixed, values, tally)
                            total += ways
    return total
