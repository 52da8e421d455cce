"""The public tree of a large game of private hands, grown level by level by all lanes of a device.

`cfr_tree` walks a tree from every deal, one node after the other; here every lane takes a node, and tens of
millions fit. The same things are checked at every node for every deal: that all lead to the same tree, that
nothing but the hands is hidden, that what a seat sees depends on its own hand alone. Chance may act in the
deal only. A seat is taken to remember what was played, whatever its states forget.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.compile.device import Memory, memory
from parlour.compile.lanes import lanes
from parlour.core import rules
from parlour.core.bits import lowest, rest, some
from parlour.core.columns import pack, unpack, width
from parlour.core.errors import Unsuitable
from parlour.core.fingerprint import fingerprint
from parlour.core.game import Game
from parlour.core.rng import GOLDEN, Stream
from parlour.core.rules import CHANCE, OVER, AnyState, legal, mask, play, returns, sees, turn
from parlour.search import cfr_tree
from parlour.search.cfr_form import MOST_DEALS, REASONS, Deal, Form, Side, deals, hands_of

MOST_NODES = {"cpu": 1 << 21, "gpu": 1 << 25}  # in which a seat is to move
MOST_TABLES = 1000
ROOM = {"cpu": 1 << 31, "gpu": 1 << 34}  # bytes for the states of a level
NO, ON, STOP = range(3)


@dataclass(frozen=True)
class WideForm(Form):
    """What is solved of a large game, with the size of its public tree."""

    nodes: int
    sets: int  # information sets of both seats


@dataclass(frozen=True)
class _Level:
    """The nodes of a level in which somebody moves, as the device has them, and two limits for the host."""

    turns: Any
    onward: Any  # first node of the next level, of each node; one more at the end
    stops: Any  # first end of this level, of each node
    moves: tuple[Any, Any]  # actions that lead to those nodes and to those ends
    keys: Any  # what a seat sees, by node and hand
    sums: Any  # over all deals, of what each end pays times numbers drawn for the deal
    sizes: tuple[int, int, int]  # nodes, nodes of the next level, ends


@lanes
def look(lane: int, rng: Any, like: AnyState, states: Any, found: Any) -> None:
    """Say who moves at a node, how many actions lead on, and how many end the game."""
    s = unpack(like, states, lane)
    found[NO, lane] = turn(s)
    left = legal(s)
    while some(left):
        after = play(s, lowest(left))
        left = rest(left)
        found[STOP if turn(after) == OVER else ON, lane] += 1


@lanes
def advance(
    lane: int,
    rng: Any,
    like: AnyState,
    states: Any,
    later: Any,
    sizes: Any,
    turns: Any,
    onward: Any,
    stops: Any,
    moves: Any,
    calls: Any,
    keys: Any,
    sums: Any,
    hands: Any,
    draws: Any,
    status: Any,
) -> None:
    """Play all actions of a node in each of some deals, and check that every deal has the same node there."""
    nodes, more, number = sizes[0], sizes[1], sizes[2]
    for d in range(number):
        s = unpack(like, states, d * nodes + lane)
        mover = turn(s)
        if mover != turns[lane]:
            status[0] = cfr_tree.DIFFERENT
            return
        hand, key = hands[d, mover], fingerprint(mask(s, mover))
        if keys[lane, hand] == 0:
            keys[lane, hand] = key
        elif keys[lane, hand] != key:
            status[0] = cfr_tree.TOLD
            return
        on, end = onward[lane], stops[lane]
        left = legal(s)
        while some(left):
            a = lowest(left)
            left = rest(left)
            after = play(s, a)
            if not sees(s, a, -1, after):
                status[0] = cfr_tree.HIDDEN
                return
            over = turn(after) == OVER
            if (end if over else on) == (stops[lane + 1] if over else onward[lane + 1]):
                status[0] = cfr_tree.DIFFERENT
                return
            if over:
                calls[end] = a if calls[end] < 0 else calls[end]
                sums[0, end] += draws[d, 0] * returns(after)[0]
                sums[1, end] += draws[d, 1] * returns(after)[0]
            else:
                moves[on] = a if moves[on] < 0 else moves[on]
                pack(after, later, d * more + on)
            if a != (calls[end] if over else moves[on]):
                status[0] = cfr_tree.DIFFERENT
                return
            end += 1 if over else 0
            on += 0 if over else 1
        if on != onward[lane + 1] or end != stops[lane + 1]:
            status[0] = cfr_tree.DIFFERENT
            return


def wide_form(game: Game, device: str, most: int | None = None) -> WideForm:
    """Lay a large game of private hands flat on a settled device; raise Unsuitable if it is none."""
    dealt = deals(game)
    if dealt is None:
        raise Unsuitable(f"{game.name}: it has {MOST_DEALS:,} deals or more")
    held, size = hands_of(dealt)
    tree = _Tree(game.name, memory(device), dealt, held, max(size))
    tree.grow(MOST_NODES[device] if most is None else most)
    tree.check(ROOM[device])
    return tree.form(size)


class _Tree:
    """A public tree in the making."""

    def __init__(self, name: str, at: Memory, dealt: list[Deal], held: Any, hands: int) -> None:
        self.name, self.at, self.dealt, self.hands = name, at, dealt, hands
        self.held = np.array(held, np.int64)
        self.like = dealt[0][0]
        self.levels: list[_Level] = []
        rng = Stream.of("tables of ends", name)
        self.draws = np.array([[rng.uniform() for _ in range(2)] for _ in dealt])

    def grow(self, most: int) -> None:
        """Find the nodes of every level by the first deal."""
        states, size, total = self._columns(0, 1), 1, 0
        while size:
            total += size
            if total > most:
                gpu = f"; a GPU takes {MOST_NODES['gpu']:,}" if most < MOST_NODES["gpu"] else ""
                raise Unsuitable(f"{self.name}: {REASONS[cfr_tree.FULL]} ({most:,} decisions at most{gpu})")
            found = self.at.zeros((3, size), np.int32)
            look(self.at.name, size, 0, self.like, states, found)
            turns, *counts = self.at.get(found)
            if (turns == CHANCE).any():
                raise Unsuitable(f"{self.name}: chance acts again after the deal, in a tree this large")
            onward, stops = (np.concatenate([[0], np.cumsum(c)]).astype(np.int32) for c in counts)
            more, ends = int(onward[-1]), int(stops[-1])
            put, zeros = self.at.put, self.at.zeros
            level = _Level(
                put(turns.astype(np.int8)),
                put(onward),
                put(stops),
                (put(np.full(max(more, 1), -1, np.int16)), put(np.full(max(ends, 1), -1, np.int16))),
                zeros((size, self.hands), np.int64),
                zeros((2, max(ends, 1)), np.float64),
                (size, more, ends),
            )
            later = zeros((width(self.like), max(more, 1)), np.int64)
            self._advance(level, states, later, 0, 1)
            self.levels.append(level)
            states, size = later, more

    def check(self, room: int) -> None:
        """Play all other deals through the same nodes, as many at a time as there is room for."""
        widest = max(level.sizes[0] for level in self.levels)
        batch = max(1, min(len(self.dealt) - 1, room // (16 * widest * width(self.like))))
        rooms = [self.at.zeros((width(self.like), batch * widest), np.int64) for _ in range(2)]
        for low in range(1, len(self.dealt), batch):
            high = min(low + batch, len(self.dealt))
            states = self._columns(low, high)
            for number, level in enumerate(self.levels):
                self._advance(level, states, rooms[number % 2], low, high)
                states = rooms[number % 2]

    def form(self, size: tuple[int, int]) -> WideForm:
        """Number the rows of both seats, and find which ends pay alike."""
        get = self.at.get
        rows = [np.zeros(1, np.int32), np.zeros(1, np.int32)]
        used = [1, 1]
        sides: list[list[tuple[Any, ...]]] = [[], []]
        ends: list[list[Any]] = [[], []]
        for level in self.levels:
            turns, onward, stops = get(level.turns), get(level.onward), get(level.stops)
            on, over = np.diff(onward), np.diff(stops)
            first = np.zeros(len(turns), np.int32)
            for seat in (0, 1):
                mine = turns == seat
                count = (on + over)[mine]
                first[mine] = used[seat] + np.cumsum(count) - count
                sides[seat].append((first[mine], count, rows[seat][mine]))
                used[seat] += int(count.sum())
            here = np.repeat(np.arange(len(turns)), on)
            last = np.repeat(np.arange(len(turns)), over)
            place = np.arange(len(here)) - onward[here]
            call = np.arange(len(last)) - stops[last] + on[last]
            for seat in (0, 1):
                own = rows[seat]
                ends[seat].append(np.where(turns[last] == seat, first[last] + call, own[last]))
                rows[seat] = np.where(turns[here] == seat, first[here] + place, own[here]).astype(np.int32)
        made = []
        for seat in (0, 1):
            columns = (np.concatenate(column) for column in zip(*sides[seat], strict=True))
            made.append(Side(size[seat], used[seat], *columns))
        table, tables = self._tables(size)
        odds = np.zeros((1, *size))
        for (_, p, _), (mine, other) in zip(self.dealt, self.held, strict=True):
            odds[0, mine, other] += p
        return WideForm(
            self.name,
            (made[0], made[1]),
            (np.concatenate(ends[0]), np.concatenate(ends[1])),
            table,
            np.ones(len(table)),
            (np.ascontiguousarray(tables.transpose(0, 2, 1)), -tables),
            np.broadcast_to(odds, tables.shape),
            sum(level.sizes[0] + level.sizes[2] for level in self.levels),
            sum(side.hands * len(side.first) for side in made),
        )

    def _tables(self, size: tuple[int, int]) -> tuple[Any, Any]:
        """Return which table each end has, and what the tables pay by both hands times the deal's chance."""
        sums = [self.at.get(level.sums)[:, : level.sizes[2]] for level in self.levels]
        both = np.concatenate(sums, axis=1).view(np.uint64)
        mixed = both[0] * np.uint64(GOLDEN)
        mixed = (mixed ^ mixed >> np.uint64(29) ^ both[1]) * np.uint64(GOLDEN)
        _, sample, table = np.unique(mixed, return_index=True, return_inverse=True)
        if len(sample) > MOST_TABLES:
            raise Unsuitable(f"{self.name}: its ends pay in more than {MOST_TABLES:,} ways")
        tables = np.zeros((len(sample), *size))
        for number, end in enumerate(sample):
            path = self._path(int(end))
            for (s, p, _), (mine, other) in zip(self.dealt, self.held, strict=True):
                for a in path:
                    s = rules.play(s, a)
                tables[number, mine, other] += p * rules.returns(s)[0]
        return table.astype(np.int32).ravel(), tables

    def _path(self, end: int) -> list[int]:
        """Return the actions that lead to an end."""
        number = 0
        while end >= self.levels[number].sizes[2]:
            end -= self.levels[number].sizes[2]
            number += 1
        level = self.levels[number]
        path = [int(self.at.get(level.moves[1])[end])]
        node = int(np.searchsorted(self.at.get(level.stops), end, "right")) - 1
        for level in reversed(self.levels[:number]):
            path.append(int(self.at.get(level.moves[0])[node]))
            node = int(np.searchsorted(self.at.get(level.onward), node, "right")) - 1
        return path[::-1]

    def _columns(self, low: int, high: int) -> Any:
        """Return the states of some deals as a table."""
        states = np.zeros((width(self.like), high - low), np.int64)
        for place, (s, _, _) in enumerate(self.dealt[low:high]):
            pack(s, states, place)
        return self.at.put(states)

    def _advance(self, level: _Level, states: Any, later: Any, low: int, high: int) -> None:
        put, status = self.at.put, self.at.put(np.zeros(1, np.int64))
        nodes, more, _ = level.sizes
        advance(
            self.at.name, nodes, 0, self.like, states, later, put(np.array([nodes, more, high - low])),
            level.turns, level.onward, level.stops, *level.moves, level.keys, level.sums,
            put(self.held[low:high]), put(self.draws[low:high]), status,
        )  # fmt: skip
        if error := int(self.at.get(status)[0]):
            raise Unsuitable(f"{self.name}: {REASONS[error]}")
