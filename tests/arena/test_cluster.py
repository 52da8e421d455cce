"""Events on a real Dask cluster: the same results as at home, lost workers made up for, clear refusals."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import distributed
import pytest

from parlour.arena import run
from parlour.core.errors import BadOption

SPECS = ("mcts:simulations=40", "random")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", host="127.0.0.1"
    ) as found:
        yield found


def told(result: Any) -> dict[str, Any]:
    return {key: value for key, value in result.to_json().items() if key != "seconds"}


def test_a_cluster_gives_the_same_result(cluster):
    at_home = run("tic_tac_toe", SPECS, games=40, seed=3)
    away = run("tic_tac_toe", SPECS, games=40, seed=3, dask=cluster.scheduler_address)
    assert told(away) == told(at_home)
    assert [r.to_json() for r in away.records] == [r.to_json() for r in at_home.records]


def test_a_worker_that_is_killed_costs_nothing(cluster):
    victim = next(iter(cluster.workers.values())).pid
    killer = threading.Thread(target=lambda: (time.sleep(0.4), os.kill(victim, signal.SIGKILL)))
    killer.start()
    away = run(
        "connect_four", ("mcts:simulations=300", "random"), games=60, seed=1, dask=cluster.scheduler_address
    )
    killer.join()
    at_home = run("connect_four", ("mcts:simulations=300", "random"), games=60, seed=1)
    assert told(away) == told(at_home)


def test_nobody_at_the_address_is_one_line():
    with pytest.raises(BadOption, match=r"no Dask scheduler at tcp://127.0.0.1:1 .*start one with"):
        run("tic_tac_toe", SPECS, games=2, dask="tcp://127.0.0.1:1")
    with pytest.raises(BadOption, match="no Dask scheduler at nonsense"):
        run("tic_tac_toe", SPECS, games=2, dask="nonsense://x")


def test_a_cluster_without_workers_says_so():
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0", host="127.0.0.1") as empty,
        pytest.raises(BadOption, match="has no workers"),
    ):
        run("tic_tac_toe", SPECS, games=2, dask=empty.scheduler_address)
