"""Moore's Nim: take any numbers from up to k heaps at once; who takes the last object wins.

Solved by Moore (1910): the player to move loses exactly when, for every binary place, the number of heaps
that have a one there is a multiple of k + 1. With k = 1 it is Nim.

A move is several actions in a row by the same player, one for each heap, and `done` to stop early: after k
heaps, or when no other heap is left to take from, it ends by itself. An action is `heap * stride + taken - 1`
as in Nim; behind the heaps' stretches of words there is one more, whose first action is `done`.
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.bits import WORD, popcount, replace, runs
from parlour.core.errors import BadOption
from parlour.core.event import MOVE, Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.heaps import (
    SYMBOLS,
    TOOK_LAST,
    blank_for,
    caption,
    drawn,
    ended,
    gone,
    last_wins,
    levels,
    parts_of,
    read_pair,
    taken,
    while_any,
)
from parlour.core.options import Option
from parlour.core.picture import Picture
from parlour.core.rules import changed

TITLE = "Moore's Nim"
BLURB = "Nim in which a move may take from several heaps"
GROUP = "Heaps"
SEAT_NAMES = ("first player", "second player")
SEATS = 2
TRAITS = Traits(zero_sum=True, impartial=True)
OPTIONS = {
    "heaps": Option((3, 4, 5, 6), "objects in each heap", low=0, high=1_000_000, most=12),
    "k": Option(2, "from how many heaps a move may take", low=1, high=4),
}
LEVELS = levels("moore_sums")


class State(NamedTuple):
    """The heaps, k, those touched in this move as bits, who is to move, the shape of a set of actions."""

    heaps: tuple[int, ...]
    k: int
    touched: int
    player: int
    blank: tuple[int, ...]


def start(heaps: tuple[int, ...] = (3, 4, 5, 6), k: int = 2) -> State:
    """Return the heaps asked for, the first player to move."""
    if sum(heaps) == 0:
        raise BadOption("heaps: at least one heap must hold something")
    return State(tuple(heaps), k, 0, 0, blank_for(heaps, len(heaps) + 1))


def ACTIONS(s: State) -> int:  # noqa: N802
    """As many as the words of a set of actions hold."""
    return WORD * len(s.blank)


def turn(s: State) -> int:
    """The players move in turn until nothing is left."""
    return while_any(s.heaps, s.player)


def legal(s: State) -> tuple[int, ...]:
    """Any number from a heap not touched in this move, or, once one is, no more."""
    lengths = s.heaps + (int(s.touched != 0),)  # noqa: RUF005 (the compiler knows no starred tuples)
    for heap in range(len(s.heaps)):
        if (s.touched >> heap) & 1 == 1:
            lengths = replace(lengths, heap, 0)
    return runs(lengths, s.blank)


def play(s: State, a: int) -> State:
    """Take from a heap; the move ends with `done`, with the k-th heap, or when no other heap is left."""
    stride = WORD * (len(s.blank) // (len(s.heaps) + 1))
    heap = a // stride
    if heap == len(s.heaps):
        return changed(s, touched=0, player=1 - s.player)
    heaps = replace(s.heaps, heap, s.heaps[heap] - a % stride - 1)
    touched = s.touched | (1 << heap)
    open_heaps = 0
    for other in range(len(heaps)):
        if heaps[other] > 0 and (touched >> other) & 1 == 0:
            open_heaps += 1
    if open_heaps == 0 or popcount(touched) >= s.k:
        return changed(s, heaps=heaps, touched=0, player=1 - s.player)
    return changed(s, heaps=heaps, touched=touched)


def returns(s: State) -> tuple[float, float]:
    """Who took the last object gets 1, the other -1."""
    return last_wins(turn(s), s.player)


def action_of(s: State, heap: int, taken: int) -> int:
    """Return the action that takes that many from a heap, counted from 0; past the last heap, `done`."""
    return heap * WORD * (len(s.blank) // (len(s.heaps) + 1)) + taken - 1


def format(s: State, a: int) -> str:
    """Heap, counted from 1, and the number taken: 2:3; or done. Several may be written 1:2,3:1."""
    stride = WORD * (len(s.blank) // (len(s.heaps) + 1))
    return "done" if a // stride == len(s.heaps) else f"{a // stride + 1}:{a % stride + 1}"


def parse(s: State, text: str) -> int:
    """Read heap:taken or done."""
    if text.lower() == "done":
        return action_of(s, len(s.heaps), 1)
    heap, taken = read_pair(text, ":") or (0, 0)
    if not 1 <= heap <= len(s.heaps) or not 1 <= taken <= action_of(s, 1, 1):
        return -1
    return action_of(s, heap - 1, taken)


def split(text: str) -> list[str]:
    """The parts of a move may be joined by commas: 1:2,3:1."""
    return text.replace(",", " ").split()


def guide(heaps: tuple[int, ...] = (3, 4, 5, 6), k: int = 2) -> Guide:
    """Tell how the game is played."""
    heap = next(index for index, size in enumerate(heaps, 1) if size)
    examples = [(f"{heap}:1", f"take 1 from heap {heap}")]
    several = "up to " * (k > 1) + f"{k} heap{'s' * (k > 1)}"
    moves = "The number of the heap, a colon, and how many to take."
    if k > 1:
        moves += " Heaps are given one by one, or in one line as 1:2,3:1; done ends the move early."
        if sum(map(bool, heaps)) > 1:
            examples.append(("done", "take from no further heap in this move"))
    return Guide(
        goal="Take the last object.",
        turn=f"In turn, each takes from {several} as many objects as they like, at least one in all.",
        end="The game ends when all heaps are empty: who took the last object wins.",
        symbols=SYMBOLS,
        moves=moves,
        examples=tuple(examples),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell what was taken from a heap, that a move is done, and by whom the last object was taken."""
    who, move = before.player, format(before, action)
    if move == "done":
        return [Event(MOVE, f"{{{who} leaves}} it at that", {"seat": who, "taken": 0})]
    heap, number = map(int, move.split(":"))
    told = [taken(who, number, f"heap {heap}", after.heaps[heap - 1])]
    return told if any(after.heaps) else [*told, ended(who, TOOK_LAST)]


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    """Find what was taken."""
    heap, less = divmod(a, WORD * (len(s.blank) // (len(s.heaps) + 1)))
    return gone(heap, s.heaps[heap], less + 1) if heap < len(s.heaps) else []


def picture(s: State, first: State) -> Picture:
    """Draw each heap and what has gone of it, and tell which this move has taken from."""
    return drawn(s.heaps, first.heaps, TITLE, _caption(s))


def touches(s: State, a: int, first: State) -> tuple[str, ...]:
    """The leftmost object that is taken."""
    return parts_of(format(s, a), first.heaps)


def _caption(s: State) -> str:
    left = s.k - s.touched.bit_count()
    heaps = f"{left} {'more ' if s.touched else ''}heap{'s' if left > 1 else ''}"
    before = [str(index) for index in range(1, len(s.heaps) + 1) if s.touched >> index - 1 & 1]
    touched = f", not from {' or '.join(before)} again" if before else ""
    return caption(returns(s), s.player, f": take from up to {heaps}{touched}; who takes the last one wins")
