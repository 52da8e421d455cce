"""Row-Column: take a number of a square of numbers; the next player takes one in its row or its column.

The first player takes any number, then each takes one from the row or the column of the last one taken; when
both are empty the game ends, what is left elsewhere counts for nobody, and the higher total wins. A relative
of Maxit (1982), where each player is tied to one of the two directions. There is no passing: who has only
noughts and negative numbers to choose from takes one of them.

Actions are the cells, row by row; a word of 62 holds as many whole rows as fit:

    3 x 3    0 1 2     one word      9 x 9     0  1 ..  8     first word, six rows
             3 4 5                             9 10 .. 17
             6 7 8                            62 63 .. 70     second word, three rows

`left` are the cells not yet taken. The numbers are part of the state, so that all squares of one size share
their compiled code: four to a word of `matrix`, whose length tells the compiler the size of the square.
"""

from __future__ import annotations

from math import isqrt, sqrt
from typing import NamedTuple

from parlour.core.bits import WORD, Actions, count, listed, lowest, nth, replace, rest, some
from parlour.core.errors import BadOption
from parlour.core.event import Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.options import Option
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.remarks import spelled
from parlour.core.rng import Stream, below, uniform
from parlour.core.rules import OVER, changed

TITLE = "Row-Column"
BLURB = "Take numbers in the last one's row or column"
GROUP = "Boards"
SEAT_NAMES = ("first player", "second player")
SCORE = "points"
SEATS = 2
TRAITS = Traits(zero_sum=True)
LARGEST = 12  # rows
MOST = 10_000  # the size of a number, and what is added to it to store it
PACKED, BITS, FIELD = 4, 15, 0x7FFF  # numbers a word, bits a number, and those bits
EPSILON = 0.5  # share of random moves in this game's own playouts
OPTIONS = {
    "matrix": Option(
        "", "the numbers, rows by ; and numbers by , such as 3,1,4;1,5,9;2,6,5", most=2, table=True
    ),
    "n": Option(6, "rows of a random square, unless a matrix is given", low=2, high=LARGEST),
    "seed": Option(1, "which random square; a match draws its own unless set", low=0, high=2**62, drawn=True),
    "low": Option(1, "the least number of a random square", low=-MOST, high=MOST),
    "high": Option(9, "the greatest number of a random square", low=-MOST, high=MOST),
}
LEVELS = {
    "easy": "greedy:blunder=0.2",
    "medium": "safe_choice",
    "hard": "row_column_minimax:budget=2000",
    "expert": "row_column_solver",
}
# What these names stand for in this game.
STRATEGIES = {
    "minimax": "row_column_minimax",
    "mcts": "row_column_mcts",
}


class State(NamedTuple):
    """The numbers, the cells left, the last one taken (-1 at first), who is to move, and both totals."""

    matrix: tuple[int, ...]
    left: tuple[int, ...]
    last: int
    player: int
    first: int
    second: int


def start(matrix: str = "", n: int = 6, seed: int = 1, low: int = 1, high: int = 9) -> State:
    """Return the square asked for, or the random one of that seed, nothing taken yet."""
    if matrix.strip():
        numbers = _read(matrix)
        n = isqrt(len(numbers))
    else:
        if low > high:
            raise BadOption(f"low={low}: needs a number of at most high={high}")
        rng = Stream.of(seed, "row_column", n)
        numbers = tuple(low + below(rng, high - low + 1) for _ in range(n * n))
    rows = WORD // n
    left = [0] * -(-n // rows)
    for row in range(n):
        left[row // rows] |= (1 << n) - 1 << (row % rows * n)
    words = [0] * -(-n * n // PACKED)
    for cell, number in enumerate(numbers):
        words[cell // PACKED] |= number + MOST << (cell % PACKED * BITS)
    return State(tuple(words), tuple(left), -1, 0, 0, 0)


def _read(matrix: str) -> tuple[int, ...]:
    number = Option(0, low=-MOST, high=MOST)
    lines = [line.replace(",", " ").split() for line in matrix.strip().strip(";").split(";")]
    for row, line in enumerate(lines, 1):
        if len(line) != len(lines) or not 2 <= len(lines) <= LARGEST:
            shape = f"of {len(lines)} rows, row {row} has {len(line)} numbers"
            raise BadOption(f"matrix: {shape}; give as many numbers a row as rows, from 2 to {LARGEST}")
    return tuple(number.read(f"matrix row {row}", text) for row, line in enumerate(lines, 1) for text in line)


def ACTIONS(s: State) -> int:  # noqa: N802
    """As many as the words of a set of actions hold."""
    return WORD * len(s.left)


def BOUNDS(s: State) -> tuple[float, float]:  # noqa: N802
    """Nobody can lead by more than the size of all numbers together."""
    total = float(max(1, sum(abs(number_at(s, a)) for a in listed(s.left))))
    return (-total, total)


def side(s: State) -> int:
    """Return the number of rows; to the compiler it is a constant, and so is every division by it."""
    return int(sqrt(PACKED * len(s.matrix)))


def cell_of(s: State, a: int) -> int:
    """Return the place of an action's cell, counted row by row."""
    return a - WORD % side(s) * (a // WORD)


def number_at(s: State, a: int) -> int:
    """Return the number that an action takes."""
    cell = cell_of(s, a)
    return (s.matrix[cell // PACKED] >> (cell % PACKED * BITS) & FIELD) - MOST


def turn(s: State) -> int:
    """The players move in turn until the last number's row and column are empty."""
    return s.player if some(legal(s)) else OVER


def legal(s: State) -> tuple[int, ...]:
    """Any number at first; then any number left in the row or the column of the last one taken."""
    if s.last < 0:
        return s.left
    n = side(s)
    word, bit = s.last // WORD, s.last % WORD
    row, column = bit // n, bit % n
    every_row = ((1 << WORD // n * n) - 1) // ((1 << n) - 1)  # the first column of each row of a word
    cells = s.left
    for index in range(len(cells)):
        line = every_row << column
        if index == word:
            line |= (1 << n) - 1 << (row * n)
        cells = replace(cells, index, cells[index] & line)
    return cells


def play(s: State, a: int) -> State:
    """Take the number: it counts for the player, and its row and column for the next."""
    value = number_at(s, a)
    word, bit = a // WORD, a % WORD
    left = replace(s.left, word, s.left[word] & ~(1 << bit))
    if s.player == 0:
        return changed(s, left=left, last=a, player=1, first=s.first + value)
    return changed(s, left=left, last=a, player=0, second=s.second + value)


def returns(s: State) -> tuple[float, float]:
    """Each gets its total less the other's."""
    lead = float(s.first - s.second)
    return (lead, -lead)


def evaluate(s: State, seat: int) -> float:
    """The lead so far: one ply ahead, this prefers the highest number."""
    lead = float(s.first - s.second)
    return lead if seat == 0 else -lead


def order(s: State, a: int) -> float:
    """High numbers first."""
    return float(number_at(s, a))


def rollout(s: State, rng: object) -> int:
    """Half the time the highest number, otherwise any."""
    cells: Actions = legal(s)
    if uniform(rng) < EPSILON:
        return nth(cells, below(rng, count(cells)))
    best = lowest(cells)
    highest = number_at(s, best)
    cells = rest(cells)
    while some(cells):
        a = lowest(cells)
        cells = rest(cells)
        value = number_at(s, a)
        if value > highest:
            best, highest = a, value
    return best


def action_of(s: State, row: int, column: int) -> int:
    """Return the action that takes a cell; rows and columns count from 0."""
    rows = WORD // side(s)
    return row // rows * WORD + row % rows * side(s) + column


def format(s: State, a: int) -> str:
    """Row and column, counted from 1: r2c3."""
    row, column = divmod(cell_of(s, a), side(s))
    return f"r{row + 1}c{column + 1}"


def parse(s: State, text: str) -> int:
    """Read r2c3."""
    row, c, column = text.lower().removeprefix("r").partition("c")
    if not (c and row.isdecimal() and column.isdecimal() and text[:1] in "rR"):
        return -1
    n = side(s)
    if not (1 <= int(row) <= n and 1 <= int(column) <= n):
        return -1
    return action_of(s, int(row) - 1, int(column) - 1)


def remark(s: State, a: int) -> str:
    """Say what a move takes, and the best that it opens to the other."""
    best = max(number_at(s, b) for b in listed(legal(s)))
    taken = number_at(s, a)
    told = f"takes {spelled(taken)}" + (", the highest in reach" if taken == best else "")
    replies = [number_at(s, b) for b in listed(legal(play(s, a)))]
    if not replies:
        return f"{told}, and ends the game"
    return f"{told}; the best it opens to {{{1 - s.player}}} is {spelled(max(replies))}"


def guide(matrix: str = "", n: int = 6, seed: int = 1, low: int = 1, high: int = 9) -> Guide:
    """Tell how the game is played."""
    n = side(start(matrix, n, seed, low, high))
    return Guide(
        goal="Take numbers that add up to more than the other's.",
        turn="The first player takes any number. From then on each takes one from the row or the column of "
        "the number taken last. There is no passing, even where all in reach are below nought.",
        end="When the row and the column of the last number are empty the game ends; what is left counts for "
        "nobody. Who has more points wins.",
        symbols="● is where the last number was taken; numbers in brackets are those in reach.",
        moves="r and the row, c and the column, counted from 1 at the top left.",
        examples=(("r1c2", "the second number of the top row"), (f"r{n}c1", "the bottom left number")),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell what was taken and the score, and why the game ends."""
    who, value = before.player, number_at(before, action)
    row, column = (place + 1 for place in divmod(cell_of(before, action), side(before)))
    own, others = scores(after) if who == 0 else scores(after)[::-1]
    data = {"seat": who, "row": row, "column": column, "number": value, "points": list(scores(after))}
    text = f"{{{who} takes}} {value} in row {row}, column {column}: {own} to {others}"
    told = [Event("move", text, data)]
    if turn(after) == OVER:
        told.append(Event("end", f"Row {row} and column {column} are empty: the game ends"))
    return told


def scores(s: State) -> tuple[int, int]:
    """Count the points of each."""
    return (s.first, s.second)


def value_told(value: float) -> str:
    """Write a lead in points."""
    text = f"{value:+.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.005 else "0"
    return f"{text} {'point' if text in ('+1', '-1') else 'points'}"


def marked(s: State, a: int) -> list[tuple[int, int, int]]:
    """Find the place of the number taken last."""
    return [(0, *divmod(cell_of(s, a), side(s)))]


def picture(s: State) -> Picture:
    """Draw the numbers left, those that may be taken marked, and the last one taken as a dot."""
    n = side(s)
    rows = tuple(tuple(_drawn(s, action_of(s, row, column)) for column in range(n)) for row in range(n))
    labels = tuple(str(number + 1) for number in range(n))
    board = Grid(rows, labels, labels)
    return Picture((board, Text(f"Points: {{0}} {s.first}, {{1}} {s.second}"), Text(_caption(s))), TITLE)


def _drawn(s: State, a: int) -> Cell:
    word, bit = a // WORD, 1 << a % WORD
    if s.left[word] & bit:
        in_reach = bool(s.last >= 0 and legal(s)[word] & bit)
        return Cell(str(number_at(s, a)), mark=in_reach, part=format(s, a))
    return Cell("●" if a == s.last else " ", "empty")


def _caption(s: State) -> str:
    if turn(s) != OVER:
        return f"{{{s.player}}} to move"
    lead = s.first - s.second
    return "A draw" if lead == 0 else f"{{{int(lead < 0)} wins}} by {abs(lead)}"
