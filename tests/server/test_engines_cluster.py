"""Engines on a real Dask cluster: the same moves, deadlines, and a scheduler that comes and goes."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import distributed
import pytest

import parlour
from parlour.core.errors import UnknownName
from parlour.core.keys import seat_key
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.server.engines import Ask, Busy, Failed, engines_of
from parlour.server.engines.cluster import Cluster

PLAYERS = str(Path(__file__).with_name("engine_players.py"))


@pytest.fixture(scope="module")
def marks(tmp_path_factory) -> Iterator[Path]:
    file = tmp_path_factory.mktemp("marks") / "marks"
    file.touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLOUR_BACKEND", "interpreted")
        patch.setenv("ENGINE_MARKS", str(file))
        yield file


@pytest.fixture(scope="module")
def address(marks: Path) -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1"
    ) as found:
        yield found.scheduler_address


def with_cluster(address: str, test: Callable[[Cluster], Awaitable[None]], **settings: Any) -> None:
    async def main() -> None:
        cluster = engines_of(address, [PLAYERS], **settings)
        assert isinstance(cluster, Cluster)
        await cluster.start()
        try:
            await test(cluster)
        finally:
            await cluster.close()

    asyncio.run(main())


def ask_of(spec: str, at: Match | None = None, **rest) -> Ask:
    at = at or Match("tic_tac_toe", 3)
    given = {"limit": Limit(), "key": seat_key(at.seed), **rest}
    return Ask(at.view(at.turn), spec, **given)


def test_a_cluster_plays_what_a_match_plays(address):
    specs = ["mcts:keep=yes", "random"]
    limit = Limit(simulations=20)

    async def test(cluster: Cluster) -> None:
        match = Match("connect_four", 2, specs)
        while not match.over:
            ask = ask_of(specs[match.turn], match, limit=limit, match="m")
            answer = await cluster.think(ask, 20, patient=True)
            match.play(answer.choices[0].action, match.turn)
        assert match.record().to_json() == parlour.play("connect_four", specs, 2, limit).to_json()
        health = cluster.health()
        assert (health["kind"], health["engines"], health["ready"], health["busy"]) == ("dask", 1, 1, 0)

    with_cluster(address, test)


def test_whatever_a_strategy_does_is_one_line_and_the_worker_goes_on(address):
    async def test(cluster: Cluster) -> None:
        for spec, told in (
            ("raiser", "ValueError: no idea at all"),
            ("leaver", "SystemExit"),
            ("cheat", "999"),
        ):
            with pytest.raises(Failed, match=told):
                await cluster.think(ask_of(spec), 30)
        with pytest.raises(UnknownName):
            await cluster.think(ask_of("nobody", do="analyse"), 30)
        began = time.monotonic()
        with pytest.raises(Failed, match=r"stuck gave no answer within 0.2 s"):
            await cluster.think(ask_of("stuck"), 0.2)
        assert (await cluster.think(ask_of("talker"), 30)).choices[0].action == 0
        assert time.monotonic() - began < 20
        assert (await cluster.think(ask_of("slow", limit=Limit(at_most=30)), 0.2)).choices
        assert (await cluster.think(ask_of("compiling"), 0.2)).choices

    with_cluster(address, test)


def test_too_many_are_refused_and_who_leaves_is_not_thought_for(address, marks):
    async def test(cluster: Cluster) -> None:
        await cluster.think(ask_of("random"), 30)
        long = asyncio.create_task(cluster.think(ask_of("slow:mark=l", limit=Limit(at_most=50)), 60))
        while "l" not in marks.read_text():
            await asyncio.sleep(0.01)
        queued = asyncio.create_task(cluster.think(ask_of("random"), 30))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await cluster.think(ask_of("random"), 30)
        long.cancel()
        began = time.monotonic()
        assert (await queued).choices
        assert time.monotonic() - began < 20

    with_cluster(address, test, queue=1)


def test_a_worker_that_is_killed_costs_a_match_only_time(address, marks):
    async def test(cluster: Cluster) -> None:
        marks.write_text("")
        asked = asyncio.create_task(cluster.think(ask_of("slow:most=1,mark=w"), 20, patient=True))
        while not marks.read_text():
            await asyncio.sleep(0.01)
        os.kill(int(marks.read_text().split()[0][1:]), signal.SIGKILL)
        assert (await asyncio.wait_for(asked, 30)).choices
        assert len(set(marks.read_text().split())) == 2

    with_cluster(address, test)


# -- a scheduler that comes and goes -----------------------------------------------------------------------


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_without_a_scheduler_only_moves_of_matches_wait(marks):
    port, started = free_port(), []
    address = f"tcp://127.0.0.1:{port}"

    def start(*words: str) -> None:
        quiet = subprocess.DEVNULL
        command = [sys.executable, "-m", "dask", *words]
        started.append(subprocess.Popen(command, stdout=quiet, stderr=quiet))

    def start_cluster() -> None:
        start("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        options = ("--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard")
        start("worker", address, *options, "--death-timeout", "60")

    async def test(cluster: Cluster) -> None:
        with pytest.raises(Failed, match=rf"no Dask scheduler at {address}.*start one"):
            await cluster.think(ask_of("random"), 30)
        assert cluster.health()["ready"] == 0
        patient = asyncio.create_task(cluster.think(ask_of("random"), 5, patient=True))
        await asyncio.sleep(0.1)
        start_cluster()
        assert (await asyncio.wait_for(patient, 60)).choices
        for process in started:
            process.kill()
        until = time.monotonic() + 20
        while cluster.health()["ready"]:
            assert time.monotonic() < until
            await asyncio.sleep(0.05)
        with pytest.raises(Failed, match="Dask scheduler"):
            await cluster.think(ask_of("random"), 30)

    try:
        with_cluster(address, test)
    finally:
        for process in started:
            process.kill()
            process.wait()
