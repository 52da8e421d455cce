"""Odd surroundings: widths, endless input, files that steer terminals, Ctrl-C at odd moments, no home."""

from __future__ import annotations

import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from shelf_kit import records

ROOT = Path(__file__).parents[2]
STEER = "\x1b]0;gotcha\x07\x1b[2J\x9b2J"
RECORD = {
    "format": "parlour-record-1",
    "game": "nim",
    "options": {"heaps": [1]},
    "seed": None,
    "seats": [f"human{STEER}", "random"],
    "moves": [],
    "returns": [-1.0, 1.0],
    "ended": "forfeit",
    "reason": f"resigned{STEER}",
    "loser": 0,
}


@pytest.mark.parametrize("columns", ["0", "00", "-5", "wide", "9" * 30, ""])
def test_a_width_that_is_none_is_the_usual_one(run, monkeypatch, columns):
    monkeypatch.delenv("COLUMNS", raising=False)
    usual = run("games", "nim").out
    monkeypatch.setenv("COLUMNS", columns)
    odd = run("games", "nim")
    assert odd.code == 0
    if not columns.startswith("9"):
        assert odd.out == usual
    assert "objects in each heap" in odd.out
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, run("games").out.splitlines())) <= 80


def test_nothing_of_a_record_steers_the_terminal(run, tmp_path):
    file = tmp_path / "evil.json"
    file.write_text(json.dumps(RECORD))
    ran = run("replay", file)
    assert ran.code == 0
    assert not set(ran.out + ran.err) & set("\x1b\x07\x9b")
    assert "resigned\\x1b]0;gotcha\\x07\\x1b[2J\\x9b2J" in ran.out
    ran = run("replay", tmp_path / f"none{STEER}.json")
    assert not set(ran.out + ran.err) & set("\x1b\x07\x9b")


def test_nothing_a_strategy_says_steers_the_terminal(run, tmp_path):
    file = tmp_path / "evil.py"
    file.write_text(
        "from parlour import Strategy\n\nclass Evil(Strategy):\n    name = 'evil'\n"
        f"    def choose(self, view, limit):\n        raise ValueError({STEER!r})\n"
    )
    for argv in (
        ("arena", "nim", "evil", "random", "--games", 2, "--load", file),
        ("play", "nim", "--seats", "evil,random", "--load", file),
    ):
        ran = run(*argv)
        assert ran.code == 0
        assert "\\x1b]0;gotcha" in ran.out
        assert not set(ran.out + ran.err) & set("\x1b\x07\x9b")


def test_a_file_name_is_shown_not_obeyed(run, tmp_path):
    ran = run("play", "nim", stdin=f"save {tmp_path}/a{STEER}.json\n")
    assert not set(ran.out) & set("\x1b\x07\x9b")
    assert "Saved to" in ran.out
    assert "\\x1b[2J" in ran.out.partition("Saved to")[2]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    keep = {name: value for name, value in os.environ.items() if not name.startswith("PARLOUR")}
    keep.pop("PYTHONDONTWRITEBYTECODE", None)
    state = str(tmp_path / "state")
    return {**keep, "PARLOUR_STATE_DIR": state, "PYTHONUNBUFFERED": "1", "PARLOUR_BACKEND": "interpreted"}


@pytest.mark.parametrize("json", [False, True])
def test_endless_input_ends_with_one_line_and_nothing_is_lost(environment, tmp_path, json):
    cat = subprocess.Popen(["sh", "-c", "echo 1:1; cat /dev/zero"], stdout=subprocess.PIPE)
    ran = subprocess.run(
        [sys.executable, "-m", "parlour", "play", "nim", "--seed", "3", *(["--json"] if json else [])],
        env=environment,
        stdin=cat.stdout,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    cat.stdout.close()
    cat.wait()
    assert ran.returncode == 2
    *talk, line = ran.stderr.splitlines()
    assert line.startswith("parlour: standard input: a line of more than 4,194,304 characters")
    assert bool(talk) == json  # with --json what is said to the player goes to stderr
    assert len(ran.stdout) < 5_000
    (kept,) = records(tmp_path / "state")
    assert len(kept.moves) == 2


# -- Ctrl-C --------------------------------------------------------------------------------------------------

WHILE_IMPORTING = """
import builtins, os, signal, sys
plain = builtins.__import__
def watched(name, *rest, **more):
    if name == {name!r}:
        builtins.__import__ = plain
        os.kill(os.getpid(), signal.SIGINT)
    return plain(name, *rest, **more)
from parlour.cli import main
builtins.__import__ = watched
sys.exit(main())
"""
WHILE_LEAVING = """
import os, signal, sys
from parlour.cli import entry, main, output
plain = output.complain
def twice(text):
    os.kill(os.getpid(), signal.SIGINT)
    plain(text)
    os.kill(os.getpid(), signal.SIGINT) if {more} else None
output.complain = twice
def interrupted(argv):
    os.kill(os.getpid(), signal.SIGINT)
entry._dispatch = interrupted
sys.exit(main())
"""


def ran_with(script: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, "games"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("name", ["signal", "parlour.cli.entry", "typer", "parlour.core.registry"])
def test_ctrl_c_while_importing_is_one_line(environment, name):
    ran = ran_with(WHILE_IMPORTING.format(name=name), environment)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "parlour: interrupted\n")


@pytest.mark.parametrize("more", [False, True])
def test_more_ctrl_c_while_leaving_changes_nothing(environment, more):
    ran = ran_with(WHILE_LEAVING.format(more=more), environment)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "parlour: interrupted\n")


def test_where_ctrl_c_is_ignored_it_stays_so(environment):
    script = "import signal, sys\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n" + WHILE_IMPORTING
    ran = ran_with(script.format(name="typer"), environment)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("make") is None, reason="no make here")
def test_make_run_is_left_without_a_word_of_make(environment, tmp_path):
    recipe = next(line for line in (ROOT / "Makefile").read_text().splitlines() if "parlour serve" in line)
    assert recipe.startswith("\t@")
    (tmp_path / "Makefile").write_text(f"BIN := .\nrun:\n{recipe}\n")
    start = tmp_path / "parlour"
    start.write_text(f'#!/bin/sh\nexec {sys.executable} -m parlour "$@"\n')
    start.chmod(0o755)
    child, screen = pty.fork()
    if child == 0:
        os.chdir(tmp_path)
        # Not as a make within the make that runs these tests: that one names its folder.
        own = {name: value for name, value in environment.items() if not name.startswith(("MAKE", "MFLAGS"))}
        os.execvpe("make", ["make", "run"], own)
    shown, answered, deadline = b"", False, time.monotonic() + 60
    while time.monotonic() < deadline:
        if not select.select([screen], [], [], 2.0)[0]:
            continue
        try:
            part = os.read(screen, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
        if not answered and b"(Ctrl-C stops it)" in shown:
            answered = True
            os.write(screen, b"\x03")
    else:
        os.kill(child, signal.SIGKILL)
    os.close(screen)
    _, status = os.waitpid(child, 0)
    assert b"Parlour is at http://" in shown
    assert b"make" not in shown
    assert b"Traceback" not in shown
    assert os.waitstatus_to_exitcode(status) in (0, -signal.SIGINT)


# -- nobody's user -------------------------------------------------------------------------------------------

NAMELESS = """
import pwd, sys
def nobody(number):
    raise KeyError(number)
pwd.getpwuid = nobody
from parlour.cli import main
sys.exit(main())
"""


def test_a_user_without_name_and_home_can_play(tmp_path):
    environment = {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "TMPDIR": str(tmp_path),
        "PARLOUR_BACKEND": "interpreted",
    }
    place = tmp_path / f"parlour-{os.getuid()}"
    for typed, moves in (("1:1\n", 2), ("1:1\n2:1\n", 4)):
        ran = subprocess.run(
            [sys.executable, "-c", NAMELESS, "play", "nim", "--option", "heaps=5,6,7", "--seed", "3"],
            input=typed,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        assert ran.stderr == f"parlour: there is no home folder: files are kept in {place}; set HOME\n"
        *_, kept = records(place / ".local" / "state" / "parlour")
        assert len(kept.moves) == moves
    assert place.stat().st_mode & 0o777 == 0o700
