"""Taking moves back: as long as nobody has learnt anything, in games of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.core import loading, registry
from parlour.core.match import Match
from parlour.core.registry import game

PIG = Path(__file__).parents[2] / "docs" / "examples" / "pig.py"


@pytest.fixture
def pig():
    known = dict(registry._loaded)
    loading.load(PIG)
    yield game("pig")
    registry._loaded.clear()
    registry._loaded.update(known)


@pytest.mark.parametrize("name", ["nim", "checkers", "tic_tac_toe", "dots_and_boxes"])
def test_where_nothing_is_hidden_answers_are_taken_back_too(name):
    match = Match(game(name), 1)
    for _ in range(6):
        match.play(match.view(match.turn).moves()[0])
        assert match.undo_barred({0}) == ""
        assert match.undo_barred({0, 1}) == ""
    match.forfeit(match.turn, "resigned")
    assert match.undo_barred({0}) == ""


def test_a_roll_of_the_dice_stands(pig):
    match = Match(pig, 1)
    assert match.undo_barred({0}) == ""
    match.play("roll")
    assert match.undo_barred({0}).startswith("chance has shown ")


def test_without_secrets_an_answer_tells_nothing_that_chance_does_not(pig):
    match = Match(pig, 1)
    while "hold" not in match.view(match.turn).moves():
        match.play("roll")
    seat = match.turn
    match.play("hold")
    assert match.undo_barred({seat}) == ""


def test_a_card_drawn_stands():
    match = Match(game("blackjack"), 3)
    while match.turn == 0 and "hit" not in match.view(0).moves():
        match.play(match.view(0).moves()[0])
    match.play("hit")
    assert match.undo_barred({0})


def test_every_shot_gets_its_answer_so_no_sea_can_be_searched_for_nothing():
    match = Match(game("battleship", alone="yes", size=5, ships="3,2"), 5)
    for cell in ("A1", "B3", "E5"):
        match.play(cell)
        assert match.undo_barred({0}) == f"everyone has seen {cell}"


def test_a_ship_may_be_put_elsewhere_until_the_first_shot():
    match = Match(game("battleship", size=6, ships="3,2"), 5)
    for _ in range(2):
        match.play(match.view(0).moves()[0], 0)
        assert match.undo_barred({0}) == ""
    for _ in range(2):
        match.play(match.view(1).moves()[0], 1)
    assert match.undo_barred({0}) == "", "the other's fleet was placed unseen"
    match.play("A1", 0)
    assert match.undo_barred({0})
    match.play("A1", 1)
    assert match.undo_barred({0})


def test_a_card_passed_on_may_be_taken_back_until_all_have_passed():
    match = Match(game("hearts"), 2)
    first = match.turn
    for _ in range(3):
        match.play(match.view(first).moves()[0])
        assert match.undo_barred({first}) == ""
    while match.turn != first or match.view(first).history[-1][0] == first:
        match.play(match.view(match.turn).moves()[0])
    assert match.undo_barred({first}), "now it has got cards, or seen some played"


@pytest.mark.parametrize(("name", "move"), [("holdem", "call"), ("liars_dice", "1x2"), ("kuhn_poker", "bet")])
def test_what_was_said_at_the_table_stands(name, move):
    match = Match(game(name), 4)
    seat = match.turn
    match.play(move)
    assert match.undo_barred({seat})
    if not match.over:
        match.play(match.view(match.turn).moves()[0])
        assert match.undo_barred({seat})


def test_throws_are_secret_until_both_are_made():
    match = Match(game("rock_paper_scissors", rounds=3), 4)
    match.play("rock")
    assert match.undo_barred({0}) == ""
    match.play("paper")
    assert match.undo_barred({0})
    assert match.undo_barred({1})


def test_half_a_claim_may_be_taken_back_a_claim_not():
    match = Match(game("bluff"), 1)
    seat = match.turn
    match.play(match.view(seat).legal()[0])
    match.play(match.view(seat).legal()[0])
    assert match.undo_barred({seat}) == ""
    match.play(match.view(seat).moves()[-1])
    assert match.undo_barred({seat})


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "hearts"])
def test_the_end_brings_secrets_to_light(name):
    match = Match(game(name), 4)
    match.forfeit(match.turn, "resigned")
    assert match.undo_barred({0}) == "the game is over"


def test_a_match_as_it_stood():
    match = Match(game("kuhn_poker"), 4)
    match.play("check")
    match.play("bet")
    past = match.at(3)
    assert past.view(1) == past.view(past.turn)
    assert past.moves() == match.moves()[:3]
    past.play("check")
    assert match.moves()[3] == "bet"
