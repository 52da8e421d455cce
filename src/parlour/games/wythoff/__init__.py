"""Wythoff's game: take any number from one of two heaps, or the same from both; who takes the last one wins.

Solved by Wythoff (1907): the player to move loses exactly at (floor(d phi), floor(d phi) + d), phi being the
golden ratio and d = 0, 1, 2, ...: (0, 0), (1, 2), (3, 5), (4, 7), (6, 10), ... It is a queen on a chessboard
moved towards one corner. A set of actions has three stretches of words: what may be taken from heap 1, from
heap 2, and from both; an action is `stretch * stride + taken - 1`.
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.bits import WORD, runs
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
    taken,
)
from parlour.core.options import Option
from parlour.core.picture import Picture
from parlour.core.rules import OVER

TITLE = "Wythoff's Game"
BLURB = "Take from one heap, or the same from both"
GROUP = "Heaps"
SEAT_NAMES = ("first player", "second player")
SEATS = 2
TRAITS = Traits(zero_sum=True, impartial=True)
OPTIONS = {"heaps": Option((8, 11), "objects in the two heaps", low=0, high=1_000_000, most=2)}
LEVELS = levels("wythoff_pairs")
FROM = ("1", "2", "both")  # what the three stretches of actions are called


class State(NamedTuple):
    """The two heaps, who is to move, and the shape of a set of actions."""

    first: int
    second: int
    player: int
    blank: tuple[int, ...]


def start(heaps: tuple[int, ...] = (8, 11)) -> State:
    """Return the two heaps asked for, the first player to move."""
    if len(heaps) != 2 or sum(heaps) == 0:
        raise BadOption("heaps: give two, such as 8,11, and not both empty")
    return State(heaps[0], heaps[1], 0, blank_for(heaps, 3))


def ACTIONS(s: State) -> int:  # noqa: N802
    """As many as the words of a set of actions hold."""
    return WORD * len(s.blank)


def turn(s: State) -> int:
    """The players move in turn until nothing is left."""
    return OVER if s.first + s.second == 0 else s.player


def legal(s: State) -> tuple[int, ...]:
    """Any number from one heap, or the same number from both."""
    return runs((s.first, s.second, min(s.first, s.second)), s.blank)


def play(s: State, a: int) -> State:
    """Take from one heap or from both."""
    stride = WORD * (len(s.blank) // 3)
    source, taken = a // stride, a % stride + 1
    first = s.first if source == 1 else s.first - taken
    second = s.second if source == 0 else s.second - taken
    return State(first, second, 1 - s.player, s.blank)


def returns(s: State) -> tuple[float, float]:
    """Who took the last object gets 1, the other -1."""
    return last_wins(turn(s), s.player)


def action_of(s: State, first: int, second: int) -> int:
    """Return the action that takes `first` and `second` objects from the two heaps."""
    source = 2 if first and second else 0 if first else 1
    return source * WORD * (len(s.blank) // 3) + max(first, second) - 1


def format(s: State, a: int) -> str:
    """The heap, 1 or 2, or both, and the number taken: 1:2 or both:2."""
    stride = WORD * (len(s.blank) // 3)
    return f"{FROM[a // stride]}:{a % stride + 1}"


def parse(s: State, text: str) -> int:
    """Read heap:taken."""
    source, colon, taken = text.lower().partition(":")
    stride = WORD * (len(s.blank) // 3)
    if not (colon and source in FROM and taken.isdecimal() and 1 <= int(taken) <= stride):
        return -1
    return FROM.index(source) * stride + int(taken) - 1


def guide(heaps: tuple[int, ...] = (8, 11)) -> Guide:
    """Tell how the game is played."""
    heap = 1 if heaps[0] else 2
    examples = [(f"{heap}:1", f"take 1 from heap {heap}")]
    if min(heaps):
        many = min(3, *heaps)
        examples.append((f"both:{many}", f"take {many} from heap 1 and {many} from heap 2"))
    return Guide(
        goal="Take the last object.",
        turn="In turn, each takes as many objects as they like, at least one: from one heap alone, or the "
        "same number from both.",
        end="The game ends when both heaps are empty: who took the last object wins.",
        symbols=SYMBOLS,
        moves="The heap, 1, 2 or both, a colon, and how many to take.",
        examples=tuple(examples),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell what was taken, and by whom the last object."""
    who, (source, _, number) = before.player, format(before, action).partition(":")
    told = [taken(who, int(number), f"heap {source}", after.first if source == "1" else after.second)]
    if source == "both":
        text = f"{{{who} takes}} {int(number):,} from each heap, leaving {after.first:,} and {after.second:,}"
        data = {"seat": who, "taken": int(number), "left": [after.first, after.second]}
        told = [Event(MOVE, text, data)]
    return told if after.first + after.second else [*told, ended(who, TOOK_LAST)]


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    """Find what was taken, from one heap or from both."""
    source, less = divmod(a, WORD * (len(s.blank) // 3))
    lefts = (s.first, s.second)
    return [cell for heap in (0, 1) if source in (heap, 2) for cell in gone(heap, lefts[heap], less + 1)]


def picture(s: State, begun: State) -> Picture:
    """Draw each heap as a row of objects, and what has gone of it."""
    return drawn((s.first, s.second), (begun.first, begun.second), TITLE, _caption(s))


def touches(s: State, a: int, begun: State) -> tuple[str, ...]:
    """The leftmost object that is taken; to take from both heaps, that button and then how many."""
    move = format(s, a)
    source, _, taken = move.partition(":")
    return ("both heaps", taken) if source == FROM[2] else parts_of(move, (begun.first, begun.second))


def _caption(s: State) -> str:
    told = ": take from one heap, or the same from both; who takes the last one wins"
    return caption(returns(s), s.player, told)
