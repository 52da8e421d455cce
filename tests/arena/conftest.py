"""What the tests of events share: a file of players, well and badly behaved."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.core import loading, registry

PLAYERS = '''
import ctypes
import os
import sys
import time
from pathlib import Path

from parlour import Strategy


def begun():
    """Tell the test that this process has begun to think."""
    Path(__file__).with_name(f"thinking{os.getpid()}").touch()


class First(Strategy):
    """Play the first legal move."""

    name = "first"

    def choose(self, view, limit):
        return view.legal()[0]


class Last(Strategy):
    """Play the last legal move."""

    name = "last"

    def choose(self, view, limit):
        return view.legal()[-1]


class Raiser(Strategy):
    """Raise at its second move."""

    name = "raiser"

    def choose(self, view, limit):
        if view.ply > 1:
            raise RuntimeError("out of\\nideas [bold]")
        return view.legal()[0]


class Cheat(Strategy):
    """Play what is not on the board."""

    name = "cheat"

    def choose(self, view, limit):
        return 99


class Sleeper(Strategy):
    """Think for far too long."""

    name = "sleeper"

    def choose(self, view, limit):
        begun()
        time.sleep(30)
        return view.legal()[0]


class Spinner(Strategy):
    """Never come to an end."""

    name = "spinner"

    def choose(self, view, limit):
        while True:
            pass


class Quitter(Strategy):
    """End the program."""

    name = "quitter"

    def choose(self, view, limit):
        sys.exit("bored")


class Stillborn(Strategy):
    """Fail to be built in the second seat."""

    name = "stillborn"

    def __init__(self, game, seat, rng, **options):
        super().__init__(game, seat, rng, **options)
        if seat == 1:
            raise ZeroDivisionError("nothing to divide by")

    def choose(self, view, limit):
        return view.legal()[0]


class Stone(Strategy):
    """Hang in foreign code that never lets another thread run."""

    name = "stone"

    def choose(self, view, limit):
        begun()
        ctypes.PyDLL(None).sleep(30)
        return view.legal()[0]


class Crasher(Strategy):
    """Take the process down."""

    name = "crasher"

    def choose(self, view, limit):
        os._exit(3)
'''


@pytest.fixture
def players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Load a file of players for this test only."""
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(registry, "_kinds", {})
    file = tmp_path / "players.py"
    file.write_text(PLAYERS, encoding="utf-8")
    loading.load(file)
    return file
