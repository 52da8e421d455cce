"""A solver for Dots and Boxes positions: their worth, the best edges, the worth of each, a line of play.

A table is kept from one position to the next: what a position is worth depends on its open edges alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.core.bits import WORD, count
from parlour.core.clock import now
from parlour.core.rules import OVER, play, turn
from parlour.games.dots_and_boxes import State
from parlour.games.dots_and_boxes.play import kernel
from parlour.games.dots_and_boxes.play.graph import LIMIT, NODES, STOP, STOPPED, Graph, settled
from parlour.search.clock import deadline, interruptible

LEAST = 0.001  # seconds that anything has left in any case


def left(until: float | None) -> float | None:
    """Return the seconds left, a moment at least; None without a limit."""
    return None if until is None else max(LEAST, until - now())


@dataclass(frozen=True)
class Position:
    """A position as a word of strings, and what theory takes off it."""

    word: int
    taken: int  # coins that are taken at once
    choice: int  # coins that are then taken or given away: 0, 2 or 4
    rest: int  # the quiet position beyond
    net: int  # boxes the player to move has more than the other


class Solver:
    """Solves positions of one board; `nodes` counts the positions looked at so far."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.graph: Graph = None  # type: ignore[assignment]
        self.table: Any = None
        self.nodes = 0

    def position(self, s: State) -> Position:
        """Read a state; its graph and table are those of the match unless it cannot come of it."""
        if self.graph is None or not self.graph.holds(s):
            self.graph = Graph(s)
            self.table = kernel.new_table(self.graph.g, self.bits)
        word = self.graph.word(s)
        taken, choice, rest = settled(self.graph.g, word)
        net = count(s.first) - count(s.second)
        return Position(word, taken, choice, rest, net if s.player == 0 else -net)

    def _run(self, job: Any, nodes: int, seconds: float | None = None) -> Any:
        """Run a kernel within a limit; None if that came first."""
        g = self.graph.g
        g[NODES], g[LIMIT], g[STOP], g[STOPPED] = 0, nodes, 0, 0
        with deadline(g, STOP, seconds):
            result = interruptible(job, g, STOP)
        self.nodes += int(g[NODES])
        return None if g[STOPPED] else result

    def worth(
        self, s: State, word: int, nodes: int, seconds: float | None = None, guess: int = 0
    ) -> int | None:
        """Return what is still to come for the player to move, in boxes; None if a limit comes first."""
        worth = self._run(lambda: kernel.worth(s, word, guess, self.graph.g, self.table), nodes, seconds)
        return None if worth is None else int(worth)

    def best(self, s: State, word: int, worth: int, nodes: int, seconds: float | None = None) -> list[int]:
        """List the edges that keep what a position is worth; none if a limit comes first."""
        found = self._run(lambda: kernel.best_cuts(s, word, worth, self.graph.g, self.table), nodes, seconds)
        return [] if found is None else self.graph.listed(int(found))

    def values(
        self, s: State, word: int, guess: int, nodes: int, seconds: float | None = None
    ) -> dict[int, int]:
        """Return what every open edge is worth; nothing if a limit comes first."""
        values = np.zeros(WORD, np.int64)
        done = self._run(
            lambda: kernel.worths(s, word, guess, self.graph.g, self.table, values), nodes, seconds
        )
        if done is None:
            return {}
        return {edge: int(values[self.graph.string[edge]]) for edge in self.graph.listed(word)}

    def line(
        self, s: State, action: int, worth: int, most: int, nodes: int, until: float | None
    ) -> list[tuple[State, int]]:
        """Follow best play after an action of known worth: captures first, else the lowest edge."""
        steps = []
        while True:
            steps.append((s, action))
            after = play(s, action)
            gained = count(after.first) + count(after.second) - count(s.first) - count(s.second)
            worth = worth - gained if gained else -worth
            s = after
            if turn(s) == OVER or len(steps) >= most:
                return steps
            word = self.graph.word(s)
            best = self.best(s, word, worth, nodes, left(until))
            if not best:
                return steps
            action = max(best, key=lambda edge: (self.gain(word, edge), -edge))

    def gain(self, word: int, edge: int) -> int:
        """Count the boxes that drawing an edge closes."""
        return int(kernel.completed(self.graph.g, word, self.graph.string[edge]))

    def after(self, word: int, edge: int) -> tuple[int, int, int]:
        """Return what theory takes off the position after an edge: taken, choice and rest."""
        taken, choice, rest = settled(self.graph.g, word ^ (1 << self.graph.string[edge]))
        return int(taken), int(choice), int(rest)

    def takes(self, at: Position) -> list[int]:
        """List the edges that close boxes without giving up any choice there is, or that take it up."""
        kept = (at.choice, at.taken) if at.taken else (0, at.choice)
        found = []
        for edge in self.graph.listed(at.word):
            gained = self.gain(at.word, edge)
            if gained and self.after(at.word, edge) == (kept[1] - gained, kept[0], at.rest):
                found.append(edge)
        return found

    def gives(self, at: Position) -> list[int]:
        """List the edges that give the boxes of the choice away."""
        return [
            edge
            for edge in self.graph.listed(at.word)
            if not self.gain(at.word, edge) and self.after(at.word, edge) == (at.choice, 0, at.rest)
        ]
