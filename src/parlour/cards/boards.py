"""Count boards one by one for whole ranges: every holding is ranked once on each board.

Suits that no range, board or dead card tells apart may be swapped, so of the boards that differ only by such
a swap one is counted, as many times as there are. Two ranges are compared after sorting: going up through
the classes, what is below and what is equal is known in total and by card, and so without the holdings that
share a card with the one at hand. More players are compared holding by holding.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.cards.cards import SUIT
from parlour.cards.evaluator import flush_class, plain_class
from parlour.cards.exact import SMALL
from parlour.cards.tables import BIAS, FLUSH, Tables
from parlour.compile import kernel
from parlour.core.bits import trailing
from parlour.core.rules import rule


@rule
def orbit(cards: int, blocks: tuple[int, int, int, int]) -> int:
    """Count the boards a board stands for; 0 if another stands for it.

    Suits with the same number in `blocks` may be swapped. A board stands for others when such suits hold
    sets of ranks that go down.
    """
    many = 1
    for suit in range(1, 4):
        own = (cards >> (13 * suit)) & SUIT
        before, same = 0, 1
        for other in range(suit):
            if blocks[other] == blocks[suit]:
                before += 1
                theirs = (cards >> (13 * other)) & SUIT
                if theirs < own:
                    return 0
                same += 1 if theirs == own else 0
        many = many * (before + 1) // same
    return many


@kernel(key=Tables)
def list_boards(fixed: int, live: Any, span: Any, missing: int, blocks: Any, cards: Any, counts: Any) -> int:
    """List the boards that complete `fixed` with a card of live[span[0]:span[1]] and cards before it."""
    at = [0, 0, 0, 0, 0]
    found = 0
    for first in range(span[0], span[1]):
        if first < missing - 1:
            continue
        at[0] = first
        for k in range(1, missing):
            at[k] = missing - 1 - k
        k = 1
        while k >= 1:
            come = 0
            for j in range(missing):
                come |= 1 << int(live[at[j]])
            many = orbit(come, blocks)
            if many > 0:
                cards[found] = fixed | come
                counts[found] = many
                found += 1
            k = missing - 1
            while k >= 1 and at[k] + 1 >= at[k - 1]:
                k -= 1
            if k >= 1:
                at[k] += 1
                for j in range(k + 1, missing):
                    at[j] = missing - 1 - j
    return found


@kernel
def rank_holdings(t: Tables, board: int, holds: Any, keys: Any, values: Any) -> int:
    """Return each holding its class on the board, 0 where they share a card; say how many are left."""
    key, cards = BIAS, board
    while cards != 0:
        key += int(t.cards[trailing(cards)])
        cards &= cards - 1
    left = 0
    for i in range(len(holds)):
        if holds[i] & board != 0:
            values[i] = 0
            continue
        left += 1
        whole = key + keys[i]
        if whole & FLUSH == 0:
            values[i] = plain_class(t, whole)
        else:
            values[i] = flush_class(t, whole, board | holds[i])
    return left


@kernel(key=Tables)
def compare_each(
    many: int, even: bool, holds: Any, shares: Any, bounds: Any, values: Any, tally: Any
) -> float:
    """Compare the holdings of all players one by one; add what each wins and ties to the tally.

    `even` says that all shares are 1: counting in whole numbers is several times faster.
    """
    last = len(bounds) - 2
    total = 0.0
    at = bounds.copy()  # the holding of each player that is looked at
    used = bounds * 0  # cards, by the players before
    best = bounds * 0  # the best class of the players before
    alike = bounds * 0  # and how many have it
    weight = bounds * 1.0  # the product of their shares
    weight[0] = float(many)
    p = 0
    while p >= 0:
        if p == last:
            taken, mark, over, level, under = used[p], best[p], 0.0, 0.0, 0.0
            if even:
                above, beside, met = 0, 0, 0
                # Slices and sums without branches: the compiler does several at a time.
                own, cards = values[bounds[p] : bounds[p + 1]], holds[bounds[p] : bounds[p + 1]]
                for i in range(len(own)):
                    value = own[i] if cards[i] & taken == 0 else 0
                    above += int(value > mark)
                    beside += int(value == mark)
                    met += int(value > 0)
                over, level, under = float(above), float(beside), float(met - above - beside)
            else:
                for i in range(bounds[p], bounds[p + 1]):
                    value = values[i] if holds[i] & taken == 0 else 0
                    over += shares[i] if value > mark else 0.0
                    level += shares[i] if value == mark else 0.0
                    under += shares[i] if 0 < value < mark else 0.0
            total += weight[p] * (over + level + under)
            tally[p, 0] += weight[p] * over
            tally[p, alike[p]] += weight[p] * level
            for q in range(last):
                if values[at[q]] == mark:
                    tally[q, alike[p]] += weight[p] * level
                    tally[q, alike[p] - 1] += weight[p] * under
        elif at[p] < bounds[p + 1]:
            i = at[p]
            value = values[i]
            if value == 0 or holds[i] & used[p] != 0:
                at[p] += 1
                continue
            used[p + 1] = used[p] | holds[i]
            weight[p + 1] = weight[p] * shares[i]
            alike[p + 1] = 1 if value > best[p] else alike[p] + (1 if value == best[p] else 0)
            best[p + 1] = max(value, best[p])
            p += 1
            continue
        else:
            at[p] = bounds[p]
        p -= 1
        if p >= 0:
            at[p] += 1
    return total


@kernel(key=Tables)
def compare_sorted(
    many: int,
    holds: Any,
    shares: Any,
    bounds: Any,
    values: Any,
    twins: Any,
    order: Any,
    tally: Any,
) -> float:
    """Compare two ranges; `twins` says where the other has the same holding, `order` is room to sort in."""
    size = len(values)
    half = bounds[1]
    # Two passes of a radix sort: a class has 13 bits.
    for digit in range(2):
        starts = [0] * 129
        for i in range(size):
            starts[((values[i] >> (7 * digit)) & 127) + 1] += 1
        for d in range(128):
            starts[d + 1] += starts[d]
        for n in range(size):
            i = n if digit == 0 else order[0, n]
            d = (values[i] >> (7 * digit)) & 127
            order[digit, starts[d]] = i
            starts[d] += 1
    begin = 0
    while begin < size and values[order[1, begin]] == 0:
        begin += 1
    by_card = [0.0] * 52  # what the second player holds of each card, all classes
    whole = 0.0
    for n in range(begin, size):
        i = order[1, n]
        if i >= half:
            whole += shares[i]
            by_card[trailing(int(holds[i]))] += shares[i]
            by_card[trailing(int(holds[i] & (holds[i] - 1)))] += shares[i]
    below = [0.0] * 52  # the same, of the classes passed
    level = [0.0] * 52  # the same, of this class
    below_all, total = 0.0, 0.0
    while begin < size:
        value, end, level_all = values[order[1, begin]], begin, 0.0
        while end < size and values[order[1, end]] == value:
            i = order[1, end]
            if i >= half:
                level_all += shares[i]
                level[trailing(int(holds[i]))] += shares[i]
                level[trailing(int(holds[i] & (holds[i] - 1)))] += shares[i]
            end += 1
        for n in range(begin, end):
            i = order[1, n]
            if i < half:
                a, b = trailing(int(holds[i])), trailing(int(holds[i] & (holds[i] - 1)))
                twin = shares[twins[i]] if twins[i] >= 0 else 0.0  # taken off twice, once for each card
                wins = below_all - below[a] - below[b]
                ties = level_all - level[a] - level[b] + twin
                met = whole - by_card[a] - by_card[b] + twin
                worth = many * shares[i]
                tally[0, 0] += worth * wins
                tally[0, 1] += worth * ties
                tally[1, 1] += worth * ties
                tally[1, 0] += worth * (met - wins - ties)
                total += worth * met
        for n in range(begin, end):
            i = order[1, n]
            if i >= half:
                a, b = trailing(int(holds[i])), trailing(int(holds[i] & (holds[i] - 1)))
                below_all += shares[i]
                below[a] += shares[i]
                below[b] += shares[i]
                level[a], level[b] = 0.0, 0.0
        begin = end
    return total


@kernel
def count_ranges(
    t: Tables,
    boards: Any,
    counts: Any,
    holds: Any,
    keys: Any,
    shares: Any,
    bounds: Any,
    twins: Any,
    tally: Any,
) -> float:
    """Count every holding of every player on some boards; give the weight of all that was counted."""
    values = holds * 0
    order = twins.repeat(2).reshape(2, len(twins)) * 0
    two = len(bounds) == 3 and bounds[1] * (bounds[2] - bounds[1]) > SMALL
    even = bool(np.all(shares == 1.0))
    total = 0.0
    for b in range(len(boards)):
        rank_holdings(t, int(boards[b]), holds, keys, values)
        if two:
            total += compare_sorted(counts[b], holds, shares, bounds, values, twins, order, tally)
        else:
            total += compare_each(counts[b], even, holds, shares, bounds, values, tally)
    return total
