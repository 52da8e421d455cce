"""What is found so far: told of the decision that was asked for, now and then, and without changing it."""

from __future__ import annotations

import pytest

import parlour
from parlour.core import sofar
from parlour.core.analyse import analyse
from parlour.core.choice import Choice
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.spec import make
from parlour.core.view import View

TELLING = [  # with limits on work: the same moves for the same seed
    ("nim", "mcts:simulations=2100", ""),
    ("connect_four", "alphabeta", "nodes=3000"),
    ("tic_tac_toe", "minimax", "depth=4"),
    ("tic_tac_toe", "montecarlo:simulations=10500", ""),
    ("kuhn_poker", "ismcts:simulations=4500", ""),
    ("kuhn_poker", "determinized:worlds=5,simulations=20", ""),
    ("checkers", "draughts:nodes=300", ""),
    ("ultimate_tic_tac_toe", "ultimate:nodes=500", ""),
    ("tic_tac_toe", "hybrid", "simulations=2100,nodes=100"),
]


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    monkeypatch.setattr(sofar, "EVERY", 0.0)
    monkeypatch.setattr(sofar, "SHARE", 0.0)


def view_in(game: Game | str) -> View:
    match = Match(game, 5)
    return match.view(match.turn)


def same(choice: Choice) -> tuple[object, ...]:
    work = {name: value for name, value in choice.work.items() if name != "seconds"}
    return choice.action, choice.candidates, choice.reasons, work


@pytest.mark.parametrize(("game", "spec", "limit"), TELLING)
def test_who_is_listened_to_chooses_the_same(game: str, spec: str, limit: str) -> None:
    view = view_in(game)
    heard: list[Choice] = []
    listened = analyse(view.game, view, spec, limit or None, 3, heard.append)
    assert same(listened) == same(analyse(view.game, view, spec, limit or None, 3))
    assert heard
    for choice in heard:
        assert choice.action in view.legal()
        assert choice.move
        assert choice.reasons
        assert all(c.move for c in choice.candidates)


def test_a_search_of_one_hand_tells_of_the_match_around_it() -> None:
    match = Match(parlour.game("hearts", target=100), 5)
    while match.ply < 92:  # past the passing
        match.play(match.legal()[0])
    view, heard = match.view(match.turn), list[Choice]()
    player = make(view.game, "hearts:belief=om0,worlds=3,simulations=5", view.seat, Stream.of(3))
    with sofar.heard_by(view, heard.append):
        chosen = player.decide(view)
    assert len(heard) == 3
    assert chosen.action in view.legal()


def test_a_whole_turn_is_told_as_one() -> None:
    it = parlour.game("checkers", position="W:W18,32,31:B15,8,1,2")  # 18 takes two
    view = view_in(it)
    heard: list[Choice] = []
    final = analyse(it, view, "mcts:simulations=2100", None, 0, heard.append)
    assert final.move == "18x4"
    assert {choice.move for choice in heard} == {final.move}


def test_nothing_is_told_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sofar, "EVERY", 1000.0)
    heard: list[Choice] = []
    analyse("tic_tac_toe", "", "minimax", "depth=4", 0, heard.append)
    assert len(heard) == 1


def test_nothing_is_told_of_another_view() -> None:
    view, made = view_in("tic_tac_toe"), []
    with sofar.heard_by(view, made.append):
        analyse("tic_tac_toe", "b2", "minimax", "depth=3")  # as a search may ask another one
        sofar.tell(view_in("tic_tac_toe"), lambda: made.append("made"))
    assert made == []


def test_nothing_is_made_when_nobody_listens() -> None:
    sofar.tell(view_in("tic_tac_toe"), lambda: pytest.fail("made"))
