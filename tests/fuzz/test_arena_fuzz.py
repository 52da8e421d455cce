"""A few cases of the arena's fuzzers; they run many by a command of their own."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def test_damaged_files_of_events_are_refused_or_harmless(capsys: pytest.CaptureFixture[str]) -> None:
    """Every kind of damage twice."""
    assert runpy.run_path(str(HERE / "journal_flips.py"))["main"](["--cases", "20", "--seed", "1"]) == 0
    assert capsys.readouterr().out.endswith("20 cases, seed 1: 0 failures\n")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for orphans in /proc")
def test_killed_events_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    """Two events killed at random moments."""
    assert runpy.run_path(str(HERE / "kill_arena.py"))["main"](["--cases", "2", "--seed", "1"]) == 0
    assert capsys.readouterr().out.endswith("2 cases, seed 1: 0 failures\n")
