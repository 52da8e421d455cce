"""Size a bet for the fastest growth of the bankroll (Kelly, Bell System Technical Journal, 1956)."""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum, inf, isfinite, log1p

from .value import checked_distribution, checked_numbers, expected_value

_STEPS = 200  # halvings: more than a float has bits


def kelly(win: float, odds: float, part: float = 1.0) -> float:
    """Return the share of the bankroll to bet at `odds` to 1: (p b - q) / b, and 0 when that is below 0.

    `part` bets a fraction of it: half of Kelly keeps three quarters of the growth with half of the swings.
    """
    if not 0.0 <= win <= 1.0:
        raise ValueError(f"win is {win}: give a probability from 0 to 1")
    if not isfinite(odds) or odds <= 0:
        raise ValueError(f"odds is {odds}: give more than 0")
    return _part(part) * max(0.0, win - (1.0 - win) / odds)


def kelly_general(outcomes: Iterable[float], probabilities: Iterable[float], part: float = 1.0) -> float:
    """Return the share to bet when a unit bet may have any net outcomes, -1 being the loss of it.

    It is where the growth rate's slope, sum p x / (1 + f x), crosses 0; a game that is not worth playing
    gives 0. Without a losing outcome there is no limit, and that is an error.
    """
    values = checked_numbers(outcomes, "outcomes")
    weights = checked_distribution(probabilities, len(values), "probabilities")
    part = _part(part)
    if expected_value(values, weights) <= 0.0:
        return 0.0
    worst = min(x for x, p in zip(values, weights, strict=True) if p > 0.0)
    if worst >= 0.0:
        raise ValueError("no outcome loses: there is no limit to the bet")
    low, high = 0.0, -1.0 / worst
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _slope(values, weights, middle) > 0.0:
            low = middle
        else:
            high = middle
    return part * low


def growth_rate(share: float, outcomes: Iterable[float], probabilities: Iterable[float]) -> float:
    """Return the growth of the log of the bankroll a bet: sum p log(1 + f x); -inf where all may be lost."""
    values = checked_numbers(outcomes, "outcomes")
    weights = checked_distribution(probabilities, len(values), "probabilities")
    if not isfinite(share) or share < 0:
        raise ValueError(f"share is {share}: give 0 or more")
    if any(1.0 + share * x <= 0.0 for x, p in zip(values, weights, strict=True) if p > 0.0):
        return -inf
    return fsum(p * log1p(share * x) for x, p in zip(values, weights, strict=True) if p > 0.0)


def _slope(values: list[float], weights: list[float], share: float) -> float:
    total = 0.0
    for x, p in zip(values, weights, strict=True):
        if p > 0.0:
            left = 1.0 + share * x
            if left <= 0.0:
                return -inf
            total += p * x / left
    return total


def _part(part: float) -> float:
    if not 0.0 <= part <= 1.0:
        raise ValueError(f"part is {part}: give a share of the full bet from 0 to 1")
    return part
