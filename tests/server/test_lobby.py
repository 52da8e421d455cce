"""Before a match: who is greeted and how, what waits, and what a game is with options tried out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from serving import Serving

import parlour
from parlour.core import loading
from parlour.core.draw.data import picture_data
from parlour.server.demo import MOMENTS

PIG = Path(__file__).parents[2] / "docs" / "examples" / "pig.py"


def come(server: Serving, name: str) -> str:
    """Make a player; give the key."""
    made = server.ask("POST", "/players", {"name": name})
    assert made.status_code == 201, made.text
    return str(made.json()["key"])


def lobby(server: Serving, key: str = "", limit: int = 6) -> Any:
    return server.ask("GET", f"/lobby?limit={limit}", **({"Parlour_Player": key} if key else {})).json()


def opened(server: Serving, key: str, game: str, seats: list[str]) -> Any:
    made = server.ask("POST", "/matches", {"game": game, "seats": seats}, Parlour_Player=key)
    assert made.status_code == 201, made.text
    return made.json()


def test_a_stranger_is_greeted(server: Serving) -> None:
    assert lobby(server) == {"player": None, "matches": []}
    assert lobby(server, "n" * 43) == {"player": None, "matches": []}
    stale = server.ask("GET", "/lobby", Cookie=f"parlour_player={'n' * 43}")  # of a database that is gone
    assert stale.json()["player"] is None
    assert 'parlour_player=""' in stale.headers["set-cookie"]
    assert "set-cookie" not in server.ask("GET", "/lobby").headers


def test_what_waits_is_told_to_its_player_alone(server: Serving) -> None:
    ann, ben = come(server, "Ann of the lobby"), come(server, "Ben of the lobby")
    first = opened(server, ann, "tic_tac_toe", ["me", "open"])
    code = first["invitations"][0]["code"]
    joined = server.ask("POST", f"/matches/{first['match']}/join", {"code": code}, Parlour_Player=ben).json()
    (waits,) = lobby(server, ann)["matches"]
    assert waits["match"] == first["match"]
    assert (waits["title"], waits["names"]) == ("Tic-Tac-Toe", ["Ann of the lobby", "Ben of the lobby"])
    assert (waits["seats"], waits["your_turn"], waits["moves"]) == ([0], True, 0)
    server.ask("POST", f"/matches/{first['match']}/moves", {"move": "b2"}, first["token"])
    assert lobby(server, ann)["matches"][0]["your_turn"] is False
    (waits,) = lobby(server, ben)["matches"]
    assert (waits["seats"], waits["your_turn"], waits["moves"]) == ([1], True, 1)
    second = opened(server, ann, "nim", ["me", "me"])
    assert [match["match"] for match in lobby(server, ann)["matches"]] == [second["match"], first["match"]]
    assert len(lobby(server, ann, 1)["matches"]) == 1
    told = lobby(server, ann, 0)
    assert (told["player"]["name"], told["matches"]) == ("Ann of the lobby", [])
    server.ask("POST", f"/matches/{first['match']}/resign", {}, joined["token"])
    assert lobby(server, ben)["matches"] == []


def test_options_are_tried_before_anybody_sits_down(server: Serving) -> None:
    usual = server.ask("POST", "/games/holdem/table", {}).json()
    assert (usual["seats"], usual["seat_names"]) == (2, ["Ann", "Ben"])
    more = server.ask("POST", "/games/holdem/table", {"options": {"seats": 4, "hands": 7}}).json()
    assert (more["seats"], len(more["seat_names"])) == (4, 4)
    assert "7 hands" in more["guide"]["parts"]["Goal"]
    game = parlour.game("holdem", seats=4, hands=7)
    assert more["picture"] == picture_data(game.picture(game.start()))
    wrong = server.ask("POST", "/games/holdem/table", {"options": {"seats": 40}})
    assert (wrong.status_code, "seats=40" in wrong.json()["detail"]) == (400, True)


def test_strategies_are_told_with_their_options_but_none_that_reach_files(server: Serving) -> None:
    found = server.ask("GET", "/games/matrix/strategies").json()["strategies"]
    assert {"random", "cfr", "nash"} <= set(found)
    assert "iterations" in found["cfr"]["options"]
    assert "file" not in found["cfr"]["options"]
    assert all(kind["help"] for kind in found.values())


@pytest.mark.parametrize("name", parlour.game_names())
def test_every_game_shows_itself(server: Serving, name: str) -> None:
    packed = server.ask("GET", f"/games/{name}/demo")
    assert packed.headers["content-encoding"] == "gzip"
    moments = packed.json()["moments"]
    assert 1 <= len(moments) <= MOMENTS
    assert all(moment["blocks"] for moment in moments)
    plain = server.ask("GET", f"/games/{name}/demo", Accept_Encoding="identity")
    assert "content-encoding" not in plain.headers
    assert plain.json() == packed.json()


@pytest.mark.usefixtures("own_registry")
def test_what_is_told_of_games_is_never_told_of_others(server: Serving, tmp_path: Path) -> None:
    for title in ("Piglet", "Hog"):
        file = tmp_path / title / "piglet.py"
        file.parent.mkdir()
        file.write_text(f'TITLE = "{title}"\n' + PIG.read_text(encoding="utf-8"), encoding="utf-8")
        loading.load(file)
        titles = {game["name"]: game["title"] for game in server.ask("GET", "/games").json()["games"]}
        assert titles["piglet"] == title
        assert server.ask("GET", "/games/piglet").json()["title"] == title
