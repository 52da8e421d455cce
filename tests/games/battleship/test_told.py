"""Battleship in words: fleets, shots with what they did, sunk ships, a fleet placed by one word."""

from __future__ import annotations

import pytest

from parlour import Match, game
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.core.narrate import result
from parlour.core.rules import mask

from ..told import kinds, told

SMALL = game("battleship", size=4, ships=(3, 2))
FLEETS = "A1h C1v A1v D3h"
CLASSIC = game("battleship", fleet="A1h B1h C1h D1h E1h/A1h B1h C1h D1h E1h")


def test_fleets_are_told_as_one_and_their_places_only_to_their_owner():
    assert told(SMALL, FLEETS, 1) == ["Ann has placed the fleet"]
    assert told(SMALL, FLEETS, 0, own=True) == [
        "You place the 3-ship at A1h",
        "You place the 2-ship at C1v",
        "Ben has placed the fleet",
    ]
    assert told(SMALL, FLEETS) == ["Ann has placed the fleet", "Ben has placed the fleet"]


@pytest.mark.parametrize(
    ("seat", "lines"),
    [
        (0, ["You fire at B7: miss", "Ben fires at E1: hit", "You fire at E1: hit", "Ben fires at E2: hit"]),
        (1, ["Ann fires at B7: miss", "You fire at E1: hit", "Ann fires at E1: hit", "You fire at E2: hit"]),
    ],
)
def test_shots_are_told_to_both_with_what_they_did(seat, lines):
    sunk = (", your destroyer is sunk", ", Ann's destroyer is sunk")[seat]
    assert told(CLASSIC, "B7 E1 E1 E2", seat) == [*lines[:3], lines[3] + sunk]
    assert kinds(CLASSIC, "B7 E1 E1 E2", seat) == ["miss", "hit", "hit", "sunk"]


def test_what_is_announced_is_what_is_told():
    sunk, silent = (game("battleship", size=4, ships=(3, 2), announce=said) for said in ("sunk", "none"))
    assert told(sunk, f"{FLEETS} D3 A1 D4")[-1] == "Ann fires at D4: hit, a ship is sunk"
    assert told(silent, f"{FLEETS} D3 A1 D4")[-1] == "Ann fires at D4: hit"


def test_a_salvo_is_told_together():
    it = game("battleship", size=4, ships=(3, 2), salvo=True)
    assert told(it, f"{FLEETS} D3 D4", 1)[1:] == [
        "Ann fires at D3",
        "Ann fires at D4: the salvo of 2 hits D3 D4, your 2-ship is sunk",
    ]
    assert told(it, f"{FLEETS} D1 D2", 0)[-1] == "You fire at D2: the salvo of 2 misses"


def test_the_end_and_the_shots_of_one_alone():
    it = game("battleship", size=2, ships=(2,), alone=True, fleet="A1h")
    assert told(it, "B1 A1 A2", 0) == [
        "You fire at B1: miss",
        "You fire at A1: hit",
        "You fire at A2: hit, the 2-ship is sunk",
        "The whole fleet is sunk",
    ]
    match = Match(it, 1)
    for move in ("B1", "A1", "A2"):
        match.play(move)
    assert [str(event) for event in result(match)] == ["Shots: Ann 3."]
    assert told(game("battleship", size=2, ships=(2,), alone=True), "", 0) == [
        "The fleet is placed and hidden"
    ]


def test_random_places_the_ships_that_are_left_by_what_is_known():
    it = game("battleship")
    match = Match(it, 1)
    match.play("A1h")
    rest = it.read(match.state, "random 1")
    assert len(rest) == 4
    match.play("Random Fleet 1")
    assert match.turn == 1
    assert match.actions[1:] == rest
    theirs = it.read(match.state, "random 1")
    assert theirs == it.read(mask(match.state, 1), "random 1")  # nothing of the other's fleet is in it
    assert it.read(match.state, "random 2") != theirs != rest
    assert len({tuple(it.read(match.state, "random")) for _ in range(8)}) > 1
    match.play("random 2")
    with pytest.raises(InvalidMove):
        match.play("random")
    assert Match.from_record(match.full_record()).actions == match.actions
    crowded = Match(game("battleship", size=3, ships=(3, 3, 2), touching=True), 1)
    crowded.play("random")
    assert crowded.turn == 1


def test_random_is_no_word_where_chance_places():
    it = game("battleship", alone=True)
    with pytest.raises((InvalidMove, IllegalMove)):
        it.parse(it.start(), "random")


def test_the_last_shot_is_marked_in_the_sea_it_was_fired_at():
    match = Match(CLASSIC, 1)
    for move, side in (("B7", 1), ("C8", 0), ("A1", 1)):
        action = match.play(move)
        grids = CLASSIC.picture(match.state, action).grids()
        found = [
            (at, "ABCDEFGHIJ"[row] + str(column + 1))
            for at, grid in enumerate(grids)
            for row, cells in enumerate(grid.rows)
            for column, cell in enumerate(cells)
            if cell.mark
        ]
        assert found == [(side, move)]


def test_the_guide_tells_the_rules_as_set():
    assert "destroyer 2" in game("battleship").guide.turn
    assert "not even at a corner" in game("battleship", touching=False).guide.turn
    assert "Only hit or miss" in game("battleship", announce="none").guide.turn
    assert "a shot for every ship" in game("battleship", salvo=True).guide.turn
    assert "random" not in dict(game("battleship", alone=True).guide.examples)
