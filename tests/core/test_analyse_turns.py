"""Asked for a move, a strategy tells a whole turn: it can be typed as it stands, and ends the turn."""

from __future__ import annotations

import pytest

from parlour.core import rules
from parlour.core.analyse import analyse
from parlour.core.match import Match
from parlour.core.registry import game
from parlour.core.rules import MIDWAY


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


@pytest.mark.parametrize("spec", ["easy", "medium", "random", "montecarlo:simulations=60"])
@pytest.mark.parametrize("seed", range(4))
def test_a_claim_is_told_whole(spec, seed):
    match = Match(game("bluff"), seed)
    for _ in range(8):
        view = match.view(match.turn)
        choice = analyse(match.game, view, spec, seed=seed)
        assert match.game.read(view.state, choice.move)[0] == choice.action
        assert choice.move in {c.move for c in choice.candidates if c.action == choice.action}
        match.play(choice.move, view.seat)
        assert rules.stage(match.state) != MIDWAY
        assert match.turns()[-1].words == choice.move


def test_half_a_claim_is_finished():
    match = Match(game("bluff"), 1)
    match.play(match.view(match.turn).legal()[0])
    choice = analyse(match.game, match, "medium")
    match.play(choice.move)
    assert rules.stage(match.state) != MIDWAY


@pytest.mark.parametrize("spec", ["mcts:simulations=50", "alphabeta:depth=3", "random"])
def test_a_row_of_jumps_is_told_whole(spec):
    match = Match(game("checkers"), 1)
    for move in ["11-15", "23-19", "8-11", "22-17", "11-16", "24-20", "16x23"]:
        match.play(move)
    double = {"27x11"}  # two jumps; 26x19 is the other move
    choice = analyse(match.game, match, spec)
    assert choice.move in match.view(match.turn).moves()
    told = {c.move for c in choice.candidates if c.line or c.action == choice.action}
    assert told <= {*match.view(match.turn).moves()}
    if choice.move in double:
        assert not any(reason.startswith("27x18") for reason in choice.reasons)


def test_whole_turns_are_left_as_they_are():
    choice = analyse("nim", "", "expert")
    assert choice.move == "1:2"
