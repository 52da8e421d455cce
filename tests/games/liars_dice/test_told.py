"""Liar's Dice in words: one's own dice in one line, bids, what a call has shown, who is out."""

from __future__ import annotations

import pytest

from parlour import Match, game
from parlour.core.names import Names
from parlour.core.narrate import result, story

from ..told import kinds, told

ONE = game("liars_dice", deal="12446/33344")
WILD = game("liars_dice", deal="12446/33344", wild="ones")


@pytest.mark.parametrize(
    ("seat", "lines"),
    [
        (0, ["Ben bids six fours", "You call liar on six fours: there are four; Ben loses"]),
        (1, ["Ann bids three fours", "Ann calls liar on six fours: there are four; you lose"]),
        (
            -1,
            [
                "Ann bids three fours",
                "Ben bids six fours",
                "Ann calls liar on six fours: there are four; Ben loses",
            ],
        ),
    ],
)
def test_a_call_tells_what_there_was_and_who_has_lost(seat, lines):
    names = {0: "you 1 2 4 4 6, Ben 3 3 3 4 4", 1: "Ann 1 2 4 4 6, you 3 3 3 4 4"}
    dice = names.get(seat, "Ann 1 2 4 4 6, Ben 3 3 3 4 4")
    assert told(ONE, "3x4 6x4 liar", seat) == [*lines, f"The dice: {dice}"]
    assert kinds(ONE, "3x4 6x4 liar", seat)[-2:] == ["call", "showdown"]


def test_wild_dice_are_counted_and_none_is_said_as_such():
    assert told(WILD, "3x4 5x4 liar")[2] == (
        "Ann calls liar on five fours: there are five, counting wild ones; Ann loses"
    )
    assert told(WILD, "3x1 liar")[1] == "Ben calls liar on three ones: there is one; Ann loses"
    assert told(ONE, "1x5 liar")[1] == "Ben calls liar on one five: there are none; Ann loses"


def test_a_match_tells_each_round_the_dice_lost_and_who_is_out():
    it = game("liars_dice", dice=1, match=True, seats=3)
    match = Match(it, 3)
    own = match.state.hands[1].bit_length() // 4 + 1
    assert told_by(match, 1) == [f"Round 1: you roll {own}"]
    match.play("3x6")
    match.play("liar")
    assert told_by(match, 1)[1:4] == [
        "Ann bids three sixes",
        "You call liar on three sixes: there is one; Ann loses a die",
        "The dice: Ann 4, you 1, Cleo 6",
    ]
    assert told_by(match, 1)[4] == "Ann has no dice left"
    assert told_by(match, 0)[-1] == "Round 2: all roll their dice"  # Ann has none
    match.play("2x6")
    match.play("liar")
    assert [str(event) for event in result(match)][1:] == ["Dice left: Ann 0, Ben 0, Cleo 1."]


def told_by(match, seat):
    return [str(event) for event in story(match, seat, 0, Names(match.game.names.names, seat))]


@pytest.mark.parametrize(
    ("exact", "says"), [("gain", "Ben wins a die back"), ("others", "all but Ben lose a die")]
)
def test_exact_tells_what_it_wins(exact, says):
    it = game("liars_dice", dice=(2, 1, 2), seats=3, exact=exact, match=True, deal="16/2/66")
    assert told(it, "3x6 exact")[1] == f"Ben calls exact on three sixes: there are three; {says}"
    assert told(it, "2x6 exact")[1] == ("Ben calls exact on two sixes: there are three; Ben loses a die")
    single = game("liars_dice", exact=exact, deal="12446/33344")
    assert told(single, "4x4 exact")[1].endswith("there are four; Ben wins")


def test_the_dice_of_many_players_take_two_lines():
    it = game("liars_dice", seats=8, dice=6, deal="/".join(["123456"] * 8))
    assert [line[:12] for line in told(it, "9x1 liar")[-2:]] == ["The dice: An", "The dice: Ev"]


def test_the_guide_tells_the_rules_as_set():
    assert "No face is wild" in ONE.guide.turn
    assert "Ones are wild" in WILD.guide.turn
    assert "loses a die" in game("liars_dice", match=True).guide.end
    assert "exact" in dict(game("liars_dice", exact="gain").guide.examples)
    assert "1x1" not in dict(WILD.guide.examples)
