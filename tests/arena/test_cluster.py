"""Events on a real Dask cluster: the same results as at home, lost workers made up for, clear refusals."""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import distributed
import pytest

import parlour
from parlour.arena import run
from parlour.core.errors import BadOption, ParlourError

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


@pytest.mark.parametrize(
    "address",
    [
        *("x", "127.0.0.1", "tcp://", "http://h:80", "inproc://x", "/file", "nonsense://x", "tcp://h:99999"),
        *("tcp://127.0.0.1:1", "tls://127.0.0.1:1", "127.0.0.1:1", "tcp://no.such.host.invalid:8786"),
    ],
)
def test_nobody_at_the_address_is_one_line_at_once(address, capfd):
    began = time.monotonic()
    with pytest.raises(BadOption) as caught:
        run("tic_tac_toe", SPECS, games=2, dask=address)
    assert str(caught.value).startswith(f"no Dask scheduler at {address} (")
    assert "dask scheduler" in str(caught.value)
    assert time.monotonic() - began < 30
    assert capfd.readouterr() == ("", "")


def test_something_else_at_the_address_is_one_line(capfd):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def chatter() -> None:
            with suppress(OSError):
                while True:
                    with server.accept()[0] as visitor:
                        visitor.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9)

        threading.Thread(target=chatter, daemon=True).start()
        for scheme in ("tcp", "tls"):
            with pytest.raises(BadOption, match=rf"no Dask scheduler at {scheme}://127.0.0.1:{port} "):
                run("tic_tac_toe", SPECS, games=2, dask=f"{scheme}://127.0.0.1:{port}")
    gc.collect()
    assert capfd.readouterr() == ("", "")


def test_a_cluster_without_workers_says_so():
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0", host="127.0.0.1") as empty,
        pytest.raises(BadOption, match="has no workers"),
    ):
        run("tic_tac_toe", SPECS, games=2, dask=empty.scheduler_address)


# -- processes of their own, with code of their own ------------------------------------------------------


@pytest.fixture
def start(tmp_path):
    """Start parts of a cluster as processes; end them afterwards."""
    started: list[subprocess.Popen[bytes]] = []

    def begin(*words: str, path: str = "") -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": path or str(Path(parlour.__file__).parent.parent)}
        command = [sys.executable, "-m", "dask", *words]
        quiet = subprocess.DEVNULL
        started.append(subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=quiet, stderr=quiet))
        return started[-1]

    yield begin
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def scheduler(start, tmp_path):
    file = tmp_path / "scheduler.json"
    process = start(
        *("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    )
    deadline = time.monotonic() + 60
    while not file.exists() or not file.read_text():
        assert time.monotonic() < deadline, "no scheduler"
        time.sleep(0.1)
    return process, json.loads(file.read_text())["address"]


def join(start, address, path="", count=1):
    """Start a worker and wait until it is there."""
    # A test that is killed leaves no worker behind: without a scheduler it goes.
    options = ("--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60")
    start("worker", address, *options, path=path)
    with distributed.Client(address, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=60)


def without(tmp_path):
    """Make a folder in which the package cannot be imported."""
    (tmp_path / "empty" / "parlour").mkdir(parents=True)
    (tmp_path / "empty" / "parlour" / "__init__.py").write_text("raise ImportError('not installed here')")
    return str(tmp_path / "empty")


def altered(tmp_path):
    """Make a copy of the package of another version."""
    copy = tmp_path / "altered" / "parlour"
    shutil.copytree(Path(parlour.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    file = copy / "__init__.py"
    file.write_text(file.read_text().replace(f'"{parlour.__version__}"', '"9.9.9"'))
    return str(copy.parent)


def test_a_worker_without_the_package_is_named(start, scheduler, tmp_path):
    join(start, scheduler[1], path=without(tmp_path))
    began = time.monotonic()
    with pytest.raises(BadOption, match=r"^Dask worker tcp://\S+ has no parlour .*install the same code"):
        run("tic_tac_toe", SPECS, games=2, dask=scheduler[1])
    assert time.monotonic() - began < 20


def test_a_worker_with_other_code_is_named(start, scheduler, tmp_path):
    join(start, scheduler[1], path=altered(tmp_path))
    with pytest.raises(
        BadOption, match=r"worker tcp://\S+ has parlour 9\.9\.9 with another parlour; this is"
    ):
        run("tic_tac_toe", SPECS, games=2, dask=scheduler[1])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (altered, "has other code than the event was begun with: parlour"),
        (without, "a worker cannot play: .* not installed here; install the same code"),
    ],
)
def test_a_worker_that_joins_later_is_checked_too(start, scheduler, tmp_path, make, message):
    """The event stops with one line; what was finished is in the file."""
    join(start, scheduler[1])
    path, other = tmp_path / "event.jsonl", make(tmp_path)
    joining = threading.Thread(target=join, args=(start, scheduler[1], other, 2))

    def call(done: int, total: int) -> None:
        if done == 1:
            joining.start()

    specs = ("mcts:simulations=40", "mcts:simulations=41")
    with pytest.raises(ParlourError, match=message):
        run("connect_four", specs, games=100_000, dask=scheduler[1], resume=path, progress=call)
    joining.join()
    assert path.read_text().count("\n") > 1


def test_a_scheduler_that_dies_is_told_and_costs_nothing(start, scheduler, tmp_path, capfd):
    join(start, scheduler[1])
    path = tmp_path / "event.jsonl"
    died: list[float] = []

    def kill(done: int, total: int) -> None:
        if done >= 10 and not died:
            died.append(time.monotonic())
            scheduler[0].kill()

    with pytest.raises(ParlourError, match=rf"the Dask scheduler at {scheduler[1]} went away"):
        run("tic_tac_toe", SPECS, games=20_000, seed=3, dask=scheduler[1], resume=path, progress=kill)
    assert time.monotonic() - died[0] < 15
    assert capfd.readouterr().err == ""
    assert path.read_text().count("\n") > 10
