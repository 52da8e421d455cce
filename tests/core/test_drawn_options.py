"""Options that a match draws by its seed: the front doors play another game each time, and records replay."""

from __future__ import annotations

import pickle

import pytest

from parlour import Match, Record, game, play
from parlour.core import loading, registry

SOURCE = """
from typing import NamedTuple
from parlour import OVER, Option

ACTIONS = 2
OPTIONS = {
    "board": Option(1, "which board", low=0, high=99, drawn=True),
    "fixed": Option(-1, "a board of one's own", low=-1, high=9),
}

class State(NamedTuple):
    board: int
    left: int

def start(board=1, fixed=-1):
    return State(board if fixed < 0 else fixed, 2)

def turn(s):
    return OVER if s.left == 0 else s.left & 1

def legal(s):
    return 0 if s.left == 0 else 3

def play(s, a):
    return State(s.board, s.left - 1)

def returns(s):
    return (0.0, 0.0)
"""


@pytest.fixture
def it(tmp_path, monkeypatch):
    file = tmp_path / "boards.py"
    file.write_text(SOURCE, encoding="utf-8")
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    loading.load(file)
    return game("boards")


def test_matches_of_different_seeds_differ_and_of_one_seed_are_alike(it):
    boards = [Match(it, seed).state.board for seed in range(50)]
    assert len(set(boards)) > 20
    assert boards == [Match(it, seed).state.board for seed in range(50)]
    assert all(0 <= board <= 99 for board in boards)
    assert it.start().board == 1  # a game outside a match is what it was


def test_what_was_set_is_kept_the_default_too(it):
    for board in (1, 7):
        chosen = game("boards", board=board)
        assert {Match(chosen, seed).state.board for seed in range(9)} == {board}
    # Here nothing is left to draw.
    assert Match(game("boards", fixed=3), 5).game.changed_options() == {"fixed": 3}


def test_the_record_carries_what_was_drawn_and_replays(it):
    record = play(it, ["random", "random"], seed=5)
    match = Match(it, 5)
    assert record.options == {"board": match.state.board}
    assert Record.from_json(record.to_json()).replay().states[0] == match.state
    assert play(it, ["random", "random"], seed=5).to_json() == record.to_json()


def test_a_record_of_the_default_board_replays_as_it_was_written(it):
    old = Record("boards", {}, 5, ("a", "b"), ("0", "1"), (0.0, 0.0), "finished")
    assert old.replay().states[0].board == 1


def test_the_next_match_draws_anew_after_a_resumed_one_too(it, tmp_path):
    match = Match(it, 5)
    match.save(tmp_path / "match.json")
    for before in (match, Match.resume(tmp_path / "match.json"), pickle.loads(pickle.dumps(match))):
        assert before.state == match.state
        assert {Match(before.game, seed).state for seed in range(9)} == {
            Match(it, seed).state for seed in range(9)
        }
    chosen = Match(game("boards", board=7), 5)
    chosen.save(tmp_path / "match.json")
    assert Match(Match.resume(tmp_path / "match.json").game, 6).state.board == 7


def test_row_column_has_another_square_for_every_seed_and_for_a_new_game():
    it = game("row_column")
    assert len({Match(it, seed).state.matrix for seed in range(20)}) == 20
    assert Match(game("row_column", seed=1), 5).state == it.start()
    assert Match(game("row_column", matrix="1,2;3,4"), 5).game.changed_options() == {"matrix": "1,2;3,4"}
