"""Nim: take any number of objects from one heap; whoever takes the last wins (misère: loses).

Solved by Bouton (1901): the player to move wins unless the heaps' binary sum without carry is zero.
An action is `heap * stride + taken - 1`, where a stride is as many whole words of actions as the largest
heap needs; a set of actions is a tuple of words, for each heap the bits of what may be taken from it.

Its relatives have other moves, and so files of their own: subtraction, moore_nim, wythoff, fibonacci_nim,
kayles and nimble.
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.bits import WORD, replace, runs
from parlour.core.errors import BadOption
from parlour.core.game import Traits
from parlour.core.options import Option
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.rules import OVER

TITLE = "Nim"
SEATS = 2
TRAITS = Traits(zero_sum=True, impartial=True)
OPTIONS = {
    "heaps": Option((3, 4, 5), "objects in each heap", low=0, high=1_000_000, most=32),
    "misere": Option(False, "taking the last object loses"),
}
LEVELS = {
    "easy": "nim_sum:blunder=0.8",
    "medium": "nim_sum:blunder=0.4",
    "hard": "nim_sum:blunder=0.1",
    "expert": "nim_sum",
}
WIDEST_DRAWN = 24  # longer heaps are drawn as a number


class State(NamedTuple):
    """The heaps, who is to move, the rule for the last object, and the shape of a set of actions."""

    heaps: tuple[int, ...]
    player: int
    misere: int
    blank: tuple[int, ...]


def start(heaps: tuple[int, ...] = (3, 4, 5), misere: bool = False) -> State:
    """Give the heaps asked for, the first player to move."""
    if sum(heaps) == 0:
        raise BadOption("heaps: at least one heap must hold something")
    span = -(-max(heaps) // WORD)
    return State(tuple(heaps), 0, int(misere), (0,) * (span * len(heaps)))


def ACTIONS(s: State) -> int:  # noqa: N802
    """As many as the words of a set of actions hold."""
    return WORD * len(s.blank)


def turn(s: State) -> int:
    """The players move in turn until nothing is left."""
    for heap in s.heaps:
        if heap > 0:
            return s.player
    return OVER


def legal(s: State) -> tuple[int, ...]:
    """Any number from 1 to all of one heap."""
    return runs(s.heaps, s.blank)


def play(s: State, a: int) -> State:
    """Take from the heap."""
    stride = WORD * (len(s.blank) // len(s.heaps))
    index = a // stride
    left = s.heaps[index] - a % stride - 1
    return State(replace(s.heaps, index, left), 1 - s.player, s.misere, s.blank)


def returns(s: State) -> tuple[float, float]:
    """The taker of the last object gets 1, the other -1; in misère the other way round."""
    if turn(s) != OVER:
        return (0.0, 0.0)
    if (s.player == 1) == (s.misere == 0):
        return (1.0, -1.0)
    return (-1.0, 1.0)


def action_of(s: State, heap: int, taken: int) -> int:
    """Give the action that takes that many from a heap, counted from 0."""
    return heap * WORD * (len(s.blank) // len(s.heaps)) + taken - 1


def format(s: State, a: int) -> str:
    """Heap, counted from 1, and the number taken: 2:3."""
    stride = WORD * (len(s.blank) // len(s.heaps))
    return f"{a // stride + 1}:{a % stride + 1}"


def parse(s: State, text: str) -> int:
    """Read heap:taken."""
    heap, colon, taken = text.partition(":")
    if not (colon and heap.isdecimal() and taken.isdecimal()):
        return -1
    index, number = int(heap) - 1, int(taken)
    if not 0 <= index < len(s.heaps) or not 1 <= number <= WORD * (len(s.blank) // len(s.heaps)):
        return -1
    return action_of(s, index, number)


def picture(s: State) -> Picture:
    """Draw each heap as a row of objects."""
    rows = tuple(
        (Cell("●" * heap if heap <= WIDEST_DRAWN else f"{heap:,} objects", "first" if heap else "empty"),)
        for heap in s.heaps
    )
    labels = tuple(f"{index}: {heap}" for index, heap in enumerate(s.heaps, 1))
    return Picture((Grid(rows, labels, style="bare"), Text(_caption(s))), TITLE)


def _caption(s: State) -> str:
    if turn(s) == OVER:
        return f"Player {1 if returns(s)[0] > 0 else 2} wins"
    return f"Player {s.player + 1} to move; who takes the last one {'loses' if s.misere else 'wins'}"
