"""The board in a notebook from Python's side: playing, taking back, thinking, and what the cell hears."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import pytest

import parlour
from parlour.core.errors import ParlourError
from parlour.notebook import sources
from parlour.notebook.widget import Board

HEARD = (
    ("connect_four", "mcts:simulations=200", True),
    ("connect_four", "mcts:simulations=200", False),
    ("leduc_poker", "ismcts:simulations=200", True),
)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be compiled."""
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def sent(board: Board) -> list[dict[str, Any]]:
    """Keep what goes to the cell."""
    kept: list[dict[str, Any]] = []
    board.send = lambda content, buffers=None: kept.append(content)  # type: ignore[method-assign]
    return kept


def asked(board: Board, path: str, **body: Any) -> Any:
    """Ask as the cell does, and wait for the answer."""
    kept = sent(board)
    board._heard({"id": "7", "path": path, "body": body})
    end = time.monotonic() + 30
    while not any("id" in each for each in kept) and time.monotonic() < end:
        time.sleep(0.01)
    [answer] = [each for each in kept if "id" in each]
    return answer.get("value", answer.get("problem"))


def test_it_plays_on_the_match_that_it_is_given() -> None:
    match = parlour.Match("tic_tac_toe", 1)
    match.play("b2")
    board = parlour.board(match, "expert", seat=1)
    assert board.match is match
    assert match.seats == ("expert", "human")
    told = sent(board)
    board.play("a1")
    assert match.moves()[:2] == ["b2", "a1"]
    assert match.ply == 3
    views = [each["view"] for each in told if "view" in each]
    assert [view["ply"] for view in views] == [2, 3]
    assert [event["text"] for view in views for event in view["told"]] == [
        "X plays b2",
        "You play a1",
        f"X plays {match.moves()[2]}",
    ]


def test_a_match_is_taken_back_and_begun_again() -> None:
    board = parlour.board("tic_tac_toe", "easy", seed=2)
    with pytest.raises(ParlourError, match="no move of yours"):
        board.undo()
    board.play("b2").undo()
    assert board.match.ply == 0
    before = board.match
    assert board.again().match is not before
    assert board.match.seats == ("human", "easy")


def test_all_other_seats_are_the_opponents_and_they_open() -> None:
    board = parlour.board("hearts", "random", seat=2, seed=4)
    for _ in range(4):
        board._sitting.wait()
        board.play(board.match.legal()[0])
    assert board.match.turn == 2
    assert board.match.seats == ("random", "random", "human", "random")


def test_the_cell_asks_for_thinking_lines_and_rules() -> None:
    board = parlour.board(parlour.game("nim", heaps=(1, 2)), "easy", seed=1)
    here = f"/matches/{asked(board, '/cell')['view']['match']}"
    choice = asked(board, f"{here}/analyse", strategy="expert", limit={"at_most": 2}, ply=0, seat=0)
    assert choice["move"] == "2:1"
    assert choice["hint"]
    steps = asked(board, f"{here}/line", moves=["2:1", "1:1"], ply=0)["steps"]
    assert [step["move"] for step in steps] == ["2:1", "1:1"]
    assert all(step["picture"]["blocks"] for step in steps)
    assert asked(board, "/games/nim")["levels"] == list(board.match.game.levels)
    assert asked(board, f"{here}/moves", move="9:9")["status"] == 400
    assert asked(board, f"{here}/moves", move="2:1") is None
    board._sitting.wait()
    assert board.match.ply >= 2


def test_what_the_cell_hears_does_not_depend_on_what_is_hidden() -> None:
    """The person holds the queen, the machine one of the other cards; it passes on either."""
    documents = []
    for deal in ("Q/K", "Q/J"):
        board = parlour.board(parlour.game("kuhn_poker", deal=deal), "random", seed=1)
        told = asked(board, "/cell")
        choice = asked(board, "/matches/x/analyse", strategy="expert", ply=board.match.ply)
        documents.append(({**told["view"], "match": ""}, choice))
        assert asked(board, "/matches/x/line", moves=["pass"], ply=board.match.ply)["status"] == 400
    assert documents[0] == documents[1]


def test_one_hears_what_is_found_so_far_but_nothing_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    for what, value in (("search.mcts.CHUNK", 50), ("search.ismcts.CHUNK", 50), ("core.sofar.EVERY", 0.0)):
        monkeypatch.setattr(f"parlour.{what}", value)
    for name, spec, on in HEARD:
        board = parlour.board(name, spec, thinking=on)
        kept = sent(board)
        asking = {"strategy": spec, "ply": board.match.ply}
        board._heard({"id": "1", "path": "/matches/x/analyse", "body": asking})
        end = time.monotonic() + 60
        while not any("value" in each for each in kept) and time.monotonic() < end:
            time.sleep(0.01)
        parts = [each["part"] for each in kept if "part" in each]
        assert all(part["done"] is False and part["move"] in board.match.legal() for part in parts)
        assert parts
        board.play(board.match.legal()[0])
        told = [each["thinking"] for each in kept if "thinking" in each]
        assert bool(told) is (name == "connect_four" and board._thinking)
        assert all(each["seat"] == 1 and each["choice"]["candidates"] for each in told)


def test_a_thought_that_nobody_waits_for_comes_to_its_end() -> None:
    board = parlour.board("connect_four", "easy")
    kept = sent(board)
    board._heard(
        {"id": "1", "path": "/matches/x/analyse", "body": {"strategy": "mcts", "limit": {"seconds": 60}}}
    )
    end = time.monotonic() + 30
    while not board._sitting._clocks and time.monotonic() < end:
        time.sleep(0.01)
    began = time.monotonic()
    board._heard({"id": "1", "stop": True})
    while not kept:
        time.sleep(0.01)
    assert time.monotonic() - began < 20


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ({"opponent": "nobody"}, "unknown strategy"),
        ({"seat": -1}, "give the seat that you play, from 0 to 1"),
        ({"seat": 2}, "no seat 2"),
        ({"thinking": "yes"}, "needs True or False"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(wrong: dict[str, Any], line: str) -> None:
    with pytest.raises(ParlourError, match=line):
        parlour.board("tic_tac_toe", **wrong)


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "parlour.notebook.widget")
    with pytest.raises(ParlourError) as error:
        parlour.board("nim")
    assert str(error.value) == "parlour.board needs the extra notebook: pip install 'parlour[notebook]'"


def test_nothing_of_it_is_imported_before_it_is_asked_for() -> None:
    code = "import sys, parlour; parlour.Match('nim'); "
    code += "assert not {'anywidget', 'parlour.notebook'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_module_comes_after_what_it_imports() -> None:
    seen: set[str] = set()
    for name, text in sources.modules():
        needed = {part.split('"')[0] for part in text.split('"parlour:')[1:]}
        assert needed <= seen, name
        assert 'from "." ' not in text
        seen.add(name)
    assert name == sources.CELL
    assert "web/js/api.js" not in seen
    assert ":root" not in sources.style()


def test_where_no_widget_is_shown_there_is_the_picture() -> None:
    shown, _ = parlour.board("tic_tac_toe", "easy")._repr_mimebundle_()
    assert "Tic-Tac-Toe" in shown["text/plain"]
    assert "<svg" in shown["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in shown
