"""Positions that are set up, lines that a match might take, and what it is written down as."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from serving import Serving, quick_folder, serving

from parlour.server.settings import Settings

PIG = str(Path(__file__).parents[2] / "docs/examples/pig.py")


def position(server: Serving, game: str, status: int = 200, **body: Any) -> Any:
    answer = server.ask("POST", f"/games/{game}/position", body)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_position_is_told_by_its_moves(server: Serving) -> None:
    told = position(server, "tic_tac_toe", moves=["b2", "a1"])
    assert (told["turn"], told["seat"], told["ply"], told["over"]) == (0, 0, 2, False)
    assert told["moves"] == ["b2", "a1"]
    assert told["last"][-1] == {"ply": 1, "who": 1, "move": "a1"}
    assert told["legal_total"] == len(told["legal"]) == 7
    assert told["picture"]["blocks"]
    assert told["told"][0]["text"].startswith("O")
    assert position(server, "tic_tac_toe", moves="b2 a1") == told


def test_a_position_that_is_over_tells_its_result(server: Serving) -> None:
    told = position(server, "tic_tac_toe", moves="a1 b1 a2 b2 a3")
    assert (told["turn"], told["over"], told["returns"], told["legal"]) == (-2, True, [1.0, -1.0], [])
    assert told["result"] == ["X wins."]


def test_outcomes_of_chance_are_moves_of_a_position(server: Serving) -> None:
    told = position(server, "kuhn_poker")
    assert (told["turn"], told["seat"], told["legal"]) == (-1, -1, ["J", "Q", "K"])
    told = position(server, "kuhn_poker", moves="K Q")
    assert (told["turn"], told["legal"]) == (0, ["check", "bet"])
    other = position(server, "kuhn_poker", moves="K J")
    assert {**other, "moves": 0, "last": 0} == {**told, "moves": 0, "last": 0}  # of the seat that is to move
    assert position(server, "kuhn_poker", moves="K Q", seat=1)["picture"] != told["picture"]


def test_a_position_with_options_is_the_one_asked_for(server: Serving) -> None:
    assert position(server, "nim", options={"heaps": [1, 2]})["legal_total"] == 3


@pytest.mark.parametrize(
    "body", [{"moves": "zz"}, {"moves": ["b2", "b2"]}, {"options": {"nonsense": 1}}, {"seat": 5}]
)
def test_what_is_no_position_is_refused_in_one_line(server: Serving, body: dict[str, Any]) -> None:
    assert "\n" not in position(server, "tic_tac_toe", 400, **body)["detail"]


def test_a_line_shows_each_of_its_steps(server: Serving) -> None:
    made = server.open()
    here = f"/matches/{made['match']}"
    server.ask("POST", f"{here}/moves", {"move": "b2"}, made["token"])
    steps = server.ask("POST", f"{here}/line", {"moves": ["a1", "c3"]}).json()["steps"]
    assert [(step["move"], step["who"], step["ply"]) for step in steps] == [("a1", 1, 2), ("c3", 0, 3)]
    assert steps[0]["picture"] != steps[1]["picture"]
    assert all(step["told"] for step in steps)
    earlier = server.ask("POST", f"{here}/line", {"moves": ["c3"], "ply": 0}).json()["steps"]
    assert [step["who"] for step in earlier] == [0]
    assert server.ask("GET", here).json()["ply"] == 1  # nothing has happened
    for body in ({"moves": ["b2"]}, {"moves": ["a1"], "ply": 7}):
        assert server.ask("POST", f"{here}/line", body).status_code == 400


def test_a_line_foretells_no_chance() -> None:
    with quick_folder() as folder, serving(Settings(f"{folder}/games.db", load=(PIG,), rate=1e9)) as server:
        made = server.open("pig")
        here = f"/matches/{made['match']}"
        steps = server.ask("POST", f"{here}/line", {"moves": ["roll"]}).json()["steps"]
        assert [(step["move"], step["who"]) for step in steps] == [("roll", 0)]
        steps = server.ask("POST", f"{here}/line", {"moves": ["roll", "6", "roll"]}).json()["steps"]
        assert [step["who"] for step in steps] == [0, -1, 0]
        told = position(server, "pig", moves="roll")
        assert (told["turn"], told["legal"]) == (-1, ["1", "2", "3", "4", "5", "6"])


def test_a_record_comes_in_the_notation_of_its_game(server: Serving) -> None:
    made = server.open("checkers")
    here = f"/matches/{made['match']}"
    server.ask("POST", f"{here}/moves", {"move": made["view"]["legal"][0]}, made["token"])
    answer = server.ask("GET", f"{here}/record?format=pdn")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert 'filename="checkers.pdn"' in answer.headers["content-disposition"]
    assert "[Result" in answer.text
    refused = server.ask("GET", f"{here}/record?format=phh")
    assert refused.status_code == 400
    assert refused.json()["detail"] == "checkers has no notation 'phh'; it has pdn, json"
    assert server.ask("GET", f"{here}/record").json()["format"]


def test_no_notation_tells_what_is_hidden(server: Serving) -> None:
    made = server.open("holdem", options={"hands": 1})
    here = f"/matches/{made['match']}"
    assert server.ask("GET", f"{here}/record?format=phh", token=made["token"]).status_code == 409
    server.ask("POST", f"{here}/resign", {}, made["token"])
    assert "antes" in server.ask("GET", f"{here}/record?format=phh").text


def test_a_board_is_drawn_as_a_seat_sees_it(server: Serving) -> None:
    made = server.open("kuhn_poker", ("me", "open"))
    here = f"/matches/{made['match']}"
    mine = server.ask("GET", f"{here}/picture", token=made["token"])
    watched = server.ask("GET", f"{here}/picture")
    assert mine.headers["content-type"] == "image/svg+xml"
    assert mine.text.startswith("<svg")
    assert mine.text != watched.text
    assert server.ask("GET", f"{here}/picture?seat=0").status_code == 401
    assert server.ask("GET", f"{here}/picture?ply=0", token=made["token"]).status_code == 200
    assert server.ask("GET", f"{here}/picture?ply=99").status_code == 400
