"""Iterative deepening: one driver, one clock and one set of counters for every search that has a depth.

A search that is stopped gives what its last finished depth showed, and in addition, if only the best move is
wanted, what the depth under way has found so far: the best of the last depth went first, so whatever has
beaten it since is better. The first depth is always finished where time is the limit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any, Generic, TypeVar

import numpy as np

from parlour.core.limit import Limit
from parlour.search.clock import deadline, interruptible

Move = TypeVar("Move")
Result = TypeVar("Result")
UNLIMITED = 10**15  # positions
NODES, CUTS, HITS, HORIZON, STOPPED, LIMIT, STOP, PRUNE, REDUCE, AGE = range(10)  # places in the counters


def new_counters(nodes: int) -> Any:
    """Make the counters of a search of that many positions."""
    counters = np.zeros(AGE + 1, np.int64)
    counters[[LIMIT, PRUNE, REDUCE]] = nodes, 1, UNLIMITED
    return counters


def nodes_within(limit: Limit, own: int, depth: int = 0) -> int:
    """Return the positions a decision may visit: its own number unless the limit or a depth frees it."""
    free = limit.nodes is None and (limit.seconds is not None or limit.depth or depth)
    return limit.nodes or (UNLIMITED if free else own)


def within(
    seconds: float | None, counters: Any, job: Callable[[], Result], ripe: Callable[[], bool] = lambda: True
) -> Result:
    """Run a search that a time limit, once it is ripe, or Ctrl-C stops."""
    with deadline(counters, STOP, seconds, ripe):
        return interruptible(job, counters, STOP)


@dataclass
class Findings(Generic[Move]):
    """What is known of the moves, best first: values for the player to move, of the first moves or of all."""

    moves: list[Move]
    values: list[float] = field(default_factory=list)
    exact: list[bool] = field(default_factory=list)
    depth: int = 0  # the last that was finished
    solved: bool = False  # every value that matters is exact


# Search the moves, in this order, to a depth with a window: values and whether each is exact, of as many as
# were finished; one that reaches the top of the window may be the last.
Look = Callable[[int, list[Move], float, float], tuple[list[float], list[bool]]]


def deepen(
    moves: list[Move],
    deepest: int,
    look: Look[Move],
    counters: Any,
    seconds: float | None = None,
    every: bool = False,
    won: float = inf,
    width: float = inf,
    so_far: Callable[[Findings[Move]], None] = lambda found: None,
) -> Findings[Move]:
    """Look deeper and deeper until the limit, a proof, or the deepest.

    `every` asks for the value of each move, not only of the best. Values from `won` on are proven wins. The
    first window of a depth reaches `width` to each side of the last depth's value (aspiration). What a depth
    has shown is handed to `so_far` before the next.
    """
    found: Findings[Move] = Findings(list(moves))

    def run() -> Findings[Move]:
        nonlocal found
        for depth in range(1, deepest + 1):
            low, high = (-inf, inf)
            if found.values and not every:
                low, high = found.values[0] - width, found.values[0] + width
            values, exact = _aspire(look, depth, found.moves, low, high, counters)
            if len(values) < len(moves):
                if values and not (every and found.depth):
                    found = _so_far(found, values, exact)
                break
            rank = sorted(range(len(moves)), key=lambda i: -values[i])
            solved = all(exact) or max(values) >= won
            ordered = [found.moves[i] for i in rank], [values[i] for i in rank], [exact[i] for i in rank]
            found = Findings(*ordered, depth, solved)
            if solved and (all(exact) or not every):
                break
            so_far(found)
        return found

    return within(seconds, counters, run, lambda: found.depth > 0)


def _aspire(
    look: Look[Move], depth: int, moves: list[Move], low: float, high: float, counters: Any
) -> tuple[list[float], list[bool]]:
    """Search with a window around the value expected; open it on the side where the value fell out."""
    while True:
        values, exact = look(depth, moves, low, high)
        best = max(values, default=-inf)
        if counters[STOPPED] or low < best < high:
            return values, exact
        low, high = (-inf, high) if best <= low else (low, inf)


def _so_far(found: Findings[Move], values: list[float], exact: list[bool]) -> Findings[Move]:
    """Put the best of a depth that was stopped in front; what is known of the others does not compare."""
    top = max(range(len(values)), key=lambda i: values[i])
    others = [move for i, move in enumerate(found.moves) if i != top]
    return Findings([found.moves[top], *others], [values[top]], [exact[top]], found.depth)
