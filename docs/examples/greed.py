"""Greed: two players take one to three coins from a row in turn; who takes the last coin pays for it all."""

from typing import NamedTuple

from parlour import OVER, Event, Guide, Option, Picture
from parlour.core.picture import Cell, Grid, Text
from parlour.core.rules import changed

BLURB = "Take coins, but not the last one"
SEAT_NAMES = ("Ann", "Ben")
SCORE = "coins"
SEATS = 2
ACTIONS = 3  # take one, two or three
OPTIONS = {"coins": Option(12, "coins in the row", low=2, high=30)}


class State(NamedTuple):
    row: int  # coins that are left
    taken: tuple[int, int]
    player: int


def start(coins: int) -> State:
    return State(coins, (0, 0), 0)


def turn(s: State) -> int:
    return OVER if s.row == 0 else s.player


def legal(s: State) -> int:
    return (1 << min(s.row, 3)) - 1


def play(s: State, a: int) -> State:
    first, second = s.taken
    taken = (first + a + 1, second) if s.player == 0 else (first, second + a + 1)
    return changed(s, row=s.row - a - 1, taken=taken, player=1 - s.player)


def returns(s: State) -> tuple[float, float]:
    return (1.0, -1.0) if s.player == 0 else (-1.0, 1.0)  # the other one took the last coin


def format(s: State, a: int) -> str:
    return f"take {a + 1}"


# -- what it tells people --------------------------------------------------------------------------------


def guide(coins: int) -> Guide:
    return Guide(
        goal="Let the other player take the last coin.",
        turn=f"There are {coins} coins. In turn, each takes one, two or three.",
        end="Who takes the last coin has lost.",
        symbols="o is a coin, a dot a place where one lay.",
        moves="take and how many.",
        examples=(("take 1", "one coin"), ("take 3", "three coins")),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    who, many = before.player, action + 1
    coins = "the last coin" if after.row == 0 else f"{many} coin{'s' if many > 1 else ''}, {after.row} left"
    kind = "end" if after.row == 0 else "move"
    return [Event(kind, f"{{{who} takes}} {coins}", {"seat": who, "coins": many, "left": after.row})]


def remark(s: State, a: int) -> str:
    left = s.row - a - 1
    if left == 1:
        return f"leaves {{{1 - s.player}}} the last coin"
    return (
        f"leaves {left}, and whatever {{{1 - s.player} takes}}, a multiple of four and one can follow"
        if (left % 4 == 1)
        else ""
    )


def scores(s: State) -> tuple[int, int]:
    return s.taken


def picture(s: State, begun: State) -> Picture:
    left = [Cell("o", "second", part=f"take {s.row - n}") for n in range(s.row)]
    cells = (*left, *[Cell("·", "empty")] * (begun.row - s.row))
    return Picture((Grid((cells,), style="bare"), Text(f"{{{s.player} is}} to move" if s.row else "Over")))


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    return [(0, 0, s.row + n) for n in range(a + 1)]
