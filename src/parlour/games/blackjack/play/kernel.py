"""The two loops behind every value of Blackjack: how the dealer ends, and what a player's hands are worth."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.compile import kernel
from parlour.compile.backend import is_interpreted
from parlour.games.blackjack.play.tables import BUST, ENDS, NATURAL, VALUES, DealerTree, tree

LANES = 256  # shoes that are looked at side by side


class House(NamedTuple):
    """The rules that values depend on."""

    infinite: int
    h17: int
    peek: int
    das: int
    hands: int
    resplit_aces: int
    hit_aces: int
    double_from: int  # the least hard total that may be doubled, 0 for any two cards
    surrender: int  # 0 none, 1 late, 2 early
    natural: float  # what a blackjack pays


def dealer_ends(house: House, up: int, barred: int, shoes: Any) -> Any:
    """Find how likely each end of the dealer's hand is, for each shoe (a column of `shoes`).

    `barred` is the value that the hole card is known not to have, or -1.
    """
    paths = tree(up, house.h17, house.peek)
    lasting = 1.0 - house.infinite  # what a card that is drawn takes from the shoe
    total = shoes.sum(axis=0)
    drawn = np.arange(int(paths.depth.max()) + 1)[:, None]
    share = 1.0 / np.maximum(total - drawn * lasting, 1.0)
    chance = np.ones((len(drawn) + 1, shoes.shape[1]))
    ends = np.zeros((ENDS, shoes.shape[1]))
    if is_interpreted(House):
        _walk_by_arrays(paths, lasting, shoes, share, chance, ends)
    else:
        _walk(paths, lasting, shoes, share, chance, ends)
    if barred >= 0:
        ends *= total / np.maximum(total - shoes[barred], 1.0)
    ends[BUST] = 1.0 - ends.sum(axis=0)
    return ends


@kernel(key=House)
def _walk(paths: DealerTree, lasting: float, shoes: Any, share: Any, chance: Any, ends: Any) -> int:
    """Walk the tree of the dealer's hands, some shoes at a time, so that they stay in the fastest memory."""
    value, before, depth, end, orders = paths
    lanes = shoes.shape[1]
    for first in range(0, lanes, LANES):
        after = min(first + LANES, lanes)
        for node in range(len(value)):
            d, v, gone = depth[node], value[node], before[node] * lasting
            for lane in range(first, after):
                chance[d + 1, lane] = chance[d, lane] * (shoes[v, lane] - gone) * share[d, lane]
            e = end[node]
            if e >= 0:
                many = orders[node]
                for lane in range(first, after):
                    ends[e, lane] += many * chance[d + 1, lane]
    return len(value)


def _walk_by_arrays(
    paths: DealerTree, lasting: float, shoes: Any, share: Any, chance: Any, ends: Any
) -> None:
    """Do what `_walk` does without a compiler: all shoes at once."""
    for v, gone, d, e, many in zip(*paths, strict=True):
        chance[d + 1] = chance[d] * (shoes[v] - gone * lasting) * share[d]
        if e >= 0:
            ends[e] += many * chance[d + 1]


@kernel
def hand_worths(
    house: House,
    barred: int,
    shoe: Any,
    members: Any,
    own: Any,
    cards: Any,
    child: Any,
    best: Any,
    ends: Any,
    stand: Any,
    hit: Any,
    double: Any,
) -> int:
    """Find what standing, hitting and doubling are worth for a hand and all that may become of it.

    `members` are the hands in rising order, the first is the one that the shoe is given for (without its
    cards, which are `own`); `ends` has the dealer's chances for each, or one column if they do not vary.
    """
    lasting = 1.0 - house.infinite
    n = np.zeros(VALUES)
    for place in range(len(members) - 1, -1, -1):
        h = members[place]
        column = place if ends.shape[1] > 1 else 0
        worth = ends[BUST, column] - ends[NATURAL, column]
        for e in range(5):
            if best[h] > e + 17:
                worth += ends[e, column]
            elif best[h] < e + 17:
                worth -= ends[e, column]
        stand[h] = worth
        total = 0.0
        for v in range(VALUES):
            n[v] = shoe[v] - (cards[v, h] - own[v]) * lasting
            total += max(n[v], 0.0)
        more, last = 0.0, 0.0
        for v in range(VALUES):
            if n[v] <= 0.0:
                continue
            p = n[v] / total
            if barred >= 0 and house.infinite == 0:  # one of the others is face down
                others = total - n[barred]
                p = n[v] / max(total - 1.0, 1.0)
                if v != barred:
                    p *= (others - 1.0) / max(others, 1.0)
            c = child[h, v]
            if c < 0:
                more -= p
                last -= p
            else:
                more += p * max(stand[c], hit[c])
                last += p * stand[c]
        hit[h] = more
        double[h] = 2.0 * last
    return len(members)
