"""Determinized UCT on a device: each lane draws a world of its own and grows its tree there (`tree.grow`).

A lane's tree lies in its column of a pool that all lanes share. A launch adds a few simulations to every
tree; the lane's stream is kept in between, so that the sizes of the steps do not matter.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from parlour.compile import kernel
from parlour.compile.device import Memory, is_simulated, memory
from parlour.compile.lanes import add, lanes
from parlour.core.clock import getting_ready, now
from parlour.core.columns import unpack, width
from parlour.core.rng import LANES, Stream, draw
from parlour.core.rules import AnyState
from parlour.core.view import View
from parlour.search.playout import RANDOM, Settings
from parlour.search.playout_lanes import BINS, PARTS, draw_worlds
from parlour.search.rounds import Rounds
from parlour.search.sampling import Searched
from parlour.search.tree import Tree, grow

AT_ONCE = 1 << 15  # worlds searched at a time, and all of them where only time is limited
SIMULATED = 8  # on numba's simulator, which is slow
MOST_BYTES = 1 << 31  # of the pool
NODE_BYTES = 25
NODES = 16  # of a tree for each simulation, where there is room; beyond, new ones are only played out
PATH = 64  # plies of a descent in the tree
MOST_STEP = 256  # simulations of a launch in each tree
RESULT, SQUARE, TRIED, VISITS, BEST, SUMS = range(6)  # what is summed up of each move


class Forest(NamedTuple):
    """A tree for each lane, as `Tree` has them, in columns; `value` is used by no search of many worlds."""

    used: Any
    first: Any
    kids: Any
    action: Any
    visits: Any
    total: Any
    proven: Any
    value: Any
    path: Any
    movers: Any
    streams: Any
    stop: Any


@kernel
def step(
    world: AnyState, lane: int, rng: Any, forest: Forest, fresh: int, steps: int, settings: Settings
) -> None:
    """Add simulations to the lane's tree, which begins anew if it is `fresh`."""
    tree = Tree(
        forest.used[:, lane],
        forest.first[:, lane],
        forest.kids[:, lane],
        forest.action[:, lane],
        forest.visits[:, lane],
        forest.total[:, lane],
        forest.proven[:, lane],
        forest.value[:, lane],
    )
    if fresh != 0:
        tree.used[0] = 1
        tree.first[0] = 0
        tree.visits[0] = 0
        tree.proven[0] = 0
    else:
        rng[0] = forest.streams[lane]
    most = len(tree.first)
    path, movers = forest.path[:, lane], forest.movers[:, lane]
    grow(world, tree, rng, steps, settings, 0, most, forest.stop, path, movers)
    forest.streams[lane] = rng[0]


@lanes
def search_at_random(
    lane: int,
    rng: Any,
    like: AnyState,
    table: Any,
    forest: Forest,
    fresh: int,
    steps: int,
    more: int,
    settings: Settings,
) -> None:
    """Add simulations with random playouts to a lane's tree, one more to those below `more`."""
    # The policy is a constant here, so that the compiler leaves the others out.
    plain = Settings(settings.c, RANDOM, 0.0, settings.low, settings.high)
    step(unpack(like, table, lane), lane, rng, forest, fresh, steps + int(lane < more), plain)


@lanes
def search(
    lane: int,
    rng: Any,
    like: AnyState,
    table: Any,
    forest: Forest,
    fresh: int,
    steps: int,
    more: int,
    settings: Settings,
) -> None:
    """Add simulations to a lane's tree, one more to those below `more`."""
    step(unpack(like, table, lane), lane, rng, forest, fresh, steps + int(lane < more), settings)


@lanes(key=Forest)
def sum_up(lane: int, rng: Any, forest: Forest, moves: int, sums: Any) -> None:
    """Add what a lane's tree says of each move to the sums of all."""
    base = lane % BINS * moves
    best = 0
    for move in range(moves):
        visits, total = int(forest.visits[1 + move, lane]), forest.total[1 + move, lane]
        if visits == 0:
            continue
        mean = total / visits
        place = (base + move) * SUMS
        add(sums, place + RESULT, int(mean * PARTS))
        add(sums, place + SQUARE, int(mean * mean * PARTS))
        add(sums, place + TRIED, 1)
        add(sums, place + VISITS, visits)
        most, got = int(forest.visits[1 + best, lane]), forest.total[1 + best, lane]
        if visits > most or (visits == most and total > got):
            best = move
    add(sums, (base + best) * SUMS + BEST, 1)


class Plan(NamedTuple):
    """How many worlds to search, with how many simulations in each, and one more in some."""

    worlds: int
    simulations: int
    more: int = 0


class Woods:
    """The memory of searches on a device: worlds, trees and sums, kept from decision to decision."""

    def __init__(self, device: str, actions: int, simulations: int) -> None:
        self.device = device
        self._memory: Memory = memory(device)
        simulated = device == "gpu" and is_simulated()
        self._least = actions + 1  # nodes: the root, and its children
        fits = max(1, MOST_BYTES // NODE_BYTES // self._least)
        self.at_once = min(SIMULATED if simulated else AT_ONCE, fits)
        self._nodes = self._least + NODES * simulations
        self._forest: Forest | None = None
        self._table: Any = None

    def searched(
        self, view: View, moves: int, settings: Settings, rng: Stream, plan: Plan, seconds: float | None
    ) -> Searched:
        """Search the planned worlds, as many at a time as there is room for, until the time is up."""
        until = None if seconds is None else now() + seconds
        with getting_ready():
            forest, table = self._room(view.state, min(plan.worlds, self.at_once))
            sums = self._memory.zeros(BINS * moves * SUMS, np.int64)
        worlds_seed, trees_seed = int(draw(rng)), int(draw(rng))
        done = 0
        while done < plan.worlds:
            left = None if until is None else until - now()
            if done > 0 and left is not None and left <= 0.0:
                break
            count = min(plan.worlds - done, self.at_once)
            draw_worlds(self.device, count, worlds_seed + done * LANES, view.state, view.seat, table)
            pace = Rounds(plan.simulations, 1, MOST_STEP, left)
            more = min(max(plan.more - done, 0), count)
            self._grow(view.state, count, trees_seed + done * LANES, pace, more, settings)
            if pace.left > 0 and done > 0:  # as on the CPU, worlds that were not done in time do not count
                break
            sum_up(self.device, count, 0, forest, moves, sums)
            done += count
        return totals(self._memory.get(sums).reshape(BINS, moves, SUMS).sum(axis=0), done, settings)

    def _grow(
        self, view: AnyState, count: int, seed: int, pace: Rounds, more: int, settings: Settings
    ) -> None:
        """Grow a tree in each of so many worlds, a few simulations at a time."""
        run = search_at_random if settings.policy == RANDOM else search
        fresh = 1
        while (size := pace.next()) > 0:
            extra = more if size == pace.left else 0
            run(self.device, count, seed, view, self._table, self._forest, fresh, size, extra, settings)
            self._memory.finish()
            pace.made(size)
            fresh = 0

    def _room(self, s: AnyState, count: int) -> tuple[Forest, Any]:
        """Return the trees and the worlds of so many lanes; the room of a tree depends on nothing else."""
        rows = width(s)
        if self._forest is None or self._table.shape != (rows, count):
            nodes = min(self._nodes, max(self._least, MOST_BYTES // NODE_BYTES // count))
            self._forest = self._table = None  # what is not needed any more is given back first
            self._table = self._memory.zeros((rows, count), np.int64)
            zeros, whole = self._memory.zeros, np.int32
            self._forest = Forest(
                used=zeros((1, count), whole),
                first=zeros((nodes, count), whole),
                kids=zeros((nodes, count), whole),
                action=zeros((nodes, count), whole),
                visits=zeros((nodes, count), whole),
                total=zeros((nodes, count), np.float64),
                proven=zeros((nodes, count), np.int8),
                value=zeros((1, count), np.float32),
                path=zeros((PATH + 1, count), whole),
                movers=zeros((PATH + 1, count), whole),
                streams=zeros(count, np.uint64),
                stop=zeros(1, np.int64),
            )
        return self._forest, self._table


def totals(sums: Any, worlds: int, settings: Settings) -> Searched:
    """Turn sums over worlds into means on the scale of the game, each with its standard error."""
    span = settings.high - settings.low
    means: list[float | None] = []
    errors: list[float | None] = []
    for row in sums:
        tried = int(row[TRIED])
        mean = float(row[RESULT]) / PARTS / max(tried, 1)
        spread = max(float(row[SQUARE]) / PARTS / max(tried, 1) - mean * mean, 0.0)
        means.append(settings.low + mean * span if tried else None)
        errors.append(sqrt(spread / (tried - 1)) * span if tried > 1 else None)
    visits = [int(row[VISITS]) for row in sums]
    return Searched([], worlds, means, errors, visits, [int(row[BEST]) for row in sums], sum(visits))
