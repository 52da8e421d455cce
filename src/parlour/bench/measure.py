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
        """Return the row as data."""
        return dict(vars(self))


def counted(amount: int, work: Callable[[], object]) -> Callable[[], int]:
    """Let a job say how much work it does."""

    def job() -> int:
        work()
        return amount

    return job


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
    rows = _in_turn(ours, peer, clock, rounds)
    mine, theirs = ([amount / took for amount, took in column] for column in zip(*rows, strict=True))
    ratio = statistics.median(a / b for a, b in zip(mine, theirs, strict=True))
    return Row(name, statistics.median(mine), statistics.median(theirs), peer_name, ratio, unit)


def times(
    name: str, peer_name: str, ours: Callable[[], object], peer: Callable[[], object], rounds: int = ROUNDS
) -> Row:
    """Compare milliseconds for the same job; the ratio is how many times faster ours is."""
    rows = _in_turn(ours, peer, time.perf_counter, rounds)
    mine, theirs = ([1000.0 * took for _, took in column] for column in zip(*rows, strict=True))
    ratio = statistics.median(b / a for a, b in zip(mine, theirs, strict=True))
    return Row(name, statistics.median(mine), statistics.median(theirs), peer_name, ratio, "ms")


def _in_turn(
    ours: Callable[[], Any], peer: Callable[[], Any], clock: Callable[[], float], rounds: int
) -> list[tuple[tuple[Any, float], tuple[Any, float]]]:
    """Do both jobs once unmeasured, then in turn; give what each gave and the time it took, by rounds."""

    def measured(job: Callable[[], Any]) -> tuple[Any, float]:
        began = clock()
        amount = job()
        return amount, clock() - began

    ours(), peer()
    return [(measured(ours), measured(peer)) for _ in range(rounds)]
