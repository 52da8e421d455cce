"""What the house allows: keys, invitations, taking back, giving up, playing again, hints, and secrets."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from serving import Serving, serving

from parlour.server.settings import Settings

KEY = "k" * 22


def two(server: Serving, game: str = "tic_tac_toe", **more: Any) -> tuple[str, str, str]:
    """Open a match of two people: its path, and both tokens."""
    made = server.open(game, ("me", "open"), **more)
    path = f"/matches/{made['match']}"
    joined = server.ask("POST", f"{path}/join", {"code": made["invitations"][0]["code"], "name": "Ben"})
    return path, made["token"], joined.json()["token"]


def play(server: Serving, path: str, moves: str, *tokens: str) -> Any:
    """Play moves by turns; return the last view."""
    for number, move in enumerate(moves.split()):
        answer = server.ask("POST", f"{path}/moves", {"move": move}, tokens[number % len(tokens)])
        assert answer.status_code == 200, answer.text
    return answer.json()


def until(server: Serving, path: str, token: str, ply: int) -> Any:
    """Wait until the machine has answered."""
    for _ in range(1000):
        view = server.ask("GET", path, token=token).json()
        if view["ply"] >= ply:
            return view
        time.sleep(0.01)
    raise AssertionError("no answer came")


# -- keys and invitations ------------------------------------------------------------------------------------


def test_the_same_key_is_the_same_move(server: Serving) -> None:
    path, ann, ben = two(server)
    first = server.ask("POST", f"{path}/moves", {"move": "b2"}, ann, Idempotency_Key="a-move-1")
    again = server.ask("POST", f"{path}/moves", {"move": "b2"}, ann, Idempotency_Key="a-move-1")
    assert first.status_code == again.status_code == 200
    assert again.json()["version"] == 1
    for move, token in (("a1", ann), ("b2", ben), ("a1", ben)):
        other = server.ask("POST", f"{path}/moves", {"move": move}, token, Idempotency_Key="a-move-1")
        assert other.status_code == 409
    gave_up = server.ask("POST", f"{path}/resign", {}, ann, Idempotency_Key="a-move-1")
    assert gave_up.status_code == 409
    for bad in ("short", "x" * 65, "with space", "é" * 8):
        refused = server.http.post(
            server.url + path + "/moves",
            json={"move": "a1"},
            headers={b"Idempotency-Key": bad.encode("latin-1"), b"Authorization": f"Bearer {ben}".encode()},
        )
        assert refused.status_code == 422
    assert server.ask("GET", path).json()["version"] == 1


def test_the_same_key_is_the_same_match(server: Serving) -> None:
    body = {"game": "tic_tac_toe", "seats": ["me", "open"]}
    made = [server.ask("POST", "/matches", body, Idempotency_Key=KEY).json() for _ in range(2)]
    assert made[0]["match"] == made[1]["match"]
    assert made[0]["token"] != made[1]["token"]
    for other in (
        {"game": "nim"}, {"seats": ["me", "me"]}, {"seats": ["open", "me"]}, {"seed": 3},
        {"options": {"misere": True}}, {"limit": {"simulations": 3}},
    ):  # fmt: skip
        answer = server.ask("POST", "/matches", {**body, **other}, Idempotency_Key=KEY)
        assert answer.status_code == 409, other
    codes = [each["invitations"][0]["code"] for each in made]
    path = f"/matches/{made[0]['match']}"
    assert server.ask("POST", f"{path}/join", {"code": codes[0]}).status_code == 200
    late = server.ask("POST", f"{path}/join", {"code": codes[1]})
    assert late.status_code == 409
    assert server.ask("POST", "/matches", body, Idempotency_Key=KEY).json()["invitations"] == []


def test_a_players_key_is_another_key(server: Serving) -> None:
    ann = server.ask("POST", "/players", {"name": "Key Ann"}).json()["key"]
    body = {"game": "tic_tac_toe", "seats": ["me", "me"]}
    mine = server.ask("POST", "/matches", body, Idempotency_Key=KEY + "p", Parlour_Player=ann).json()
    theirs = server.ask("POST", "/matches", body, Idempotency_Key=KEY + "p").json()
    assert mine["match"] != theirs["match"]


def test_an_invitation_lets_one_in_of_many_at_once(server: Serving) -> None:
    made = server.open("tic_tac_toe", ("me", "open"))
    path, code = f"{server.url}/matches/{made['match']}/join", made["invitations"][0]["code"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: server.http.post(path, json={"code": code}), range(8)))
    server.http.cookies.clear()
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses[0] == 200
    assert set(statuses[1:]) <= {403, 409}


def test_one_of_many_moves_at_once_is_played(server: Serving) -> None:
    made = server.open()
    url, headers = f"{server.url}/matches/{made['match']}/moves", {"Authorization": f"Bearer {made['token']}"}
    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(
                lambda move: server.http.post(url, json={"move": move, "version": 0}, headers=headers),
                ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2"),
            )
        )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7


# -- taking back ---------------------------------------------------------------------------------------------


def test_undo_never_goes_past_another_person(server: Serving) -> None:
    path, ann, ben = two(server)
    view = play(server, path, "b2", ann)
    assert view["can_undo"]
    assert not server.ask("GET", path, token=ben).json()["can_undo"]
    assert server.ask("POST", f"{path}/undo", {}, ben).status_code == 409
    assert server.ask("POST", f"{path}/undo", {}, ann).json()["ply"] == 0
    play(server, path, "b2 a1", ann, ben)
    refused = server.ask("POST", f"{path}/undo", {}, ann)
    assert (refused.status_code, "another player" in refused.json()["detail"]) == (409, True)
    assert server.ask("POST", f"{path}/undo", {}, ben).json()["ply"] == 1


def test_undo_goes_past_a_machine_where_nothing_is_hidden(server: Serving) -> None:
    made = server.open("tic_tac_toe", ("me", "random"))
    path = f"/matches/{made['match']}"
    play(server, path, "b2", made["token"])
    assert until(server, path, made["token"], 2)["can_undo"]
    assert server.ask("POST", f"{path}/undo", {}, made["token"]).json()["ply"] == 0


@pytest.mark.parametrize("game", ["kuhn_poker", "leduc_poker", "liars_dice", "holdem"])
def test_undo_never_goes_past_chance_or_a_reveal(server: Serving, game: str) -> None:
    path, token, view = "", "", {"legal": []}
    while not view["legal"]:  # the machine may end a match before it is the person's turn
        made = server.open(game, ("me", "random"))
        path, token = f"/matches/{made['match']}", made["token"]
        while not ((view := server.ask("GET", path, token=token).json())["legal"] or view["over"]):
            time.sleep(0.01)
    after = play(server, path, view["legal"][0], token)
    assert not after["can_undo"]
    assert server.ask("POST", f"{path}/undo", {}, token).status_code == 409


def test_nothing_is_taken_back_once_it_is_over(server: Serving) -> None:
    made = server.open()
    path = f"/matches/{made['match']}"
    view = play(server, path, "a1 b1 a2 b2 a3", made["token"])
    assert view["seed"]
    assert not view["can_undo"]
    assert server.ask("POST", f"{path}/undo", {}, made["token"]).status_code == 409


# -- giving up, playing again, hints -------------------------------------------------------------------------


def test_both_sit_in_the_same_rematch(server: Serving) -> None:
    path, ann, ben = two(server, "kuhn_poker", names=["Ann", ""])
    assert server.ask("POST", f"{path}/rematch", {}, ann).status_code == 409
    gave_up = server.ask("POST", f"{path}/resign", {}, ann).json()
    assert gave_up["result"][:2] == ["You lose: resigned.", "Ben wins."]
    assert server.ask("POST", f"{path}/resign", {}, ben).status_code == 409
    first, second, again = (server.ask("POST", f"{path}/rematch", {}, who).json() for who in (ann, ben, ben))
    assert first["match"] == second["match"] == again["match"] != path.rpartition("/")[2]
    assert (first["seats_held"], second["seats_held"]) == ([0], [1])
    assert [seat["name"] for seat in first["view"]["seats"]] == ["Ann", "Ben"]
    there = f"/matches/{first['match']}"
    assert server.ask("GET", path).json()["rematch"] == first["match"]
    for token, seat in ((first["token"], 0), (second["token"], 1)):
        assert server.ask("GET", there, token=token).json()["seat"] == seat
    assert server.ask("GET", there, token=ann).status_code == 401
    assert first["commitment"] != server.ask("GET", path).json()["commitment"]


def test_nobody_takes_a_rematch_by_guessing_its_key(server: Serving) -> None:
    path, ann, _ = two(server, "kuhn_poker")
    match = path.rpartition("/")[2]
    server.ask("POST", f"{path}/resign", {}, ann)
    body = {"game": "kuhn_poker", "seats": ["me", "me"], "seed": 1}
    stolen = [
        server.ask("POST", "/matches", body, Idempotency_Key=key)
        for key in (f"rematch_{match}", f"rematch/{match}", f"rematch-{match}", match)
    ]
    real = server.ask("POST", f"{path}/rematch", {}, ann).json()
    assert real["match"] not in [answer.json().get("match") for answer in stolen]


def test_a_seat_that_nobody_took_is_open_again_in_the_rematch(server: Serving) -> None:
    made = server.open("tic_tac_toe", ("me", "open"))
    path = f"/matches/{made['match']}"
    server.ask("POST", f"{path}/resign", {}, made["token"])
    again = server.ask("POST", f"{path}/rematch", {}, made["token"]).json()
    code = again["invitations"][0]["code"]
    joined = server.ask("POST", f"/matches/{again['match']}/join", {"code": code}).json()
    assert joined["seats_held"] == [1]


def test_no_engine_helps_against_people(server: Serving) -> None:
    path, ann, ben = two(server)
    open_seat = server.open("tic_tac_toe", ("me", "open"))
    for at, token in ((path, ann), (f"/matches/{open_seat['match']}", open_seat["token"])):
        for what in ("hint", "analyse"):
            answer = server.ask("POST", f"{at}/{what}", {"strategy": "random"}, token)
            assert (answer.status_code, "people" in answer.json()["detail"]) == (409, True)
    assert server.ask("POST", f"{path}/hint", {"strategy": "random"}, ben).status_code == 409
    alone = server.open("tic_tac_toe", ("me", "random"))
    hint = server.ask("POST", f"/matches/{alone['match']}/hint", {"strategy": "random"}, alone["token"])
    assert hint.json()["seat"] == 0


@pytest.mark.parametrize(
    "spec",
    ["cfr:file=/etc/passwd", "frequency:history=/etc/passwd", "remote:url=http://127.0.0.1:1/", "human",
     " cfr:file=x", "cfr: file=x", "nobody", "mcts:simulations=x", "mcts:simulations=-1", "mcts:c=nan", ":"],
)  # fmt: skip
def test_nobody_sends_a_machine_to_the_operators_files(server: Serving, spec: str) -> None:
    for path, body in (
        ("/matches", {"game": "rock_paper_scissors", "seats": ["me", spec]}),
        ("/games/rock_paper_scissors/analyse", {"strategy": spec}),
        ("/events", {"game": "rock_paper_scissors", "specs": ["easy", spec]}),
    ):
        answer = server.ask("POST", path, body)
        assert answer.status_code in (400, 404), (path, answer.text)


# -- secrets -------------------------------------------------------------------------------------------------


def test_no_secret_is_in_the_database_or_the_log(tmp_path: Path) -> None:
    """Only hashes are kept; a seed is in the database, for it must outlive the server, and nowhere else."""
    with serving(Settings(database=str(tmp_path / "games.db"), rate=1e9)) as server:
        player = server.ask("POST", "/players", {"name": "Ann"}).json()["key"]
        made = server.open("kuhn_poker", ("me", "open"))
        code = made["invitations"][0]["code"]
        path = f"/matches/{made['match']}"
        joined = server.ask("POST", f"{path}/join", {"code": code}, Parlour_Player=player).json()
        seed = server.house.tables[made["match"]].match.seed
        play(server, path, "check check", made["token"], joined["token"])
        server.ask("POST", f"{path}/moves", {"move": "nonsense"}, joined["token"])
        server.ask("GET", f"{path}?seat=9", token=made["token"])
        server.ask("POST", "/matches", {"game": "kuhn_poker", "seats": ["me", "me"]}, Idempotency_Key=KEY)
        log = "\n".join(server.log.lines)
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert made["match"].encode() in kept
    for secret in (player, made["token"], code, joined["token"], KEY):
        assert secret.encode() not in kept
        assert secret not in log
    assert str(seed) not in log


# -- other sites ---------------------------------------------------------------------------------------------


def test_pages_of_other_sites_are_refused(server: Serving) -> None:
    here = f"127.0.0.1:{server.port}"
    body = {"game": "tic_tac_toe", "seats": ["me", "me"]}
    for origin in (
        "http://evil.example",
        "null",
        f"http://{here}.evil.example",
        "http://127.0.0.1:1",
        here,
        "",
    ):
        assert server.ask("POST", "/matches", body, Origin=origin).status_code == 403, origin
        assert server.ask("DELETE", "/players/me", Origin=origin).status_code == 403, origin
    assert server.ask("POST", "/matches", body, Origin=f"http://{here}").status_code == 201
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = server.http.post(
            f"{server.url}/matches",
            content=b'{"game":"nim","seats":["me","me"]}',
            headers={"Content-Type": kind},
        )
        assert answer.status_code == 415, kind


def test_sockets_and_hosts_of_other_names_are_refused(tmp_path: Path) -> None:
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    settings = Settings(
        database=str(tmp_path / "games.db"), rate=1e9, hosts=("localhost", "127.0.0.1", "::1"),
        origins=("https://games.example",),
    )  # fmt: skip
    with serving(settings) as server:
        for host in (
            "evil.example",
            "evil.example:80",
            "127.0.0.1.evil.example",
            "",
            "localhost@evil.example",
        ):
            assert server.ask("GET", "/health", Host=host).status_code == 403, host
        for host in ("localhost", "LOCALHOST:80", "127.0.0.1:8000", "[::1]:8000"):
            assert server.ask("GET", "/health", Host=host).status_code == 200, host
        made = server.open()
        url = f"{server.socket}/matches/{made['match']}/socket"
        with pytest.raises(InvalidStatus) as refused:
            connect(url, origin="http://evil.example", proxy=None)
        assert refused.value.response.status_code == 403
        with connect(url, origin="https://games.example", proxy=None) as line:
            line.send("{}")
            assert line.recv(timeout=30)
