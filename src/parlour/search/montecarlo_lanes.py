"""Flat Monte Carlo on a device: rounds of playouts, with every move in each of many worlds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from parlour.compile.device import Memory, is_simulated, memory
from parlour.core.clock import getting_ready
from parlour.core.columns import pack, width
from parlour.core.rng import LANES, Stream, draw
from parlour.core.rules import AnyState
from parlour.core.view import View
from parlour.search.playout import RANDOM, Settings
from parlour.search.playout_lanes import BINS, PARTS, draw_worlds, try_moves, try_moves_at_random
from parlour.search.rounds import Rounds

FIRST = 1 << 14  # playouts of the first round, by which the next ones are measured
MOST = 1 << 19  # playouts of a round
MOST_BYTES = 1 << 28  # of a table of worlds
SIMULATED = 8  # playouts of a round on numba's simulator, which is slow


class Sampled(NamedTuple):
    """What every move has got so far: the mean result, the mean of its square, and from how many playouts."""

    means: Any
    squares: Any
    made: int


class Sampler:
    """Tables and sums in the memory of a device, kept from decision to decision."""

    def __init__(self, device: str) -> None:
        self.device = device
        self._memory: Memory = memory(device)
        self._table: Any = None
        self._most = SIMULATED if device == "gpu" and is_simulated() else MOST

    def rounds(
        self, view: View, moves: int, settings: Settings, rng: Stream, total: int, seconds: float | None
    ) -> Iterator[Sampled]:
        """Try every move `total` times, or until the time is up; give after each round what was found.

        Each playout has a stream of its own by its number, so that the sizes of the rounds do not matter.
        """
        hidden = view.game.traits.hidden
        with getting_ready():
            table = self._table_for(view.state, moves) if hidden else self._memory.put(column(view.state))
            sums = self._memory.zeros(2 * moves * BINS, np.int64)
        worlds_seed, playouts_seed = int(draw(rng)), int(draw(rng))
        before, totals = np.zeros((BINS, moves, 2), np.int64), np.zeros((moves, 2))
        most = min(table.shape[1] if hidden else self._most, max(1, self._most // moves))
        pace = Rounds(total, max(1, min(FIRST, self._most) // moves), most, seconds)
        run = try_moves_at_random if settings.policy == RANDOM else try_moves
        made = 0
        while (size := pace.next()) > 0:
            if hidden:
                draw_worlds(self.device, size, worlds_seed + made * LANES, view.state, view.seat, table)
            seed = playouts_seed + made * moves * LANES
            run(self.device, size * moves, seed, view.state, table, view.seat, moves, settings, sums)
            after = self._memory.get(sums).reshape(before.shape).copy()
            made += size
            pace.made(size)
            totals += (after - before).sum(axis=0)  # of one round: no sum runs over
            before = after
            yield scaled(totals / (made * float(PARTS)), made, settings)

    def _table_for(self, s: AnyState, moves: int) -> Any:
        """Return the table of worlds; its room is that for the least number of moves, so that it stays."""
        rows = width(s)
        columns = max(1, min(self._most // 2, MOST_BYTES // (8 * rows)))
        if self._table is None or self._table.shape != (rows, columns):
            self._table = self._memory.zeros((rows, columns), np.int64)
        return self._table


def scaled(shares: Any, made: int, settings: Settings) -> Sampled:
    """Bring means, of results between 0 and 1 and of their squares, back to the scale of the game."""
    span = settings.high - settings.low
    means = settings.low + shares[:, 0] * span
    spread = np.maximum(shares[:, 1] - shares[:, 0] ** 2, 0.0) * span**2
    return Sampled(means, means**2 + spread, made)


def column(s: AnyState) -> Any:
    """Return a state as a table of one column."""
    table = np.zeros((width(s), 1), np.int64)
    pack(s, table, 0)
    return table
