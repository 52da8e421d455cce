"""What a Hold'em pot is worth on the next street, where betting goes on, against one player.

Some next boards are looked at, and some of the other's holdings for all of them. On each board the better of
checking and betting is taken, by how this player answers bets: who calls too much pays the good hands off,
who folds too much leaves the pot to the others, and both make it worth more to see another card than the
share of the pot alone.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.cards.ranges import holding_index
from parlour.compile import kernel
from parlour.core.bits import listed
from parlour.core.rng import Stream
from parlour.games.holdem.belief.answers import AFTER_THE_FLOP, POINTS, Answers, Asked, Steps, steps
from parlour.games.holdem.belief.equity import DECK, HOLDS, Floats, board_equity, equities, shuffled

BOARDS = (32, 12, 20)  # next boards looked at before the flop, on the flop, on the turn
BETS = (0.5, 1.0)  # in pots; and all-in
SHARPNESS = (1.4, 1.8, 50.0)  # how surely the better of two hands wins: on the flop, the turn, the river
REALISED = (0.94, 0.97, 1.0)  # of the share, on the next street, where betting still goes on after it
RIVERS = 16  # that are run out after each turn
LEAST = 0.005  # equity is kept so far from 0 and from 1
SOME = np.array(sorted(shuffled(list(range(len(HOLDS))), Stream([len(HOLDS)]))[:220]))  # of the holdings


class Next(NamedTuple):
    """The next street: a row for each board, a column for each of the other's holdings."""

    wins: Floats  # how likely the own hand wins against it
    possible: NDArray[np.bool_]
    order: Steps  # the holdings from the weakest to the strongest
    rank: Steps
    steps: Steps  # its equity


def worth(own: int, board: int, pot: float, behind: float, held: Floats, answers: Answers) -> float:
    """Return one's part of the pot before the next card, with `behind` left; `held` is the other's range."""
    street = _street(board)
    after = _next(own, board)
    bets = sorted({min(size * pot, behind) for size in BETS} | {behind})
    asked = [Asked(AFTER_THE_FLOP, bet / pot, bet / (pot + 2 * bet)) for bet in bets if bet > 0.0]
    tables = np.array([answers.tables(each) for each in asked]).reshape(len(asked), 3, len(POINTS))
    realised = REALISED[street] * np.ones(1 + len(asked))
    realised[-1] = 1.0 if asked else REALISED[street]  # all-in
    sizes = np.array([0.0, *(bet for bet in bets if bet > 0.0)])
    return float(_mean_of_best(after, float(pot), held[SOME], tables, sizes, realised))


@kernel
def _mean_of_best(after: Next, pot: float, held: Any, tables: Any, sizes: Any, realised: Any) -> float:
    """Return the mean over boards of the better of checking and betting, by the tables of folds."""
    places = np.zeros(len(held), np.int64)
    weights = np.zeros(len(held))
    total = 0.0
    for board in range(len(after.wins)):
        whole, reached, share = 1e-12, 0.0, 0.0
        for i in range(len(held)):
            weights[i] = held[i] if after.possible[board, i] else 0.0
            whole += weights[i]
        for i in range(len(held)):
            weights[i] /= whole
            share += weights[i] * after.wins[board, i]
        for k in range(len(held)):
            i = after.order[board, k]
            reached += weights[i]
            places[i] = int(min(reached, 1.0) * (tables.shape[2] - 1) + 0.5)
        best = realised[0] * pot * share
        for n in range(len(tables)):
            folds, called = 0.0, 0.0
            for i in range(len(held)):
                gone = tables[n, 0, after.rank[board, i]] + tables[n, 1, places[i]]
                gone += tables[n, 2, after.steps[board, i]]
                folds += weights[i] * gone
                called += weights[i] * (1.0 - gone) * after.wins[board, i]
            bet = sizes[n + 1]
            worth_of = folds * pot + realised[n + 1] * called * (pot + 2 * bet) - (1.0 - folds) * bet
            best = max(best, worth_of)
        total += best
    return total / len(after.wins)


def _street(board: int) -> int:
    return max(board.bit_count() - 2, 0)


@lru_cache(maxsize=4)
def _next(own: int, board: int) -> Next:
    """Look at the next street."""
    if board == 0:
        flops, equities = _flops()
        free = flops & own == 0
        equity, mine = equities[free][:, SOME], equities[free][:, holding_index(own), None]
    else:
        found = _on_next_cards(own, board)
        equity, mine = found[:, :-1], found[:, -1:]
    possible = (equity >= 0.0) & (HOLDS[SOME] & own == 0)
    mine, equity = np.clip(mine, LEAST, 1.0 - LEAST), np.clip(equity, LEAST, 1.0 - LEAST)
    ahead = np.log(mine / (1.0 - mine)) - np.log(equity / (1.0 - equity))
    wins = 1.0 / (1.0 + np.exp(-np.clip(SHARPNESS[_street(board)] * ahead, -30.0, 30.0)))
    order = np.argsort(equity, axis=1, kind="stable")
    rank = _places(possible.astype(np.float64), order)
    return Next(*(np.ascontiguousarray(each) for each in (wins, possible, order, steps(rank), steps(equity))))


def _places(weights: Floats, order: Steps) -> Floats:
    """Give, row by row, the share of the other holdings that each holding beats."""
    reached = np.cumsum(np.take_along_axis(weights, order, axis=1), axis=1)
    found = np.empty_like(weights)
    np.put_along_axis(found, order, reached / np.maximum(reached[:, -1:], 1e-12), axis=1)
    return found


@cache
def _flops() -> tuple[NDArray[np.int64], Floats]:
    """Return some flops, always the same, and what every holding is worth on each."""
    rng, deck = Stream([BOARDS[0]]), listed(DECK)
    flops = [sum(1 << card for card in shuffled(deck, rng)[:3]) for _ in range(BOARDS[0])]
    return np.array(flops, np.int64), np.array([board_equity(flop).equity for flop in flops])


def _on_next_cards(own: int, board: int) -> Floats:
    """Return what the other's holdings and, last, one's own are worth after some next cards."""
    rng = Stream([own, board])
    cards = shuffled(listed(DECK & ~own & ~board), rng)
    holds = np.append(HOLDS[SOME], own)
    rows = []
    for place, card in enumerate(cards[: BOARDS[_street(board)]]):
        after = board | 1 << card
        rivers = [after | 1 << river for river in cards if river != card][place : place + RIVERS]
        rows.append(equities(holds, np.array(rivers if after.bit_count() == 4 else [after], np.int64)))
    return np.array(rows)
