"""Counting sequences of turns: the classic check of a rules file against published numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core import rules
from parlour.core.bits import count, listed, lowest, rest, some
from parlour.core.game import Game
from parlour.core.rules import MIDWAY, OVER, WHOLE, AnyState, legal, play, stage, turn
from parlour.core.trial import try_out

SMALL_TREE = 600_000  # nodes that are walked again to count games and positions


@kernel
def leaves_at(s: AnyState, depth: int) -> int:
    """Count the sequences of exactly that many turns."""
    if depth == 0:
        return 1
    actions = legal(s)
    if depth == 1 and stage(s) == WHOLE:
        return count(actions)
    total = 0
    while some(actions):
        after = play(s, lowest(actions))
        total += leaves_at(after, depth if stage(after) == MIDWAY else depth - 1)
        actions = rest(actions)
    return total


@kernel
def ended_by(s: AnyState, depth: int, at: int, finished: Any) -> int:
    """Count, into finished[k], the games that end after exactly k turns, up to a depth."""
    if turn(s) == OVER:
        finished[at] += 1
        return 1
    if at == depth:
        return 0
    total = 0
    actions = legal(s)
    while some(actions):
        after = play(s, lowest(actions))
        total += ended_by(after, depth, at if stage(after) == MIDWAY else at + 1, finished)
        actions = rest(actions)
    return total


@dataclass(frozen=True)
class Perft:
    """What lies within a depth of a state."""

    depth: int
    leaves: int  # sequences of exactly `depth` turns
    games: int | None  # sequences that end a game within the depth; None when the tree is too large to walk
    positions: int | None  # distinct states within the depth; None when not counted


def perft(game: Game, s: AnyState, depth: int, positions: bool | None = None) -> Perft:
    """Count leaves; also games and distinct positions where the tree is small or they are asked for."""
    try_out(game)
    leaves = int(leaves_at(s, depth))
    small = positions is not False and sum_of_leaves(s, depth) <= SMALL_TREE
    if not (small or positions):
        return Perft(depth, leaves, None, None)
    finished = np.zeros(depth + 1, np.int64)
    games = int(ended_by(s, depth, 0, finished))
    return Perft(depth, leaves, games, distinct_positions(s, depth))


def sum_of_leaves(s: AnyState, depth: int) -> int:
    """Count the nodes of the tree, but stop counting once it is large."""
    total = 0
    for d in range(depth + 1):
        total += int(leaves_at(s, d))
        if total > SMALL_TREE:
            break
    return total


def distinct_positions(s: AnyState, depth: int) -> int:
    """Count the distinct states within a depth, each once however it is reached."""
    layer, seen = {s}, {s}
    for _ in range(depth):
        layer = {u for t in layer for u in _after_a_turn(t)} - seen
        if not layer:
            break
        seen |= layer
    return len(seen)


def _after_a_turn(s: AnyState) -> Iterator[AnyState]:
    for a in listed(rules.legal(s)):
        after = rules.play(s, a)
        if rules.stage(after) == MIDWAY:
            yield from _after_a_turn(after)
        else:
            yield after
