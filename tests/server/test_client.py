"""`parlour.connect`: a whole match at a real server, links, watching, and a server that dies in between."""

from __future__ import annotations

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from process import Serving

import parlour
from parlour.client.refusals import Conflict, Lost, NotThere, NotYours, Refusal, TooBusy
from parlour.client.server import Server
from parlour.client.table import Table
from parlour.core.errors import BadOption, ParlourError

LITTLE = {"simulations": 8}


@pytest.fixture
def server(served: Serving) -> Server:
    return parlour.connect(served.url)


def test_a_match_against_the_machine(server: Server) -> None:
    table = server.create("tic_tac_toe", ["me", "easy"], names=["Ann", ""], limit=LITTLE)
    assert table.seats_held == (0,)
    assert table.invitations == {}
    at = table.view()
    assert (at.game, at.seat, at.my_turn, len(at.legal)) == ("tic_tac_toe", 0, True, 9)
    assert [chair.name for chair in at.seats] == ["Ann", "O"]
    assert "Ann to move" in at.picture or "You to move" in at.picture
    hint = table.hint("easy", LITTLE)
    assert hint.move in at.legal
    assert hint.hint
    at = table.play(hint.move)
    assert at.ply >= 1
    at = table.wait(30)
    assert at.my_turn
    assert table.analyse(0, "easy", LITTLE).move
    assert table.undo().ply == 0
    while not at.over:
        at = table.wait(30)
        at = table.play(at.legal[-1]) if at.my_turn else at
    assert at.result
    assert at.returns is not None
    assert at.seed is not None
    assert len(table.review()["players"]) == 2
    record = table.record()
    assert record.seed == at.seed
    assert record.replay().over
    assert record.commitment == at.commitment


def test_two_people_by_a_link_and_a_spectator(server: Server, served: Serving) -> None:
    ann = server.create("kuhn_poker", ["me", "open"])
    link = ann.invitations[1]
    assert link.startswith(served.url + "/join/")
    ben = parlour.connect(served.url).join(link, "Ben")
    assert ben.seats_held == (1,)
    with pytest.raises(NotYours, match="used before"):
        server.join(link)
    watching = server.table(ann.match)
    assert watching.view().seat == -1
    seen: list[int] = []
    follower = threading.Thread(target=lambda: seen.extend(at.ply for at in watching.follow(seconds=30)))
    follower.start()
    waited: list[Any] = []
    waiter = threading.Thread(target=lambda: waited.append(ben.wait(30)))
    waiter.start()
    with pytest.raises(Conflict, match="no engine helps against other people"):
        ann.hint()
    with pytest.raises(Conflict, match="is to move"):
        ben.play("check")
    with pytest.raises(Refusal, match="is not a move"):
        ann.play("z9")
    assert not ann.play("bet").my_turn
    waiter.join(30)
    assert waited[0].my_turn
    at = ben.play("fold")
    assert at.over
    follower.join(30)
    assert seen[-1] == at.ply
    again, same = ben.rematch(), ann.rematch()
    assert (again.match, again.seats_held) == (same.match, (1,))
    assert again.resign().result[0] == "You lose: resigned."
    with pytest.raises(Conflict):
        again.undo()


def test_a_table_is_gone_on_with_by_its_token(server: Server, served: Serving) -> None:
    table = server.create("nim", ["me", "me"])
    table.play(table.view().legal[0])
    other = parlour.connect(served.url).table(table.match, table.token)
    assert other.view().my_turn
    assert other.view(seat=0).seat == 0
    with pytest.raises(NotYours):
        parlour.connect(served.url).table(table.match, "x" * 43).view()


def test_without_websockets_it_looks_again_and_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "websockets.sync.client", None)
    table = server.create("tic_tac_toe", ["random", "me"])
    assert table.wait(30).my_turn
    assert table.wait(30).ply == 1


def test_waiting_has_an_end(server: Server) -> None:
    table = server.create("tic_tac_toe", ["open", "me"])
    began = time.monotonic()
    assert not table.wait(0.3).my_turn
    assert time.monotonic() - began < 10


def test_players_and_games(server: Server) -> None:
    assert {game["name"] for game in server.games()} == set(parlour.game_names())
    assert server.game("nim")["guide"]["parts"]
    assert server.health()["status"] == "ok"
    assert server.analyse("nim", "1:1", strategy="expert").move
    with pytest.raises(NotYours):
        server.matches()
    key = server.register("Ada")
    table = server.create("nim", ["me", "me"])
    mine = parlour.connect(server.url, key).matches(game="nim", limit=5)
    assert [match["match"] for match in mine] == [table.match]


WRONG = [
    (lambda server: server.create("ches", ["me", "me"]), NotThere, "unknown game"),
    (lambda server: server.create("nim", ["me"]), Refusal, "seats"),
    (lambda server: server.create("nim", ["me", "remote:url=http://127.0.0.1/"]), Refusal, "remote"),
    (lambda server: server.create("nim", ["me", "me"], {"size": 3}), Refusal, "has no option"),
    (lambda server: server.table("0" * 32).view(), NotThere, "there is no match"),
    (lambda server: server.table("nonsense"), BadOption, "is no match"),
    (lambda server: server.join("nonsense"), BadOption, "is no link"),
    (lambda server: server.game("../health"), BadOption, "no name of a game"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_mistakes_are_errors_with_the_servers_sentence(server: Server, number: int) -> None:
    call, kind, words = WRONG[number]
    with pytest.raises(kind, match=words) as caught:
        call(server)
    assert isinstance(caught.value, ParlourError)
    assert "\n" not in str(caught.value)


def test_a_server_that_is_killed_and_comes_back_loses_nothing(mortal: Serving) -> None:
    it = mortal
    told: list[str] = []
    table = parlour.connect(it.url, told=told.append).create("tic_tac_toe", ["me", "me"])
    plies = []
    other = parlour.connect(it.url).table(table.match)
    watched = threading.Thread(target=lambda: plies.extend(at.ply for at in other.follow(seconds=60)))
    watched.start()
    table.play("b2")
    it.kill()
    back = threading.Timer(1.0, it.start)
    back.start()
    at = table.play("a1")  # sent while nobody is there
    back.join()
    assert at.ply == 2
    assert told[:2] == [f"No answer from {it.url}; trying again.", "Connected again."]
    for move in ("a2", "b1", "c2"):
        at = table.play(move)
    assert at.over
    watched.join(30)
    assert plies[-1] == 5
    it.stop()
    quick = parlour.connect(it.url, patience=0.0)
    with pytest.raises(Lost, match="connection refused; is the server running"):
        quick.games()


class Moody(BaseHTTPRequestHandler):
    """Refuses twice and cuts the line once before it answers; remembers the keys."""

    protocol_version = "HTTP/1.1"
    keys: list[str] = []  # noqa: RUF012

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.keys.append(self.headers["Idempotency-Key"])
        moods: list[tuple[int, dict[str, Any]]] = [
            (429, {"detail": "too much at once"}),
            (503, {"detail": "the database is down"}),
            (0, {}),
            (400, {"detail": "no such option"}),
        ]
        status, data = moods[min(len(self.keys), len(moods)) - 1]
        if not status:
            self.close_connection = True
            return
        body = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        if status != 400:
            self.send_header("Retry-After", "0")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        pass


def test_what_is_repeated_has_one_key() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Moody)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        with pytest.raises(Refusal, match="no such option"):
            parlour.connect(url).create("nim", ["me", "me"])
        assert len(Moody.keys) >= 4
        assert len(set(Moody.keys)) == 1
        Moody.keys.clear()
        with pytest.raises(TooBusy, match="too much at once"):
            parlour.connect(url, patience=0.0).create("nim", ["me", "me"])
        with pytest.raises(ParlourError, match="is it a Parlour server"):
            parlour.connect(url).games()
    finally:
        server.shutdown()
        server.server_close()


def test_a_table_tells_what_it_is(server: Server) -> None:
    table = server.create("nim", ["me", "me"])
    assert repr(table) == f"Table({table.match!r}, seats 0, 1)"
    assert isinstance(table, Table)
    assert str(table.view(picture="none")) == "Nim, ply 0"
