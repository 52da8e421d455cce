"""Taking two figures fairly: in turn, on one core, the median of several rounds."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

ROUNDS = 5


@dataclass(frozen=True)
class Row:
    """One comparison; ratio above 1 means that ours is better, whatever the unit."""

    name: str
    ours: float
    peer: float
    peer_name: str
    ratio: float
    unit: str

    def to_json(self) -> dict[str, Any]:
        """Give the row as data."""
        return {
            "name": self.name,
            "ours": self.ours,
            "peer": self.peer,
            "peer_name": self.peer_name,
            "ratio": self.ratio,
            "unit": self.unit,
        }


def rates(
    name: str,
    peer_name: str,
    unit: str,
    ours: Callable[[], int],
    peer: Callable[[], int],
    clock: Callable[[], float] = time.process_time,
    rounds: int = ROUNDS,
) -> Row:
    """Compare work a second; each callable does some work and says how much."""
    ours(), peer()
    ours_rates: list[float] = []
    peer_rates: list[float] = []
    for _ in range(rounds):
        for job, found in ((ours, ours_rates), (peer, peer_rates)):
            began = clock()
            amount = job()
            found.append(amount / (clock() - began))
    mine, theirs = statistics.median(ours_rates), statistics.median(peer_rates)
    ratio = statistics.median(a / b for a, b in zip(ours_rates, peer_rates, strict=True))
    return Row(name, mine, theirs, peer_name, ratio, unit)


def times(
    name: str, peer_name: str, ours: Callable[[], object], peer: Callable[[], object], rounds: int = ROUNDS
) -> Row:
    """Compare milliseconds for the same job; the ratio is how many times faster ours is."""
    ours(), peer()
    mine: list[float] = []
    theirs: list[float] = []
    for _ in range(rounds):
        for job, found in ((ours, mine), (peer, theirs)):
            began = time.perf_counter()
            job()
            found.append(1000.0 * (time.perf_counter() - began))
    ratio = statistics.median(b / a for a, b in zip(mine, theirs, strict=True))
    return Row(name, statistics.median(mine), statistics.median(theirs), peer_name, ratio, "ms")
