"""Bounds: so many requests, so much memory, so long a wait, and no more."""

from __future__ import annotations

import json
import socket
import time
import tracemalloc
from pathlib import Path

import pytest
from serving import Serving, serving, settled
from test_access import check_problem
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from parlour.server.guard import Bucket, Guard
from parlour.server.settings import Settings

MUCH = 4_000_000  # bytes that a slow reader may cost at most


def test_too_many_requests_are_told_when_to_come_again(tmp_path: Path) -> None:
    with serving(Settings(database=str(tmp_path / "games.db"), rate=100.0)) as server:
        body = {"game": "tic_tac_toe", "seats": ["me", "me"]}
        answers = [server.ask("POST", "/matches", body) for _ in range(200)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert len(refused) > 100
        for answer in refused:
            check_problem(answer)
            assert 1 <= int(answer.headers["retry-after"]) <= 2
        assert {answer.status_code for answer in answers} == {201, 429}
        assert len(server.house.tables) == len(answers) - len(refused)
        time.sleep(float(refused[-1].headers["retry-after"]))
        assert server.ask("POST", "/matches", body).status_code == 201
        made = server.ask("GET", "/games")
        assert made.status_code in (200, 429)


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(1000.0, 10.0)
    assert all(bucket.take() for _ in range(10))
    assert not bucket.take(5.0)
    time.sleep(bucket.wait(5.0) + 0.002)
    assert bucket.take(5.0)


def test_addresses_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.server.guard.ADDRESSES", 10)
    guard = Guard(lambda *_: None, Settings())  # type: ignore[arg-type,return-value]
    for number in range(100):
        guard._check_rate({"client": (f"10.0.0.{number}", 1)}, 1)
    assert len(guard._buckets) == 10


def test_who_never_says_who_he_is_is_cut(tmp_path: Path) -> None:
    with serving(Settings(database=str(tmp_path / "games.db"), rate=1e9, opening=0.2)) as server:
        made = server.open()
        with connect(f"{server.socket}/matches/{made['match']}/socket", proxy=None) as line:
            told = json.loads(line.recv(timeout=30))
            assert told["problem"]["status"] == 408
            with pytest.raises(ConnectionClosed):
                line.recv(timeout=30)
        assert not server.house.tables[made["match"]].watchers


def test_a_slow_reader_costs_no_memory(server: Serving) -> None:
    """Who asks and asks and never reads is not heard any more; the others are."""
    made = server.open("battleship", ("me", "open"))
    table = server.house.tables[made["match"]]
    line = slow_line(server, made["match"])
    tracemalloc.start()
    try:
        frame = text_frame(b'{"do": "view", "id": 1}')
        sent = stuck = 0
        while stuck < 20 and sent < 200_000_000:
            try:
                sent += line.send(frame * 1000)
                stuck = 0
            except BlockingIOError:
                stuck += 1
                time.sleep(0.05)
        assert stuck == 20, "the server read all of it"
        for _ in range(200):  # the match goes on, and each change is something to tell
            table.took_place(())
        assert server.ask("GET", f"/matches/{made['match']}").status_code == 200
        _, peak = tracemalloc.get_traced_memory()
        assert peak < MUCH
    finally:
        tracemalloc.stop()
        line.close()
    settled(lambda: not table.watchers)
    assert not table.watchers


def slow_line(server: Serving, match: str) -> socket.socket:
    """Open a socket by hand, of which nobody reads."""
    line = socket.create_connection(("127.0.0.1", server.port))
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.sendall(
        f"GET /api/v1/matches/{match}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert line.recv(4096).startswith(b"HTTP/1.1 101")
    line.sendall(text_frame(b'{"picture": "svg"}'))
    line.setblocking(False)
    return line


def text_frame(words: bytes) -> bytes:
    """Write a short text as a frame of a client, masked with noughts."""
    assert len(words) < 126
    return bytes([0x81, 0x80 | len(words), 0, 0, 0, 0]) + words


def test_documents_are_not_kept_for_every_ply(server: Serving) -> None:
    made = server.open()
    table = server.house.tables[made["match"]]
    for since in range(100):
        server.ask("GET", f"/matches/{made['match']}?since={since}")
    assert len(table.drawn) < 10


def test_a_game_too_large_to_list_is_refused(server: Serving) -> None:
    huge = {"options": {"heaps": [1_000_000] * 12}}
    for path, body in (
        ("/matches", {"game": "nim", "seats": ["me", "me"], **huge}),
        ("/games/nim/analyse", {"strategy": "random", **huge}),
        ("/events", {"game": "nim", "specs": ["easy", "hard"], **huge}),
    ):
        answer = server.ask("POST", path, body)
        assert answer.status_code == 400
        assert "different moves" in answer.json()["detail"]


def test_a_seat_that_is_none_costs_nothing(server: Serving) -> None:
    before = len(server.house.tables)
    for number in range(20):
        assert server.ask("GET", f"/matches/{number:032x}").status_code == 404
    assert len(server.house.tables) == before
    assert not server.house._loading
