"""What belongs to a player: seats in every tab, a name that changes, all of it to take away or to delete."""

from __future__ import annotations

import json
from typing import Any

import pytest
from serving import Serving
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def player(server: Serving, name: str) -> tuple[str, dict[str, str]]:
    made = server.ask("POST", "/players", {"name": name}).json()
    return made["key"], {"Cookie": f"parlour_player={made['key']}"}


def opened(server: Serving, who: dict[str, str], game: str = "tic_tac_toe", *seats: str) -> Any:
    body = {"game": game, "seats": list(seats or ("me", "random"))}
    return server.ask("POST", "/matches", body, **who).json()


def test_a_players_cookie_holds_the_seats_of_its_matches(server: Serving) -> None:
    key, tab = player(server, "Tabby")
    made = opened(server, tab)
    here = f"/matches/{made['match']}"
    assert made["view"]["you"] == [0]
    for who in (tab, {"Parlour_Player": key}):
        view = server.ask("GET", here, **who).json()
        assert (view["seat"], view["you"]) == (0, [0])
    assert server.ask("GET", here).json()["you"] == []
    assert server.ask("POST", f"{here}/moves", {"move": "b2"}, **tab).status_code == 200
    gone = {"Cookie": f"parlour_player={'n' * 43}"}  # a player that was deleted
    assert server.ask("GET", here, **gone).json()["you"] == []
    assert server.ask("GET", here, Parlour_Player="n" * 43).status_code == 401


def test_a_seat_from_a_link_is_held_besides(server: Serving) -> None:
    _, tab = player(server, "Linker")
    made = opened(server, tab, "tic_tac_toe", "me", "open")
    here = f"/matches/{made['match']}"
    joined = server.ask("POST", f"{here}/join", {"code": made["invitations"][0]["code"]}).json()
    both = {"Cookie": f"{tab['Cookie']}; parlour_seat={joined['token']}"}
    assert server.ask("GET", here, **both).json()["you"] == [0, 1]
    assert server.ask("GET", here, token=joined["token"], **tab).json()["you"] == [1]  # named: that alone


def test_a_machine_at_work_is_told(server: Serving) -> None:
    made = server.open("tic_tac_toe", ("me", "random"))
    assert made["view"]["thinks"] is None
    view = server.ask("POST", f"/matches/{made['match']}/moves", {"move": "b2"}, made["token"]).json()
    assert view["thinks"] in (1, None)  # it may have moved by now
    waiting = server.open("tic_tac_toe", ("random", "open"))
    assert waiting["view"]["thinks"] is None  # nobody is there yet


def test_a_player_takes_another_name(server: Serving) -> None:
    key, tab = player(server, "Before")
    player(server, "Taken")
    made = opened(server, tab)
    answer = server.ask("PATCH", "/players/me", {"name": "After"}, Parlour_Player=key)
    assert answer.json()["name"] == "After"
    assert server.ask("GET", "/players/me", **tab).json()["name"] == "After"
    assert server.ask("GET", f"/matches/{made['match']}").json()["seats"][0]["name"] == "After"
    assert server.ask("PATCH", "/players/me", {"name": "Taken"}, **tab).status_code == 409
    assert server.ask("PATCH", "/players/me", {"name": ""}, **tab).status_code == 422


def test_a_player_takes_everything_away(server: Serving) -> None:
    _, tab = player(server, "Leaver")
    hidden, done = opened(server, tab, "kuhn_poker", "me", "open"), opened(server, tab)
    opened(server, player(server, "Stranger")[1])
    server.ask("POST", f"/matches/{done['match']}/resign", {}, **tab)
    answer = server.ask("GET", "/players/me/export", **tab)
    assert answer.headers["content-type"] == "application/x-ndjson"
    first, *lines = [json.loads(line) for line in answer.text.splitlines()]
    assert first["player"]["name"] == "Leaver"
    told = {line["match"]: line for line in lines}
    assert set(told) == {hidden["match"], done["match"]}
    assert told[done["match"]]["record"]["ended"] == "forfeit"
    live = told[hidden["match"]]["record"]
    assert live["seed"] is None
    assert live["moves"].count("?") == 1  # the other's card
    assert str(server.house.tables[hidden["match"]].match.seed) not in answer.text


def test_a_match_against_machines_is_deleted_for_good(server: Serving) -> None:
    _, tab = player(server, "Eraser")
    made = opened(server, tab)
    here = f"/matches/{made['match']}"
    with connect(f"{server.socket}{here}/socket", proxy=None) as line:
        line.send("{}")
        line.recv(timeout=30)
        assert server.ask("DELETE", here, **tab).status_code == 204
        assert json.loads(line.recv(timeout=30))["problem"]["detail"] == "this match was deleted"
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(timeout=30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
    assert server.ask("GET", here).status_code == 404
    assert server.ask("GET", "/matches", **tab).json()["total"] == 0


def test_a_match_in_anothers_history_stays(server: Serving) -> None:
    (_, one), (_, two) = player(server, "Loser"), player(server, "Winner")
    made = opened(server, one, "tic_tac_toe", "me", "open")
    here = f"/matches/{made['match']}"
    server.ask("POST", f"{here}/join", {"code": made["invitations"][0]["code"]}, **two)
    assert server.ask("DELETE", here, **one).status_code == 409
    server.ask("POST", f"{here}/resign", {}, **one)
    assert server.ask("DELETE", here, **one).status_code == 409
    assert server.ask("DELETE", "/players/me", **two).status_code == 204
    assert server.ask("DELETE", here, **one).status_code == 204
