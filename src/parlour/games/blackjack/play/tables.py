"""Every hand of Blackjack as a multiset of values, and every way in which the dealer's hand can end.

Values are numbered from 0, the ace, to 9, the tens. A player's hand that is not bust is one of 3,083
multisets; they are numbered by their points, so that a card always leads to a higher number.

The dealer's hands are a tree: each node adds a card to its parent's, in falling order of value, so that one
product along a path gives the chance of all orders in which the same cards may come. An end has the number of
orders that really lead to it (no part of them ends earlier). Busts are left out: they are what is left of 1.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

VALUES = 10
ACE, TEN = 0, 9
MOST = 21
BUST, NATURAL = 5, 6  # ends of a dealer's hand, after 17 to 21
ENDS = 7


class Hands(NamedTuple):
    """The player's hands, by number."""

    cards: Any  # (10, hands): how many of each value
    child: Any  # (hands, 10): the hand after one more card, or -1 if that is bust
    best: Any  # the total
    soft: Any  # 1 if an ace counts 11
    size: Any  # cards


class DealerTree(NamedTuple):
    """The dealer's hands after the first card, parents before children."""

    value: Any  # of the card that a node adds
    before: Any  # how many of that value the parent has already
    depth: Any  # cards of the parent
    end: Any  # which end it is, or -1
    orders: Any  # in which the cards may come


@cache
def hands() -> Hands:
    """Number all hands that are not bust, the empty one first."""
    found: list[tuple[int, tuple[int, ...]]] = []

    def grow(counts: list[int], lowest: int, points: int) -> None:
        found.append((points, tuple(counts)))
        for value in range(lowest, VALUES):
            if points + value + 1 <= MOST:
                counts[value] += 1
                grow(counts, value, points + value + 1)
                counts[value] -= 1

    grow([0] * VALUES, 0, 0)
    found.sort()
    number = {counts: index for index, (_, counts) in enumerate(found)}
    child = np.full((len(found), VALUES), -1, np.int64)
    for index, (_, counts) in enumerate(found):
        for value in range(VALUES):
            more = (*counts[:value], counts[value] + 1, *counts[value + 1 :])
            child[index, value] = number.get(more, -1)
    points = np.array([points for points, _ in found])
    cards = np.array([counts for _, counts in found]).T
    soft = (cards[ACE] > 0) & (points <= 11)
    return Hands(
        cards.astype(np.float64), child, points + 10 * soft, soft.astype(np.int64), cards.sum(axis=0)
    )


def hand_number(counts: tuple[int, ...]) -> int:
    """Return the number of a hand, -1 if it is bust."""
    child = hands().child
    at = 0
    for value, many in enumerate(counts):
        for _ in range(many):
            at = int(child[at, value])
            if at < 0:
                return -1
    return at


@cache
def tree(up: int, h17: int, peek: int) -> DealerTree:
    """List how the dealer's hand may go on from a first card; after a look, never to a blackjack."""
    ends: dict[tuple[int, ...], int] = {}
    level = {(0,) * VALUES: 1}
    barred = {ACE: TEN, TEN: ACE}.get(up, -1) if peek else -1
    while level:
        following: dict[tuple[int, ...], int] = {}
        for counts, orders in level.items():
            for value in range(VALUES):
                if value == barred and not any(counts):
                    continue
                more = (*counts[:value], counts[value] + 1, *counts[value + 1 :])
                where = following if _end(up, more, h17) < 0 else ends
                where[more] = where.get(more, 0) + orders
        level = following
    return _as_tree(up, h17, {counts: n for counts, n in ends.items() if _end(up, counts, h17) != BUST})


def _end(up: int, counts: tuple[int, ...], h17: int) -> int:
    points = up + 1 + sum((value + 1) * many for value, many in enumerate(counts))
    soft = (up == ACE or counts[ACE] > 0) and points <= 11
    total = points + 10 * soft
    if total > MOST:
        return BUST
    if sum(counts) == 1 and total == MOST:
        return NATURAL
    return total - 17 if total > 17 or (total == 17 and not (soft and h17)) else -1


def _as_tree(up: int, h17: int, ends: dict[tuple[int, ...], int]) -> DealerTree:
    nodes: dict[tuple[int, ...], int] = {}  # the cards in falling order: orders
    for counts, orders in ends.items():
        path = tuple(value for value in range(VALUES - 1, -1, -1) for _ in range(counts[value]))
        for length in range(1, len(path)):
            nodes.setdefault(path[:length], 0)
        nodes[path] = orders
    rows = []
    for path in sorted(nodes):
        orders = nodes[path]
        counts = tuple(path.count(value) for value in range(VALUES))
        end = _end(up, counts, h17) if orders else -1
        rows.append((path[-1], path[:-1].count(path[-1]), len(path) - 1, end, float(orders)))
    values, before, depths, found, many = (np.array(column) for column in zip(*rows, strict=True))
    return DealerTree(values, before.astype(np.float64), depths, found, many)
