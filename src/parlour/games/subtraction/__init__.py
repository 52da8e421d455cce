"""The subtraction game: take one of certain numbers of objects from one heap; whoever cannot move loses.

Also called take-away (Golomb 1966); with 1, 2 and 3 from a heap of 21 it is the "21 game". A heap's Grundy
value repeats sooner or later as the heap grows, and the nim-sum of the values decides. An action is
`heap * len(take) + which`, where `which` counts the numbers that may be taken, the smallest first.
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.bits import WORD, replace
from parlour.core.errors import BadOption
from parlour.core.game import Traits
from parlour.core.options import Option
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.rules import OVER

TITLE = "Subtraction Game"
SEATS = 2
TRAITS = Traits(zero_sum=True, impartial=True)
OPTIONS = {
    "heaps": Option((21,), "objects in each heap", low=0, high=1_000_000, most=32),
    "take": Option((1, 2, 3), "how many may be taken at once", low=1, high=1_000, most=32),
}
LEVELS = {
    "easy": "subtraction_values:blunder=0.8",
    "medium": "subtraction_values:blunder=0.4",
    "hard": "subtraction_values:blunder=0.1",
    "expert": "subtraction_values",
}
WIDEST_DRAWN = 24  # longer heaps are drawn as a number


class State(NamedTuple):
    """The heaps, the numbers that may be taken, ascending, and who is to move."""

    heaps: tuple[int, ...]
    take: tuple[int, ...]
    player: int


def start(heaps: tuple[int, ...] = (21,), take: tuple[int, ...] = (1, 2, 3)) -> State:
    """Give the heaps asked for, the first player to move."""
    amounts = tuple(sorted(set(take)))
    if len(heaps) * len(amounts) > WORD:
        raise BadOption(f"heaps times numbers to take: {len(heaps)} x {len(amounts)}, at most {WORD} moves")
    if max(heaps) < amounts[0]:
        raise BadOption(f"heaps: nothing can be taken; a heap must hold at least {amounts[0]}")
    return State(tuple(heaps), amounts, 0)


def ACTIONS(s: State) -> int:  # noqa: N802
    """One for each heap and number."""
    return len(s.heaps) * len(s.take)


def turn(s: State) -> int:
    """The players move in turn until no heap holds the smallest number."""
    for heap in s.heaps:
        if heap >= s.take[0]:
            return s.player
    return OVER


def legal(s: State) -> int:
    """Any of the numbers from a heap that holds as many."""
    actions, bit = 0, 1
    for heap in s.heaps:
        for number in s.take:
            if number <= heap:
                actions |= bit
            bit <<= 1
    return actions


def play(s: State, a: int) -> State:
    """Take the number from the heap."""
    heap = a // len(s.take)
    left = s.heaps[heap] - s.take[a % len(s.take)]
    return State(replace(s.heaps, heap, left), s.take, 1 - s.player)


def returns(s: State) -> tuple[float, float]:
    """The last mover gets 1, the other -1."""
    if turn(s) != OVER:
        return (0.0, 0.0)
    return (1.0, -1.0) if s.player == 1 else (-1.0, 1.0)


def format(s: State, a: int) -> str:
    """Heap, counted from 1, and the number taken: 2:3."""
    return f"{a // len(s.take) + 1}:{s.take[a % len(s.take)]}"


def parse(s: State, text: str) -> int:
    """Read heap:taken."""
    heap, colon, taken = text.partition(":")
    if not (colon and heap.isdecimal() and taken.isdecimal()):
        return -1
    if not 1 <= int(heap) <= len(s.heaps) or int(taken) not in s.take:
        return -1
    return (int(heap) - 1) * len(s.take) + s.take.index(int(taken))


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
    return f"Player {s.player + 1} to move: take {', '.join(map(str, s.take))} from a heap"
