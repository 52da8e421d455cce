"""Engines end with their server, however it ends, and what is compiled for them is."""

from __future__ import annotations

import asyncio
import gc
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.server.engines import Ask, engines_of
from parlour.server.engines.warm import all_players

PLAYERS = str(Path(__file__).with_name("engine_players.py"))
SERVER = """
import asyncio
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.server.engines import Ask, engines_of


async def main():
    pool = engines_of("2", [{players!r}])
    await pool.start()
    for spec in ("random", "stuck"):
        ask = Ask(Match("tic_tac_toe", 1).view(0), spec, Limit(), key=b"k")
        if spec == "stuck":
            print("thinking", flush=True)
        await pool.think(ask, 60)


asyncio.run(main())
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_engine_outlives_its_server(number, monkeypatch):
    """Killed, told to end, or interrupted at the terminal, in the middle of a thought."""
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    script = SERVER.format(players=PLAYERS)
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"thinking\n"
        engines = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        assert len(engines) == 2
        server.send_signal(number)
    until = time.monotonic() + 30
    while any(Path(f"/proc/{pid}").exists() for pid in engines):
        assert time.monotonic() < until
        time.sleep(0.02)


def test_what_is_played_is_compiled_first(monkeypatch, tmp_path):
    """Health tells how far it is, and with what; a player that needs no code is done at once."""
    monkeypatch.setenv("PARLOUR_AHEAD", "yes")
    monkeypatch.delenv("PARLOUR_BACKEND", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    order = [("tic_tac_toe", "mcts"), ("nim", "random")]

    async def main() -> None:
        pool = engines_of("1", order=order)
        await pool.start()
        until, seen = time.monotonic() + 120, []
        while (now := pool.health()["compiled"])["done"] < 2:
            seen.append(now)
            assert time.monotonic() < until
            await asyncio.sleep(0.01)
        await pool.close()
        first = next(now for now in seen if now["now"])
        assert (first["done"], first["now"]) == (0, "tic_tac_toe")
        assert first["of"] > len(order)
        assert pool.health()["compiled"]["now"] == ""

    asyncio.run(main())


def test_the_first_level_of_every_game_comes_first():
    players = all_players()
    games = {game for game, _ in players}
    assert {game for game, _ in players[: len(games)]} == games
    assert len(set(players)) == len(players)


def test_an_answer_that_is_lost_when_nobody_waits_is_no_complaint(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    complaints = []

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, told: complaints.append(told))
        pool = engines_of("1", [PLAYERS])
        await pool.start()
        ask = Ask(Match("tic_tac_toe", 1).view(0), "stuck", Limit(), key=b"k")
        task = asyncio.create_task(pool.think(ask, 60))
        while not any(slot.ready and slot.taken for slot in pool.slots):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        task.cancel()  # it does not stop at once, and is ended with all the others
        await asyncio.gather(task, return_exceptions=True)
        await pool.close()
        gc.collect()

    asyncio.run(main())
    gc.collect()
    assert complaints == []
