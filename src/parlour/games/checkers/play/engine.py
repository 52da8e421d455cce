"""The checkers expert at work: deeper and deeper over the moves of one position, and the line it expects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parlour.core.fingerprint import fingerprint
from parlour.core.rules import OVER
from parlour.core.view import View
from parlour.games.checkers import State, digit_at, play, taken_back, turn, whole_moves, write
from parlour.games.checkers.play import kernel
from parlour.games.checkers.play.endgames import knows, load, probe
from parlour.games.checkers.play.kernel import PROVEN, WIN

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
    """Give the search's key of a position."""
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
        self.table = kernel.new_table(bits)
        self.desk = kernel.new_desk()
        self.reached = 0  # the depth to which all moves are searched

    def prepare(self, view: View, nodes: int) -> None:
        """Set the limit, and put down the positions that would be repetitions."""
        desk, s, self.reached = self.desk, view.state, 0
        age = (desk[kernel.AGE] + 1) % kernel.AGES
        desk[: kernel.CUTTERS] = 0
        desk[kernel.AGE] = age
        desk[kernel.LIMIT] = nodes
        desk[kernel.CUTTERS : kernel.PATH] //= AGEING
        desk[kernel.PATH : kernel.ROWS] = 0
        desk[kernel.BASE] = s.quiet
        for ago, key in enumerate(_earlier(view)[: s.quiet], 1):
            desk[kernel.PATH + s.quiet - ago] = key
        desk[kernel.PATH + s.quiet] = 0 if s.jumper else key_of(s)

    def deepen(self, moves: list[Root], deepest: int, every: bool) -> int:
        """Search the moves to one depth after the other until stopped; give the last depth finished.

        The moves end up best first. With `every` all values are exact to their depth; otherwise those that
        equal the best are, and the others are bounds.
        """
        if all(knows(m.after) or turn(m.after) == OVER for m in moves):
            deepest = 1
        for depth in range(1, min(deepest, DEEPEST) + 1):
            done = self._iterate(moves, depth, every)
            moves.sort(key=lambda m: (-m.depth, m.bound, -m.value) if not done else (0, m.bound, -m.value))
            if not done:
                return depth - 1
            self.reached = depth
            decided = [m for m in moves if abs(m.value) >= PROVEN]
            if len(decided) == len(moves) or (moves[0] in decided and moves[0].value > 0 and not every):
                return depth
        return min(deepest, DEEPEST)

    def _iterate(self, moves: list[Root], depth: int, every: bool) -> bool:
        low = -WIN
        for number, move in enumerate(moves):
            bound = False
            if number and not every:
                value = self._search(move.after, depth - 1, low - 1, low)
                bound = value < low
                if not bound and not self.desk[kernel.STOPPED]:  # as good as the best or better: how good?
                    value = self._search(move.after, depth - 1, low - 1, WIN)
            else:
                value = self._search(move.after, depth - 1, -WIN, WIN)
            if self.desk[kernel.STOPPED]:
                return False
            move.value, move.depth, move.bound = value, depth, bound
            low = max(low, value)
        return True

    def _search(self, after: State, depth: int, low: int, high: int) -> int:
        return -int(kernel.search(after, depth, -high, -low, 1, 1, load(), self.table, self.desk))

    def line(self, s: State, most: int = 12) -> list[str]:
        """Give the moves that the tables expect from a state on."""
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
        entry = self.table[kernel.place_of(key, self.table)]
        return entry if entry["key"] == key and entry["depth"] else None


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
