"""Random games a second on one core, on all cores and on a GPU, game by game, for `parlour bench gpu`.

    python -m parlour.bench.gpu --seconds 1 --json docs/data/gpu.json

does the same with nothing but numpy and numba-cuda installed, and lets one try how grids are launched. All
three figures are taken by one lane kernel, so that the games are the same ones, number by number.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from parlour.bench.gpu_text import head, line
from parlour.compile.device import memory, settle
from parlour.compile.lanes import Lanes, lanes
from parlour.core.bits import count, nth
from parlour.core.errors import BadOption, BadRules, ParlourError
from parlour.core.game import Game
from parlour.core.options import DEVICES
from parlour.core.registry import game, game_names
from parlour.core.rng import below
from parlour.core.rules import CHANCE, OVER, AnyState, legal, play, random_outcome, returns, turn
from parlour.search.playout import RANDOM, finish

SEED = 1
ROWS = 4  # of the sums: results, their squares, plies, their squares
ALONE = 64  # lanes of one core; a second thread is not begun for fewer than twice as many
SAME = 64  # lanes that both devices play
ENOUGH, GROWTH = 0.7, 32  # share of the seconds that a run must take; how much longer the next one may be
MOST_SECONDS = 600
APART = 4.0  # standard errors between two means that are one
# Pgx (Koyamada et al. 2023, arXiv:2303.17503) has these games as well and counts steps a second. Its paper
# has curves; the one number that was found is its authors' own, with 1,024 games at once, on a device that is
# not named (github.com/sotetsuk/pgx, pull request 391, February 2023). None: no number was found.
PGX = {"connect_four": None, "tic_tac_toe": 723_250.0, "kuhn_poker": None, "leduc_poker": None}


@lanes
def random_games(lane: int, rng: Any, s: AnyState, games: int, sums: Any) -> None:
    """Play games at random from a state, and add up the first seat's results and the plies.

    One loop over plies, not one over games around it: neighbours on a GPU go on together, and none waits for
    the longest game among them.
    """
    total = squares = plies = plies_squared = 0.0
    x = s
    ply = 0
    left = games
    while left > 0:
        mover = turn(x)
        if mover == OVER:
            value = returns(x)[0]
            total += value
            squares += value * value
            plies += ply
            plies_squared += ply * ply
            x = s
            ply = 0
            left -= 1
        else:
            if mover == CHANCE:
                a = random_outcome(x, rng)
            else:
                actions = legal(x)
                a = nth(actions, below(rng, count(actions)))
            x = play(x, a)
            ply += 1
    sums[0, lane] = total
    sums[1, lane] = squares
    sums[2, lane] = plies
    sums[3, lane] = plies_squared


@lanes
def finished_games(lane: int, rng: Any, s: AnyState, games: int, sums: Any) -> None:
    """Play the same games by the playout that searches use, one after the other; plies are not counted."""
    total = squares = 0.0
    for _ in range(games):
        value = returns(finish(s, rng, RANDOM, 0.0))[0]
        total += value
        squares += value * value
    sums[0, lane] = total
    sums[1, lane] = squares


WAYS = {"plies": random_games, "games": finished_games}


@dataclass(frozen=True)
class Settings:
    """What is measured, and how grids are launched."""

    seconds: float = 1.0
    device: str = "gpu"
    with_cpu: bool = True
    way: str = "plies"
    threads: int = 128
    blocks: int = 32  # for each multiprocessor
    games_a_lane: int = 0  # 0: as many as fill the seconds
    registers: int = 96  # of a thread at most; 0: as many as the compiler likes


@dataclass
class Figures:
    """What one device did."""

    games: int
    seconds: float
    mean: float  # of the first seat's results, and its standard error
    error: float
    plies: float
    plies_error: float

    @property
    def rate(self) -> float:
        """Return the games a second."""
        return self.games / self.seconds


@dataclass
class Row:
    """One game on every device; what was not measured is None."""

    game: str
    core: Figures | None = None
    cores: Figures | None = None
    gpu: Figures | None = None
    compile_seconds: float | None = None
    equal: bool | None = None  # the same lanes and seed gave the same sums on both devices
    agree: bool | None = None  # the means differ by no more than chance explains
    refused: str = ""
    known_to_pgx: bool = field(default=False)

    def to_json(self) -> dict[str, Any]:
        """Return the row as data; rates are a second."""
        found: dict[str, Any] = {"game": self.game, "compile_seconds": self.compile_seconds}
        for name in ("core", "cores", "gpu"):
            figures: Figures | None = getattr(self, name)
            found[name] = figures and {**vars(figures), "rate": figures.rate}
        found["steps_a_second"] = self.gpu.rate * self.gpu.plies if self.gpu else None
        for name in ("core", "cores"):
            figures = getattr(self, name)
            found[f"times_{name}"] = self.gpu.rate / figures.rate if self.gpu and figures else None
        pgx = {"pgx_steps_a_second": PGX[self.game]} if self.known_to_pgx else {}
        return {**found, "equal": self.equal, "agree": self.agree, "refused": self.refused, **pgx}


def run(
    names: Iterable[str] = (), settings: Settings | None = None, told: Callable[[Row], None] | None = None
) -> list[Row]:
    """Measure the games named, all by default; `told` hears of each as it is done."""
    settings = settings or Settings()
    if not 0 < settings.seconds <= MOST_SECONDS:
        raise BadOption(f"seconds={settings.seconds:g}: more than 0 and at most {MOST_SECONDS}")
    device = settle(settings.device)
    rows = []
    for name in list(names) or game_names():
        rows.append(measured(game(name), device, settings))
        if told is not None:
            told(rows[-1])
    return rows


def measured(it: Game, device: str, settings: Settings) -> Row:
    """Measure one game; one that cannot be compiled for a GPU has the reason in its row."""
    kernel, s = WAYS[settings.way], it.start()
    row = Row(it.name, known_to_pgx=it.name in PGX)
    if settings.with_cpu or device == "cpu":
        row.core = _figures(kernel, "cpu", s, ALONE, settings)
        row.cores = _figures(kernel, "cpu", s, ALONE * _cores(), settings)
    if device == "gpu":
        from parlour.compile import gpu

        usual = gpu.tuning
        gpu.tuning = gpu.Tuning(settings.threads, settings.blocks, settings.registers or None, kept=False)
        try:
            _measure_there(row, kernel, s, gpu.processors() * settings.blocks * settings.threads, settings)
        except BadRules as error:
            row.refused = str(error)
        finally:
            gpu.tuning = usual
    return row


def _measure_there(row: Row, kernel: Lanes, s: AnyState, width: int, settings: Settings) -> None:
    began = time.perf_counter()
    there = _sums(kernel, "gpu", s, SAME, 1)
    row.compile_seconds = time.perf_counter() - began
    row.equal = bool((there == _sums(kernel, "cpu", s, SAME, 1)).all())
    row.gpu = _figures(kernel, "gpu", s, width, settings, settings.games_a_lane)
    if row.cores is not None:
        row.agree = _agree(row.cores, row.gpu)


def _figures(
    kernel: Lanes, device: str, s: AnyState, width: int, settings: Settings, games: int = 0
) -> Figures:
    """Play for about so many seconds; the runs that find out how many games that takes are not counted."""
    _sums(kernel, device, s, width, 1)  # compiles, wakes threads up
    fixed, games = games > 0, games or 1
    sums, took = _timed(kernel, device, s, width, games)
    while took < ENOUGH * settings.seconds and not fixed:
        games = max(games + 1, min(GROWTH * games, round(games * settings.seconds / took)))
        sums, took = _timed(kernel, device, s, width, games)
    number = width * games
    total, squares, plies, plies_squared = (math.fsum(row) for row in sums)
    mean, length = total / number, plies / number
    return Figures(
        number,
        took,
        mean,
        _error(squares / number - mean * mean, number),
        length,
        _error(plies_squared / number - length * length, number),
    )


def _error(variance: float, number: int) -> float:
    return math.sqrt(max(variance, 0.0) / number)


def _timed(kernel: Lanes, device: str, s: AnyState, width: int, games: int) -> tuple[Any, float]:
    where = memory(device)
    sums = where.zeros((ROWS, width), float)
    where.finish()
    began = time.perf_counter()
    kernel(device, width, SEED, s, games, sums)
    where.finish()
    took = time.perf_counter() - began
    return where.get(sums), took


def _sums(kernel: Lanes, device: str, s: AnyState, width: int, games: int) -> Any:
    return _timed(kernel, device, s, width, games)[0]


def _agree(one: Figures, other: Figures) -> bool:
    means = _near(one.mean, one.error, other.mean, other.error)
    return means and _near(one.plies, one.plies_error, other.plies, other.plies_error)


def _near(one: float, its_error: float, other: float, others_error: float) -> bool:
    return abs(one - other) <= APART * math.hypot(its_error, others_error) + 1e-12


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def machine(device: str) -> dict[str, Any]:
    """Say on what was measured, and when."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        models = [text for text in info.read_text().splitlines() if text.startswith("model name")]
        cpu = models[0].partition(":")[2].strip() if models else cpu
    found: dict[str, Any] = {"date": date.today().isoformat(), "cpu": cpu, "cores": _cores(), "gpu": None}
    if device == "gpu":
        from numba import cuda

        name = getattr(cuda.get_current_device(), "name", "the simulator")
        found["gpu"] = name.decode() if isinstance(name, bytes) else str(name)
    return found


def document(rows: list[Row], settings: Settings) -> dict[str, Any]:
    """Return the whole measurement as data."""
    found = {"machine": machine(settle(settings.device)), "settings": dict(vars(settings))}
    return {**found, "rows": [row.to_json() for row in rows]}


def main(words: list[str] | None = None) -> int:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m parlour.bench.gpu", description=__doc__.split("\n")[0])
    own = Settings()
    parser.add_argument("--games", default="", metavar="A,B", help="only these; all by default")
    parser.add_argument("--load", action="append", default=[], metavar="FILE.py", help="a game of your own")
    parser.add_argument("--seconds", type=float, default=own.seconds, help="of each measurement")
    parser.add_argument("--device", choices=DEVICES, default=own.device)
    parser.add_argument("--gpu-only", action="store_true", help="leave the CPU's rates out")
    parser.add_argument("--way", choices=WAYS, default=own.way, help="one loop over plies, or over games")
    parser.add_argument("--threads", type=int, default=own.threads, help="of a block")
    parser.add_argument("--blocks", type=int, default=own.blocks, help="for each multiprocessor")
    parser.add_argument("--games-a-lane", type=int, default=0, help="0: as many as fill the seconds")
    parser.add_argument("--registers", type=int, default=own.registers, help="of a thread; 0: no limit")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    asked = parser.parse_args(words)
    settings = Settings(
        *(asked.seconds, asked.device, not asked.gpu_only, asked.way),
        *(asked.threads, asked.blocks, asked.games_a_lane, asked.registers),
    )
    try:
        names = loaded(asked.load) + [name for name in asked.games.split(",") if name]
        settle(settings.device)
        print(head())
        rows = run(names, settings, lambda row: print(line(row.to_json()), flush=True))
        if asked.json:
            asked.json.parent.mkdir(parents=True, exist_ok=True)
            asked.json.write_text(json.dumps(document(rows, settings), indent=1) + "\n", encoding="utf-8")
    except ParlourError as error:
        print(f"parlour: {error}", file=sys.stderr)
        return 2
    return 1 if any(row.equal is False or row.agree is False for row in rows) else 0


def loaded(files: Iterable[str]) -> list[str]:
    """Load a user's files; give the names of the games in them."""
    from parlour.core import loading

    before = set(game_names())
    for file in files:
        loading.load(file)
    return [name for name in game_names() if name not in before]


if __name__ == "__main__":
    sys.exit(main())
