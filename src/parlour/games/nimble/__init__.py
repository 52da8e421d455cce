"""Nimble: coins on a strip; move one any way to the left; the last move wins (misère: loses).

Squares count from 0 at the left end; coins may share a square and pass each other, and rest at 0. A coin on
square n is a Nim heap of n objects, so Bouton's theorem (1901) solves the game, and two coins on one square
cancel out. An action is `coin * stride + square`, where a stride is as many whole words of actions as the
furthest coin needs. Coins on one square are alike: only the first of them moves.
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.bits import WORD, replace, runs
from parlour.core.errors import BadOption
from parlour.core.event import MOVE, Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.heaps import (
    MOVED_LAST,
    blank_for,
    caption,
    ended,
    last_wins,
    levels,
    read_pair,
    while_any,
)
from parlour.core.options import Option
from parlour.core.picture import Cell, Grid, Picture, Text

TITLE = "Nimble"
BLURB = "Slide coins to the left end of a strip"
GROUP = "Heaps"
SEAT_NAMES = ("first player", "second player")
SEATS = 2
TRAITS = Traits(zero_sum=True, impartial=True)
OPTIONS = {
    "coins": Option((5, 3, 7), "the squares of the coins", low=0, high=1_000_000, most=32),
    "misere": Option(False, "making the last move loses"),
}
LEVELS = levels("nimble_sum")
WIDEST_DRAWN = 40  # a longer strip is drawn as a list


class State(NamedTuple):
    """The coins' squares, who is to move, the rule for the last move, and the shape of a set of actions."""

    coins: tuple[int, ...]
    player: int
    misere: int
    blank: tuple[int, ...]


def start(coins: tuple[int, ...] = (5, 3, 7), misere: bool = False) -> State:
    """Return the coins asked for, the first player to move."""
    if sum(coins) == 0:
        raise BadOption("coins: at least one coin must be to the right of square 0")
    return State(tuple(coins), 0, int(misere), blank_for(coins, len(coins)))


def ACTIONS(s: State) -> int:  # noqa: N802
    """As many as the words of a set of actions hold."""
    return WORD * len(s.blank)


def turn(s: State) -> int:
    """The players move in turn until every coin is at 0."""
    return while_any(s.coins, s.player)


def legal(s: State) -> tuple[int, ...]:
    """Any square to the left of a coin."""
    reach = s.coins
    for index in range(len(reach)):
        for other in range(index):
            if s.coins[other] == s.coins[index]:
                reach = replace(reach, index, 0)
    return runs(reach, s.blank)


def play(s: State, a: int) -> State:
    """Put the coin on the square."""
    stride = WORD * (len(s.blank) // len(s.coins))
    return State(replace(s.coins, a // stride, a % stride), 1 - s.player, s.misere, s.blank)


def returns(s: State) -> tuple[float, float]:
    """Who moved last gets 1, the other -1; in misère the other way round."""
    return last_wins(turn(s), s.player ^ s.misere)


def action_of(s: State, source: int, target: int) -> int:
    """Return the action that moves a coin from a square to another; -1 if there is no coin."""
    if source not in s.coins:
        return -1
    return s.coins.index(source) * WORD * (len(s.blank) // len(s.coins)) + target


def format(s: State, a: int) -> str:
    """From which square to which: 5>2."""
    stride = WORD * (len(s.blank) // len(s.coins))
    return f"{s.coins[a // stride]}>{a % stride}"


def parse(s: State, text: str) -> int:
    """Read from>to."""
    source, target = read_pair(text, ">") or (-1, 0)
    return -1 if target >= WORD * (len(s.blank) // len(s.coins)) else action_of(s, source, target)


def guide(coins: tuple[int, ...] = (5, 3, 7), misere: bool = False) -> Guide:
    """Tell how the game is played."""
    far = max(coins)
    near = (f"{far}>{far - 1}", f"move a coin from square {far} to square {far - 1}")
    home = (f"{far}>0", f"move a coin from square {far} to square 0, where it rests")
    return Guide(
        goal="Leave the last move to the other." if misere else "Make the last move.",
        turn="In turn, each moves one coin to the left, as far as they like. Coins may pass each other and "
        "share a square.",
        end="The game ends when all coins are on square 0, at the left end: who made the last move "
        f"{'loses' if misere else 'wins'}.",
        symbols="● is a coin; a number says how many coins share the square.",
        moves="The square of the coin, >, and the square to move it to.",
        examples=(near, home) if far > 1 else (home,),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell which coin moved, and who made the last move."""
    who, (source, _, target) = before.player, format(before, action).partition(">")
    text = f"{{{who} moves}} a coin from square {int(source):,} to {int(target):,}"
    told = Event(MOVE, text, {"seat": who, "from": int(source), "to": int(target)})
    return [told] if any(after.coins) else [told, ended(who, MOVED_LAST, bool(before.misere))]


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    """Find the coin that moved."""
    square = a % (WORD * (len(s.blank) // len(s.coins)))
    return [(0, sorted(s.coins).index(square), 0) if max(s.coins) > WIDEST_DRAWN else (0, 0, square)]


def picture(s: State, first: State) -> Picture:
    """Draw the strip as far as it was needed at first; coins that share a square as their number."""
    furthest = max(first.coins)
    if furthest > WIDEST_DRAWN:
        coins = [Cell(f"{coin:,}", "first", part=f"coin on {coin}") for coin in sorted(s.coins)]
        strip = Grid(tuple((coin,) for coin in coins), style="bare")
        return Picture((Text("Coins on the squares"), strip, Text(_caption(s))), TITLE)
    here = [s.coins.count(square) for square in range(furthest + 1)]
    cells = tuple(Cell("●" if n == 1 else str(n), "first") if n else Cell(" ", "empty") for n in here)
    labels = tuple(str(square) for square in range(furthest + 1))
    strip = Grid((cells,), column_labels=labels).with_parts(lambda row, square: str(square))
    return Picture((strip, Text(_caption(s))), TITLE)


def touches(s: State, a: int, first: State) -> tuple[str, str]:
    """The coin, then the square that it goes to."""
    source, target = format(s, a).split(">")
    return source if max(first.coins) <= WIDEST_DRAWN else f"coin on {source}", target


def _caption(s: State) -> str:
    return caption(returns(s), s.player, f"; who makes the last move {'loses' if s.misere else 'wins'}")
