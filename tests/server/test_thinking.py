"""What an engine has found so far: in lines of an answer, over the socket, and never about what is hidden."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from inline import Inline
from serving import Serving, quick_folder, serving, settled
from websockets.sync.client import connect

import parlour
from parlour.core import sofar
from parlour.core.choice import Choice
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.server.engines import Ask, Failed, engines_of
from parlour.server.engines.ask import Answer, Heard
from parlour.server.engines.local import Pool
from parlour.server.settings import Settings

NDJSON = "application/x-ndjson"
LONG = "mcts:simulations=1000000000"  # until it is stopped
DEEPER = {"strategy": "minimax", "limit": {"depth": 4}}  # tells what each depth has shown


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    monkeypatch.setattr(sofar, "EVERY", 0.0)
    monkeypatch.setattr(sofar, "SHARE", 0.0)


def lines(server: Serving, path: str, body: Any, token: str = "") -> list[Any]:
    answer = server.ask("POST", path, body, token, Accept=NDJSON)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == NDJSON
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.mark.parametrize("what", ["hint", "analyse", "position"])
def test_a_choice_is_told_as_it_comes(server: Serving, what: str) -> None:
    made = server.open()
    path = "/games/tic_tac_toe/analyse" if what == "position" else f"/matches/{made['match']}/{what}"
    *before, last = lines(server, path, DEEPER, made["token"])
    assert last["done"]
    assert before
    assert not any(line["done"] for line in before)
    plain = server.ask("POST", path, DEEPER, made["token"]).json()
    assert {**last, "done": 0} == {**plain, "done": 0}
    assert all(line.keys() == last.keys() for line in before)


def test_a_review_tells_how_far_it_is(server: Serving) -> None:
    made = server.open("nim", options={"heaps": [1, 2]})
    here, token = f"/matches/{made['match']}", made["token"]
    for move in ("2:2", "1:1"):
        server.ask("POST", f"{here}/moves", {"move": move}, token)
    *before, last = lines(server, f"{here}/review", {}, token)  # how many come before, the clock decides
    assert last == {**server.ask("POST", f"{here}/review", {}, token).json(), "done": True}
    assert all(line["of"] == len(last["moves"]) and not line["done"] for line in before)
    assert [line["judged"] for line in before] == sorted({line["judged"] for line in before})


def test_what_is_wrong_at_first_is_a_problem_as_ever(server: Serving) -> None:
    made = server.open()
    here = f"/matches/{made['match']}"
    for path, body, token, status in (
        (f"{here}/hint", DEEPER, "", 401),
        (f"{here}/hint", {"strategy": "nonsense"}, made["token"], 404),
        ("/games/tic_tac_toe/analyse", {"moves": "zz"}, "", 400),
        ("/games/tic_tac_toe/analyse", {"limit": {"seconds": -1}}, "", 422),
    ):
        answer = server.ask("POST", path, body, token, Accept=NDJSON)
        assert answer.status_code == status, answer.text
        assert answer.headers["content-type"] == "application/problem+json"


class Breaking(Inline):
    """Tells something, then fails; or thinks until nobody listens any more."""

    stopped = 0

    async def think(
        self, ask: Ask, seconds: float, patient: bool = False, heard: Heard | None = None
    ) -> Answer:
        """Tell a choice, and then nothing good."""
        assert heard is not None
        try:
            while True:
                heard(Answer((Choice(0, "a1"),), 0.0))
                await asyncio.sleep(0.05)
                if ask.spec == "random":
                    raise Failed("the engine broke")
        finally:
            self.stopped += 1


@contextmanager
def breaking() -> Iterator[tuple[Serving, Breaking]]:
    engines = Breaking()
    with quick_folder() as folder, serving(Settings(f"{folder}/games.db", rate=1e9), engines) as server:
        yield server, engines


def test_what_goes_wrong_later_is_the_last_line() -> None:
    with breaking() as (server, _):
        *before, last = lines(server, "/games/tic_tac_toe/analyse", {"strategy": "random"})
        assert before
        assert last == {"status": 503, "detail": "the engine broke"}


class Waiting(Inline):
    """Tells how far a review is until somebody has heard it, then ends it."""

    def __init__(self) -> None:
        self.heard = threading.Event()

    async def think(
        self, ask: Ask, seconds: float, patient: bool = False, heard: Heard | None = None
    ) -> Answer:
        """Tell the same again and again."""
        assert heard is not None
        while not self.heard.is_set():
            heard(Answer((), 0.0, judged=(3, 8)))
            await asyncio.sleep(0.02)
        return Answer((), 0.0, {"moves": []})


def test_how_far_a_review_is_can_be_read_while_it_goes_on() -> None:
    engines = Waiting()
    with quick_folder() as folder, serving(Settings(f"{folder}/games.db", rate=1e9), engines) as server:
        made = server.open("nim")
        path, token = f"/matches/{made['match']}", made["token"]
        server.ask("POST", f"{path}/resign", {}, token)
        headers = {"Accept": NDJSON, "Authorization": f"Bearer {token}"}
        with server.http.stream("POST", f"{server.url}{path}/review", json={}, headers=headers) as answer:
            told = answer.iter_lines()
            assert json.loads(next(told)) == {"judged": 3, "of": 8, "done": False}
            engines.heard.set()
            assert json.loads(list(told)[-1]) == {"moves": [], "done": True}


def test_the_engine_stops_when_nobody_reads_any_more() -> None:
    with breaking() as (server, engines):
        url, headers = f"{server.url}/games/tic_tac_toe/analyse", {"Accept": NDJSON}
        with server.http.stream("POST", url, json={"strategy": "mcts"}, headers=headers) as answer:
            assert json.loads(next(answer.iter_lines()))["done"] is False
        settled(lambda: engines.stopped == 1)
        assert engines.stopped == 1


# -- engines -------------------------------------------------------------------------------------------------


def test_an_engine_tells_how_far_a_review_is() -> None:
    async def main() -> list[Answer]:
        pool, heard = engines_of("1"), list[Answer]()
        await pool.start()
        try:
            match = Match(parlour.game("nim", heaps=[1, 2]), 1)
            for move in ("2:2", "1:1"):
                match.play(move)
            ask = Ask(None, "", Limit(), "review", record=match.record().to_json())
            answer = await pool.think(ask, 60.0, heard=heard.append)
            assert answer.review is not None
        finally:
            await pool.close()
        return heard

    told = asyncio.run(main())
    assert told[0].judged == (0, 2)  # at once, and then now and then
    assert all(each.review is None for each in told)


def test_an_engine_tells_what_it_has_found_and_stops_when_nobody_waits() -> None:
    async def main() -> None:
        pool = engines_of("1")
        assert isinstance(pool, Pool)
        await pool.start()
        try:
            view, heard = Match("nim", 1).view(0), list[Answer]()
            ask = Ask(view, LONG, Limit(seconds=60.0), "analyse")
            task = asyncio.create_task(pool.think(ask, 60.0, heard=heard.append))
            until = time.monotonic() + 30
            while not heard and time.monotonic() < until:
                await asyncio.sleep(0.01)
            assert heard[0].choices[0].move in view.moves()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            count = len(heard)
            silent = await pool.think(Ask(view, "random", Limit(), "analyse"), 20.0)  # it is free again
            assert silent.choices
            assert len(heard) == count
        finally:
            await pool.close()

    asyncio.run(main())


# -- the socket ----------------------------------------------------------------------------------------------


def frames(server: Serving, made: Any, first: dict[str, Any], move: str) -> list[Any]:
    """Make a move, and return what the socket tells until the machine has answered."""
    found = []
    with connect(f"{server.socket}/matches/{made['match']}/socket", proxy=None) as line:
        line.send(json.dumps({"token": made["token"], **first}))
        found.append(json.loads(line.recv(timeout=30)))
        line.send(json.dumps({"id": 1, "do": "move", "move": move}))
        while found[-1]["type"] != "view" or found[-1]["view"]["ply"] < 2:
            found.append(json.loads(line.recv(timeout=30)))
    assert [each["n"] for each in found] == list(range(1, len(found) + 1))
    return found


def test_the_socket_tells_what_a_machine_thinks_about(server: Serving) -> None:
    made = server.open("tic_tac_toe", ("me", "minimax"), limit={"depth": 5})
    thoughts = [each for each in frames(server, made, {"thinking": True}, "b2") if each["type"] == "thinking"]
    assert thoughts
    assert {each["seat"] for each in thoughts} == {1}
    assert all(each["choice"]["candidates"] for each in thoughts)


def test_the_socket_tells_nothing_of_it_to_who_has_not_asked(server: Serving) -> None:
    made = server.open("tic_tac_toe", ("me", "minimax"), limit={"depth": 3})
    assert "thinking" not in {each["type"] for each in frames(server, made, {}, "b2")}


@pytest.mark.parametrize(("game", "seats"), [("tic_tac_toe", ("me", "me")), ("kuhn_poker", ("me", "random"))])
def test_nobody_overhears_a_machine_among_people_or_where_something_is_hidden(
    server: Serving, game: str, seats: tuple[str, str]
) -> None:
    made = server.open(game, seats)
    url = f"{server.socket}/matches/{made['match']}/socket"
    with connect(url, proxy=None) as line, connect(url, proxy=None) as other:
        line.send(json.dumps({"thinking": True}))
        line.recv(timeout=30)
        assert not server.house.tables[made["match"]].overheard
        other.send(json.dumps({"thinking": "yes"}))
        told = json.loads(other.recv(timeout=30))["problem"]["detail"]
        assert told == "thinking='yes': choose one of false, true"
