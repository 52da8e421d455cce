"""Bluff in words: the hand in one line, claims, what a challenge turned up, who is out of cards."""

from __future__ import annotations

import pytest

from parlour import Match, game
from parlour.core.narrate import result, story

from ..told import kinds, told

THREE = game("bluff", seats=3, deal="2c 2d 5h/3c 4c Tc/4d 5d 6d As")
OPENING = "2c,5h as 2 pass pass 3c as 3 pass challenge"


@pytest.mark.parametrize(
    ("seat", "lines"),
    [
        (
            2,
            [
                "Ann lays two cards as twos",
                "Ben passes",
                "You pass: nobody doubts it, the pile has 2 cards",
                "Ben lays one card as a three",
                "Ann challenges: it was 3♣, true; Ann takes the pile of 3 cards",
            ],
        ),
        (
            0,
            [
                "Ben passes",
                "Cleo passes: nobody doubts it, the pile has 2 cards",
                "Ben lays one card as a three",
                "Cleo passes",
                "You challenge: it was 3♣, true; you take the pile of 3 cards",
            ],
        ),
    ],
)
def test_claims_are_told_without_their_cards_and_challenges_with_them(seat, lines):
    assert told(THREE, OPENING, seat) == lines


def test_the_claimer_is_told_its_own_cards():
    assert told(THREE, OPENING, 0, own=True)[0] == "You lay 2♣ 5♥ as twos"
    assert kinds(THREE, OPENING) == ["move", "move", "stands", "move", "move", "challenge"]


def test_a_lie_is_called_one():
    assert told(THREE, "2d,5h as 2 challenge")[1] == (
        "Ben challenges: they were 2♦ 5♥, a lie; Ann takes the pile of 2 cards"
    )
    assert told(THREE, "5h as 2 challenge", 0) == ["Ben challenges: it was 5♥, a lie; you take the one card"]


def test_who_takes_the_pile_is_told_what_was_in_it():
    moves = "2c as 2 pass pass Tc as 3 pass pass 4d as 4 challenge"
    assert told(THREE, moves, 0)[-2:] == [
        "You challenge: it was 4♦, true; you take the pile of 3 cards",
        "You find 10♣ in the pile",
    ]
    assert kinds(THREE, moves, 1)[-1] == "challenge"


def test_a_hand_is_dealt_in_one_line():
    match = Match(game("bluff", seats=2), 4)
    (line,) = [event.text for event in story(match, 0)]
    assert line.startswith("Ann holds ")
    assert len(line.split()) == 2 + 26
    assert "10" in line
    assert len(line) <= 100
    assert [event.text for event in story(match, -1)] == ["The cards are dealt"]


def test_who_is_out_has_won_and_all_cards_are_counted():
    it = game("bluff", seats=2, deal="2c/3c 4c")
    assert told(it, "2c as 2 pass", 1)[1:] == [
        "You pass: nobody doubts it, the pile has 1 card",
        "Ann has no cards left",
    ]
    match = Match(it, 1)
    match.play("2c as 2")
    match.play("pass")
    assert [str(event) for event in result(match)] == ["Ann wins.", "Cards left: Ann 0, Ben 2."]
    short = game("bluff", seats=2, deal="2c 2d/3c 4c Ah", limit=1)
    assert told(short, "2c as 2 p")[-1] == "That was claim 1, the last: the fewest cards win"


def test_the_guide_tells_the_rules_as_set():
    assert "the rank that is due" in THREE.guide.turn
    assert "a rank of your choice" in game("bluff", claims="any").guide.turn
    assert "Lay one card" in game("bluff", most=1).guide.turn
    assert "After 9 claims" in game("bluff", limit=9).guide.end
