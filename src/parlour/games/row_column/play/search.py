"""Searching Row-Column move by move from the root: what each move gains, how sure that is, and the line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parlour.core.choice import Candidate
from parlour.core.game import Game
from parlour.core.rules import OVER, is_legal, play, turn
from parlour.core.view import View
from parlour.games.row_column import State, side
from parlour.games.row_column.play import kernel
from parlour.games.row_column.play.kernel import FAR, UNIT
from parlour.search.deepening import HORIZON, STOPPED, UNLIMITED, deepen, new_counters, within

END = 200  # a depth beyond any game's end


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
    settled: bool  # the best moves are proven to be the best

    def best(self) -> list[int]:
        """List the moves that gain most."""
        most = max(self.gains.values())
        return sorted(a for a, gain in self.gains.items() if gain == most)


def value_of(s: State, gain: int) -> float:
    """Return the lead that the player to move will have at the end of the game."""
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

    def look(
        self, s: State, depth: int, actions: list[int], every: bool, counters: Any
    ) -> tuple[list[float], list[bool]]:
        """Search the moves to a depth, in the order listed: what each gains, and if no horizon was touched.

        With `every` all gains are exact to the depth; otherwise those of the best moves are, and the rest are
        bounds. When the limit comes first, the last moves are missing.
        """
        left, key = kernel.packed(s, self.board)
        best, gains, exact = -FAR, [], []
        for a in actions:
            rank = int(self.board.rank_of[a])
            kernel.put(self.stack, self.board, left, key, rank)
            value = int(self.board.values[rank])
            # One unit of room, so that moves as good as the best show their true gain.
            high = FAR if every else value - best + 1
            touched = int(counters[HORIZON])
            gain = value - int(
                kernel.search(
                    s, depth - 1, -FAR, high, *self.weights, self.board, self.stack, self.table, counters
                )
            )
            if counters[STOPPED]:
                break
            gains.append(float(gain))
            exact.append(int(counters[HORIZON]) == touched)
            best = max(best, gain)
        return gains, exact

    def deepen(self, s: State, deepest: int, every: bool, counters: Any, seconds: float | None) -> Found:
        """Look deeper and deeper, until the limit or the end; one ply is always finished."""

        def deeper(depth: int, actions: list[int], *_: float) -> tuple[list[float], list[bool]]:
            return self.look(s, depth, actions, every, counters)

        found = deepen(self._moves(s), deepest, deeper, counters, seconds, every)
        return _found(found.depth, found.moves, found.values, found.exact, found.solved)

    def solve(self, s: State, every: bool, counters: Any, seconds: float | None = None) -> Found | None:
        """Look at once to the end of every line; None when the limit came first."""
        actions = self._moves(s)
        gains, exact = within(seconds, counters, lambda: self.look(s, END, actions, every, counters))
        return _found(END, actions, gains, exact, all(exact)) if len(gains) == len(actions) else None

    def _moves(self, s: State) -> list[int]:
        return [int(a) for a in self.board.actions if is_legal(s, int(a))]  # high numbers first

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
            found = self.solve(s, False, new_counters(UNLIMITED))
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


def _found(depth: int, moves: list[int], gains: list[float], exact: list[bool], settled: bool) -> Found:
    ranked = sorted(zip(moves, gains, exact, strict=False), key=lambda each: (-each[1], each[0]))
    return Found(depth, {a: int(gain) for a, gain, _ in ranked}, {a: sure for a, _, sure in ranked}, settled)
