"""Searching Row-Column move by move from the root: what each move gains, how sure that is, and the line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.core.choice import Candidate
from parlour.core.game import Game
from parlour.core.rules import OVER, is_legal, play, turn
from parlour.core.view import View
from parlour.games.row_column import State, side
from parlour.games.row_column.play import kernel
from parlour.games.row_column.play.kernel import FAR, UNIT

END = 200  # a depth beyond any game's end
NO_LIMIT = 10**15


@dataclass(frozen=True)
class Weights:
    """What a position is worth at the horizon, to the player to move there, besides the lead."""

    mobility: float = 0.0  # points for each move
    potential: float = 0.0  # share of the numbers in reach


@dataclass
class Found:
    """The last finished look at a position; what a move gains is counted from now on, in units."""

    depth: int
    gains: dict[int, int]  # by action, the best first
    exact: dict[int, bool]  # no horizon was touched

    @property
    def settled(self) -> bool:
        """Say whether the best moves are proven to be the best."""
        return all(self.exact.values())

    def best(self) -> list[int]:
        """List the moves that gain most."""
        most = max(self.gains.values())
        return sorted(a for a, gain in self.gains.items() if gain == most)


def new_counters(limit: int) -> Any:
    """Make the counters of a search of so many positions."""
    counters = np.zeros(7, np.int64)
    counters[kernel.LIMIT] = limit
    return counters


def value_of(s: State, gain: int) -> float:
    """Give the lead that the player to move will have at the end of the game."""
    lead = s.first - s.second if s.player == 0 else s.second - s.first
    return float(lead + gain / UNIT)


class Searcher:
    """A square's numbers, ranked, with a table that is kept from one look to the next."""

    def __init__(self, s: State, bits: int, weights: Weights) -> None:
        self.matrix = s.matrix
        self.board = kernel.new_board(s)
        self.stack = kernel.new_stack(side(s) ** 2)
        self.table = kernel.new_table(bits)
        self.weights = round(weights.mobility * UNIT), round(weights.potential * 1024)

    def look(self, s: State, depth: int, actions: list[int], every: bool, counters: Any) -> Found | None:
        """Search the moves to a depth, in the order listed; None when the limit came first.

        With `every` all gains are exact to the depth; otherwise those of the best moves are, and the rest are
        bounds.
        """
        left, key = kernel.packed(s, self.board)
        best, gains, exact = -FAR, {}, {}
        for a in actions:
            rank = int(self.board.rank_of[a])
            kernel.put(self.stack, self.board, left, key, rank)
            value = int(self.board.values[rank])
            # One unit of room, so that moves as good as the best show their true gain.
            high = FAR if every else value - best + 1
            touched = int(counters[kernel.HORIZON])
            gain = value - int(
                kernel.search(
                    s, depth - 1, -FAR, high, *self.weights, self.board, self.stack, self.table, counters
                )
            )
            if counters[kernel.STOPPED]:
                return None
            gains[a], exact[a] = gain, int(counters[kernel.HORIZON]) == touched
            best = max(best, gain)
        ranked = sorted(gains, key=lambda a: (-gains[a], a))
        return Found(depth, {a: gains[a] for a in ranked}, exact)

    def deepen(self, s: State, deepest: int, every: bool, counters: Any) -> Found:
        """Look deeper and deeper, until the limit or the end; one ply is always finished."""
        legal = [int(a) for a in self.board.actions if is_legal(s, int(a))]  # high numbers first
        found = self.look(s, 1, legal, every, counters)
        assert found is not None
        for depth in range(2, deepest + 1):
            deeper = None if found.settled else self.look(s, depth, list(found.gains), every, counters)
            if deeper is None:
                break
            found = deeper
        return found

    def solve(self, s: State, every: bool, counters: Any) -> Found | None:
        """Look at once to the end of every line; None when the limit came first."""
        legal = [int(a) for a in self.board.actions if is_legal(s, int(a))]
        return self.look(s, END, legal, every, counters)

    def line(self, game: Game, s: State, action: int) -> tuple[str, ...]:
        """Follow the table's moves, as far as it remembers."""
        words = []
        while action >= 0:
            words.append(game.format(s, action))
            s = play(s, action)
            action = -1 if turn(s) == OVER else self._best_known(s)
        return tuple(words)

    def proven_line(self, game: Game, s: State, action: int) -> tuple[str, ...]:
        """Follow best play to the end of the game, of a position that was solved: each move is searched."""
        words = [game.format(s, action)]
        s = play(s, action)
        while turn(s) != OVER:
            found = self.solve(s, False, new_counters(NO_LIMIT))
            assert found is not None
            action = found.best()[0]
            words.append(game.format(s, action))
            s = play(s, action)
        return tuple(words)

    def _best_known(self, s: State) -> int:
        _, key = kernel.packed(s, self.board)
        key ^= int(self.board.keys[self.board.rank_of[s.last], 1])
        entry = self.table[kernel.slot_of(key, len(self.table))]
        if int(entry[0]) != key:
            return -1
        action = int(self.board.actions[int(entry[1]) & 0xFF])
        return action if is_legal(s, action) else -1

    def candidates(self, view: View, found: Found, chosen: int, every: bool) -> list[Candidate]:
        """Put what was found on the scale of the results: the lead at the end of the game."""
        s: State = view.state
        best = found.best()
        line = self.proven_line if every and found.settled else self.line
        return [
            Candidate(
                a,
                view.format(a),
                value_of(s, gain),
                exact=found.exact[a],
                line=line(view.game, s, a) if every or a == chosen else (view.format(a),),
            )
            for a, gain in found.gains.items()
            if every or a in best
        ]
