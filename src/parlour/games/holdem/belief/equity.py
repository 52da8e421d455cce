"""How strong holdings are on a Hold'em board: all 1326 at once, against any two cards or against ranges.

Where cards are to come, boards are run out a number of times, the same ones for the same board, so that two
players who look at one board see one picture of it. Before the flop the table of all match-ups is exact.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.cards.evaluator import flush_of_set, plain_class, sum_of_set
from parlour.cards.preflop import BOARDS, HOLDINGS, against_random, results
from parlour.cards.ranges import all_holdings, holding_index
from parlour.cards.tables import CLASSES, FLUSH, Tables, tables
from parlour.compile import kernel
from parlour.core.bits import listed
from parlour.core.rng import Stream

Floats = NDArray[np.float64]
ROUNDS = 2  # from a flop, in each round every card comes once on the turn and once on the river
HOLDS = np.array(all_holdings(), np.int64)
DECK = (1 << 52) - 1


class BoardEquity(NamedTuple):
    """What holdings are worth on one board."""

    equity: Floats  # of each holding against any two cards; -1 where the board holds one of its cards
    rank: Floats  # the share of holdings, from 0 to 1, that are worth less
    order: NDArray[np.intp]  # the holdings, the weakest first
    runouts: NDArray[np.int64]  # the boards that were looked at; none before the flop


@kernel
def _all_equities(t: Tables, holds: Any, runouts: Any, totals: Any, counts: Any, classes: Any) -> int:
    """Add up for each holding the share of all others that it beats on each board, ties by half."""
    counts_of_class = np.zeros(CLASSES + 2, np.int64)
    for board in runouts:
        counts_of_class[:] = 0
        number = 0
        for i in range(len(holds)):
            classes[i] = 0
            if holds[i] & board == 0:
                cards = holds[i] | board
                key = sum_of_set(t, cards)
                classes[i] = flush_of_set(t, cards) if key & FLUSH != 0 else plain_class(t, key)
                counts_of_class[classes[i] + 1] += 1
                number += 1
        for j in range(1, CLASSES + 2):
            counts_of_class[j] += counts_of_class[j - 1]
        for i in range(len(holds)):
            c = classes[i]
            if c > 0:
                below, upto = counts_of_class[c], counts_of_class[c + 1]
                totals[i] += (below + 0.5 * (upto - below - 1)) / (number - 1)
                counts[i] += 1
    return len(runouts)


@kernel
def _shares(t: Tables, own: int, holds: Any, runouts: Any, weights: Any, found: Any) -> int:
    """Return a holding's equity in each case, against a range for each player.

    On each board the others are taken to hold their cards independently; their shared cards are neglected.
    """
    cases, players, looked = weights.shape[0], weights.shape[1], 0
    won, whole = np.zeros((cases, players)), np.zeros((cases, players))
    for board in runouts:
        if board & own != 0:
            continue
        cards = own | board
        key = sum_of_set(t, cards)
        mine = flush_of_set(t, cards) if key & FLUSH != 0 else plain_class(t, key)
        won[:], whole[:] = 0.0, 0.0
        for i in range(len(holds)):
            if holds[i] & cards != 0:
                continue
            held = holds[i] | board
            key = sum_of_set(t, held)
            theirs = flush_of_set(t, held) if key & FLUSH != 0 else plain_class(t, key)
            beaten = 1.0 if theirs < mine else 0.5 if theirs == mine else 0.0
            for case in range(cases):
                for player in range(players):
                    weight = weights[case, player, i]
                    whole[case, player] += weight
                    won[case, player] += beaten * weight
        for case in range(cases):
            share = 1.0
            for player in range(players):
                if whole[case, player] > 0.0:
                    share *= won[case, player] / whole[case, player]
            found[case] += share
        looked += 1
    for case in range(cases):
        found[case] /= max(looked, 1)
    return looked


@lru_cache(maxsize=256)
def board_equity(board: int) -> BoardEquity:
    """Return the equity of all holdings on a board of none, three, four or five cards."""
    if board == 0:
        equity = against_random()
        return _board_equity(equity, np.zeros(0, np.int64))
    runouts = _runouts(board)
    return _board_equity(equities(HOLDS, runouts), runouts)


def _board_equity(equity: Floats, runouts: NDArray[np.int64]) -> BoardEquity:
    return BoardEquity(equity, _ranks(equity), np.argsort(equity, kind="stable"), runouts)


def equities(holds: NDArray[np.int64], runouts: NDArray[np.int64]) -> Floats:
    """Return the share of the others that each holding beats on these boards; -1 where no board allows it."""
    totals, counts = np.zeros(len(holds)), np.zeros(len(holds), np.int64)
    _all_equities(tables(), holds, runouts, totals, counts, np.zeros(len(holds), np.int64))
    return np.where(counts > 0, totals / np.maximum(counts, 1), -1.0)


def shares(own: int, board: int, weights: Floats) -> Floats:
    """Return the share of the pot a holding wins on average in each case.

    `weights` has a case, a player and a holding: how likely in that case that player has that holding.
    """
    found = np.zeros(len(weights))
    if board == 0:
        held = weights * (HOLDS & own == 0)
        whole = np.maximum(held.sum(axis=2), 1e-12)
        product: Floats = (held @ _before_the_flop(own) / whole).prod(axis=1)
        return product
    _shares(tables(), own, HOLDS, board_equity(board).runouts, np.ascontiguousarray(weights), found)
    return found


@lru_cache(maxsize=169)
def _before_the_flop(own: int) -> Floats:
    """Return the equity of a holding against each other one, 0 for those that share a card."""
    others = np.nonzero(HOLDS & own == 0)[0]
    place = holding_index(own)
    wins, ties = results(np.full(len(others), place), others)
    row = np.zeros(HOLDINGS)
    row[others] = (wins + ties / 2) / BOARDS
    return row


def _ranks(equity: Floats) -> Floats:
    possible = equity >= 0.0
    ordered = np.sort(equity[possible])
    return np.where(possible, np.searchsorted(ordered, equity) / max(len(ordered) - 1, 1), -1.0)


def _runouts(board: int) -> NDArray[np.int64]:
    """Run a board out: from the turn all rivers, else by a stream that the board names."""
    rest = listed(DECK & ~board)
    if board.bit_count() == 5:
        return np.array([board], np.int64)
    if board.bit_count() == 4:
        return np.array([board | 1 << card for card in rest], np.int64)
    rng, found = Stream([board]), []
    for _ in range(ROUNDS):
        rest = shuffled(rest, rng)  # a card and its neighbour are turn and river
        found += [board | 1 << rest[i - 1] | 1 << card for i, card in enumerate(rest)]
    return np.array(found, np.int64)


def shuffled(cards: list[int], rng: Stream) -> list[int]:
    """Return cards in any order."""
    found = list(cards)
    for last in range(len(found) - 1, 0, -1):
        other = rng.below(last + 1)
        found[last], found[other] = found[other], found[last]
    return found
