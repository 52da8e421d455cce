"""Exact best responses to a policy, found by walking the whole game with every lane at a state of its own.

The seat that responds plays everything; what the others and chance do is weighed by how likely they do it.
So every end pays into the last thing the responding seat did before it, and the best of these is taken from
the last decisions to the first: the best response in sequence form (von Stengel 1996). Nothing is sampled.
The walk goes level by level in pieces, so that the memory it takes does not grow with the tree; what grows
are the information sets of the seat that responds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.batches.players import place_of
from parlour.batches.policies import Policy, policy_of
from parlour.compile.device import Memory, memory, settle
from parlour.compile.lanes import lanes
from parlour.core.bits import count, lowest, rest, some
from parlour.core.columns import pack, unpack, width
from parlour.core.errors import Unsuitable
from parlour.core.fingerprint import fingerprint
from parlour.core.game import Game
from parlour.core.registry import settled_game
from parlour.core.rules import CHANCE, OVER, AnyState, legal, mask, play, returns, rule, turn, weights
from parlour.core.trial import try_out

AT_ONCE = {"cpu": 1 << 14, "gpu": 1 << 18}  # states that are looked at together
MOST_NODES = 200_000_000
NOTHING = 0  # what a seat has done before its first decision


@dataclass(frozen=True)
class Response:
    """What a seat earns on average by the best it can do against a policy of all others."""

    seat: int
    value: float
    information_sets: int  # of the seat, where the others may let it come
    nodes: int  # of the walk


@dataclass(frozen=True)
class Exploitability:
    """How much a policy for both seats of a zero-sum game leaves to best responses."""

    responses: tuple[Response, Response]

    @property
    def value(self) -> float:
        """Average what the two best responses earn: half of NashConv, 0 in equilibrium."""
        return (self.responses[0].value + self.responses[1].value) / 2


@rule
def likelihood(s: AnyState, mover: int, a: int, rank: int, place: int, first: Any, shares: Any) -> float:
    """Return how likely chance or a policy plays an action, the one of that rank among the legal ones."""
    if mover == CHANCE:
        return weights(s, a)
    if place < 0:
        return 1.0 / count(legal(s))
    return float(shares[first[place] + rank])


@lanes
def survey(
    lane: int,
    rng: Any,
    like: AnyState,
    nodes: Any,
    reach: Any,
    begin: int,
    seat: int,
    keys: Any,
    starts: Any,
    shares: Any,
    sizes: Any,
    views: Any,
    pays: Any,
) -> None:
    """Count what may follow a state; tell what an end pays, and what the seat sees where it decides."""
    s = unpack(like, nodes, begin + lane)
    mover = turn(s)
    sizes[lane] = -1
    views[lane] = 0
    pays[lane] = 0.0
    if mover == OVER:
        pays[lane] = reach[begin + lane] * returns(s)[seat]
        return
    actions = legal(s)
    if mover == seat:
        views[lane] = fingerprint(mask(s, seat))
        sizes[lane] = count(actions)
        return
    place = place_of(keys, fingerprint(mask(s, mover))) if mover >= 0 else -1
    size, rank = 0, 0
    while some(actions):
        if likelihood(s, mover, lowest(actions), rank, place, starts, shares) > 0.0:
            size += 1
        actions = rest(actions)
        rank += 1
    sizes[lane] = size


@lanes
def follow(
    lane: int,
    rng: Any,
    like: AnyState,
    nodes: Any,
    reach: Any,
    marks: Any,
    begin: int,
    seat: int,
    keys: Any,
    starts: Any,
    shares: Any,
    ends: Any,
    children: Any,
    reach_then: Any,
    marks_then: Any,
) -> None:
    """Write the states that may follow one, how likely the others let them, and the seat's last action."""
    s = unpack(like, nodes, begin + lane)
    mover = turn(s)
    if mover == OVER:
        return
    actions = legal(s)
    at = ends[lane - 1] if lane > 0 else 0
    rank = 0
    view = fingerprint(mask(s, seat)) if mover == seat else 0
    place = place_of(keys, fingerprint(mask(s, mover))) if mover >= 0 and mover != seat else -1
    while some(actions):
        a = lowest(actions)
        share = 1.0 if mover == seat else likelihood(s, mover, a, rank, place, starts, shares)
        if share > 0.0:
            pack(play(s, a), children, at)
            reach_then[at] = reach[begin + lane] * share
            marks_then[at] = fingerprint((view, a)) if mover == seat else marks[begin + lane]
            at += 1
        actions = rest(actions)
        rank += 1


class _Walk:
    """A walk through a game for one seat: what every sequence of its actions is paid, and where it leads."""

    def __init__(self, game: Game, policy: Policy, seat: int, where: Memory) -> None:
        self.game, self.seat, self.where = game, seat, where
        self.table = [where.put(part) for part in (policy.keys, policy.first, policy.shares)]
        self.paid: dict[int, float] = {NOTHING: 0.0}
        self.before: dict[int, int] = {}  # information set -> the seat's last action before it
        self.belongs: dict[int, int] = {}  # action -> its information set
        self.nodes = 0

    def run(self, progress: Callable[[int], None] | None) -> Response:
        """Walk every line that the others may take, deep ones first, then choose from the end back."""
        start = np.zeros((width(self.game.start()), 1), np.int64)
        pack(self.game.start(), start, 0)
        put = self.where.put
        levels = [[put(start), put(np.ones(1)), put(np.zeros(1, np.int64)), 1, 0]]
        while levels:
            *level, size, begin = levels[-1]
            if begin >= size:
                levels.pop()
                continue
            many = min(size - begin, AT_ONCE[self.where.name])
            levels[-1][-1] += many
            self.nodes += many
            if self.nodes > MOST_NODES:
                raise Unsuitable(f"{self.game.name}: more than {MOST_NODES:,} nodes; choose a smaller game")
            deeper = self._step(level, begin, many)
            if deeper is not None:
                levels.append(deeper)
            if progress is not None:
                progress(self.nodes)
        return Response(self.seat, self._settled(), len(self.before), self.nodes)

    def _step(self, level: list[Any], begin: int, many: int) -> list[Any] | None:
        """Look at some states of a level; give the level that follows them."""
        where, like = self.where, self.game.start()
        nodes, reach, marks = level
        sizes, views = where.zeros(many, np.int64), where.zeros(many, np.int64)
        pays = where.zeros(many, np.float64)
        survey(where.name, many, 0, like, nodes, reach, begin, self.seat, *self.table, sizes, views, pays)
        counts, seen = where.get(sizes), where.get(views)
        own = where.get(marks)[begin : begin + many]
        over = counts < 0
        self._pay(own[over], where.get(pays)[over])
        self._enter(seen[seen != 0], own[seen != 0])
        ends = np.cumsum(np.maximum(counts, 0))
        total = int(ends[-1])
        if total == 0:
            return None
        children, then = where.zeros((width(like), total), np.int64), where.zeros(total, np.float64)
        after = where.zeros(total, np.int64)
        before = (nodes, reach, marks, begin, self.seat, *self.table, where.put(ends))
        follow(where.name, many, 0, like, *before, children, then, after)
        parents = np.repeat(seen, np.maximum(counts, 0))
        made, places = np.unique(where.get(after)[parents != 0], return_index=True)
        sets = parents[parents != 0][places]
        self.belongs |= dict(zip(made.tolist(), sets.tolist(), strict=True))
        return [children, then, after, total, 0]

    def _pay(self, marks: Any, pays: Any) -> None:
        found, places = np.unique(marks, return_inverse=True)
        for mark, paid in zip(found.tolist(), np.bincount(places, pays).tolist(), strict=True):
            self.paid[mark] = self.paid.get(mark, 0.0) + paid

    def _enter(self, views: Any, marks: Any) -> None:
        """Note the information sets that were met; a seat must know what it did before."""
        for view, mark in np.unique(np.stack([views, marks]), axis=1).T.tolist():
            if self.before.setdefault(view, mark) != mark:
                forgets = f"its states forget what seat {self.seat} did or knew (imperfect recall)"
                raise Unsuitable(f"{self.game.name}: {forgets}")

    def _settled(self) -> float:
        """Take the best action of every information set, the last ones first."""
        actions: dict[int, list[int]] = {}
        for mark, view in self.belongs.items():
            actions.setdefault(view, []).append(mark)
        for view in sorted(self.before, key=self._depth, reverse=True):
            best = max(self.paid.get(mark, 0.0) for mark in actions[view])
            self.paid[self.before[view]] = self.paid.get(self.before[view], 0.0) + best
        return self.paid[NOTHING]

    def _depth(self, view: int) -> int:
        depth = 0
        while self.before[view] != NOTHING:
            view, depth = self.belongs[self.before[view]], depth + 1
        return depth


def best_response(
    game: Game | str,
    policy: str | Policy,
    seat: int,
    device: str = "auto",
    progress: Callable[[int], None] | None = None,
) -> Response:
    """Find what a seat earns by the best it can do against a policy that all others play, exactly.

    The policy is a `Policy`, or a strategy that has one: cfr, equilibrium, mccfr or random. `progress` is
    told the number of states that were looked at.
    """
    where = memory(settle(device))
    settled = settled_game(game)
    try_out(settled)
    settled.check_seat(seat)
    if seat < 0:
        raise Unsuitable(f"{settled.name}: a spectator responds to nothing; give a seat from 0")
    public = settled.public
    return _Walk(public, policy_of(public, policy), seat, where).run(progress)


def exploitability(
    game: Game | str,
    policy: str | Policy,
    device: str = "auto",
    progress: Callable[[int], None] | None = None,
) -> Exploitability:
    """Find how much a policy for both seats leaves to best responses, exactly; for zero-sum games of two."""
    settled = settled_game(game)
    if settled.seats != 2 or not settled.traits.zero_sum:
        raise Unsuitable(f"{settled.name}: exploitability is told for zero-sum games of two seats")
    first, second = (best_response(settled, policy, seat, device, progress) for seat in (0, 1))
    return Exploitability((first, second))
