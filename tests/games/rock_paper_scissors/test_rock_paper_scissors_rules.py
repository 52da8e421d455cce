"""Rock-Paper-Scissors: what beats what, secret commitments, rounds."""

from __future__ import annotations

import pytest

from parlour import OVER, UNKNOWN, Match, Stream, game
from parlour.core.errors import InvalidMove
from parlour.core.rules import fill, mask

from ..helpers import after, drawn, refuses_move, refuses_option

IT = game("rock_paper_scissors")
BEATS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
THROWS = ("rock", "paper", "scissors")


@pytest.mark.parametrize("first", THROWS)
@pytest.mark.parametrize("second", THROWS)
def test_what_beats_what(first, second):
    won = ((first, second) in BEATS) - ((second, first) in BEATS)
    s = after(IT, f"{first} {second}")
    assert IT.turn(s) == OVER
    assert IT.returns(s) == (won, -won)


def test_rounds_add_up_and_bound_the_result():
    it = game("rock_paper_scissors", rounds=3)
    s = after(it, "rock scissors paper rock rock paper")
    assert it.turn(s) == OVER
    assert it.returns(s) == (1.0, -1.0)
    assert it.bounds == (-3.0, 3.0)
    assert it.legal(s) == []
    s = after(it, "scissors rock " * 3)
    assert it.returns(s) == (-3.0, 3.0)


def test_a_commitment_is_secret_until_both_have_thrown():
    it = game("rock_paper_scissors", rounds=2)
    s = after(it, "rock paper scissors")
    assert mask(s, 0) == s
    for seat in (1, -1):
        assert mask(s, seat).pending == UNKNOWN
        worlds = {fill(mask(s, seat), seat, Stream([seed])).pending for seed in range(50)}
        assert worlds == {0, 1, 2}
    match = Match(it, 1)
    for move in ("rock", "paper", "scissors"):
        match.play(move)
    assert match.moves(1) == match.moves(-1) == ["rock", "paper", "?"]
    assert match.moves(0) == ["rock", "paper", "scissors"]
    match.play("rock")
    assert match.moves(-1) == ["rock", "paper", "scissors", "rock"]


def test_moves_are_names_or_first_letters():
    assert IT.read_moves("Rock p") == [0, 1]
    assert IT.read_moves("s S") == [2, 2]
    for text in ("", "lizard", "ro", "0", "rock paper"):
        refuses_move(IT, IT.start(), text, InvalidMove)


@pytest.mark.parametrize("rounds", [0, -1, 100_001, 1.5, "many", None, True])
def test_impossible_rounds_are_refused(rounds):
    refuses_option("rock_paper_scissors", "needs a whole number", rounds=rounds)


def test_drawing():
    it = game("rock_paper_scissors", rounds=3)
    s = after(it, "rock scissors paper")
    assert it.show(s) == drawn("""
Rock-Paper-Scissors

Round 1: Ann throws rock, Ben scissors
1 of 3 rounds played, Ann leads by 1
Ann throws paper, in secret
""")
    assert str(it.view(s, 1)) == it.show(s).replace("paper, in", "in")
    assert "level" in it.show(it.start())


def test_the_last_rounds_are_shown_and_no_more_than_is_known():
    match = Match(game("rock_paper_scissors", rounds=20), 1)
    for move in ["rock", "paper"] * 9 + ["scissors"]:
        match.play(move)
    grid = match.view(1).picture().grids()[0]
    assert grid.column_labels == tuple("23456789")
    assert [{cell.text for cell in row} for row in grid.rows] == [{"rock"}, {"paper"}]
    assert [{cell.mark for cell in row} for row in grid.rows] == [{False}, {True}]
    assert "scissors" not in match.view(1).picture().text()
    assert not Match(game("rock_paper_scissors", rounds=20), 1).view(0).picture().grids()
