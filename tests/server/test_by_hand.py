"""What a client may touch, as the server tells it beside the legal moves."""

from __future__ import annotations

from typing import Any

from serving import Serving


def seen(server: Serving, made: Any, seat: int, picture: str = "data") -> Any:
    token = made["seats"][seat]["token"] if "seats" in made else made["token"]
    return server.ask("GET", f"/matches/{made['match']}?seat={seat}&picture={picture}", token=token).json()


def parts(data: Any) -> set[str]:
    if isinstance(data, dict):
        return set().union({data["part"]} if "part" in data else set(), *map(parts, data.values()))
    return set().union(*map(parts, data)) if isinstance(data, list) else set()


def test_touches_come_with_a_picture_as_data_beside_the_moves(server: Serving) -> None:
    made = server.open("checkers")
    view = seen(server, made, 0)
    assert view["touches"][view["legal"].index("11-15")] == ["11", "15"]
    assert len(view["touches"]) == len(view["legal"])
    assert {name for names in view["touches"] for name in names} <= parts(view["picture"])
    assert seen(server, made, 1)["touches"] == []
    assert "touches" not in seen(server, made, 0, "text")


def test_any_cards_may_be_laid_one_by_one_where_a_board_is_drawn(server: Serving) -> None:
    made = server.open("bluff", ("me",) * 4)
    view = seen(server, made, 0)
    move = next(
        move for move, names in zip(view["legal"], view["touches"], strict=True) if "and more" in names
    )
    assert move in parts(view["picture"])
    assert move not in seen(server, made, 0, "text")["legal"]
    assert view["legal_total"] == len(view["legal"])


def test_a_match_that_is_over_has_nothing_to_touch(server: Serving) -> None:
    made = server.open()
    token = made["token"]
    assert server.ask("POST", f"/matches/{made['match']}/resign", {"seat": 0}, token).status_code == 200
    view = seen(server, made, 0)
    assert (view["over"], view["legal"], view["touches"]) == (True, [], [])


def test_a_position_tells_it_too(server: Serving) -> None:
    told = server.ask("POST", "/games/nim/position", {"moves": "3:4"}).json()
    assert told["touches"] == [[move] for move in told["legal"]]
    told = server.ask("POST", "/games/kuhn_poker/position", {}).json()
    assert told["touches"] == [["J"], ["Q"], ["K"]]


def test_a_shortcut_is_a_button_where_a_board_is_drawn_and_plays_several_moves(server: Serving) -> None:
    made = server.open("battleship")
    view = seen(server, made, 0)
    assert (view["legal"][-1], view["touches"][-1]) == ("random fleet", ["random fleet"])
    assert "random fleet" not in seen(server, made, 0, "text")["legal"]
    here, token = f"/matches/{made['match']}", made["token"]
    assert server.ask("POST", f"{here}/moves", {"move": "random fleet"}, token).status_code == 200
    moves = server.ask("GET", f"{here}/moves?seat=0", token=token).json()["moves"]
    assert len(moves) == 5
    told = server.ask("POST", "/games/battleship/position", {}).json()
    assert "random fleet" not in told["legal"]  # a line of moves must lead to the same place again
