"""Two servers on one PostgreSQL: what happens at one is seen at the other, and happens once."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from parlour.core.verify import is_verified, verify
from parlour.store import open_store
from parlour.store.fold import record_of
from postgres import Postgres
from served import Client, Served, wait_for

Pair = tuple[Served, Served]
LONG = {"simulations": 400}  # to think about, interpreted


@pytest.fixture(scope="module")
def servers(postgres: Postgres, tmp_path_factory) -> Iterator[Pair]:
    address = postgres.fresh()
    both = tuple(Served(address, tmp_path_factory.mktemp("server"), "--think", "2") for _ in range(2))
    both[0].start()  # which makes the tables
    both[1].start()
    yield both
    for each in both:
        each.stop()


@contextmanager
def _socket(server: Served, match: str, **first: Any) -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{server.port}/api/v1/matches/{match}/socket") as line:
        line.send(json.dumps(first))
        assert json.loads(line.recv(30.0))["type"] in ("view", "moved")
        yield line


def _joined(servers: Pair, game: str, **more: Any) -> tuple[str, list[Client], list[str]]:
    """Open a match at one server and take its second seat at the other."""
    clients = [Client(server.port) for server in servers]
    made = clients[0].open(game, ["me", "open"], **more)
    code = {"code": made["invitations"][0]["code"], "name": "B"}
    status, joined = clients[1].ask("POST", f"/matches/{made['match']}/join", code)
    assert status == 200
    return made["match"], clients, [made["token"], joined["token"]]


def test_a_move_is_seen_at_the_other_within_a_second(servers: Pair) -> None:
    match, clients, tokens = _joined(servers, "tic_tac_toe")
    took = []
    with _socket(servers[0], match, token=tokens[0]) as one, _socket(servers[1], match, seat=-1) as two:
        for number, move in enumerate(("a1", "b2", "c3")):
            at = number % 2
            began = time.monotonic()
            assert clients[at].ask("POST", f"/matches/{match}/moves", {"move": move}, tokens[at])[0] == 200
            line, view = (two, one)[at], {"ply": -1}
            while view["ply"] <= number:
                view = json.loads(line.recv(30.0))["view"]
            took.append(time.monotonic() - began)
            assert view["last"][-1]["move"] == move
    assert min(took) < 1.0  # a busy machine may be late with one


def test_who_has_taken_a_seat_is_seen_at_the_other(servers: Pair) -> None:
    match, clients, tokens = _joined(servers, "nim")

    def name() -> Any:
        return clients[0].ask("GET", f"/matches/{match}", None, tokens[0])[1]["seats"][1]["name"]

    assert wait_for(lambda: name() == "B", 2.0)


@pytest.mark.parametrize("game", ["kuhn_poker", "connect_four"])
def test_people_at_different_servers_play_to_the_end(servers: Pair, game: str) -> None:
    match, clients, tokens = _joined(servers, game)
    wrong: list[Any] = []

    def play(seat: int) -> None:
        rng, view = random.Random(seat), {"over": False, "turn": -1}
        while not view["over"]:
            path, body = f"/matches/{match}", None
            if view["turn"] == seat:
                path, body = f"{path}/moves", {"move": rng.choice(view["legal"])}
            status, view = clients[seat].ask("POST" if body else "GET", path, body, tokens[seat])
            if status != 200:
                wrong.append(view)
                return

    threads = [threading.Thread(target=play, args=(seat,)) for seat in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30.0)
    assert wrong == []
    ends = [clients[at].ask("GET", f"/matches/{match}/record", None, tokens[at])[1] for at in (0, 1)]
    assert ends[0]["ended"] == "finished"
    assert ends[0] == ends[1]
    assert _kept(servers[0], match) == ends[0]["moves"]


def _kept(server: Served, match: str) -> list[str]:
    """Return the moves that are kept of a match, verified."""
    store = open_store(server.database)
    try:
        kept, entries = store.match(match), store.entries(match)
    finally:
        store.close()
    assert kept is not None
    assert kept.moves == sum(entry.kind == "move" for entry in entries)
    record = record_of(kept, entries)
    assert record.ended == "unfinished" or is_verified(verify(record, kept.commitment))
    return list(record.moves)


def test_servers_that_race_to_move_for_a_machine_move_once(servers: Pair) -> None:
    """A socket that is opened wakes the machine of its server: with one at each both think for it."""
    clients = [Client(server.port) for server in servers]
    made = clients[0].open("connect_four", ["mcts", "me"], limit={"simulations": 100})
    match, token = made["match"], made["token"]
    path = f"/matches/{match}"
    for _ in range(3):
        view: dict[str, Any] = {"turn": -1}
        with _socket(servers[0], match, seat=-1), _socket(servers[1], match, seat=-1):
            while view["turn"] != 1:
                view = clients[1].ask("GET", path, None, token)[1]
            body = {"move": view["legal"][0], "version": view["version"]}
            assert clients[1].ask("POST", f"{path}/moves", body, token)[0] == 200
    assert wait_for(lambda: clients[0].ask("GET", path, None, token)[1]["ply"] == 7, 10.0)
    assert len(_kept(servers[0], match)) == 7
    assert all(server.process is not None and server.process.poll() is None for server in servers)


def test_the_same_move_sent_to_both_happens_once(servers: Pair) -> None:
    match, clients, tokens = _joined(servers, "tic_tac_toe")
    answers: list[tuple[int, Any]] = []

    def send(at: int, key: str) -> None:
        answers.append(clients[at].ask("POST", f"/matches/{match}/moves", {"move": "b2"}, tokens[0], key))

    threads = [threading.Thread(target=send, args=(at, "one-and-the-same")) for at in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [status for status, _ in answers] == [200, 200]
    assert _kept(servers[0], match) == ["b2"]


def test_a_machine_whose_server_is_gone_is_let_move_by_the_other(servers: Pair) -> None:
    clients = [Client(server.port) for server in servers]
    made = clients[0].open("connect_four", ["mcts", "me"], limit=LONG)
    match, token = made["match"], made["token"]
    servers[0].kill()
    path = f"/matches/{match}"
    assert wait_for(lambda: clients[1].ask("GET", path, None, token)[1]["turn"] == 1, 30.0)
    view = clients[1].ask("GET", path, None, token)[1]
    made = clients[1].open("connect_four", ["me", "mcts"], limit=LONG)  # and now the other way
    path = f"/matches/{made['match']}"
    servers[0].start()
    assert clients[0].ask("GET", path, None, made["token"])[1]["turn"] == 0
    assert clients[1].ask("POST", f"{path}/moves", {"move": "4"}, made["token"])[0] == 200
    servers[1].kill()
    assert wait_for(lambda: clients[0].ask("GET", path, None, made["token"])[1]["ply"] == 2, 30.0)
    servers[1].start()
    assert len(view["last"]) == 1
