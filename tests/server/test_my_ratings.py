"""What a player sees of itself: its matches with how they went for it, its ratings and how they have gone."""

from __future__ import annotations

from typing import Any

from serving import Serving


def ask(server: Serving, path: str, key: str) -> Any:
    """Ask as a player."""
    answer = server.ask("GET", path, Parlour_Player=key)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_matches_and_ratings_of_a_player(server: Serving) -> None:
    key = server.ask("POST", "/players", {"name": "Ann of this test"}).json()["key"]
    made = []
    for level in ("easy", "hard"):
        body = {"game": "nim", "seats": ["me", level]}
        made.append(server.ask("POST", "/matches", body, Parlour_Player=key).json())
    server.ask("POST", f"/matches/{made[0]['match']}/resign", {}, made[0]["token"])

    lost, going = (ask(server, f"/matches?over={over}", key)["matches"] for over in ("true", "false"))
    assert [(line["match"], line["seat"], line["result"]) for line in lost] == [(made[0]["match"], 0, "lost")]
    assert [(line["match"], line["result"]) for line in going] == [(made[1]["match"], "")]
    assert ask(server, "/matches?result=won", key)["total"] == 0

    told = ask(server, "/players/me/ratings", key)
    assert told["statistics"]["by_game"]["nim"]["by_opponent"]["easy"]["lost"] == 1
    [(at, rating, deviation)] = told["history"]["nim"]
    assert at > made[0]["view"]["version"]
    assert round(rating, 1) == told["ratings"]["nim"]["rating"] < 1500
    assert round(deviation, 1) == told["ratings"]["nim"]["deviation"]
