"""Long matches: the last of them is read in the time of what is read, not of all that came before."""

from __future__ import annotations

import time

import pytest

from parlour import Match, game
from parlour.core import rules
from parlour.core.narrate import story
from parlour.core.rng import Stream

GAMES = ["nim", "checkers", "kuhn_poker", "bluff", "hearts", "rock_paper_scissors", "holdem", "battleship"]


def played(name: str, decisions: int = 60, **options: object) -> Match:
    match, rng = Match(game(name, **options), 5), Stream([7])
    while not match.over and decisions:
        match.play(rng.choice(match.view(match.turn).legal()))
        decisions -= 1
    return match


@pytest.mark.parametrize("name", GAMES)
def test_turns_since_a_ply_are_the_last_of_all_turns(name):
    match = played(name)
    for seat in (None, *range(-1, match.game.seats)):
        turns = match.turns(seat)
        for since in range(0, match.ply + 2, 3):
            assert match.turns(seat, since) == [turn for turn in turns if turn.ply >= since]


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_that_is_not_told_yet_is_told_whole(name):
    match = played(name)
    begun = {turn.ply for turn in match.turns()}
    for ply in range(match.ply + 1):
        first = match.turn_begin(ply)
        assert first <= ply
        assert first in begun or first == match.ply
        assert ply == first or match.turn_end(first) >= ply
    whole = story(match, 0)
    assert story(match, 0, match.ply) == []
    assert story(match, 0, 4) == whole[len(whole) - len(story(match, 0, 4)) :]


@pytest.mark.parametrize("name", GAMES)
def test_the_last_move_is_the_last_of_all(name):
    match = played(name, 25)
    for seats in (None, (0,), (1,), (0, 1), ()):
        begun = match.begun(seats)
        assert match.last_begun(seats) == (begun[-1] if begun else None)
    last = match.begun()[-1]
    match.undo()
    assert match.ply == last


@pytest.mark.parametrize("seat", [None, 0, -1])
def test_ten_thousand_moves_are_no_reason_to_wait(monkeypatch, seat):
    match = played("rock_paper_scissors", 10_000, rounds=5_000)
    assert match.ply >= 10_000
    stages, asked = rules.stage, []
    monkeypatch.setattr(rules, "stage", lambda s: asked.append(s) or stages(s))
    assert len(match.turns(seat, match.ply - 20)) == 20
    match.last_begun((0,))
    match.turn_begin(match.ply)
    assert len(asked) < 100, "what came before is not looked at"
    began = time.process_time()
    for _ in range(10):
        match.turns(seat, match.ply - 20)
    assert time.process_time() - began < 1.0, "generous: a slow machine"
