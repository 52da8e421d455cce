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
from parlour.core.event import Event
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

TITLE = "Nim"
BLURB = "Take from one heap; the last object decides"
GROUP = "Heaps"
SEAT_NAMES = ("first player", "second player")
SEATS = 2
TRAITS = Traits(zero_sum=True, impartial=True)
OPTIONS = {
    "heaps": Option((3, 4, 5), "objects in each heap", low=0, high=1_000_000, most=32),
    "misere": Option(False, "taking the last object loses"),
}
LEVELS = levels("nim_sum")


class State(NamedTuple):
    """The heaps, who is to move, the rule for the last object, and the shape of a set of actions."""

    heaps: tuple[int, ...]
    player: int
    misere: int
    blank: tuple[int, ...]


def start(heaps: tuple[int, ...] = (3, 4, 5), misere: bool = False) -> State:
    """Return the heaps asked for, the first player to move."""
    if sum(heaps) == 0:
        raise BadOption("heaps: at least one heap must hold something")
    return State(tuple(heaps), 0, int(misere), blank_for(heaps, len(heaps)))


def ACTIONS(s: State) -> int:  # noqa: N802
    """As many as the words of a set of actions hold."""
    return WORD * len(s.blank)


def turn(s: State) -> int:
    """The players move in turn until nothing is left."""
    return while_any(s.heaps, s.player)


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
    """Who took the last object gets 1, the other -1; in misère the other way round."""
    return last_wins(turn(s), s.player ^ s.misere)


def action_of(s: State, heap: int, taken: int) -> int:
    """Return the action that takes that many from a heap, counted from 0."""
    return heap * WORD * (len(s.blank) // len(s.heaps)) + taken - 1


def format(s: State, a: int) -> str:
    """Heap, counted from 1, and the number taken: 2:3."""
    stride = WORD * (len(s.blank) // len(s.heaps))
    return f"{a // stride + 1}:{a % stride + 1}"


def parse(s: State, text: str) -> int:
    """Read heap:taken."""
    heap, taken = read_pair(text, ":") or (0, 0)
    if not 1 <= heap <= len(s.heaps) or not 1 <= taken <= WORD * (len(s.blank) // len(s.heaps)):
        return -1
    return action_of(s, heap - 1, taken)


def guide(heaps: tuple[int, ...] = (3, 4, 5), misere: bool = False) -> Guide:
    """Tell how the game is played."""
    heap = next(index for index, size in enumerate(heaps, 1) if size)
    most = heaps[heap - 1]
    return Guide(
        goal="Make the other take the last object." if misere else "Take the last object.",
        turn="In turn, each takes objects from one heap, as many as they like, but at least one.",
        end="The game ends when all heaps are empty: who took the last object "
        f"{'loses' if misere else 'wins'}.",
        symbols=SYMBOLS,
        moves="The number of the heap, a colon, and how many to take.",
        examples=((f"{heap}:1", f"take 1 from heap {heap}"), (f"{heap}:{most}", f"take all of heap {heap}")),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell what was taken, and by whom the last object."""
    heap, number = map(int, format(before, action).split(":"))
    told = [taken(before.player, number, f"heap {heap}", after.heaps[heap - 1])]
    return told if any(after.heaps) else [*told, ended(before.player, TOOK_LAST, bool(before.misere))]


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    """Find what was taken."""
    heap, less = divmod(a, WORD * (len(s.blank) // len(s.heaps)))
    return gone(heap, s.heaps[heap], less + 1)


def picture(s: State, first: State) -> Picture:
    """Draw each heap as a row of objects, and what has gone of it."""
    return drawn(s.heaps, first.heaps, TITLE, _caption(s))


def touches(s: State, a: int, first: State) -> tuple[str, ...]:
    """The leftmost object that is taken."""
    return parts_of(format(s, a), first.heaps)


def _caption(s: State) -> str:
    return caption(returns(s), s.player, f"; who takes the last one {'loses' if s.misere else 'wins'}")
