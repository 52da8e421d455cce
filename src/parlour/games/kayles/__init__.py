"""Kayles: bowl at rows of pins, knock out one or two neighbours; who knocks out the last one wins.

Dudeney (1907). Dawson's Kayles: exactly two neighbours; who finds none has lost. A row falls apart into runs
of neighbours, each a game of its own, so the nim-sum of their Grundy values decides (Guy and Smith 1956).

Each row is a word of pins, pin 1 its lowest bit, and has two words of actions: the pin knocked out alone, and
the lower pin of two. Both are the row itself, and the row where the next pin stands too.
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.bits import WORD, replace
from parlour.core.errors import BadOption
from parlour.core.event import MOVE, Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.heaps import MOVED_LAST, caption, ended, last_wins, levels
from parlour.core.options import Option
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.rules import OVER

TITLE = "Kayles"
BLURB = "Bowl at rows of pins, one or two at a time"
GROUP = "Heaps"
SEAT_NAMES = ("first player", "second player")
SEATS = 2
TRAITS = Traits(zero_sum=True, impartial=True)
OPTIONS = {
    "rows": Option((7, 5), "pins in each row", low=0, high=WORD, most=16),
    "dawson": Option(False, "Dawson's Kayles: two neighbours must be knocked out, never one"),
}
LEVELS = levels("kayles_values")


class State(NamedTuple):
    """The rows of pins, whether two must go at once, who is to move, and the shape of a set of actions."""

    rows: tuple[int, ...]
    dawson: int
    player: int
    blank: tuple[int, ...]


def start(rows: tuple[int, ...] = (7, 5), dawson: bool = False) -> State:
    """Return full rows, the first player to move."""
    if max(rows) < (2 if dawson else 1):
        raise BadOption(f"rows: nothing can be knocked out; a row needs {2 if dawson else 1} or more")
    return State(tuple((1 << pins) - 1 for pins in rows), int(dawson), 0, (0,) * (2 * len(rows)))


def ACTIONS(s: State) -> int:  # noqa: N802
    """As many as the words of a set of actions hold."""
    return WORD * len(s.blank)


def turn(s: State) -> int:
    """The players move in turn until nothing can be knocked out."""
    for pins in s.rows:
        if pins & (pins >> s.dawson) != 0:
            return s.player
    return OVER


def legal(s: State) -> tuple[int, ...]:
    """Any pin, or two neighbours; in Dawson's Kayles two neighbours only."""
    words = s.blank
    for row in range(len(s.rows)):
        pins = s.rows[row]
        if s.dawson == 0:
            words = replace(words, 2 * row, pins)
        words = replace(words, 2 * row + 1, pins & (pins >> 1))
    return words


def play(s: State, a: int) -> State:
    """Knock out a pin, or it and the next one."""
    word, pin = a // WORD, a % WORD
    row = word // 2
    knocked = (1 + 2 * (word & 1)) << pin
    return State(replace(s.rows, row, s.rows[row] & ~knocked), s.dawson, 1 - s.player, s.blank)


def returns(s: State) -> tuple[float, float]:
    """Who moved last gets 1, the other -1."""
    return last_wins(turn(s), s.player)


def action_of(row: int, pin: int, pins: int) -> int:
    """Return the action that knocks out one pin, or two from it on; rows and pins count from 0."""
    return WORD * (2 * row + pins - 1) + pin


def format(s: State, a: int) -> str:
    """Row and pin, counted from 1, or two pins: 1:3 or 1:3-4."""
    word, pin = a // WORD, a % WORD + 1
    return f"{word // 2 + 1}:{pin}" + (f"-{pin + 1}" if word & 1 else "")


def parse(s: State, text: str) -> int:
    """Read row:pin or row:pin-pin."""
    row, colon, pins = text.partition(":")
    pin, dash, following = pins.partition("-")
    if not (colon and row.isdecimal() and pin.isdecimal()) or not 1 <= int(row) <= len(s.rows):
        return -1
    if not 1 <= int(pin) <= WORD or (dash and not (following.isdecimal() and int(following) == int(pin) + 1)):
        return -1
    return action_of(int(row) - 1, int(pin) - 1, 2 if dash else 1)


def guide(rows: tuple[int, ...] = (7, 5), dawson: bool = False) -> Guide:
    """Tell how the game is played."""
    row = rows.index(max(rows)) + 1
    two = (f"{row}:1-2", f"knock out pins 1 and 2 of row {row}")
    one = (f"{row}:1", f"knock out pin 1 of row {row}")
    what = "two pins that stand side by side" if dawson else "one pin, or two that stand side by side"
    last = "who cannot move loses" if dawson else "who knocked out the last one wins"
    return Guide(
        goal="Make the last move." if dawson else "Knock out the last pin.",
        turn=f"In turn, each knocks out {what}. Pins with a gap between them are not side by side.",
        end=f"The game ends when {'no such two are' if dawson else 'no pin is'} left: {last}.",
        symbols="● is a pin, · a gap where one was; rows and pins are numbered.",
        moves="The row, a colon, and the pin"
        + ("s, with a dash." if dawson else "; two pins with a dash between them."),
        examples=(two,) if dawson else (one, two)[: 1 + (max(rows) > 1)],
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell which pins fell, how many stand, and who made the last move."""
    who, (row, _, pins) = before.player, format(before, action).partition(":")
    standing = sum(left.bit_count() for left in after.rows)
    fell = f"pins {pins.replace('-', ' and ')}" if "-" in pins else f"pin {pins}"
    stands = "stands" if standing == 1 else "stand"
    told = Event(
        MOVE,
        f"{{{who} knocks}} out {fell} of row {row}, {standing or 'none'} {stands}",
        {"seat": who, "row": int(row), "pins": list(map(int, pins.split("-"))), "standing": standing},
    )
    return [told] if turn(after) != OVER else [told, ended(who, MOVED_LAST)]


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    """Find the pins that fell."""
    word, pin = a // WORD, a % WORD
    return [(0, word // 2, pin + more) for more in range(1 + word % 2)]


def picture(s: State, first: State) -> Picture:
    """Draw the rows of pins, numbered; where one is gone there is a dot."""
    width = max(1, *(pins.bit_length() for pins in first.rows))
    standing = zip(s.rows, first.rows, strict=True)
    rows = tuple(
        tuple(_pin(now >> pin & 1, was >> pin & 1, f"{row}:{pin + 1}") for pin in range(width))
        for row, (now, was) in enumerate(standing, 1)
    )
    labels = tuple(str(row) for row in range(1, len(s.rows) + 1))
    columns = tuple(str(pin) for pin in range(1, width + 1))
    return Picture(
        (Grid(rows, labels, columns, style="bare"), Text(_caption(s))),
        "Dawson's Kayles" if s.dawson else TITLE,
    )


def _pin(now: int, was: int, name: str) -> Cell:
    return Cell("●", "first", part=name) if now else Cell("·" if was else "", "empty")


def touches(s: State, a: int) -> tuple[str, ...]:
    """One pin, or two neighbours one after the other."""
    word, pin = a // WORD, a % WORD + 1
    row = word // 2 + 1
    return (f"{row}:{pin}", f"{row}:{pin + 1}") if word & 1 else (f"{row}:{pin}",)


def _caption(s: State) -> str:
    what = "two neighbours" if s.dawson else "one pin or two neighbours"
    return caption(returns(s), s.player, f": knock out {what}; who cannot move loses")
