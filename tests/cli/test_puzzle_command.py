"""`parlour puzzle`: what there is, one of them, and a move judged."""

from __future__ import annotations

from parlour.core.puzzle import games_with_puzzles, puzzle


def test_the_games_and_the_puzzles_of_one_are_listed(run):
    assert list(run("puzzle", "--json").data["games"]) == games_with_puzzles()
    assert "connect_four" in run("puzzle").out
    listed = run("puzzle", "nim", "--json").data["puzzles"]
    assert listed[0] == puzzle("nim", 1).to_json()
    assert "Find the move that wins." in run("puzzle", "nim").out


def test_one_is_shown_without_its_solution(run):
    assert run("puzzle", "nim", "--number", "2", "--json").data == puzzle("nim", 2).to_json()
    shown = run("puzzle", "nim", "--number", "2").out
    assert "Puzzle 2, first player to move. Find the move that wins." in shown


def test_a_move_is_judged(run):
    known = puzzle("nim", 2)
    wrong = next(move for move in known.view.moves() if move not in known.best)
    right = run("puzzle", "nim", "--number", "2", "--move", known.best[0], "--json").data
    assert (right["right"], right["best"]) == (True, list(known.best))
    assert right["reasons"]
    told = run("puzzle", "nim", "--number", "2", "--move", wrong).out
    assert f"{wrong} is not the best: it loses, and {known.best[0]} wins." in told


def test_a_person_is_asked_until_a_move_is_legal(run, monkeypatch):
    known, said = puzzle("nim", 1), iter(["nonsense", puzzle("nim", 1).best[0]])
    monkeypatch.setattr("parlour.cli.output.is_terminal", lambda stream: True)
    monkeypatch.setattr("builtins.input", lambda prompt: next(said))
    ran = run("puzzle", "nim", "--number", "1")
    assert "is not a move" in ran.err
    assert f"{known.best[0]} is right" in ran.out
    monkeypatch.setattr("builtins.input", lambda prompt: "")
    assert f"{known.best[0]} is right" in run("puzzle", "nim", "--number", "1").out
