"""Odds of Liar's Dice: how likely it is that a number of hidden dice match a face.

The exact figure is the binomial tail. The rough one is the normal curve in its logistic form (Page 1977),
with the continuity correction: a count of at least k begins at k - 1/2.
"""

from __future__ import annotations

from functools import cache
from math import comb, exp, fsum, log, sqrt
from typing import Any, NamedTuple

import numpy as np

from parlour.games.liars_dice.bids import DICE, FACES, WILD, all_bids, face_of, quantity_of

SURE = 6.0  # log-odds at which a claim is as good as certain to a player


class Sheet(NamedTuple):
    """The rules of a table as compiled code wants them: the bids by number, and odds to look up."""

    table: tuple[int, ...]
    quantity: Any  # of each bid
    face: Any  # of each bid
    number: Any  # of the bid [quantity, face]; -1 where there is none
    odds: Any  # log-odds that of n hidden dice k match: [0, n, k] plain faces, [1, n, k] with wild ones


@cache
def _terms(dice: int, chance: float) -> tuple[float, ...]:
    """Return the chance of each number of matching dice."""
    return tuple(comb(dice, k) * chance**k * (1.0 - chance) ** (dice - k) for k in range(dice + 1))


@cache
def tail(dice: int, need: int, chance: float) -> float:
    """Return the exact chance that at least `need` of `dice` dice match."""
    return 1.0 if need <= 0 else min(1.0, fsum(_terms(dice, chance)[need:]))


@cache
def rough_tail(dice: int, need: int, chance: float) -> float:
    """Return that chance by the logistic form of the normal curve; no better than a fair guess by eye."""
    if need <= 0:
        return 1.0
    if need > dice:
        return 0.0
    spread = sqrt(dice * chance * (1.0 - chance))
    if spread == 0.0:
        return 1.0
    z = (need - 0.5 - dice * chance) / spread
    return 1.0 / (1.0 + exp(min(700.0, 1.5976 * z + 0.070566 * z**3)))


def chance_of(face: int, table: tuple[int, ...]) -> float:
    """Return the chance that one die matches a face."""
    wild = table[WILD] > 0 and face != table[WILD]
    return (2.0 if wild else 1.0) / table[FACES]


def log_odds(chance: float) -> float:
    """Return the log-odds of a chance, kept within what is as good as certain."""
    if chance <= 0.0 or chance >= 1.0:
        return SURE if chance >= 1.0 else -SURE
    return max(-SURE, min(SURE, log(chance / (1.0 - chance))))


@cache
def parts_of(table: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """List the quantity and the face of each bid, to be looked up by its number."""
    return tuple((quantity_of(bid, table), face_of(bid, table)) for bid in range(all_bids(table)))


@cache
def sheet_of(table: tuple[int, ...]) -> Sheet:
    """Write down the bids of a table and the odds of every number of its dice."""
    dice = table[DICE]
    odds = np.full((2, dice + 1, dice + 2), -SURE)
    for kind, chance in enumerate((1.0 / table[FACES], min(1.0, 2.0 / table[FACES]))):
        for n in range(dice + 1):
            for k in range(n + 1):
                odds[kind, n, k] = log_odds(tail(n, k, chance))
    quantity, face = np.array(parts_of(table), np.int64).T.copy()
    number = np.full((dice + 1, table[FACES] + 1), -1)
    number[quantity, face] = range(len(quantity))
    return Sheet(table, quantity, face, number, odds)
