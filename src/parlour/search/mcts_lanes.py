"""Monte Carlo tree search on a device: rounds of many simulations in one tree, until the limit is reached."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from parlour.compile.device import Memory, is_simulated, memory
from parlour.core.bits import count
from parlour.core.clock import getting_ready, now
from parlour.core.rng import Stream
from parlour.core.rules import AnyState, legal
from parlour.search import lane_tree
from parlour.search.lane_tree import FIELDS, LINE, ONE, PROVEN, TOLD, USED, Pool
from parlour.search.playout import Settings

LANES = 1 << 14  # simulations at a time: more would keep a large GPU busier, and know less of each other
MOST_LANES = 1 << 20
ROOM = 1 << 23  # nodes of a pool, at 56 bytes each
FEW, SHARE = 32, 4  # what a round finds guides only the next: it is a fourth of all before, or a few
GROUP = 0.002  # seconds of rounds between two looks at the clock
MOST_ROUNDS = 256  # of a group
STRIDE = {"cpu": 256, "gpu": 1 << 16}  # lanes that look after the nodes
SIMULATED_LANES = 32  # numba's simulator is slow
_spare: list[tuple[str, int, Pool]] = []  # what no search uses now: making a pool takes longer than a round
_lock = threading.Lock()


class Found(NamedTuple):
    """What a search has found: a row for each move, and the line that it expects after it."""

    rows: dict[int, tuple[int, float, float | None]]  # visits, total and the proven value, scaled to [0, 1]
    lines: dict[int, list[int]]
    nodes: int
    proven: bool


class LaneSearch:
    """One search: a pool, and the rounds that fill it; to be used in a `with` statement."""

    def __init__(self, device: str, s: AnyState, settings: Settings, solve: bool, room: int = ROOM) -> None:
        self.device, self._s, self._settings, self._solve = device, s, settings, int(solve)
        self._memory: Memory = memory(device)
        self._room = room
        simulated = device == "gpu" and is_simulated()
        self._most = SIMULATED_LANES if simulated else MOST_LANES
        self._stride = min(self._most, STRIDE[device])
        self._number = 0  # of the round
        self.made = 0

    def __enter__(self) -> LaneSearch:
        with getting_ready():
            self._pool = self._taken()
        nodes, gates, sums, _, counts = self._pool
        lane_tree.plant(self.device, 1, 0, nodes, gates, sums, counts)
        self._rounds(1, 1, 0)
        return self

    def __exit__(self, *_: object) -> None:
        with _lock:
            _spare.append((self.device, self._room, self._pool))

    def _taken(self) -> Pool:
        with _lock:
            for index, (device, room, pool) in enumerate(_spare):
                if (device, room) == (self.device, self._room):
                    del _spare[index]
                    return pool
        zeros, room = self._memory.zeros, self._room
        return Pool(
            zeros((room, FIELDS), np.int32),
            zeros(room, np.int32),
            zeros(2 * room, np.int64),
            zeros(room, np.int32),
            zeros(2, np.int64),
        )

    def _rounds(self, rounds: int, lanes: int, seed: int) -> None:
        """Make rounds of so many simulations each."""
        lane_tree.rounds(
            self.device,
            rounds,
            seed,
            (lanes, self._stride),
            root=self._s,
            **self._pool._asdict(),
            number=self._number + 1,
            settings=self._settings,
            solve=self._solve,
            stride=self._stride,
            c=self._settings.c,
        )
        self._number += rounds

    def grow(
        self, rng: Stream, total: int, until: float | None, lanes: int, so_far: Callable[[int], None]
    ) -> int:
        """Make rounds until that many simulations are made, the time is up or the root is proven."""
        lanes = min(lanes, self._most)
        rounds, took, seed = 1, 0.0, rng.spawn("rounds")[0]
        while self.made < total:
            began = now()
            size = min(lanes, max(FEW, self.made // SHARE), total - self.made)
            alike = min(rounds, (total - self.made) // size) if size == lanes else 1
            self._rounds(alike, size, seed)
            self.made += alike * size
            if self._counts()[PROVEN]:  # reading it waits for the rounds
                break
            took = max((now() - began) / alike, 1e-6)
            rounds = max(1, min(MOST_ROUNDS, int(GROUP / took)))
            if until is not None:
                left = int((until - now()) / took)
                if left < 1:
                    break
                rounds = min(rounds, left)
            so_far(self.made)
        return self.made

    def _counts(self) -> list[int]:
        found: list[int] = self._memory.get(self._pool.counts).tolist()
        return found

    def found(self) -> Found:
        """Read what is known of the root's moves."""
        kids = count(legal(self._s))
        table = self._memory.zeros((kids, TOLD + LINE), np.int64)
        nodes, gates, sums, _, _ = self._pool
        lane_tree.report(self.device, kids, 0, nodes, gates, sums, table)
        rows, lines = {}, {}
        told: list[list[Any]] = self._memory.get(table).tolist()
        for action, visits, total, stamp, value, length, *line in told:
            rows[action] = (visits, total / ONE, value / ONE if stamp else None)
            lines[action] = line[:length]
        counts = self._counts()
        return Found(rows, lines, min(counts[USED], self._room), bool(counts[PROVEN]))
