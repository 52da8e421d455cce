"""A few cases of each fuzzer, and that each of them notices what it is there to notice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import cache_flips
import command_cases
import command_lines
import parsers
import pytest
from command_lines import Ended
from command_words import Case
from fuzzing import Report


def assert_clean(report: Report, cases: int) -> None:
    assert report.cases == cases
    assert not report.failures, report.text(0.0)


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def test_readers():
    report = parsers.run(range(2500), 0)
    assert_clean(report, 2500)
    assert report.notes["accepted"] > 250  # not all of it is refused at the first letter


@pytest.mark.parametrize("door", sorted(set(parsers.DOORS), key=lambda door: door.__name__))
def test_every_reader_accepts_what_is_right(door, monkeypatch):
    monkeypatch.setattr(parsers, "text_like", lambda rng, right: right)
    monkeypatch.setattr(parsers, "DOORS", (door,))
    assert parsers.run(range(20), 1).notes["accepted"] > 4


@pytest.mark.parametrize(
    ("target", "gives", "cause"),
    [
        ("parse_cards", lambda text: text.index("nowhere"), "cards: ValueError"),
        ("parse_cards", lambda text: (1, 1), "cards: wrong"),
        ("is_legal", lambda s, action: False, "a_move: wrong"),
    ],
)
def test_a_reader_that_is_wrong_is_noticed(monkeypatch, target, gives, cause):
    monkeypatch.setattr(parsers, target, gives)
    monkeypatch.setattr(parsers, "DOORS", (parsers.cards, parsers.a_move))
    assert cause in {failure.cause for failure in parsers.run(range(60), 1).failures}


def test_command_lines():
    # A process of its own: it forks, and this one may have threads.
    ran = subprocess.run(
        [sys.executable, command_lines.__file__, "--cases", "150"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.startswith("150 cases, 0 failures")


def test_cases_are_the_same_for_the_same_seed():
    for index in range(40):
        assert command_cases.case_of(3, index) == command_cases.case_of(3, index)


GOOD = Ended(0, "a board\n", "", 2**20, interrupted=False, hung=False)


@pytest.mark.parametrize(
    ("words", "end", "wrong"),
    [
        ("games", GOOD, ""),
        ("games", GOOD._replace(code=2, err="parlour: what is wrong\n"), ""),
        ("games", GOOD._replace(code=130, err="parlour: interrupted\n", interrupted=True), ""),
        ("games --json", GOOD._replace(out="{}\n"), ""),
        ("games", GOOD._replace(code=2), "0 lines on stderr"),
        ("games", GOOD._replace(code=2, err="parlour: one\nand two\n"), "2 lines on stderr"),
        ("games", GOOD._replace(code=2, err="Error\n"), "another line on stderr"),
        ("games", GOOD._replace(code=1), "exit code 1"),
        ("games", GOOD._replace(code=-11), "exit code -11"),
        (
            "games",
            GOOD._replace(code=70, err="parlour: internal error: KeyError: 1"),
            "exit code 70, KeyError",
        ),
        ("games", GOOD._replace(err="Traceback (most recent call last):\n"), "traceback, exit code 0"),
        ("games", GOOD._replace(out="\x1b[2J"), "control characters on stdout"),
        ("games", GOOD._replace(err="\x9b2J"), "control characters on stderr"),
        ("games", GOOD._replace(memory=2**31), "too much memory"),
        ("games", GOOD._replace(code=-9, hung=True), "hangs"),
        ("games", GOOD._replace(code=-9, hung=True, interrupted=True), "does not hear Ctrl-C"),
        ("games --json", GOOD, "not JSON"),
    ],
)
def test_a_wrong_end_is_noticed(words, end, wrong):
    assert command_lines.wrong_with(Case(words.split()), end) == wrong


CHILDREN = """
import sys
from pathlib import Path
import command_lines
from command_words import Case

def broken(argv):
    print("\\x1b[2J" if argv == ["escape"] else "plain")
    if argv == ["raise"]:
        raise KeyError("x")
    while argv == ["wait"]:
        pass
    return 0

command_lines.main, command_lines.SECONDS = broken, 3.0
for word in ("escape", "raise", "wait", "fine"):
    folder = Path(sys.argv[1]) / word
    (folder / "work").mkdir(parents=True)
    end = command_lines.ended(Case([word]), folder)
    print(command_lines.wrong_with(Case([word]), end) or "right", flush=True)
"""


def test_a_child_that_goes_wrong_is_noticed(tmp_path):
    path = str(Path(command_lines.__file__).parent)
    ran = subprocess.run(
        [sys.executable, "-c", CHILDREN, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([path, *sys.path])},
        capture_output=True,
        text=True,
        check=True,
    )
    noticed = ["control characters on stdout", "traceback, exit code 1", "hangs", "right"]
    assert ran.stdout.splitlines() == noticed


def test_compile_cache():
    assert_clean(cache_flips.run([0, 1], 0), 2)
