"""Matches against OpenSpiel's search: each game is played to its end by both sets of rules, and told."""

from __future__ import annotations

import pytest

import open_spiel_match as benchmark

QUICK = {
    "connect_four": "mcts:simulations=20",
    "ultimate_tic_tac_toe": "ultimate:table=10,nodes=500",
    "checkers": "draughts:table=10,nodes=500",
    "dots_and_boxes": "mcts:simulations=20",
    "dots_and_boxes_3x3": "mcts:simulations=20",
}


@pytest.mark.parametrize("name", benchmark.tables())
def test_match_is_played_and_told(name, capsys):
    benchmark.main([name, "--games", "2", "--seconds", "0.002", "--strategy", QUICK[name]])
    told = capsys.readouterr().out
    assert told.startswith("   2 games: ")
    assert "of the points, 95 % from" in told


def test_an_unknown_strategy_is_one_line(capsys):
    assert benchmark.main(["connect_four", "--strategy", "nobody"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_who_has_taken_more_time_gets_less():
    ours, theirs = benchmark.Watch(), benchmark.Watch()
    assert benchmark.allowance(1.0, ours, theirs) == 1.0
    for watch, seconds in ((ours, 11.0), (theirs, 10.0)):
        watch.moves, watch.seconds = 10, seconds
    assert benchmark.allowance(1.0, ours, theirs) == pytest.approx(0.6)
    assert benchmark.allowance(1.0, theirs, ours) == 1.0
