"""The checkers expert at work: deeper and deeper over the moves of one position, and the line it expects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from parlour.core.fingerprint import fingerprint
from parlour.core.rules import OVER
from parlour.core.view import View
from parlour.games.checkers import State, play, taken_back, turn, whole_moves, write
from parlour.games.checkers.memory import digit_at
from parlour.games.checkers.play import kernel
from parlour.games.checkers.play.endgames import knows, load, probe
from parlour.games.checkers.play.kernel import PROVEN, WIN
from parlour.search.deepening import AGE, LIMIT, STOPPED, Findings, deepen
from parlour.search.table import AGES, find, holds, new_table

DEEPEST = 100  # turns
AGEING = 8  # by how much earlier cuts count for less at the next decision


@dataclass
class Root:
    """A whole move at the root and what is known of it."""

    actions: tuple[int, ...]
    after: State
    words: str
    value: int = 0  # for the player who makes it
    depth: int = 0
    bound: bool = True  # the value may be lower


def slim(s: State) -> State:
    """Drop the memory of positions: the search keeps its own."""
    return s._replace(past=(0,))


def key_of(s: State) -> int:
    """Return the search's key of a position."""
    return fingerprint((s.mine, s.theirs, s.kings << 1 | s.player))


def roots(s: State) -> list[Root]:
    """List the whole moves of a state."""
    found = []
    for actions in whole_moves(s):
        after = s
        for a in actions:
            after = play(after, a)
        found.append(Root(actions, after, write(s, actions)[0]))
    return found


class Engine:
    """Tables and scratch space of one player, kept between its moves."""

    def __init__(self, bits: int) -> None:
        self.table = new_table(bits)
        self.scratch = kernel.new_scratch()

    def prepare(self, view: View, nodes: int) -> None:
        """Set the limit, and put down the positions that would be repetitions."""
        scratch, s = self.scratch, view.state
        age = (scratch[AGE] + 1) % AGES
        scratch[: kernel.CUTTERS] = 0
        scratch[[AGE, LIMIT]] = age, nodes
        scratch[kernel.CUTTERS : kernel.PATH] //= AGEING
        scratch[kernel.PATH : kernel.ROWS] = 0
        scratch[kernel.BASE] = s.quiet
        for ago, key in enumerate(_earlier(view)[: s.quiet], 1):
            scratch[kernel.PATH + s.quiet - ago] = key
        scratch[kernel.PATH + s.quiet] = 0 if s.jumper else key_of(s)

    def deepen(
        self,
        moves: list[Root],
        deepest: int,
        every: bool,
        seconds: float | None,
        so_far: Callable[[Findings[Root]], None],
    ) -> Findings[Root]:
        """Search the moves to one depth after the other until stopped.

        With `every` all values are exact to their depth; otherwise those that equal the best are, and the
        others are bounds.
        """

        def look(depth: int, moves: list[Root], low: float, high: float) -> tuple[list[float], list[bool]]:
            done = self._iterate(moves, depth, every)
            return [float(m.value) for m in moves[:done]], [abs(m.value) >= PROVEN for m in moves[:done]]

        if all(knows(m.after) or turn(m.after) == OVER for m in moves):
            deepest = 1
        settings = (self.scratch, seconds, every, PROVEN)
        return deepen(moves, min(deepest, DEEPEST), look, *settings, so_far=so_far)

    def _iterate(self, moves: list[Root], depth: int, every: bool) -> int:
        """Search the moves to a depth; give how many were finished."""
        low = -WIN
        for number, move in enumerate(moves):
            bound = False
            if number and not every:
                value = self._search(move.after, depth - 1, low - 1, low)
                bound = value < low
                if not bound and not self.scratch[STOPPED]:  # as good as the best or better: how good?
                    value = self._search(move.after, depth - 1, low - 1, WIN)
            else:
                value = self._search(move.after, depth - 1, -WIN, WIN)
            if self.scratch[STOPPED]:
                return number
            move.value, move.depth, move.bound = value, depth, bound
            low = max(low, value)
        return len(moves)

    def _search(self, after: State, depth: int, low: int, high: int) -> int:
        return -int(kernel.search(after, depth, -high, -low, 1, 1, load(), self.table, self.scratch))

    def line(self, s: State, most: int = 12) -> list[str]:
        """Return the moves that the tables expect from a state on."""
        words: list[str] = []
        while turn(s) != OVER and len(words) < most:
            following = table_move(s) if knows(s) else self._remembered(s)
            if following is None:
                break
            words.append(following.words)
            s = following.after
        return words

    def _remembered(self, s: State) -> Root | None:
        found = self._entry(s)
        if found is None:
            return None
        fitting = [m for m in roots(s) if m.actions[0] == int(found["move"])]
        # Of several jumps the table knows the first; the rest is judged by where it leads.
        return min(fitting, key=self._judged) if fitting else None

    def _judged(self, move: Root) -> int:
        found = self._entry(move.after)
        return int(found["value"]) if found is not None else WIN

    def _entry(self, s: State) -> Any:
        key = key_of(s)
        slot = find(self.table, key)
        return self.table[slot] if holds(self.table, slot, key) else None


def _earlier(view: View) -> list[int]:
    """Give the keys of the positions before this one, the latest first; none if the history is not known."""
    states = [slim(view.game.start())]
    for _, action in view.history:
        states.append(play(states[-1], action))
    if states[-1] != slim(view.state):
        return []
    before = states[:-1] if not view.state.jumper else states
    return [key_of(s) for s in reversed(before) if not s.jumper]


def table_move(s: State) -> Root:
    """Pick the move that the endgame table likes best: the shortest win, the longest loss."""
    return max(roots(s), key=lambda m: table_value(m.after))


def table_value(after: State) -> int:
    """Value the position after a move for the player who made it, by the endgame table."""
    if not after.mine:
        return WIN - 1
    sign, turns = probe(after)
    return -sign * (WIN - 1 - (turns or 0))


def certain(s: State, move: Root) -> bool:
    """Say whether a value is proven: no draw rule can come before the end of a win, and a draw stays one."""
    if abs(move.value) >= PROVEN:
        return s.quiet + WIN - abs(move.value) <= s.limit and not _repeated(s)
    drawn = turn(move.after) == OVER or (knows(move.after) and probe(move.after)[0] == 0)
    return move.value == 0 and drawn


def _repeated(s: State) -> bool:
    """Say whether some position has come up twice already, so that once more would be a draw."""
    boards = [(s.mine, s.theirs, s.kings)]
    for when in reversed(range(s.quiet if len(s.past) > 1 else 0)):
        digit = digit_at(s.past, when)
        if digit == 0:
            break
        boards.append(taken_back(*boards[-1], digit))
    return any(len(set(same)) < len(same) for same in (boards[::2], boards[1::2]))
