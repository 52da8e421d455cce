"""Events in several processes: the same result to the byte, and no process left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import parlour
from parlour import ParlourError
from parlour.arena import Result, run

linux_only = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks into /proc")


def as_text(result: Result) -> str:
    """Give all that must not depend on the number of workers."""
    return json.dumps([result.to_json(), result.texts])


def test_one_and_two_workers_agree_to_the_byte(players: Path) -> None:
    """Games with and without chance, a user's strategies, forfeits and an option: records and JSON."""
    for game in (parlour.game("kuhn_poker"), parlour.game("nim", heaps=(2, 5))):
        specs = ["random", "random:blunder=0.3", "first", "raiser"]
        one, two = (run(game, specs, games=20, seed=2, workers=workers) for workers in (1, 2))
        assert as_text(one) == as_text(two)
        assert sum(s.forfeits for s in one.standings) > 0


def test_a_users_game_in_workers(players: Path, tmp_path: Path) -> None:
    """A game from a file is loaded in the workers too."""
    source = Path(parlour.game("nim").module.__file__ or "").read_text(encoding="utf-8")
    (tmp_path / "my_nim.py").write_text(source, encoding="utf-8")
    parlour.load(tmp_path / "my_nim.py")
    mine = run("my_nim", ["first", "random"], games=6, workers=2)
    assert mine.game == "my_nim"
    assert as_text(mine) == as_text(run("my_nim", ["first", "random"], games=6))


def test_the_recursion_limit_holds_in_workers(players: Path, tmp_path: Path) -> None:
    """A strategy that needs a deep stack has it in the workers as well."""
    (tmp_path / "deep.py").write_text(
        "from parlour import Strategy\n"
        "def down(n):\n"
        "    return n and down(n - 1)\n"
        "class Deep(Strategy):\n"
        "    def choose(self, view, limit):\n"
        "        return view.legal()[down(3000)]\n"
    )
    parlour.load(tmp_path / "deep.py")
    before = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(5000)
        result = run("nim", ["deep", "first"], games=4, workers=2)
    finally:
        sys.setrecursionlimit(before)
    assert sum(s.forfeits for s in result.standings) == 0


def test_a_crash_of_a_worker_is_told(players: Path) -> None:
    """Not a traceback of the pool but one line with what to do."""
    with pytest.raises(ParlourError, match="a worker process died") as caught:
        run("nim", ["crasher", "random"], games=4, workers=2)
    assert "\n" not in str(caught.value)


def test_a_file_gone_since_it_was_loaded_is_named(players: Path) -> None:
    """The error of a worker comes through as it is."""
    players.unlink()
    with pytest.raises(ParlourError, match=r"players\.py: no such file"):
        run("nim", ["first", "random"], games=4, workers=2)


def test_a_script_needs_no_guard(players: Path, tmp_path: Path) -> None:
    """Workers run no script again: neither one without a `__main__` guard nor one read from stdin."""
    source = (
        "import parlour, parlour.arena\n"
        "print('begin')\n"
        f"parlour.load({str(players)!r})\n"
        "print(parlour.arena.run('nim', ['first', 'random'], games=4, workers=2).games)\n"
    )
    (tmp_path / "script.py").write_text(source)
    for command, given in (([tmp_path / "script.py"], None), (["-"], source)):
        done = subprocess.run(
            [sys.executable, *command], input=given, capture_output=True, text=True, timeout=60, check=False
        )
        assert (done.stdout, done.stderr, done.returncode) == ("begin\n4\n", "", 0)


def test_an_error_of_the_caller_stops_the_workers(players: Path) -> None:
    """An exception in `progress` comes out, at once, although a worker would sleep for long."""

    def fail(done: int, total: int) -> None:
        if done:
            raise LookupError("enough")

    began = time.monotonic()
    with pytest.raises(LookupError, match="enough"):
        run("tic_tac_toe", ["first", "last", "sleeper"], games=4, workers=2, progress=fail)
    assert time.monotonic() - began < 10


# -- nobody survives -------------------------------------------------------------------------------------

ENDLESS = """
import sys, parlour, parlour.arena
parlour.load({file!r})
try:
    parlour.arena.run("nim", [{spec!r}, "first"], games=100, workers=2, resume={journal!r})
except KeyboardInterrupt:
    print("stopped")
    sys.exit(130)
"""


def descendants(pid: int) -> set[int]:
    """Find every process below one."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found: set[int] = set()
    more = {pid}
    while more:
        more = {child for child, parent in parents.items() if parent in more} - found
        found |= more
    return found


def alive(pid: int) -> bool:
    """Say whether a process is there and not only waiting to be reaped."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_for(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait until a condition holds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return False


@pytest.fixture
def event(players: Path, request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[str]]:
    """Start an event of two workers that would take very long; give it when both are at it."""
    journal = players.with_name("event.jsonl")
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS.format(file=str(players), spec=request.param, journal=str(journal))],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert wait_for(lambda: len(list(players.parent.glob("thinking*"))) == 2, 30), "they never began"
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # the whole group: a failure must leave nobody either
        process.communicate()


@linux_only
@pytest.mark.parametrize(
    ("event", "how"),
    [
        ("sleeper", "interrupt"),
        ("stone", "interrupt"),
        ("sleeper", "terminal"),
        ("stone", "kill"),
        ("sleeper", "terminate"),
    ],
    indirect=["event"],
)
def test_nobody_survives(event: subprocess.Popen[str], how: str) -> None:
    """Within 3 s of SIGINT (to the parent, or to all as a terminal sends it), SIGKILL or SIGTERM."""
    children = descendants(event.pid)
    assert len(children) >= 2
    assert all(alive(child) for child in children)
    if how == "terminal":
        os.killpg(event.pid, signal.SIGINT)
    else:
        signals = {"interrupt": signal.SIGINT, "kill": signal.SIGKILL, "terminate": signal.SIGTERM}
        event.send_signal(signals[how])
    assert wait_for(lambda: event.poll() is not None, 3)
    assert wait_for(lambda: not any(alive(child) for child in children), 3)
    if how in ("interrupt", "terminal"):
        out, err = event.communicate()
        assert (out, err, event.returncode) == ("stopped\n", "", 130)


@linux_only
def test_workers_leave_after_the_last_match(players: Path) -> None:
    """Only the interpreter's own resource tracker may stay."""
    before = descendants(os.getpid())
    run("nim", ["first", "random"], games=4, workers=2)
    started = descendants(os.getpid()) - before
    commands = [(Path("/proc") / str(pid) / "cmdline").read_bytes() for pid in started if alive(pid)]
    assert all(b"resource_tracker" in command for command in commands)
