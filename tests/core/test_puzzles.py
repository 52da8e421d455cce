"""Puzzles: found beside the rules, proven again by an exact judge, a user's like the package's."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import parlour
from parlour.core.errors import BadRules, InvalidMove, UnknownName
from parlour.core.puzzle import best_of, games_with_puzzles, prove, puzzle, puzzles
from races import race

GAMES = games_with_puzzles()


def test_five_games_have_puzzles() -> None:
    assert len(GAMES) >= 5


@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_is_a_position_with_few_best_moves(name: str) -> None:
    found = puzzles(name)
    assert len(found) >= 12
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    grades = [each.grade for each in found]
    assert grades == sorted(grades, key=lambda grade: grade or 0)
    assert set(grades) <= set(range(5))
    assert len({json.dumps(each.to_json() | {"number": 0}) for each in found}) == len(found)
    for each in found:
        legal = each.view.moves()
        assert 1 <= len(each.best) < len(legal)
        assert set(each.best) <= set(legal)
        assert each.task.endswith(".")
        assert all(each.is_right(move) == (move in each.best) for move in legal)


@pytest.mark.parametrize("name", GAMES)
def test_the_solution_is_proven_again(name: str) -> None:
    found = puzzles(name)
    for each in (found[0], found[-1]):
        choice = prove(each.game, each.moves, each.judge)
        assert choice is not None
        assert best_of(choice) == each.best


def test_what_is_told_of_a_puzzle_holds_no_solution() -> None:
    told = puzzles(GAMES[0])[0].to_json()
    assert set(told) == {"game", "number", "options", "moves", "task", "theme", "grade"}


def test_the_verdict_tells_what_a_wrong_move_is_worth() -> None:
    each = next(each for each in puzzles("nim") if len(each.best) == 3)
    choice = prove(each.game, each.moves, each.judge)
    assert choice is not None
    wrong = next(move for move in each.view.moves() if move not in each.best)
    assert each.verdict(wrong, choice) == f"{wrong} is not the best: it loses, and {each.best[0]} wins."
    assert each.verdict(each.best[0], choice).startswith(f"{each.best[0]} is right; so are ")
    few = replace(each, best=each.best[:1])
    assert few.verdict(each.best[0], choice) == f"{each.best[0]} is right."
    assert few.verdict(wrong, replace(choice, candidates=())) == f"{wrong} is not the best."


def test_a_move_is_played_on_the_board_of_its_player() -> None:
    each = puzzle(GAMES[0], 1)
    after = each.after(each.best[0])
    assert after.ply > each.view.ply
    assert after.seat == each.view.seat


def test_a_number_that_is_not_there_and_a_move_that_is_none() -> None:
    with pytest.raises(UnknownName, match="give a number from 1 to"):
        puzzle(GAMES[0], 1000)
    with pytest.raises(UnknownName, match=f"kuhn_poker has no puzzles; these have some: .*{GAMES[0]}"):
        puzzle("kuhn_poker", 1)
    with pytest.raises(InvalidMove):
        puzzle(GAMES[0], 1).is_right("nonsense")


@pytest.fixture(params=["file", "folder"])
def users(request: pytest.FixtureRequest, tmp_path: Path, own_registry: None) -> tuple[str, Path]:
    """A user's game with room for puzzles beside it."""
    name = f"race_{request.param}"
    if request.param == "file":
        (tmp_path / f"{name}.py").write_text(race(4))
        parlour.load(tmp_path / f"{name}.py")
        return name, tmp_path / f"{name}.puzzles.json"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text(race(4))
    parlour.load(tmp_path / name)
    return name, tmp_path / name / "puzzles.json"


def test_a_users_game_has_puzzles_too(users: tuple[str, Path]) -> None:
    name, path = users
    assert puzzles(name) == []
    path.write_text(json.dumps({"judge": "minimax", "puzzles": [{"moves": "", "best": ["1"]}]}))
    (only,) = puzzles(name)
    assert (only.best, only.grade, only.task) == (("1",), None, "Find the best move.")
    assert only.is_right("1")
    assert not only.is_right("2")
    assert name in games_with_puzzles()
    choice = prove(only.game, only.moves, only.judge)
    assert choice is not None
    assert best_of(choice) == only.best


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "puzzles.json: JSONDecodeError"),
        ('{"puzzles": [{}]}', "puzzles.json: KeyError: 'best'"),
        ('{"puzzles": [{"best": ["1"], "options": {"size": 3}}]}', "puzzles.json: .*size"),
        ('{"puzzles": [{"best": ["7"]}]}', "puzzle 1: .*7"),
        ('{"puzzles": [{"best": []}]}', "puzzle 1: nobody is to move, or nothing is best"),
        ('{"puzzles": [{"best": ["1"], "moves": "9"}]}', "puzzle 1: .*9"),
    ],
)
def test_a_wrong_file_is_named_in_one_line(users: tuple[str, Path], text: str, complaint: str) -> None:
    name, path = users
    path.write_text(text)
    with pytest.raises(BadRules, match=complaint):
        _ = [each.view for each in puzzles(name)]
