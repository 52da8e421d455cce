"""Whatever a user gets wrong: one line on stderr that names it, exit code 2, nothing on stdout."""

from __future__ import annotations

import io
import logging
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.cli import main

HUGE = "9" * 6000
MEGABYTE = "1:1 " * 250_000

BAD = [
    # commands and options that do not exist
    (["pref"], "perft"),
    (["analyze", "nim"], "analyse"),
    (["nosuchcommand"], "nosuchcommand"),
    (["--nosuch"], "--nosuch"),
    (["-Z"], "-Z"),
    (["games", "--nosuch"], "games --help"),
    (["perft", "nim", "--depth"], "--depth"),
    (["perft"], "GAME"),
    (["perft", "nim"], "--depth"),
    (["perft", "nim", "--depth", "1", "extra"], "extra"),
    (["version", "extra"], "extra"),
    (["--load", "x.py", "games"], "--load"),
    ([""], ""),
    (["\n"], ""),
    (["analyse\n\nnim"], "analyse"),
    # text that is none
    (["games", "a\0b"], "argument 2"),
    (["play", "nim", "--seats", "\udcff"], "argument 4"),
    (["\ud800"], "argument 1"),
    # games, levels, strategies
    (["games", "chess960"], "chess960"),
    (["games", "nimm"], "nim"),
    (["analyse", "conect_four"], "connect_four"),
    (["play", "NIM "], "nim"),
    (["solve", ""], "unknown game"),
    (["solve", "battleship"], "no exact method reaches this position (cfr: more than the first deal is hid"),
    (["solve", "mine/own.py"], "'mine/own.py' is the name of a file, not of a game; load it (--load, "),
    (["puzzle", "nosuch"], "unknown game"),
    (["puzzle", "kuhn_poker"], "has no puzzles"),
    (["puzzle", "nim", "--number", "9999"], "from 1 to"),
    (["puzzle", "nim", "--number", "0"], "--number"),
    (["puzzle", "nim", "--move", "x"], "not a move"),
    (["solve", "x" * 100_000], "unknown game"),
    (["warm", "nim", "nosuch"], "nosuch"),
    (["analyse", "nim", "--strategy", "nosuch"], "nosuch"),
    (["analyse", "nim", "--strategy", "expertt"], "expert"),
    (["analyse", "nim", "--strategy", ""], "strategy"),
    (["analyse", "nim", "--strategy", "random:nosuch=1"], "nosuch"),
    (["analyse", "nim", "--strategy", "random:blunder=2"], "blunder"),
    (["analyse", "nim", "--strategy", "random:x"], "name=value"),
    (["analyse", "nim", "--strategy", "x" * 5000], "characters"),
    (["analyse", "kuhn_poker", "--moves", "K Q", "--strategy", "mcts"], "hidden"),
    # options of games
    (["analyse", "nim", "--option", "heaps"], "name=value"),
    (["analyse", "nim", "--option", "=3"], "name=value"),
    (["analyse", "nim", "--option", "heapz=3"], "heaps"),
    (["analyse", "nim", "--option", "heaps=a,b"], "whole number"),
    (["analyse", "nim", "--option", "heaps=-1,2"], "from 0"),
    (["analyse", "nim", "--option", "heaps=" + HUGE], "whole number"),
    (["analyse", "nim", "--option", "heaps=" + "1," * 500_000], "at most"),
    (["analyse", "nim", "--option", "misere=perhaps"], "yes or no"),
    (["solve", "kuhn_poker", "--option", "deal=A/A"], "deal"),
    (["perft", "connect_four", "--depth", "1", "--option", "position=9"], "position"),
    (["perft", "connect_four", "--depth", "1", "--option", "position=" + "4" * 100_000], "position"),
    # moves
    (["analyse", "nim", "--moves", "zz"], "zz"),
    (["analyse", "nim", "--moves", "1:1 zz"], "move 2"),
    (["analyse", "nim", "--moves", "9:9"], "legal"),
    (["analyse", "nim", "--moves", MEGABYTE], "move 4"),
    (["analyse", "nim", "--moves", "x" * 1_000_000], "move 1"),
    (["solve", "tic_tac_toe", "--moves", "a1 a1"], "move 2"),
    (["analyse", "tic_tac_toe", "--moves", "a1 a2 b1 b2 c1"], "over"),
    (["solve", "tic_tac_toe", "--moves", "a1 a2 b1 b2 c1"], "over"),
    (["perft", "connect_four", "--depth", "1", "--moves", "4" * 100_000], "move 7"),
    (["analyse", "kuhn_poker"], "chance"),
    # numbers
    (["perft", "nim", "--depth", "-1"], "0 to 60"),
    (["perft", "nim", "--depth", "61"], "0 to 60"),
    (["perft", "nim", "--depth", str(10**30)], "0 to 60"),
    (["perft", "nim", "--depth", HUGE], "0 to 60"),
    (["perft", "nim", "--depth", "1.5"], "whole number"),
    (["perft", "nim", "--depth", "nan"], "whole number"),
    (["perft", "nim", "--depth", ""], "whole number"),
    (["analyse", "nim", "--seed", "abc"], "--seed"),
    (["analyse", "nim", "--seed", "-1"], "--seed"),
    (["analyse", "nim", "--seed", str(2**64)], "--seed"),
    (["arena", "nim", "random", "random", "--games", "-5"], "--games"),
    (["arena", "nim", "random", "random", "--games", "0"], "--games"),
    (["arena", "nim", "random", "random", "--games", "1e999"], "--games"),
    (["arena", "nim", "random", "random", "--workers", "0"], "--workers"),
    (["arena", "nim", "random", "random", "--timeout", "soon"], "--timeout"),
    (["arena", "nim", "random", "random", "--timeout", "-1"], "--timeout"),
    (["check", "x.py", "--games", "0"], "--games"),
    # limits
    (["analyse", "nim", "--limit", "simulations"], "name=value"),
    (["analyse", "nim", "--limit", "minutes=3"], "seconds"),
    (["analyse", "nim", "--limit", "simulations=0"], "from 1"),
    (["analyse", "nim", "--limit", "seconds=inf"], "seconds"),
    (["analyse", "nim", "--limit", "seconds=1," + "1," * 400_000], "--limit"),
    (["solve", "nim", "--limit", "depth=-3"], "depth"),
    (["solve", "nim", "--device", "tpu"], "use cpu, gpu, or auto"),
    (["solve", "nim", "--target", "-1"], "exploitability"),
    (["solve", "nim", "--target", "nan"], "exploitability"),
    # events
    (["arena", "nim"], "SPEC"),
    (["arena", "nim", "random"], "two"),
    (["arena", "nim", "random", "nosuch"], "nosuch"),
    (["arena", "nim", "random", "human"], "human"),
    (["arena", "nim", "random", "random", "--resume", "/"], "/"),
    (["arena", "nim", "random", "random", "--resume", "record.json"], "record.json"),
    # benchmarks
    (["bench", "nosuch"], "nosuch"),
    (["bench", "--against", "nosuch"], "nosuch"),
    (["bench", "--against", "nosuch", "--list"], "unknown peer 'nosuch'"),
    (["bench", "nosuch", "--list"], "unknown benchmark 'nosuch'"),
    (["bench", "gpu", "--device", "tpu"], "device='tpu'"),
    (["bench", "gpu", "--device", "cpu", "--games", "nosuch"], "nosuch"),
    (["bench", "gpu", "--device", "cpu", "--seconds", "0"], "seconds=0: more than 0"),
    (["bench", "gpu", "nim_playouts"], "measured alone"),
    (["bench", "--games", "nim"], "parlour bench gpu"),
    # files
    (["replay"], "FILE"),
    (["replay", "nosuch.json"], "nosuch.json"),
    (["replay", "."], "directory"),
    (["replay", "/dev/zero"], "not a record"),
    (["replay", "n" * 5000], "name too long"),
    (["replay", "text.json"], "not a record"),
    (["replay", "binary.json"], "not a record"),
    (["replay", "empty.json"], "not a record"),
    (["replay", "deep.json"], "not a record"),
    (["replay", "strange.json"], "strange.json"),
    (["replay", "illegal.json"], "does not replay"),
    (["replay", "lied.json"], "another result"),
    (["replay", "elsewhere.json"], "unknown game"),
    (["replay", "seeded.json"], "seed draws"),
    (["replay", "record.json", "--ply", "99"], "plies"),
    (["replay", "record.json", "--seat", "2"], "seats 0 to 1"),
    (["replay", "record.json", "--seat", "-9"], "--seat"),
    (["check"], "FILE.py"),
    (["check", "nosuch.py"], "nosuch.py"),
    (["check", "."], "file"),
    (["check", "text.json"], ".py"),
    (["check", "syntax.py"], "SyntaxError"),
    (["check", "raises.py"], "ZeroDivisionError"),
    (["check", "nothing.py"], "holds no game"),
    (["check", "half.py"], "define"),
    (["games", "--load", "nosuch.py"], "nosuch.py"),
    (["games", "--load", "n" * 5000], "name too long"),
    (["games", "--load", "loop.py"], "loop.py"),
    (["check", "loop.py"], "loop.py"),
    (["check", "d/" * 3000 + "x.py"], "name too long"),
    (["games", "--load", "d/" * 3000 + "x.py"], "name too long"),
    (["games", "--load", "d/" * 1500 + "x.py"], "no such file"),
    (["perft", "late", "--load", "late.py", "--depth", "2"], "late.py, line 12"),
    # play
    (["play", "nosuch"], "nosuch"),
    (["play", "--option", "NONSENSE"], "name=value"),
    (["play", "nim", "tic_tac_toe"], "one too many"),
    (["play", "nim", "--seats", "human"], "2 seats"),
    (["play", "nim", "--seats", "human,easy,easy"], "2 seats"),
    (["play", "nim", "--seats", ",,"], "2 seats"),
    (["play", "nim", "--seats", ","], "seat"),
    (["play", "nim", "--seats", "humann,easy"], "human"),
    (["play", "nim", "--seats", "human,mcts:simulations=0"], "simulations"),
    (["play", "kuhn_poker", "--seats", "human,mcts"], "hidden"),
    (["play", "nim", "--seats", "x" * 20_000], "--seats"),
    (["play", "nim", "--level", "hrd"], "hard"),
    (["play", "nim", "--level", ""], None),  # as if it were not given
    (["play", "nim", "--seats", "human,easy", "--level", "hard"], "--level"),
    (["play", "nim", "--seed", "x"], "--seed"),
    (["play", "nim", "--limit", "x=1"], "limit"),
    (["play", "nim", "--option", "heaps=0"], "heaps"),
    (["play", "tic_tac_toe", "--option", "position=xxx/oo./..."], "over"),
    (["play", "nim", "--save", "."], "directory"),
    (["play", "nim", "--save", "text.json/x"], "text.json"),
    (["play", "nim", "--save", "/proc/nosuch/x.json"], "cannot be written"),
    (["play", "nim", "--save", "n" * 5000], "name too long"),
    (["play", "--resume"], "no game to resume"),
    (["play", "nim", "--resume"], "no nim to resume"),
    (["play", "nim", "--resume", "--seed", "3"], "--seed"),
    (["play", "nim", "--resume", "nosuch.json"], "nosuch.json"),
    (["play", "--resume", "nosuch"], "nosuch"),
    (["play", "--resume=text.json"], "not a record"),
    (["play", "--resume", "."], "directory"),
    (["play", "--resume", "record.json"], "is over"),
    (["play", "tic_tac_toe", "--resume", "live.json"], "not of tic_tac_toe"),
    (["play", "nim", "tic_tac_toe", "--resume"], "one game"),
    (["play", "--resume", "a.json", "b.json"], "one game"),
    (["play", "--resume", "live.json", "--level", "hrd"], "hard"),
    (["play", "--resume", "unknown_seat.json"], "nosuch"),
    (["play", "--resume", "nim-20260101-000000-abcdef"], "nim-20260101-000000-abcdef"),
    (["play", "--list", "live.json"], "--list"),
    (["play", "--delete", "nosuch"], "no such game"),
    (["play", "--delete", "live.json", "--force"], "no such game"),
    (["play", "nim", "--save", "text.json"], "--force"),
    (["play", "nim", "--save", "live.json"], "another game of nim"),
]

RECORD = (
    '{"format":"parlour-record-1","game":"nim","options":{"heaps":[1]},'
    '"seed":null,"seats":["human","random"],'
)
FILES = {
    "text.json": "no JSON",
    "empty.json": "",
    "deep.json": "[" * 100_000,
    "record.json": RECORD + '"moves":["1:1"],"returns":[1.0,-1.0],"ended":"finished"}',
    "live.json": RECORD.replace("[1]", "[3,4]") + '"moves":["1:1"],"returns":null,"ended":"unfinished"}',
    "unknown_seat.json": RECORD.replace("random", "nosuch").replace("[1]", "[2]")
    + '"moves":[],"returns":null,"ended":"unfinished"}',
    "illegal.json": RECORD + '"moves":["9:9"],"returns":null,"ended":"unfinished"}',
    "lied.json": RECORD + '"moves":["1:1"],"returns":[-1.0,1.0],"ended":"finished"}',
    "strange.json": RECORD.replace("[1]", '{"a":[]}') + '"moves":[],"returns":null,"ended":"unfinished"}',
    "elsewhere.json": RECORD.replace("nim", "chess") + '"moves":[],"returns":null,"ended":"unfinished"}',
    "seeded.json": '{"format":"parlour-record-1","game":"kuhn_poker","options":{},"seed":3,"seats":[],'
    '"moves":["J","K"],"returns":null,"ended":"unfinished"}',
    "syntax.py": "def start(:\n",
    "raises.py": "1 / 0\n",
    "nothing.py": "x = 1\n",
    "half.py": "def start():\n    return 1\n",
    "late.py": "from typing import NamedTuple\nACTIONS = 1\n\nclass State(NamedTuple):\n    n: int\n\n"
    "def start(): return State(0)\ndef turn(s): return 0\ndef legal(s): return 1\n\n"
    "def play(s, a):\n    return State(1 // 0)\n\ndef returns(s): return (0.0, 0.0)\n",
}


def make_files(folder: Path) -> None:
    for name, text in FILES.items():
        (folder / name).write_text(text)
    (folder / "binary.json").write_bytes(bytes(range(256)))
    if not (folder / "loop.py").is_symlink():
        (folder / "loop.py").symlink_to("loop.py")


@pytest.mark.parametrize(("argv", "named"), BAD, ids=lambda value: str(value)[:60].replace("\0", "0"))
def test_a_mistake_costs_one_line(run, tmp_path, argv, named):
    make_files(tmp_path)
    ran = run(*argv)
    if named is None:
        assert ran.code == 0
        return
    assert ran.code == 2, ran.err
    assert ran.out == ""
    (line,) = ran.err.splitlines()
    assert line.startswith("parlour: ")
    assert named.lower() in line.lower()
    assert "Traceback" not in line
    assert "internal error" not in line
    assert len(line) < 1100


WORDS = [
    *("play", "games", "analyse", "solve", "perft", "replay", "arena", "check", "version", "help"),
    *("nim", "kuhn_poker", "random", "expert", "easy", "human", "human,easy", "random,random", "nosuch"),
    *("--moves", "--depth", "--option", "--seed", "--limit", "--games", "--json", "--strategy", "--seats"),
    *("--level", "--load", "--resume", "--save", "--ply", "--seat", "--help", "-v", "-m", "-o", "--", "-"),
    *("--list", "--timeout", "--version", "--positions", "1:1", "2:2 1:1", "heaps=1,2", "deal=K/Q", "K Q"),
    *("0", "1", "2", "-5", "seconds=0.001", "simulations=3", "misere=yes", "record.json", "text.json", "."),
    *("--json=", "--depth=1", "--moves=1:1", "\0", "\udc80", "", " ", "\n", "../..", "~", "%s", "{}", "[b]"),
]


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.sampled_from(WORDS) | st.text(max_size=8), max_size=7),
    st.sampled_from(["", "1:1\nquit\n", "?"]),
)
def test_any_words_end_well(state, tmp_path, argv, stdin):
    make_files(tmp_path)
    out, err = io.StringIO(), io.StringIO()
    old, sys.stdin = sys.stdin, io.StringIO(stdin)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(argv)
    finally:
        sys.stdin = old
    assert code in (0, 2), (argv, err.getvalue())
    assert "Traceback" not in err.getvalue()
    if code == 2:
        lines = [line for line in err.getvalue().splitlines() if not line.startswith("parlour.")]  # -v
        assert len(lines) == 1, (argv, lines)
        assert lines[0].startswith("parlour: ")
        assert out.getvalue() == ""


def test_an_internal_error_is_one_line_too(run, monkeypatch):
    def burst(*args, **kwargs):
        raise RuntimeError("a\nb")

    monkeypatch.setattr("parlour.core.registry.game_names", burst)
    ran = run("games")
    assert ran.code == 70
    assert ran.out == ""
    assert ran.err == ("parlour: internal error: RuntimeError: a b (set PARLOUR_DEBUG=1 for the traceback)\n")
    monkeypatch.setenv("PARLOUR_DEBUG", "1")
    assert "Traceback" in run("games").err


def test_out_of_memory_is_a_users_affair(run, monkeypatch):
    def burst(*args, **kwargs):
        raise MemoryError

    monkeypatch.setattr("parlour.core.registry.game_names", burst)
    assert run("games").code == 2


def test_the_log_is_left_as_it_was(run):
    before = list(logging.getLogger("parlour").handlers)
    run("analyse", "nim", "--verbose")
    assert logging.getLogger("parlour").handlers == before
    assert logging.getLogger("parlour").level == logging.NOTSET


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_one_may_not_read(run, tmp_path):
    file = tmp_path / "closed.json"
    file.write_text("{}")
    file.chmod(0)
    assert run("replay", file).code == 2
