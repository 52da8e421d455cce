"""A matrix game: both choose at once, a row and a column; a table says what each gets (von Neumann 1928).

Payoffs may be fractions; a state holds ints only, so the tables are kept over a common denominator.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

from parlour.core.errors import BadOption, clipped
from parlour.core.game import Traits
from parlour.core.options import Option
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.rng import below
from parlour.core.rules import OVER, UNKNOWN

TITLE = "Matrix Game"
SEATS = 2
OPTIONS = {
    "payoffs": Option("2,-1;-1,1", "what the row player gets: rows by ; and numbers by , (fractions too)"),
    "payoffs2": Option("", "what the column player gets; empty is the opposite (zero-sum)"),
}
LEVELS = {
    "easy": "random",
    "medium": "montecarlo:simulations=200",
    "hard": "nash",
    "expert": "nash",
}

NONE = -1
WIDEST = 40
SIXTY_BITS = 1 << 60


class State(NamedTuple):
    """The tables, row by row, over their denominator, and the two choices."""

    rows: int
    columns: int
    row_choice: int
    column_choice: int
    denominator: int
    row_payoffs: tuple[int, ...]
    column_payoffs: tuple[int, ...]


def start(payoffs: str = "2,-1;-1,1", payoffs2: str = "") -> State:
    """Read the tables."""
    first = _table("payoffs", payoffs)
    second = _table("payoffs2", payoffs2) if payoffs2.strip() else [[-x for x in row] for row in first]
    if [len(row) for row in first] != [len(row) for row in second]:
        raise BadOption("payoffs2: needs as many rows and columns as payoffs")
    numbers = [x for table in (first, second) for row in table for x in row]
    denominator = math.lcm(*(x.denominator for x in numbers))
    if denominator > SIXTY_BITS or any(abs(x * denominator) > SIXTY_BITS for x in numbers):
        raise BadOption("payoffs: too large or too fine; use numbers of fewer digits")
    flat = [tuple(int(x * denominator) for row in table for x in row) for table in (first, second)]
    return State(len(first), len(first[0]), NONE, NONE, denominator, flat[0], flat[1])


def _table(name: str, text: str) -> list[list[Fraction]]:
    rows = [row.replace(",", " ").split() for row in text.strip(" ;[]").split(";")]
    if not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise BadOption(f"{name}={clipped(text)}: needs rows of equal length, such as 1,-1;-1,1")
    if len(rows) > WIDEST or len(rows[0]) > WIDEST:
        raise BadOption(f"{name}: at most {WIDEST} rows and {WIDEST} columns are allowed")
    try:
        if any(len(word) > 40 or "e" in word.lower() for row in rows for word in row):
            raise ValueError
        return [[Fraction(word) for word in row] for row in rows]
    except (ValueError, ZeroDivisionError):
        raise BadOption(f"{name}={clipped(text)}: needs numbers such as 2, -0.5 or 1/3") from None


def ACTIONS(s: State) -> int:  # noqa: N802
    """As many as the longer side."""
    return max(s.rows, s.columns)


def BOUNDS(s: State) -> tuple[float, float]:  # noqa: N802
    """The least and the most in the tables."""
    numbers = (*s.row_payoffs, *s.column_payoffs)
    low, high = min(numbers) / s.denominator, max(numbers) / s.denominator
    return (low, high) if low < high else (low, low + 1.0)


def TRAITS(s: State) -> Traits:  # noqa: N802
    """Zero-sum when the tables say so."""
    pairs = zip(s.row_payoffs, s.column_payoffs, strict=True)
    return Traits(zero_sum=all(x + y == 0 for x, y in pairs), simultaneous=True)


def turn(s: State) -> int:
    """The row player commits, then the column player."""
    if s.row_choice == NONE:
        return 0
    return 1 if s.column_choice == NONE else OVER


def legal(s: State) -> int:
    """Any row; any column."""
    if s.row_choice == NONE:
        return (1 << s.rows) - 1
    return (1 << s.columns) - 1 if s.column_choice == NONE else 0


def play(s: State, a: int) -> State:
    """Commit to a row or a column."""
    row, column = (a, NONE) if s.row_choice == NONE else (s.row_choice, a)
    return State(s.rows, s.columns, row, column, s.denominator, s.row_payoffs, s.column_payoffs)


def returns(s: State) -> tuple[float, float]:
    """Read the tables."""
    if s.column_choice == NONE:
        return (0.0, 0.0)
    at = s.row_choice * s.columns + s.column_choice
    return (s.row_payoffs[at] / s.denominator, s.column_payoffs[at] / s.denominator)


def mask(s: State, seat: int) -> State:
    """The row is a secret until the column is chosen."""
    if seat == 0 or s.row_choice == NONE or s.column_choice != NONE:
        return s
    return State(s.rows, s.columns, UNKNOWN, NONE, s.denominator, s.row_payoffs, s.column_payoffs)


def fill(v: State, seat: int, rng: object) -> State:
    """The hidden row may be any."""
    if v.row_choice != UNKNOWN:
        return v
    row = below(rng, v.rows)
    return State(v.rows, v.columns, row, NONE, v.denominator, v.row_payoffs, v.column_payoffs)


def sees(s: State, a: int, seat: int, now: State) -> bool:
    """A choice is known to its maker at once and to all at the end."""
    return turn(s) == seat or now.column_choice != NONE


def format(s: State, a: int) -> str:
    """The row or the column, from 1."""
    return str(a + 1)


def parse(s: State, text: str) -> int:
    """Read a row or a column, from 1."""
    return int(text) - 1 if text.isdecimal() and len(text) < 4 else -1


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
    return Cell(text, "first" if chosen else "plain", chosen and s.column_choice == column)


def _caption(s: State) -> str:
    if turn(s) == OVER:
        gains = " and ".join(str(Fraction(value).limit_denominator(10**6)) for value in returns(s))
        return f"Row {s.row_choice + 1}, column {s.column_choice + 1}: {gains}"
    return ("Row player" if turn(s) == 0 else "Column player") + " to choose"
