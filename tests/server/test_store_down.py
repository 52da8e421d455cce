"""A full disk, a database that is gone: nothing is acknowledged that is not kept, and it comes back."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from postgres import Postgres
from served import Client, Served, wait_for

KEY = "key-of-a-move"


@pytest.fixture(scope="module")
def sqlite(tmp_path_factory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("sqlite")
    server = Served(str(folder / "parlour.db"), folder)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def postgresql(postgres: Postgres, tmp_path_factory) -> Iterator[Served]:
    server = Served(postgres.fresh(), tmp_path_factory.mktemp("postgresql"))
    server.start()
    yield server
    server.stop()


def _fill(server: Served, full: bool) -> None:
    """Let the server's process write to no file any more, or again: to it the disk is full."""
    assert server.process is not None
    _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0 if full else most, most))


def _outage(server: Served, down: Callable[[], None], up: Callable[[], None]) -> None:
    """Play into an outage and out of it."""
    client = Client(server.port)
    made = client.open("tic_tac_toe", ["me", "me"])
    match, token = f"/matches/{made['match']}", made["token"]
    assert client.ask("POST", f"{match}/moves", {"move": "a1"}, token)[0] == 200
    before = client.ask("GET", match, None, token)
    against = client.open("tic_tac_toe", ["me", "easy"])
    assert client.ask("GET", f"/matches/{against['match']}", None, against["token"])[0] == 200
    down()
    try:
        for _ in range(3):
            status, data, headers = client.once("POST", f"{match}/moves", {"move": "b2"}, token, KEY)
            assert (status, data["status"]) == (503, 503)
            assert int(headers["retry-after"]) >= 1
            assert "\n" not in data["detail"]
            assert "Traceback" not in data["detail"]
        assert client.once("GET", match, None, token)[:2] == before
        for what in ("undo", "resign"):
            assert client.once("POST", f"{match}/{what}", {"seat": 0}, token)[0] == 503
        assert client.once("POST", "/matches", {"game": "nim", "seats": ["me", "me"]})[0] == 503
        assert client.once("GET", match, None, token)[:2] == before
        move = {"move": "b2"}
        assert client.once("POST", f"/matches/{against['match']}/moves", move, against["token"])[0] == 503
    finally:
        up()
    assert wait_for(lambda: client.once("GET", "/health")[0] == 200, 10.0)
    status, view = client.ask("POST", f"{match}/moves", {"move": "b2"}, token, KEY)
    assert status == 200
    assert [each["move"] for each in view["last"]] == ["a1", "b2"]
    assert client.ask("POST", f"{match}/moves", {"move": "b2"}, token, KEY)[1] == view
    _goes_on(client, against["match"], against["token"])


def _goes_on(client: Client, match: str, token: str) -> None:
    """Play against a machine to the end."""
    status, view = client.ask("GET", f"/matches/{match}", None, token)
    while not view["over"]:
        assert status == 200, view
        if view["turn"] == 0:
            body = {"move": view["legal"][0]}
            status, view = client.ask("POST", f"/matches/{match}/moves", body, token, f"key-{view['ply']:08}")
        else:
            time.sleep(0.02)
            status, view = client.ask("GET", f"/matches/{match}", None, token)
    assert view["ended"] == "finished"


def test_a_full_disk(sqlite: Served) -> None:
    _outage(sqlite, lambda: _fill(sqlite, True), lambda: _fill(sqlite, False))


def test_a_postgresql_that_is_stopped_and_started_again(postgresql: Served, postgres: Postgres) -> None:
    _outage(postgresql, postgres.stop, postgres.start)


@pytest.mark.parametrize("which", ["sqlite", "postgresql"])
def test_machines_wait_for_the_database(which: str, request: pytest.FixtureRequest) -> None:
    """A machine that has thought while the database went away moves when it is back."""
    server: Served = request.getfixturevalue(which)
    postgres = request.getfixturevalue("postgres") if which == "postgresql" else None
    client = Client(server.port)
    limit = {"seconds": 2.0}
    made = client.open("connect_four", ["mcts", "me"], limit=limit)  # it thinks already
    assert client.ask("GET", f"/matches/{made['match']}", None, made["token"])[1]["turn"] == 0
    if postgres:
        postgres.stop()
    else:
        _fill(server, True)
    time.sleep(3.0)
    assert client.once("GET", f"/matches/{made['match']}", None, made["token"])[1]["turn"] == 0
    if postgres:
        postgres.start()
    else:
        _fill(server, False)

    def moved() -> bool:
        return bool(client.ask("GET", f"/matches/{made['match']}", None, made["token"])[1]["turn"] == 1)

    assert wait_for(moved, 10.0)


def test_the_file_is_whole_after_it(sqlite: Served) -> None:
    from parlour.store import open_store

    store = open_store(sqlite.database)
    for kept in store.find(source="server"):
        assert [entry.number for entry in store.entries(kept.id)] == list(range(kept.entries))
    store.close()
    assert Path(sqlite.database).stat().st_size
