"""The subtraction game: take one of certain numbers of objects from one heap; whoever cannot move loses.

Also called take-away (Golomb 1966); with 1, 2 and 3 from a heap of 21 it is the "21 game". A heap's Grundy
value repeats sooner or later as the heap grows, and the nim-sum of the values decides. An action is
`heap * len(take) + which`, where `which` counts the numbers that may be taken, the smallest first.
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.bits import WORD, replace
from parlour.core.errors import BadOption
from parlour.core.event import Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.heaps import (
    MOVED_LAST,
    SYMBOLS,
    caption,
    drawn,
    ended,
    gone,
    last_wins,
    levels,
    parts_of,
    read_pair,
    taken,
    written,
)
from parlour.core.options import Option
from parlour.core.picture import Picture
from parlour.core.rules import OVER

TITLE = "Subtraction Game"
BLURB = "Take 1, 2 or 3 from a heap; who cannot move loses"
GROUP = "Heaps"
SEAT_NAMES = ("first player", "second player")
SEATS = 2
TRAITS = Traits(zero_sum=True, impartial=True)
OPTIONS = {
    "heaps": Option((21,), "objects in each heap", low=0, high=1_000_000, most=32),
    "take": Option((1, 2, 3), "how many may be taken at once", low=1, high=1_000, most=32),
}
LEVELS = levels("subtraction_values")


class State(NamedTuple):
    """The heaps, the numbers that may be taken, ascending, and who is to move."""

    heaps: tuple[int, ...]
    take: tuple[int, ...]
    player: int


def start(heaps: tuple[int, ...] = (21,), take: tuple[int, ...] = (1, 2, 3)) -> State:
    """Return the heaps asked for, the first player to move."""
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
    """Who moved last gets 1, the other -1."""
    return last_wins(turn(s), s.player)


def format(s: State, a: int) -> str:
    """Heap, counted from 1, and the number taken: 2:3."""
    return f"{a // len(s.take) + 1}:{s.take[a % len(s.take)]}"


def parse(s: State, text: str) -> int:
    """Read heap:taken."""
    heap, taken = read_pair(text, ":") or (0, 0)
    if not 1 <= heap <= len(s.heaps) or taken not in s.take:
        return -1
    return (heap - 1) * len(s.take) + s.take.index(taken)


def guide(heaps: tuple[int, ...] = (21,), take: tuple[int, ...] = (1, 2, 3)) -> Guide:
    """Tell how the game is played."""
    numbers = sorted(set(take))
    some = written(numbers, "or")
    heap = next(index for index, size in enumerate(heaps, 1) if size >= numbers[0])
    fitting = [number for number in numbers if number <= heaps[heap - 1]]
    whose = "one heap" if len(heaps) > 1 else "the heap"
    last = "who took the last object wins." if numbers[0] == 1 else "who cannot move loses."
    return Guide(
        goal="Make the last move.",
        turn=f"In turn, each takes {some} object{'s' * (numbers != [1])} from {whose}.",
        end=f"The game ends when no more can be taken: {last}",
        symbols=SYMBOLS,
        moves="The number of the heap, a colon, and how many to take.",
        examples=tuple(
            (f"{heap}:{n}", f"take {n} from heap {heap}") for n in sorted({fitting[0], fitting[-1]})
        ),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell what was taken, and who made the last move."""
    heap, number = map(int, format(before, action).split(":"))
    source = f"heap {heap}" if len(before.heaps) > 1 else "the heap"
    told = [taken(before.player, number, source, after.heaps[heap - 1])]
    return told if turn(after) != OVER else [*told, ended(before.player, MOVED_LAST)]


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    """Find what was taken."""
    heap, which = divmod(a, len(s.take))
    return gone(heap, s.heaps[heap], s.take[which])


def picture(s: State, first: State) -> Picture:
    """Draw each heap as a row of objects, and what has gone of it."""
    return drawn(s.heaps, first.heaps, TITLE, _caption(s))


def touches(s: State, a: int, first: State) -> tuple[str, ...]:
    """The leftmost object that is taken."""
    return parts_of(format(s, a), first.heaps)


def _caption(s: State) -> str:
    return caption(returns(s), s.player, f": take {written(s.take, 'or')} from a heap; who cannot move loses")
