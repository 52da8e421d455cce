"""What thinking looks like to a page: exhibits with their pictures, reviews with the players' own names."""

from __future__ import annotations

from serving import Serving


def test_an_exhibit_that_is_a_picture_comes_as_data_too(server: Serving) -> None:
    found = server.ask("POST", "/games/nim/analyse", {"moves": ""}).json()
    (shown,) = found["exhibits"]
    assert (shown["kind"], shown["picture"]["blocks"][0]["kind"]) == ("picture", "grid")
    assert shown["picture"]["blocks"][0]["row_labels"][-1].startswith("nim-sum")
    mixed = server.ask("POST", "/games/kuhn_poker/analyse", {"seat": 0, "hand": "J"}).json()
    assert all("picture" not in each for each in mixed["exhibits"])
    assert mixed["exhibits"][-1]["data"]["whole"] is True


def test_a_review_calls_the_players_by_their_names_and_tells_the_range(server: Serving) -> None:
    made = server.open("nim", names=["Cleo", "Dan"], options={"heaps": [1, 2]})
    here, token = f"/matches/{made['match']}", made["token"]
    for move in ("2:2", "1:1"):
        server.ask("POST", f"{here}/moves", {"move": move}, token)
    found = server.ask("POST", f"{here}/review", {}, token).json()
    assert [player["name"] for player in found["players"]] == ["Cleo", "Dan"]
    assert found["bounds"] == [-1.0, 1.0]
    assert found["moves"][0]["verdict"] == "blunder"


def test_a_finished_match_can_be_looked_at_from_every_seat(server: Serving) -> None:
    made = server.open("kuhn_poker", ("me", "open"))
    here, token = f"/matches/{made['match']}", made["token"]
    assert server.ask("GET", f"{here}?seat=1", token=token).status_code == 403
    server.ask("POST", f"{here}/resign", {}, token)
    seen = server.ask("GET", f"{here}/replay?seat=1&ply=2&picture=data", token=token).json()
    assert (seen["seat"], seen["legal"]) == (1, [])


def test_a_game_names_its_notations(server: Serving) -> None:
    assert server.ask("GET", "/games/checkers").json()["notations"] == ["pdn"]
    assert server.ask("GET", "/games/nim").json()["notations"] == []
