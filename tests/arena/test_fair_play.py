"""Nothing is carried from one match to the next: the deals of a block are played more than once."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import parlour
from parlour.arena import fresh, run
from parlour.core import rules
from parlour.core.spec import make

MEMORY = '''
import functools

from parlour import Strategy

SEEN = {}


@functools.cache
def kept(seed):
    return []


def noted(card, store=[]):
    store.append(card)
    return store


class Mem(Strategy):
    """Remember what was held on each deal in every way that Python code would by itself."""

    name = "mem"
    count = 0
    told = []

    def __init__(self, game, seat, rng, **options):
        super().__init__(game, seat, rng, **options)
        Mem.count += 1
        self.before = (Mem.count, len(Mem.told), len(SEEN), len(kept(0)), len(noted(0)))

    def choose(self, view, limit):
        Mem.told.append(view.seat)
        SEEN[len(SEEN)] = view.seat
        kept(0).append(view.seat)
        if self.before != (1, 0, 0, 0, 1):
            raise RuntimeError(f"it remembers: {self.before}")
        return view.legal()[0]


class Other(Mem):
    """Share the file, and so the globals, with the opponent."""

    name = "other"
'''

# Cards come as actions 0, 1, 2 of chance; the two matches of a block follow each other.
CHEAT = '''
from parlour import Strategy


class Peeker(Strategy):
    """Know what the other seat was dealt: it is one's own card of the match before."""

    name = "peeker"
    last = None  # the seat and the card of the match before

    def choose(self, view, limit):
        card = next(a for who, a in view.history if who == -1 and a >= 0)
        before = Peeker.last
        Peeker.last = (view.seat, card)
        legal = view.legal()
        if before is None or before[0] == view.seat:
            return legal[card == 2]  # bet the king only
        return legal[card > before[1]]  # in the match before I held what the other holds now
'''


@pytest.fixture
def memory(players: Path, tmp_path: Path) -> Path:
    """Load players that remember."""
    for name, source in (("memory", MEMORY), ("cheating", CHEAT)):
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        parlour.load(tmp_path / f"{name}.py")
    return tmp_path


@pytest.mark.parametrize("workers", [1, 2])
def test_a_class_remembers_nothing_between_seats_and_matches(memory: Path, workers: int) -> None:
    """Class variables, globals, cached functions and defaults are new for every seat."""
    result = run("kuhn_poker", ["mem", "other", "mem"], games=20, workers=workers)
    assert result.forfeits == []


def test_remembering_the_deal_gains_nothing(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One class variable takes chips from the equilibrium where classes last; made anew, it does not."""
    honest = run("kuhn_poker", ["peeker", "expert"], games=2000).pairs[0]
    assert honest.margin_low is not None
    assert honest.margin_low < 0.0
    monkeypatch.setattr(fresh.Fresh, "__call__", lambda self, kind: kind)
    cheating = run("kuhn_poker", ["peeker", "expert"], games=2000).pairs[0]
    assert cheating.margin_low is not None
    assert cheating.margin_low > 0.0
    assert cheating.margin > honest.margin + 0.1


def test_the_result_does_not_depend_on_the_workers(memory: Path) -> None:
    """What is remembered would come in another order with two processes."""
    one, two = (run("kuhn_poker", ["peeker", "random"], games=60, workers=workers) for workers in (1, 2))
    assert (one, one.texts) == (two, two.texts)


KERNEL = '''
from typing import NamedTuple

from parlour import Strategy
from parlour.compile.kernel import Kernel
from parlour.core.rules import rule

ACTIONS = 3
NAME = "count_down"


class State(NamedTuple):
    left: int
    player: int


def start():
    return State(12, 0)


def turn(s):
    return -2 if s.left == 0 else s.player


def legal(s):
    return (1 << min(3, s.left)) - 1


def play(s, a):
    return State(s.left - 1 - a, 1 - s.player)


def returns(s):
    return (-1.0, 1.0) if s.player == 0 else (1.0, -1.0)


@rule
def rest(n):
    return n % 4


@Kernel
def leave(s, twice):
    return rest(s.left) * twice


class Player(Strategy):
    """Leave a multiple of four."""

    name = "player"
    made = 0

    def choose(self, view, limit):
        Player.made += 1
        assert Player.made <= 6 and isinstance(view.state, State)
        assert legal(play(view.state, 0)) >= 0
        found = leave(view.state, 1)
        return found - 1 if found else 0
'''


def test_compiled_code_and_states_are_kept(players: Path, tmp_path: Path) -> None:
    """A file with a game, a kernel and a player: its class is new, what was compiled is not."""
    file = tmp_path / "count_down.py"
    file.write_text(KERNEL)
    parlour.load(file)
    game = parlour.game("count_down")
    home = sys.modules[game.module.__name__]
    helpers = len(rules.helpers)
    player = make(game, "player")
    again = fresh.Fresh()
    with fresh.forgetful(again):
        one, two = make(game, "player"), make(game, "player")
        assert len({type(player), type(one), type(two)}) == 3
        module = sys.modules[game.module.__name__]
        assert module is not home
        assert vars(module)["leave"] is vars(home)["leave"]
        assert vars(module)["State"] is vars(home)["State"]
    assert sys.modules[game.module.__name__] is home
    assert len(rules.helpers) == helpers
    result = run(game, ["player", "random"], games=40, openings=0)
    assert result.forfeits == []
    assert result.standings[0].spec == "player"


def test_the_package_keeps_its_tables(players: Path) -> None:
    """Only a user's classes are made anew."""
    kind = type(make(parlour.game("nim"), "nim_sum"))
    with fresh.forgetful(fresh.Fresh()):
        assert type(make(parlour.game("nim"), "nim_sum")) is kind


def test_a_file_that_loads_slowly_is_named(
    players: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Once, with what to do about it."""
    (tmp_path / "slow.py").write_text(
        "import time\nfrom parlour import Strategy\ntime.sleep(0.06)\nclass Slow(Strategy):\n"
        "    def choose(self, view, limit):\n        return view.legal()[0]\n"
    )
    parlour.load(tmp_path / "slow.py")
    run("nim", ["slow", "random"], games=4)
    (warning,) = caplog.records
    assert "slow.py runs again for every seat" in warning.getMessage()
