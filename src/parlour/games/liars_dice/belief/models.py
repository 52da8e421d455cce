"""Kinds of Liar's Dice players as weights of the bidder formula, and which of them a seat is likely to be.

`beginner`, `steady` and `schemer` are fitted to how the players of the levels easy, medium and hard bid and
call (tools/fit_liars_dice_bidder.py), for two players and for more, with many dice and with few; `honest` and
`bold` are set by hand after what people do. So each level models the ones below it: hard answers beginners
and steady players, expert answers schemers too. What kind a seat is, is learned by Bayes from the rounds in
which its dice were shown: each of its bids and calls is more likely with some kinds than with others.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from parlour.games.liars_dice.belief.bidder import LEAN, SIZE, STRAY
from parlour.games.liars_dice.belief.play import score_hands
from parlour.games.liars_dice.belief.rounds import Round

LEANING = 0.7  # dice of a face that a bid of it stands for, beyond the average
STRAYING = 0.03  # chance that a player does anything at all
FEW_DICE = 4  # a seat has fewer of them, on average, at a table of few dice
KINDS = ("beginner", "steady", "honest", "bold", "random", "schemer")
SCHEMER = 5
OWN_KIND = 1  # how one goes on oneself when a round is rolled forward
LEVEL_ONE = np.array([0.28, 0.37, 0.15, 0.15, 0.05, 0.0])  # whom hard expects to meet
LEVEL_TWO = np.array([0.10, 0.20, 0.08, 0.08, 0.04, 0.5])  # whom expert expects to meet

Weights = tuple[float, ...]
# Bids: holds falls sounds absurd own jump again keeps high even safest suits shared
# calls: call wrong right room public strained
_HONEST = (0.8, 1.6, 0, 0, 0.8, -0.3, 0, 0.2, 0, 0, 0, 0, 0, -0.6, 1, 0.6, 0, 0, 0)
_BOLD = (0.2, 0.5, 0.5, 0.8, 0.2, -0.3, 0.2, 0, 0, 0, 0, 0, 0, -0.8, 0.8, 0.3, 0, 0, 0)
_BEGINNER_OF_TWO = (
    0.31, -0.79, 1.66, -0.87, 1.06, -2.24, -1.38, -0.13, -2.74, 2.50, 2.46, 0, 0,
    5.20, 2.26, -1.20, 0, 0, 0,
)  # fmt: skip
_STEADY_OF_TWO = (
    -0.10, 3.65, -1.44, 0.63, 0.39, -0.74, 0.85, 1.73, 2.01, -1.35, 0.70, 0, 0,
    2.62, 2.92, -2.47, 0, 0, 0,
)  # fmt: skip
_SCHEMER_OF_TWO = (
    0.27, 0.74, -2.21, 1.79, 0.15, -1.38, 2.92, 1.18, 0.99, 0.48, -0.40, 0, 0,
    0.45, 1.24, -0.86, 0, 0, 0,
)  # fmt: skip
_BEGINNER = (
    0.02, 0.55, 0.35, 0.25, 1.39, -4.05, -0.58, 0.98, -3.24, 0.02, 1.54, 0, 0,
    -0.17, 4.40, -3.32, 0, 0, 0,
)  # fmt: skip
_STEADY = (
    -0.40, 5.20, 0.18, -0.09, 1.43, 0.29, 0.03, 0.13, 1.95, -1.61, 0.58, 0, 0,
    3.32, 3.95, -3.17, 0, 0, 0,
)  # fmt: skip
_SCHEMER = (
    -0.17, 2.64, -1.07, 2.53, 1.29, -0.17, 0.13, -1.74, 0.72, -3.72, 1.93, -0.67, 0.49,
    -2.05, 2.04, 0.06, 0.61, 1.32, 1.49,
)  # fmt: skip
_SCHEMER_OF_FEW = (
    -0.10, 4.19, -0.59, 1.25, 0.25, 0.40, -0.34, -1.55, 2.10, -3.19, 0.76, -0.87, 1.10,
    -2.34, 3.16, 0.00, 0.03, 0.78, 1.18,
)  # fmt: skip


def _rows(beginner: Weights, steady: Weights, schemer: Weights, trust: float) -> Any:
    """Put the kinds together; schemers may take more, or less, from a bid than the others do."""
    rows = np.zeros((len(KINDS), SIZE))
    for row, terms in zip(rows, (beginner, steady, _HONEST, _BOLD, _HONEST, schemer), strict=True):
        row[: len(terms)] = terms
        row[LEAN], row[STRAY] = LEANING, STRAYING
    rows[KINDS.index("random"), STRAY] = 1.0
    rows[SCHEMER, LEAN] = trust
    return rows


TWO = _rows(_BEGINNER_OF_TWO, _STEADY_OF_TWO, _SCHEMER_OF_TWO, LEANING)
MORE = _rows(_BEGINNER, _STEADY, _SCHEMER, 1.2)
FEW = _rows(_BEGINNER, _STEADY, _SCHEMER_OF_FEW, 0.5)


def players(counts: tuple[int, ...]) -> Any:
    """Return the kinds of players there are at a table with that many dice a seat."""
    active = sum(count > 0 for count in counts)
    if active == 2:
        return TWO
    return MORE if sum(counts) >= FEW_DICE * active else FEW


def learned(player: int, rounds: list[Round], prior: Any) -> Any:
    """Return how likely each kind is for a seat after the rounds that were shown."""
    logs = np.log(np.maximum(prior, 1e-300))
    for shown in rounds:
        seat = shown.seat_of(player)
        if seat >= 0:
            logs = logs + likelihood(seat, shown)
    chances = np.exp(logs - logs.max())
    return chances / chances.sum()


@lru_cache(4096)
def likelihood(seat: int, shown: Round) -> Any:
    """Return the logarithm of how likely what a seat did in a round is, for each kind of player."""
    hands = np.array([shown.hands[seat]], np.int64)
    kinds = players(shown.counts)
    return np.log(score_hands(seat, shown.counts, shown.table, shown.steps, hands, kinds)[0])
