"""Equity the slow way, as a referee: every deal one by one, ranked by eval7."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import eval7

from parlour.cards.cards import card_text
from parlour.core.bits import listed

CARDS = [eval7.Card(card_text(card)) for card in range(52)]


def brute_force(
    ranges: Sequence[dict[int, float]], board: int, dead: int
) -> tuple[list[float], list[float], float]:
    """Give each player's wins and tie shares, by weight, and the weight of all deals."""
    players = len(ranges)
    wins, shares, total = [0.0] * players, [0.0] * players, 0.0
    deck = [card for card in range(52) if not (board | dead) >> card & 1]
    for come in combinations(deck, 5 - board.bit_count()):
        table = board | sum(1 << card for card in come)
        values = [
            {hold: _rank(hold | table) for hold in holdings if not hold & (table | dead)}
            for holdings in ranges
        ]
        for choice, weight in _choices(ranges, values, 0, 0, 1.0):
            best = max(choice)
            winners = [p for p in range(players) if choice[p] == best]
            total += weight
            for p in winners:
                if len(winners) == 1:
                    wins[p] += weight
                else:
                    shares[p] += weight / len(winners)
    return wins, shares, total


def _choices(
    ranges: Sequence[dict[int, float]], values: list[dict[int, int]], p: int, used: int, weight: float
) -> list[tuple[list[int], float]]:
    if p == len(ranges):
        return [([], weight)]
    found = []
    for hold, value in values[p].items():
        if not hold & used:
            rest = _choices(ranges, values, p + 1, used | hold, weight * ranges[p][hold])
            found += [([value, *others], total) for others, total in rest]
    return found


def _rank(cards: int) -> int:
    value: int = eval7.evaluate([CARDS[card] for card in listed(cards)])
    return value
