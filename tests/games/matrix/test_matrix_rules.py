"""Matrix games: tables with fractions, secret rows, what both get."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from parlour import OVER, UNKNOWN, Match, Stream, game
from parlour.core.errors import InvalidMove
from parlour.core.rules import fill, mask

from ..helpers import after, drawn, refuses_move, refuses_option

IT = game("matrix")
GENERAL = game("matrix", payoffs="1,2,3;4,5,13/2", payoffs2="0,1,1;2,-2,2")


@pytest.mark.parametrize(
    ("row", "column", "gains"),
    [(1, 1, (1.0, 0.0)), (1, 2, (2.0, 1.0)), (1, 3, (3.0, 1.0)), (2, 2, (5.0, -2.0)), (2, 3, (6.5, 2.0))],
)
def test_the_table_says_what_each_gets(row, column, gains):
    s = after(GENERAL, f"{row} {column}")
    assert GENERAL.turn(s) == OVER
    assert GENERAL.returns(s) == gains


def test_facts_follow_from_the_tables():
    assert (GENERAL.actions, GENERAL.bounds, GENERAL.traits.zero_sum) == (3, (-2.0, 6.5), False)
    assert (IT.actions, IT.bounds, IT.traits.zero_sum) == (2, (-2.0, 2.0), True)
    wide = game("matrix", payoffs="1 2 3 4 5")
    assert (wide.legal(wide.start()), wide.legal(after(wide, "1"))) == ([0], [0, 1, 2, 3, 4])
    flat = game("matrix", payoffs="0", payoffs2="0")
    assert flat.bounds[0] < flat.bounds[1]


def test_payoffs_are_exact_fractions():
    it = game("matrix", payoffs="1/3,-0.125;2,0")
    s = it.start()
    assert (s.denominator, s.row_payoffs, s.column_payoffs) == (24, (8, -3, 48, 0), (-8, 3, -48, 0))
    assert it.returns(after(it, "1 1")) == (1 / 3, -1 / 3)


def test_the_row_is_secret_until_the_column_is_chosen():
    s = after(GENERAL, "2")
    assert mask(s, 0) == s
    for seat in (1, -1):
        assert mask(s, seat).row_choice == UNKNOWN
        assert {fill(mask(s, seat), seat, Stream([n])).row_choice for n in range(30)} == {0, 1}
    match = Match(GENERAL, 1)
    match.play("2")
    assert match.moves(1) == match.moves(-1) == ["?"]
    match.play("3")
    assert match.moves(1) == ["2", "3"]


def test_moves_count_from_one():
    assert GENERAL.read_moves("2 3") == [1, 2]
    for text in ("0", "3", "4", "-1", "1.0", "", "0001"):
        with pytest.raises(ValueError, match="legal: 1 2"):
            GENERAL.parse(GENERAL.start(), text)
    refuses_move(GENERAL, GENERAL.start(), "x", InvalidMove)


@pytest.mark.parametrize(
    ("payoffs", "says"),
    [
        ("", "rows of equal length"),
        ("1,2;3", "rows of equal length"),
        (";", "rows of equal length"),
        ("1/0", "needs numbers"),
        ("1e5", "needs numbers"),
        ("a", "needs numbers"),
        ("nan", "needs numbers"),
        ("inf", "needs numbers"),
        ("9" * 40, "too large or too fine"),
        ("1/" + "9" * 30, "too large or too fine"),
        ("1," * 41, "at most 40"),
        (";".join("1" * 41), "at most 40"),
        (7, "needs rows of numbers"),
    ],
)
def test_impossible_tables_are_refused(payoffs, says):
    refuses_option("matrix", says, payoffs=payoffs)


def test_both_tables_must_match():
    refuses_option("matrix", "as many rows and columns", payoffs="1,2", payoffs2="1")


def test_drawing():
    assert GENERAL.show(after(GENERAL, "2 3")) == drawn("""
Matrix Game

1   1, 0   │  2, 1   │  3, 1
  ─────────┼─────────┼─────────
2   4, 2   │  5, -2  │[13/2, 2]
      1         2         3

Row 2, column 3: 13/2 and 2
""")
    assert IT.show(IT.start()) == drawn("""
Matrix Game

1  2  │ -1
  ────┼────
2  -1 │ 1
   1    2

Row to choose
""")
    assert str(IT.view(after(IT, "2"), 1)) == IT.show(IT.start()).replace("Row to", "Column to")


def test_tables_may_be_nested_lists_and_arrays():
    asked = game("matrix", payoffs="3,-1;-1,1/2", payoffs2="1,0;0,2")
    for rows in (((3, -1), (-1, 0.5)), [[3, -1], [-1, Fraction(1, 2)]]):
        assert game("matrix", payoffs=rows, payoffs2=np.array([[1, 0], [0, 2]])).start() == asked.start()
    refuses_option("matrix", "needs rows of equal length", payoffs=((1, 2), (3,)))
    refuses_option("matrix", "needs rows of numbers", payoffs=(1, 2))
    refuses_option("matrix", "needs numbers such as", payoffs=((float("inf"), 2), (3, 4)))


def test_a_column_is_written_from_the_view_of_who_does_not_know_the_row() -> None:
    match = Match(game("matrix"), seed=1)
    match.play("2")
    view = match.view(1)
    assert [view.game.write(view.state, [a]) for a in view.legal()] == [["1"], ["2"]]
