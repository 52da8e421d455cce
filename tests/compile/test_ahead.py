"""Compiling ahead: the same moves whichever backend is ready, nothing waits, and no process is left."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import parlour
from levels import different_levels
from parlour.compile import ahead, backend
from parlour.compile.ahead import Ahead, PatientSeat
from parlour.core import registry
from parlour.core.driver import Seat, step
from parlour.core.limit import Limit
from parlour.core.match import Match

LEVELS = ("easy", "medium", "hard")


class Pretended(Ahead):
    """Code that is pending until `finish`."""

    def __init__(self) -> None:
        super().__init__()
        self.pending = True

    def is_pending(self, game, spec):
        return self.pending


@pytest.fixture
def pretended():
    return Pretended()


def played(name, level, chair, decisions):
    """Play the first seat's first moves at random, the others by the chair given; give the moves."""
    match, rng = Match(parlour.game(name), 9), parlour.Stream([2])
    mine, chairs = match.turn, {}
    while not match.over and decisions:
        if match.turn == mine:
            match.play(rng.choice(match.game.legal(match.state)))
            continue
        seat = match.turn
        if seat not in chairs:
            chairs[seat] = chair(match.game, level, seat, match.seed)
        assert step(match, chairs[seat], Limit()) is not None, match.reason
        decisions -= 1
    return match.moves()


@pytest.mark.parametrize(
    ("name", "level"),
    [
        (name, level)
        for name in registry.game_names()
        for level in different_levels(registry.game(name), LEVELS)
    ],
)
def test_the_moves_are_those_of_compiled_code(name, level, pretended):
    def patient(game, spec, seat, seed):
        return PatientSeat(game, spec, seat, seed, pretended)

    assert played(name, level, patient, 3) == played(name, level, Seat, 3)


def test_a_slow_decision_is_begun_anew_once_the_code_is_there(pretended):
    game = parlour.game("connect_four")
    seat = PatientSeat(game, "mcts:simulations=3000000", 0, 1, pretended)  # hours, interpreted
    threading.Timer(0.5, lambda: setattr(pretended, "pending", False)).start()
    choice = seat.decide(Match(game, 1).view(0), Limit())
    assert choice.work["simulations"] == 3_000_000
    usual = Seat(game, "mcts:simulations=3000000", 0, 1).decide(Match(game, 1).view(0), Limit())
    assert (choice.action, choice.candidates) == (usual.action, usual.candidates)


def test_a_limit_on_time_waits_for_the_code(pretended):
    game = parlour.game("connect_four")
    seen = []
    threading.Timer(0.2, lambda: setattr(pretended, "pending", False)).start()
    pretended.run(game, "mcts", Limit(seconds=0.01), lambda: seen.append(backend.name_of(type(game.start()))))
    assert seen == ["native"]


def test_what_fails_interpreted_fails_as_ever(pretended):
    def fails():
        raise ZeroDivisionError("in the strategy")

    with pytest.raises(ZeroDivisionError, match="in the strategy"):
        pretended.run(parlour.game("nim"), "mcts", Limit(), fails)


def started(tmp_path, *args):
    env = dict(
        os.environ, PARLOUR_CACHE_DIR=str(tmp_path / "cache"), PARLOUR_STATE_DIR=str(tmp_path / "state")
    )
    env.pop("PARLOUR_AHEAD")
    code = "from parlour.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, "play", "tic_tac_toe", "--level", "medium", *args],
        env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def compilers(tmp_path):
    """List the processes that compile into the test's cache."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"parlour.compile.ahead" in (folder / "cmdline").read_bytes():
                if str(tmp_path).encode() in (folder / "environ").read_bytes():
                    found.append(int(folder.name))
        except OSError:
            continue
    return found


def wait_for(what, seconds=60.0):
    until = time.monotonic() + seconds
    while not what() and time.monotonic() < until:
        time.sleep(0.05)
    return what()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads /proc")
@pytest.mark.parametrize("leave", ["quit", "kill"])
def test_no_compiler_is_left_behind(tmp_path, leave):
    process = started(tmp_path)
    assert wait_for(lambda: compilers(tmp_path))
    if leave == "quit":
        process.communicate("quit\n", timeout=60)
    else:
        process.kill()
        process.communicate()
    assert wait_for(lambda: not compilers(tmp_path), 10.0)


def test_an_answer_comes_before_anything_is_compiled_and_the_second_time_nothing_is(tmp_path):
    process = started(tmp_path)
    process.stdin.write("b2\n")
    process.stdin.flush()
    out = ""
    while "plays" not in out:
        out = process.stdout.readline()
    ready = tmp_path / "cache" / "ready"
    assert wait_for(lambda: len(list(ready.glob("*"))) == 2)  # the level's and the hints'
    process.communicate("quit\n", timeout=60)
    again = Ahead()
    again._closed = False
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLOUR_CACHE_DIR", str(tmp_path / "cache"))
        patch.setattr(ahead.subprocess, "Popen", lambda *args, **kwargs: pytest.fail("compiles again"))
        game = parlour.game("tic_tac_toe")
        again.ask([(game, "medium")])
        assert wait_for(lambda: not again.is_pending(game, "medium"), 10.0)
