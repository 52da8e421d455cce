"""The levels of Hearts: the three of spades goes under the queen, in Python and on the command line."""

from __future__ import annotations

import json

import pytest

import parlour
from parlour.cli import main

# Seat 0 holds A K 3 of spades; seat 3 wins the first trick and leads the queen.
DEAL = (
    "As Ks 3s 7h 2h Jd 9d 8d Tc 6c 5c 4c 3c/Kc Qc 9c 8c 7c 2d 3d 4d 5d 6d 7d Td Qd/"
    "2c Jc Kd Ad 5s 6s 7s 8s 9s Ts Js 3h 4h/Ac Qs 2s 4s 5h 6h 8h 9h Th Jh Qh Kh Ah"
)
MOVES = "2c Ac 3c Kc Qs"
ABOVE_EASY = ("medium", "hard", "expert")


@pytest.mark.parametrize("level", ABOVE_EASY)
def test_under_the_queen_goes_the_three_in_a_set_up(level):
    choice = parlour.analyse(parlour.game("hearts", deal=DEAL, passing="hold"), MOVES, level)
    assert choice.move == "3s"
    assert {c.move for c in choice.candidates} == {"3s", "Ks", "As"}


@pytest.mark.parametrize("level", ABOVE_EASY)
def test_under_the_queen_goes_the_three_on_the_command_line(level, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_STATE_DIR", str(tmp_path))
    order = ["analyse", "hearts", "--option", f"deal={DEAL}", "--option", "passing=hold", "--moves", MOVES]
    assert main([*order, "--strategy", level, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["seat"], told["move"]) == (0, "3s")
    assert any("3s" in reason for reason in told["reasons"])
    assert main([*order, "--strategy", level]) == 0
    assert "move: 3s" in capsys.readouterr().out


def test_a_deal_with_passing_is_set_up_by_moves_too(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_STATE_DIR", str(tmp_path))
    passed = "7h 2h Jd Kc Qc 9c Jc Kd Ad Kh Qh Jh"
    order = ["analyse", "hearts", "--option", f"deal={DEAL}", "--option", "passing=across"]
    assert main([*order, "--moves", passed, "--strategy", "medium", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["move"] == "2c"
