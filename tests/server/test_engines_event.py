"""Events in the background: the same table as in the foreground, one at a time, and nothing left of them."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from parlour.arena import run
from parlour.core.errors import BadOption, UnknownName
from parlour.core.registry import game
from parlour.server.engines import Failed
from parlour.server.engines.event import EventRunner

PLAYERS = str(Path(__file__).with_name("engine_players.py"))


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def event(**rest) -> dict:
    return {"game": "nim", "options": {"heaps": (2, 3)}, "specs": ["easy", "random"], "games": 20, **rest}


def children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def test_an_event_gives_the_table_of_the_arena():
    seen: list[tuple[int, int]] = []
    found = asyncio.run(
        EventRunner().run(event(seed=4, limit="simulations=10"), lambda *now: seen.append(now))
    )
    expected = run(game("nim", heaps=(2, 3)), ["easy", "random"], 20, 4, "simulations=10").to_json()
    assert {**found, "seconds": 0} == {**expected, "seconds": 0}
    assert seen[0] == (0, 20)
    assert seen[-1] == (20, 20)


def test_the_table_so_far_is_told_while_it_grows(monkeypatch):
    tables: list[dict] = []
    going = event(specs=["mcts", "random"], games=200, limit="simulations=40")
    found = asyncio.run(EventRunner().run(going, lambda *_: None, tables.append))
    assert tables
    assert found["standings"][0]["games"] == 200
    assert all(sum(row["games"] for row in table["standings"]) < 400 for table in tables)
    assert tables[0].keys() == found.keys()


def test_what_is_wrong_is_told_and_a_strategy_that_fails_forfeits():
    async def test() -> None:
        runner = EventRunner([PLAYERS])
        with pytest.raises(UnknownName, match="unknown game"):
            await runner.run(event(game="nothing", options={}), lambda *_: None)
        with pytest.raises(BadOption, match="games"):
            await runner.run(event(games=0), lambda *_: None)
        with pytest.raises(Failed, match="process died"):
            await runner.run(event(specs=["crasher", "random"]), lambda *_: None)
        table = await runner.run(event(specs=["raiser", "talker"], games=2), lambda *_: None)
        assert {row["spec"]: row["forfeits"] for row in table["standings"]} == {"raiser": 2, "talker": 0}

    asyncio.run(test())


def test_one_that_is_cancelled_leaves_nothing():
    async def test() -> None:
        begun, before = asyncio.Event(), children(os.getpid())
        runner = EventRunner()
        going = event(specs=["mcts", "random"], games=1000)
        task = asyncio.create_task(runner.run(going, lambda *_: begun.set()))
        await begun.wait()
        ours = set(children(os.getpid())) - set(before)
        assert ours
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not [child for child in ours if Path(f"/proc/{child}").exists()]

    asyncio.run(test())


def test_one_ends_with_its_server():
    script = (
        "import asyncio, os, signal\n"
        "from parlour.server.engines.event import EventRunner\n"
        "def kill(*now): print('begun', flush=True)\n"
        f"asyncio.run(EventRunner().run({event(specs=['mcts', 'random'], games=1000)!r}, kill))\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        server.stdout.readline()
        ours = children(server.pid)
        assert ours
        server.kill()
    until = time.monotonic() + 30
    while any(Path(f"/proc/{child}").exists() for child in ours):
        assert time.monotonic() < until
        time.sleep(0.02)
