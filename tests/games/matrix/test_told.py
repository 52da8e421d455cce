"""Matrix games in words: both choices of a round, what it brought, and the points so far."""

from __future__ import annotations

from parlour import Match, game
from parlour.core.narrate import result

from ..told import kinds, told

IT = game("matrix", rounds=3)
GENERAL = game("matrix", payoffs="1,2,3;4,5,13/2", payoffs2="0,1,1;2,-2,2")


def test_a_round_is_told_when_both_have_chosen():
    assert told(IT, "1 1 2 1 2", 0) == [
        "Round 1: you choose row 1, Column chooses column 1: you win 2 (so far you 2, Column -2)",
        "Round 2: you choose row 2, Column chooses column 1: Column wins 1 (so far you 1, Column -1)",
    ]
    assert kinds(IT, "1 1 2 1 2", 1) == ["round", "round"]
    assert told(game("matrix", payoffs="0,1"), "1 1") == [
        "Row chooses row 1, Column chooses column 1: nobody gets anything"
    ]


def test_tables_that_are_not_zero_sum_tell_what_each_gets():
    assert told(GENERAL, "2 3", 1) == ["Row chooses row 2, you choose column 3: Row gets 13/2, you get 2"]
    assert "Row gets the first number" in GENERAL.guide.turn
    assert "Column pays it" in IT.guide.turn


def test_the_score_is_in_points():
    match = Match(GENERAL, 1)
    match.play("2")
    match.play("3")
    assert [str(event) for event in result(match)] == ["Row wins.", "Points: Row 6.5, Column 2."]


def test_examples_fit_the_table():
    assert [move for move, _ in game("matrix", payoffs="1,2,3").guide.examples] == ["1", "3"]
    assert [move for move, _ in game("matrix", payoffs="1").guide.examples] == ["1"]
