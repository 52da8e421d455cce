"""How good sampling is: the error and the time of estimates with more and more deals."""

from __future__ import annotations

import time
from dataclasses import dataclass

from parlour.cards import exact
from parlour.cards.equity import count, deals_to_draw, draw
from parlour.cards.spot import Spot
from parlour.core.rng import Stream

SIZES = (100, 500, 1000, 5000, 10_000)
REPEATS = 20
AFFORDABLE = 10.0  # seconds of counting that are worth it to know the true error


@dataclass(frozen=True)
class Line:
    """Estimates of the first player's equity with one number of deals."""

    samples: int
    standard_error: float  # as the estimates tell it, on average
    real_error: float | None  # root of the mean square of estimate less exact; None without an exact value
    milliseconds: float  # of processor time, each


def accuracy(spot: Spot, method: str, seed: int) -> list[Line]:
    """Estimate several times with each number of deals and compare with the exact value."""
    deals_to_draw(spot, None, SIZES[0], method)
    affordable = exact.plan(spot).seconds <= AFFORDABLE
    truth = count(spot).players[0].equity if affordable else None
    draw(spot, SIZES[0], method, Stream.of(seed))  # compiles
    lines = []
    for samples in SIZES:
        began = time.process_time()
        found = [
            draw(spot, samples, method, Stream.of(seed, samples, again)).players[0]
            for again in range(REPEATS)
        ]
        took = 1000.0 * (time.process_time() - began) / REPEATS
        real = None
        if truth is not None:
            real = (sum((player.equity - truth) ** 2 for player in found) / REPEATS) ** 0.5
        told = (sum(player.standard_error**2 for player in found) / REPEATS) ** 0.5
        lines.append(Line(samples, told, real, took))
    return lines
