"""Matches that begin with moves, or go on from another that is over."""

from __future__ import annotations

from typing import Any

import pytest
from serving import Serving, settled

from parlour.store.fold import fold


def played(server: Serving, game: str, moves: list[str], **more: Any) -> Any:
    """Play a match alone, and give it up."""
    made = server.open(game, **more)
    for move in moves:
        done = server.ask("POST", f"/matches/{made['match']}/moves", {"move": move}, made["token"])
        assert done.status_code == 200, done.text
    server.ask("POST", f"/matches/{made['match']}/resign", {}, made["token"])
    return made


def folded(server: Serving, match: str) -> Any:
    store = server.house.store
    return fold(store.match(match), store.entries(match))


def test_a_match_begins_with_moves_and_undo_stops_there(server: Serving) -> None:
    made = server.open(moves=["b2", "a1"])
    here, view = f"/matches/{made['match']}", made["view"]
    assert (view["ply"], view["start"], view["version"], view["can_undo"]) == (2, 2, 2, False)
    assert server.ask("POST", f"{here}/undo", {}, made["token"]).status_code == 409
    server.ask("POST", f"{here}/moves", {"move": "c3"}, made["token"])
    undo = [
        server.ask("GET", f"{here}?seat={seat}", token=made["token"]).json()["can_undo"] for seat in (0, 1)
    ]
    assert undo == [True, False]  # the other's move was given
    view = server.ask("POST", f"{here}/undo", {}, made["token"]).json()
    assert (view["ply"], view["can_undo"]) == (2, False)
    assert folded(server, made["match"]).opening == 2
    kept = server.house.store.match(made["match"])
    assert kept.notes["rated"] is False
    assert kept.moves == 2 + 1


def test_another_match_goes_on_from_one_that_is_over(server: Serving) -> None:
    first = played(server, "tic_tac_toe", ["b2", "a1", "c3"])
    origin = {"match": first["match"], "ply": 2}
    made = server.open(**{"from": origin})
    assert [each["move"] for each in made["view"]["last"]] == ["b2", "a1"]
    varied = server.open(**{"from": origin, "moves": ["a3"]})
    assert [each["move"] for each in varied["view"]["last"]] == ["b2", "a1", "a3"]
    again = played(server, "tic_tac_toe", ["c1"], **{"from": origin})
    third = server.open(**{"from": {"match": again["match"], "ply": 1}})
    assert [each["move"] for each in third["view"]["last"]] == ["b2"]


def test_it_has_the_same_deal(server: Serving) -> None:
    first = played(server, "kuhn_poker", ["check"])
    made = server.open("kuhn_poker", **{"from": {"match": first["match"], "ply": 2}})
    assert made["view"]["state"] == first["view"]["state"]
    assert made["commitment"] == first["commitment"]
    assert folded(server, made["match"]).states == folded(server, first["match"]).states[:3]


def test_a_machine_plays_on_in_it(server: Serving) -> None:
    first = played(server, "nim", [])
    made = server.open("nim", ("random", "me"), **{"from": {"match": first["match"], "ply": 0}})
    here = f"/matches/{made['match']}"
    settled(lambda: server.ask("GET", here).json()["turn"] == 1)
    assert server.ask("GET", here).json()["ply"] == 1


def test_the_same_key_is_the_same_start(server: Serving) -> None:
    body = {"game": "tic_tac_toe", "seats": ["me", "me"], "moves": ["b2"]}
    first, second = (
        server.ask("POST", "/matches", body, Idempotency_Key="k" * 30).json()["match"] for _ in range(2)
    )
    assert first == second
    other = server.ask("POST", "/matches", {**body, "moves": ["a1"]}, Idempotency_Key="k" * 30)
    assert other.status_code == 409


@pytest.mark.parametrize(
    ("more", "status", "words"),
    [
        ({"moves": ["zz"]}, 400, "zz"),
        ({"moves": ["a1", "b1", "a2", "b2", "a3"]}, 400, "over"),
        ({"from": {"match": "0" * 32, "ply": 0}}, 404, "no match"),
        ({"from": {"match": "LIVE", "ply": 0}}, 409, "going on"),
        ({"from": {"match": "OVER", "ply": 9}}, 400, "come to ply 1"),
        ({"from": {"match": "OVER", "ply": 0}, "seed": 1}, 400, "leave them out"),
        ({"from": {"match": "OVER", "ply": 0}, "game": "nim"}, 400, "tic_tac_toe"),
        ({"game": "kuhn_poker", "seats": ["me", "open"], "moves": ["check"]}, 400, "deal"),
    ],
)
def test_what_cannot_begin_is_refused(server: Serving, more: dict[str, Any], status: int, words: str) -> None:
    if "from" in more and more["from"]["match"] in ("LIVE", "OVER"):
        live = more["from"]["match"] == "LIVE"
        match = server.open() if live else played(server, "tic_tac_toe", ["b2"])
        more = {**more, "from": {**more["from"], "match": match["match"]}}
    answer = server.ask("POST", "/matches", {"game": "tic_tac_toe", "seats": ["me", "me"], **more})
    assert answer.status_code == status, answer.text
    assert words in answer.json()["detail"]
