"""Glicko-2: a rating, how sure it is, and how steady (M. E. Glickman, "Example of the Glicko-2 system").

The names of the formulas are Glickman's: mu and phi are the rating and its deviation on the scale on which
he computes, sigma is the volatility.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, hypot, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
START, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
TAU = 0.5  # how much the volatility may change; Glickman advises 0.3 to 1.2
SMALL = 1e-6  # at which the search for the volatility ends


class Standing(NamedTuple):
    """What is known of a player's strength."""

    rating: float = START
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY


class Game(NamedTuple):
    """A result: the opponent's rating and deviation, and 1, 0.5 or 0 for a win, a draw or a loss."""

    rating: float
    deviation: float
    score: float


def updated(before: Standing, games: Sequence[Game]) -> Standing:
    """Return the standing after a rating period with these games."""
    if not games:
        return idle(before, 1)
    mu, phi = (before.rating - START) / SCALE, before.deviation / SCALE
    information, gained = 0.0, 0.0
    for game in games:
        g = 1.0 / sqrt(1.0 + 3.0 * (game.deviation / SCALE / pi) ** 2)
        expected = 1.0 / (1.0 + exp(-g * (mu - (game.rating - START) / SCALE)))
        information += g * g * expected * (1.0 - expected)
        gained += g * (game.score - expected)
    v = 1.0 / information
    sigma = _volatility(before.volatility, phi, v, v * gained)
    phi = 1.0 / sqrt(1.0 / (phi * phi + sigma * sigma) + information)
    return Standing(START + SCALE * (mu + phi * phi * gained), _known(SCALE * phi), sigma)


def idle(before: Standing, periods: int) -> Standing:
    """Return the standing after rating periods without a game: less is known of it, nothing else changes."""
    spread = hypot(before.deviation / SCALE, sqrt(periods) * before.volatility)
    return before._replace(deviation=_known(SCALE * spread))


def _known(deviation: float) -> float:
    return min(deviation, START_DEVIATION)  # never less sure than of somebody who has not played


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Find the new volatility by the Illinois method (step 5 of the paper)."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + v + exp(x)
        return exp(x) * (delta * delta - spread) / (2.0 * spread * spread) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + v:
        high = log(delta * delta - phi * phi - v)
    else:
        k = 1
        while f(a - k * TAU) < 0.0:
            k += 1
        high = a - k * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > SMALL:
        new = low + (low - high) * at_low / (at_high - at_low)
        at_new = f(new)
        if at_new * at_high <= 0.0:
            low, at_low = high, at_high
        else:
            at_low /= 2.0
        high, at_high = new, at_new
    return exp(low / 2.0)
