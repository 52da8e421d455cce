"""A matrix game: both choose at once, a row and a column; a table says what each gets (von Neumann 1928).

Payoffs may be fractions; a state holds ints only, so the tables are kept over a common denominator. With
`rounds` the same table is played again and again, each round shown when both have chosen, and gains add up.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

from parlour.core.errors import BadOption, clipped
from parlour.core.event import Event
from parlour.core.game import Traits
from parlour.core.guide import Guide
from parlour.core.options import Option
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.rng import below
from parlour.core.rules import OVER, UNKNOWN, changed
from parlour.core.words import signed

TITLE = "Matrix Game"
BLURB = "Choose a row or a column of a table, both at once"
GROUP = "Theory"
SEAT_NAMES = ("Row", "Column")
SCORE = "points"
SITTING = {"rounds": 10}
SEATS = 2
OPTIONS = {
    "payoffs": Option(
        "2,-1;-1,1", "what the row player gets: rows by ; and numbers by , (fractions too)", table=True
    ),
    "payoffs2": Option("", "what the column player gets; empty is the opposite (zero-sum)", table=True),
    "rounds": Option(1, "rounds to play", low=1, high=100_000),
}
LEVELS = {
    "easy": "random",
    "medium": "montecarlo:simulations=200",
    "hard": "nash",
    "expert": "ensemble",
}

NONE = -1
WIDEST = 40
SIXTY_BITS = 1 << 60


class State(NamedTuple):
    """The tables, row by row, over their denominator; the rounds; the choices, of the last round too."""

    rows: int
    columns: int
    rounds: int
    played: int = 0
    row_choice: int = NONE  # committed in this round, or of the last one when it is over
    column_choice: int = NONE
    row_total: int = 0  # over the denominator, as the tables
    column_total: int = 0
    denominator: int = 1
    row_payoffs: tuple[int, ...] = ()
    column_payoffs: tuple[int, ...] = ()


def start(payoffs: str = "2,-1;-1,1", payoffs2: str = "", rounds: int = 1) -> State:
    """Read the tables."""
    first = _table("payoffs", payoffs)
    second = _table("payoffs2", payoffs2) if payoffs2.strip() else [[-x for x in row] for row in first]
    if [len(row) for row in first] != [len(row) for row in second]:
        raise BadOption("payoffs2: needs as many rows and columns as payoffs")
    numbers = [x for table in (first, second) for row in table for x in row]
    denominator = math.lcm(*(x.denominator for x in numbers))
    if denominator > SIXTY_BITS or any(abs(x * denominator * rounds) > SIXTY_BITS for x in numbers):
        raise BadOption("payoffs: too large or too fine; use numbers of fewer digits")
    rows, columns = (tuple(int(x * denominator) for row in table for x in row) for table in (first, second))
    s = State(len(first), len(first[0]), rounds, denominator=denominator)
    return changed(s, row_payoffs=rows, column_payoffs=columns)


def _table(name: str, text: str) -> list[list[Fraction]]:
    rows = [row.replace(",", " ").split() for row in text.strip(" ;[]").split(";")]
    if not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise BadOption(f"{name}={clipped(text)}: needs rows of equal length, such as 1,-1;-1,1")
    if len(rows) > WIDEST or len(rows[0]) > WIDEST:
        raise BadOption(f"{name}: at most {WIDEST} rows and {WIDEST} columns are allowed")
    try:
        if any(len(word) > 40 or not word.isascii() or "e" in word.lower() for row in rows for word in row):
            raise ValueError
        return [[Fraction(word) for word in row] for row in rows]
    except (ValueError, ZeroDivisionError):
        raise BadOption(f"{name}={clipped(text)}: needs numbers such as 2, -0.5 or 1/3") from None


def ACTIONS(s: State) -> int:  # noqa: N802
    """As many as the longer side."""
    return max(s.rows, s.columns)


def BOUNDS(s: State) -> tuple[float, float]:  # noqa: N802
    """The least and the most in the tables, in every round."""
    numbers = (*s.row_payoffs, *s.column_payoffs)
    low, high = s.rounds * min(numbers) / s.denominator, s.rounds * max(numbers) / s.denominator
    return (low, high) if low < high else (low, low + 1.0)


def TRAITS(s: State) -> Traits:  # noqa: N802
    """Zero-sum when the tables say so."""
    pairs = zip(s.row_payoffs, s.column_payoffs, strict=True)
    return Traits(zero_sum=all(x + y == 0 for x, y in pairs), simultaneous=True)


def turn(s: State) -> int:
    """The row player commits, then the column player, and both show."""
    if s.played == s.rounds:
        return OVER
    return 1 if _committed(s) else 0


def _committed(s: State) -> bool:
    return s.row_choice != NONE and s.column_choice == NONE


def legal(s: State) -> int:
    """Any row; any column."""
    if s.played == s.rounds:
        return 0
    return (1 << s.columns) - 1 if _committed(s) else (1 << s.rows) - 1


def play(s: State, a: int) -> State:
    """Commit to a row; or to a column, show both and read the tables."""
    if not _committed(s):
        return changed(s, row_choice=a, column_choice=NONE)
    at = s.row_choice * s.columns + a
    return changed(
        s,
        played=s.played + 1,
        column_choice=a,
        row_total=s.row_total + s.row_payoffs[at],
        column_total=s.column_total + s.column_payoffs[at],
    )


def returns(s: State) -> tuple[float, float]:
    """What the rounds so far have brought."""
    return (s.row_total / s.denominator, s.column_total / s.denominator)


def mask(s: State, seat: int) -> State:
    """The row is a secret until the column is chosen."""
    if seat == 0 or not _committed(s):
        return s
    return _with_row(s, UNKNOWN)


def fill(v: State, seat: int, rng: object) -> State:
    """The hidden row may be any."""
    if v.row_choice != UNKNOWN:
        return v
    return _with_row(v, below(rng, v.rows))


def _with_row(s: State, row: int) -> State:
    return changed(s, row_choice=row, column_choice=NONE)


def sees(s: State, a: int, seat: int, now: State) -> bool:
    """A choice is known to its maker at once and to all when the round is over."""
    return turn(s) == seat or now.played > s.played


def format(s: State, a: int) -> str:
    """The row or the column, from 1."""
    return str(a + 1)


def parse(s: State, text: str) -> int:
    """Read a row or a column, from 1."""
    return int(text) - 1 if text.isdecimal() and len(text) < 4 else -1


def guide(payoffs: str = "2,-1;-1,1", payoffs2: str = "", rounds: int = 1) -> Guide:
    """Tell how the game is played."""
    s = start(payoffs, payoffs2, rounds)
    zero_sum = TRAITS(s).zero_sum
    paid = "Row gets it and Column pays it" if zero_sum else "Row gets the first number, Column the second"
    last_row, last_column = str(s.rows), str(s.columns)
    examples = [("1", "as Row the top row, as Column the left column")]
    if s.rows > 1:
        examples.append((last_row, "as Row the bottom row"))
    elif s.columns > 1:
        examples.append((last_column, "as Column the right column"))
    return Guide(
        goal="Get as many points as you can; whoever has more at the end wins.",
        turn="Row chooses a row of the table and Column a column, both in secret. The cell where they meet "
        f"is what the round is worth: {paid}. A negative number is a loss.",
        end="One round decides." if rounds == 1 else f"After {rounds:,} rounds; the points add up.",
        symbols="The table is always the same. Numbers at its edge name the rows and the columns; brackets "
        "show the last cell.",
        moves="The number of the row or of the column.",
        examples=tuple(examples),
    )


def events(before: State, action: int, after: State, seat: int) -> list[Event]:
    """Tell a round when both have chosen; a choice before that only to its maker."""
    if not _committed(before):
        if action == UNKNOWN:
            return []
        return [Event("move", "{0 chooses} row {move}", {"seat": 0, "row": action + 1})]
    row, column = after.row_choice + 1, after.column_choice + 1
    gains = (after.row_total - before.row_total, after.column_total - before.column_total)
    text = f"{{0 chooses}} row {row}, {{1 chooses}} column {column}: {_gains(gains, after)}"
    if after.rounds > 1:
        totals = _each((after.row_total, after.column_total), after)
        text = f"Round {after.played}: {text} (so far {{0}} {totals[0]}, {{1}} {totals[1]})"
    data = {"round": after.played, "row": row, "column": column, "points": list(returns(after))}
    return [Event("round", text, data)]


def _gains(gains: tuple[int, int], s: State) -> str:
    """Say what a round has brought: who pays whom, or what each gets."""
    if not TRAITS(s).zero_sum:
        each = _each(gains, s)
        return f"{{0 gets}} {each[0]}, {{1 gets}} {each[1]}"
    if gains[0] == 0:
        return "nobody gets anything"
    return f"{{{int(gains[0] < 0)} wins}} {Fraction(abs(gains[0]), s.denominator)}"


def _each(points: tuple[int, int], s: State) -> tuple[str, str]:
    return str(Fraction(points[0], s.denominator)), str(Fraction(points[1], s.denominator))


def scores(s: State) -> tuple[float, float]:
    """Count the points of all rounds."""
    return returns(s)


def value_told(value: float) -> str:
    """Write a value in points."""
    return f"{signed(value)} points"


def picture(s: State) -> Picture:
    """Draw the table: what the row player gets, and the column player where it is not the opposite."""
    zero_sum = TRAITS(s).zero_sum
    rows = tuple(
        tuple(_cell(s, row, column, zero_sum) for column in range(s.columns)) for row in range(s.rows)
    )
    labels = tuple(str(n + 1) for n in range(s.rows)), tuple(str(n + 1) for n in range(s.columns))
    return Picture((Grid(rows, *labels), Text(_caption(s))), TITLE)


def _cell(s: State, row: int, column: int, zero_sum: bool) -> Cell:
    at = row * s.columns + column
    text = str(Fraction(s.row_payoffs[at], s.denominator))
    if not zero_sum:
        text += f", {Fraction(s.column_payoffs[at], s.denominator)}"
    chosen = row == s.row_choice and s.column_choice in (NONE, column)
    part = {0: str(row + 1), 1: str(column + 1)}.get(turn(s), "")  # any cell of a row or a column chooses it
    return Cell(text, "first" if chosen else "plain", chosen and s.column_choice == column, part=part)


def _caption(s: State) -> str:
    words = f"{{{max(turn(s), 0)}}} to choose"
    if turn(s) == OVER or (s.played and not _committed(s)):
        words = f"Row {s.row_choice + 1}, column {s.column_choice + 1}"
    if s.rounds > 1:
        words = f"{s.played} of {s.rounds} rounds played. {words}"
    if s.played:
        gains = " and ".join(_each((s.row_total, s.column_total), s))
        words += f": {gains}" if s.rounds == 1 else f". Points so far: {gains}"
    return words
