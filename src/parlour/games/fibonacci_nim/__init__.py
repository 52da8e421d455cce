"""Fibonacci Nim: take from one heap, at most twice what was taken before; whoever takes the last wins.

The first move may take anything but the whole heap. Solved by Whinihan (1963): the first player loses exactly
when the heap is a Fibonacci number; otherwise the smallest part of its Zeckendorf sum is a winning move.
Action `a` takes a + 1 objects; a set of actions has as many words as the first heap needs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from parlour.core.bits import WORD, runs
from parlour.core.event import Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.heaps import TOOK_LAST, caption, drawn, ended, gone, last_wins, levels, taken
from parlour.core.options import Option
from parlour.core.picture import Picture
from parlour.core.rules import OVER

TITLE = "Fibonacci Nim"
BLURB = "Take up to twice what was taken before"
GROUP = "Heaps"
SEAT_NAMES = ("first player", "second player")
SEATS = 2
TRAITS = Traits(zero_sum=True, impartial=True)
OPTIONS = {"heap": Option(20, "objects in the heap", low=2, high=1_000_000)}
LEVELS = levels("zeckendorf")


class State(NamedTuple):
    """What is left, the most that may be taken now, who is to move, and the shape of a set of actions."""

    left: int
    most: int
    player: int
    blank: tuple[int, ...]


def start(heap: int = 20) -> State:
    """Return the heap asked for, the first player to move."""
    return State(heap, heap - 1, 0, (0,) * -(-heap // WORD))


def ACTIONS(s: State) -> int:  # noqa: N802
    """As many as the words of a set of actions hold."""
    return WORD * len(s.blank)


def turn(s: State) -> int:
    """The players move in turn until nothing is left."""
    return OVER if s.left == 0 else s.player


def legal(s: State) -> tuple[int, ...]:
    """Anything but the whole heap at first, then at most twice what was taken before."""
    return runs((min(s.left, s.most),), s.blank)


def play(s: State, a: int) -> State:
    """Take from the heap; the other may take twice as much."""
    return State(s.left - a - 1, 2 * a + 2, 1 - s.player, s.blank)


def returns(s: State) -> tuple[float, float]:
    """Who took the last object gets 1, the other -1."""
    return last_wins(turn(s), s.player)


def format(s: State, a: int) -> str:
    """The number taken: 3."""
    return str(a + 1)


def parse(s: State, text: str) -> int:
    """Read a number."""
    return int(text) - 1 if text.isdecimal() and 1 <= int(text) <= WORD * len(s.blank) else -1


def guide(heap: int = 20) -> Guide:
    """Tell how the game is played."""
    return Guide(
        goal="Take the last object.",
        turn="The first move takes any number of objects, but not the whole heap. From then on each takes at "
        "least one, and at most twice as many as the other has just taken.",
        end="The game ends when the heap is empty: who took the last object wins.",
        symbols="The number is what the heap holds; ● is an object, · one that has gone.",
        moves="How many to take.",
        examples=(
            ("1", "take 1; the other may then take 1 or 2"),
            *([("2", "take 2; the other may then take 1 to 4")] if heap > 5 else []),
        ),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell what was taken, what may be taken next, and by whom the last object."""
    who, told = before.player, taken(before.player, action + 1, "the heap", after.left)
    if after.left == 0:
        return [told, ended(who, TOOK_LAST)]
    most = min(after.left, after.most)
    return [replace(told, text=f"{told.text}; {{{1 - who}}} may take {f'1 to {most:,}' if most > 1 else 1}")]


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    """Find what was taken."""
    return gone(0, s.left, a + 1)


def picture(s: State, first: State) -> Picture:
    """Draw the heap as a row of objects, and what has gone of it."""
    return drawn((s.left,), (first.left,), TITLE, _caption(s), numbered=False)


def _caption(s: State) -> str:
    return caption(returns(s), s.player, f": take 1 to {min(s.left, s.most):,}; who takes the last one wins")
