"""Tic-Tac-Toe: place marks in turn; three in a row, column or diagonal win (misère: lose).

Cells are bits, a1 at the bottom left:

    3 | 6 7 8        Counts known from the literature: 255,168 games, 5,478 positions; a draw.
    2 | 3 4 5
    1 | 0 1 2
        a b c
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.core.bits import nth, popcount
from parlour.core.errors import BadOption
from parlour.core.event import Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.options import Option
from parlour.core.picture import Picture, Text, grid_of
from parlour.core.remarks import line_remark
from parlour.core.rng import below
from parlour.core.rules import OVER, changed

TITLE = "Tic-Tac-Toe"
BLURB = "Three in a row on nine cells"
GROUP = "Boards"
SEAT_NAMES = ("X", "O")
SEATS = 2
ACTIONS = 9
TRAITS = Traits(zero_sum=True)
OPTIONS = {
    "misere": Option(False, "three in a row lose instead of winning"),
    "position": Option("", "nine cells from a3 to c1, row by row, such as x.o/.x./... (x moves first)"),
}
LEVELS = {
    "easy": "greedy:blunder=0.5",
    "medium": "alphabeta:depth=2,blunder=0.25",
    "hard": "alphabeta:depth=4,blunder=0.05",
    "expert": "alphabeta",
}

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
FULL = 0o777
PLACES = (
    "the bottom left corner",
    "the middle of the bottom row",
    "the bottom right corner",
    "the middle of the left column",
    "the centre",
    "the middle of the right column",
    "the top left corner",
    "the middle of the top row",
    "the top right corner",
)
CENTRE = 0o020
CORNERS = 0o505
# What `evaluate` counts, set by hand: a mark in a line that is open to one side only, in the centre, in a
# corner.
IN_LINE, IN_CENTRE, IN_CORNER = 0.06, 0.05, 0.01


class State(NamedTuple):
    """Marks of both as bits; `lined` once the last move made three in a row."""

    x: int
    o: int
    ply: int
    lined: int
    misere: int


def start(misere: bool = False, position: str = "") -> State:
    """Return the empty board, or the position asked for."""
    if not position:
        return State(0, 0, 0, 0, int(misere))
    cells = position.lower().replace("/", "").replace("-", ".").replace(" ", "")
    if len(cells) != 9 or set(cells) - set("xo."):
        raise BadOption(f"position={position!r}: needs nine of x, o and . (dot), from a3 to c1")
    x = sum(1 << square for square in range(9) if cells[_text_index(square)] == "x")
    o = sum(1 << square for square in range(9) if cells[_text_index(square)] == "o")
    if x.bit_count() - o.bit_count() not in (0, 1):
        raise BadOption(f"position={position!r}: x moves first, so it has as many marks as o or one more")
    last = o if x.bit_count() == o.bit_count() else x
    if has_line(x ^ o ^ last):
        raise BadOption(f"position={position!r}: the game was over before the last move")
    return State(x, o, (x | o).bit_count(), int(has_line(last)), int(misere))


def _text_index(square: int) -> int:
    return 3 * (2 - square // 3) + square % 3


def has_line(marks: int) -> bool:
    """Say whether the marks hold three in a row."""
    for line in LINES:
        if marks & line == line:
            return True
    return False


def turn(s: State) -> int:
    """X moves at even plies."""
    if s.lined != 0 or s.ply == 9:
        return OVER
    return s.ply & 1


def legal(s: State) -> int:
    """Any empty cell."""
    if s.lined != 0:
        return 0
    return FULL & ~(s.x | s.o)


def play(s: State, a: int) -> State:
    """Put the mover's mark on the cell."""
    if s.ply & 1 == 0:
        x = s.x | (1 << a)
        return changed(s, x=x, ply=s.ply + 1, lined=int(has_line(x)))
    o = s.o | (1 << a)
    return changed(s, o=o, ply=s.ply + 1, lined=int(has_line(o)))


def returns(s: State) -> tuple[float, float]:
    """The maker of a line gets 1, the other -1; in misère the other way round."""
    if s.lined == 0:
        return (0.0, 0.0)
    x_lined = s.ply & 1 == 1
    if x_lined == (s.misere == 0):
        return (1.0, -1.0)
    return (-1.0, 1.0)


def evaluate(s: State, seat: int) -> float:
    """Lines still open to one side only, the centre and the corners, all well below a win."""
    mine, theirs = (s.x, s.o) if seat == 0 else (s.o, s.x)
    score = 0.0
    for line in LINES:
        if theirs & line == 0:
            score += IN_LINE * popcount(mine & line)
        if mine & line == 0:
            score -= IN_LINE * popcount(theirs & line)
    score += IN_CENTRE * (popcount(mine & CENTRE) - popcount(theirs & CENTRE))
    score += IN_CORNER * (popcount(mine & CORNERS) - popcount(theirs & CORNERS))
    return -score if s.misere != 0 else score


def order(s: State, a: int) -> float:
    """Wins first, then blocks, the centre, the corners."""
    mine, theirs = (s.x, s.o) if s.ply & 1 == 0 else (s.o, s.x)
    bit = 1 << a
    if has_line(mine | bit):
        return 4.0
    if has_line(theirs | bit):
        return 3.0
    if bit & CENTRE != 0:
        return 2.0
    return 1.0 if bit & CORNERS != 0 else 0.0


def rollout(s: State, rng: object) -> int:
    """Win if it can be done at once, block if it must, otherwise anything."""
    mine, theirs = (s.x, s.o) if s.ply & 1 == 0 else (s.o, s.x)
    cells = legal(s)
    if s.misere == 0:
        block = -1
        for a in range(9):
            if (cells >> a) & 1 == 1:
                if has_line(mine | (1 << a)):
                    return a
                if has_line(theirs | (1 << a)):
                    block = a
        if block >= 0:
            return block
    return nth(cells, below(rng, popcount(cells)))


def format(s: State, a: int) -> str:
    """File and rank: a1 to c3."""
    return "abc"[a % 3] + "123"[a // 3]


def parse(s: State, text: str) -> int:
    """Read a1 to c3."""
    text = text.lower()
    if len(text) != 2 or text[0] not in "abc" or text[1] not in "123":
        return -1
    return "abc".index(text[0]) + 3 * "123".index(text[1])


def remark(s: State, a: int) -> str:
    """Say what a move completes, blocks or threatens; in misère only what it completes."""
    mine, theirs = (s.x, s.o) if s.ply & 1 == 0 else (s.o, s.x)
    mine |= 1 << a
    if s.misere:
        return "completes three in a row and loses" if has_line(mine) else ""
    free = [square for square in range(9) if not (mine | theirs) >> square & 1]
    threats = [format(s, square) for square in free if has_line(mine | 1 << square)]
    replies = [format(s, square) for square in free if has_line(theirs | 1 << square)]
    return line_remark("three", 1 - (s.ply & 1), has_line(mine), has_line(theirs | 1 << a), threats, replies)


def guide(misere: bool = False, position: str = "") -> Guide:
    """Tell how the game is played."""
    line = "three of your own marks in a row, column or diagonal"
    begun = start(misere, position)
    free = [(format(begun, a), PLACES[a]) for a in (0, 4, 8, 6, 2, 1, 3, 5, 7) if legal(begun) >> a & 1]
    return Guide(
        goal=f"Do not make {line}: who makes it loses." if misere else f"Get {line}.",
        turn="X begins. In turn, each puts a mark into an empty cell.",
        end=f"Three in a row {'lose' if misere else 'win'} at once. A full board without them is a draw.",
        symbols="X and O are the marks; brackets show the last move, and at the end the line.",
        moves="A letter for the column and a number for the row, counted from the bottom left.",
        examples=tuple(free[:3]),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell what was marked, and the line that ends the game."""
    who = before.ply & 1
    told = [Event("move", f"{{{who} plays}} {{move}}", {"seat": who, "cell": format(before, action)})]
    if after.lined != 0:
        told.append(Event("line", f"{{{who} has}} three in a row", {"seat": who}))
    return told


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    """Find the last mark on the board."""
    return [(0, 2 - a // 3, a % 3)]


def picture(s: State) -> Picture:
    """Draw the board, the line of three marked."""
    line = next((line for line in LINES if line in (s.x & line, s.o & line)), 0)
    texts = ["".join(_mark(s, 3 * rank + file) for file in range(3)) for rank in (2, 1, 0)]
    marks = [(2 - square // 3, square % 3) for square in range(9) if line >> square & 1]
    board = grid_of(texts, {"X": "first", "O": "second"}, marks=marks, row_labels="321", column_labels="abc")
    board = board.with_parts(lambda row, column: "abc"[column] + "321"[row])
    return Picture((board, Text(_caption(s))), TITLE)


def _mark(s: State, square: int) -> str:
    return "X" if s.x >> square & 1 else "O" if s.o >> square & 1 else " "


def _caption(s: State) -> str:
    if turn(s) != OVER:
        return f"{{{turn(s)}}} to move" + (" (three in a row lose)" if s.misere else "")
    result = returns(s)[0]
    return "A draw" if result == 0 else f"{{{int(result < 0)} wins}}"
