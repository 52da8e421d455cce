"""Running the command line inside this process: fast, interpreted, with a state folder of its own."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import main, output
from parlour.core import registry

GAME = """
from typing import NamedTuple
from parlour import OVER

ACTIONS = 2

class State(NamedTuple):
    left: int
    player: int

def start():
    return State(5, 0)

def turn(s):
    return OVER if s.left == 0 else s.player

def legal(s):
    return 0 if s.left == 0 else 1 if s.left == 1 else 3

def play(s, a):
    return State(s.left - 1 - a, 1 - s.player)

def returns(s):
    if s.left:
        return (0.0, 0.0)
    return (1.0, -1.0) if s.player == 1 else (-1.0, 1.0)
"""


@dataclass(frozen=True)
class Ran:
    """What a command gave."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Read stdout, which must be one JSON document and nothing else."""
        assert self.code == 0, self.err
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a fresh working folder and state folder, and forget what files were loaded afterwards."""
    folder = tmp_path / "state"
    monkeypatch.setenv("PARLOUR_STATE_DIR", str(folder))
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
    monkeypatch.chdir(tmp_path)
    games, strategies = dict(registry._loaded), dict(registry._kinds)
    yield folder
    for known, before in ((registry._loaded, games), (registry._kinds, strategies)):
        known.clear()
        known.update(before)  # type: ignore[arg-type]


@pytest.fixture
def run(state: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process."""

    def call(*argv: object, stdin: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        capsys.readouterr()
        code = main([str(word) for word in argv])
        streams = capsys.readouterr()
        return Ran(code, streams.out, streams.err)

    return call


@pytest.fixture
def own_game(state: Path, tmp_path: Path) -> Path:
    """Write a small game of the user's own."""
    file = tmp_path / "countdown.py"
    file.write_text(GAME)
    return file


@pytest.fixture
def terminal(monkeypatch):
    """Let stdin be taken for a terminal."""
    monkeypatch.setattr(output, "is_terminal", lambda stream: stream is not None and stream.readable())
