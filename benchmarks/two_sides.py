"""Matches of a search on a device against one on the cores: who plays, what decisions took, the points.

A block is two games on one opening, or on one deal, with the sides swapped. Pairings may run at the same
time, each in a process of its own; they take turns at the device, which thinks for one of them at a time.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager, nullcontext
from statistics import fmean, median
from typing import Any

from parlour.arena import openings
from parlour.arena.stats import Estimate, estimate, points
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.match import Match

DEVICE, CORES = range(2)
# Plays a pairing by its name, for so many seconds: its line, and whether the interval is clear of 50 %.
Pairing = Callable[[str, argparse.Namespace, float], tuple[str, bool]]
TITLES = f"{'games':>6}{'points':>8}{'95 %':>17}{'simulations a move':>26}{'longest':>18}"  # of `Sides.row`
_turns: dict[str, AbstractContextManager[Any]] = {"device": nullcontext()}


def _take_turns(lock: AbstractContextManager[Any]) -> None:
    _turns["device"] = lock


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what every benchmark of two sides can be asked for."""
    parser.add_argument("--device", default="gpu", choices=("gpu", "cpu"))
    parser.add_argument("--seconds", type=float, default=0.05, help="for each move of either side")
    parser.add_argument("--together", type=int, default=1, help="pairings at the same time, two cores each")
    parser.add_argument("--playout", default="random", help="how the playouts of both sides move")
    parser.add_argument("--seed", type=int, default=0)


def print_pairings(pairing: Pairing, given: argparse.Namespace) -> int:
    """Play every pairing and print its line; give the exit code, 1 unless all are clear of 50 %."""
    together = min(given.together, len(given.game))
    seconds = 60.0 * given.minutes * together / len(given.game)
    spawn = multiprocessing.get_context("spawn")
    clear = True
    with ProcessPoolExecutor(together, spawn, _take_turns, (spawn.Lock(),)) as pool:
        for done in as_completed([pool.submit(pairing, name, given, seconds) for name in given.game]):
            line, is_clear = done.result()
            print(line, flush=True)
            clear = clear and is_clear
    return 0 if clear else 1


class Sides(ABC):
    """The two sides of the matches at one game, and what their decisions took."""

    longest = 400  # plies; what is not over by then is a draw

    def __init__(self, game: Game, limits: tuple[Limit, Limit]) -> None:
        self.game, self.limits = game, limits
        self.seconds: list[list[float]] = [[], []]
        self.simulations: list[list[int]] = [[], []]

    @abstractmethod
    def player(self, side: int, seat: int, seed: int) -> Any:
        """Make a side's player for one game."""

    @abstractmethod
    def note(self, side: int, seconds: float, work: dict[str, Any]) -> None:
        """Keep what a decision took."""

    def play(self, opening: Sequence[int], seed: int, first: int) -> float:
        """Play one game and give the device's points; `first` is the side of seat 0."""
        match = Match(self.game, seed)
        for action in opening:
            match.play(action)
        sides = [(first + seat) % 2 for seat in range(self.game.seats)]
        players = [self.player(side, seat, seed) for seat, side in enumerate(sides)]
        while not match.over and match.ply < self.longest:
            side = sides[match.turn]
            with _turns["device"] if side == DEVICE else nullcontext():
                began = time.perf_counter()
                choice = players[match.turn].decide(match.view(match.turn), self.limits[side])
                took = time.perf_counter() - began
            self.note(side, took, choice.work or {})
            match.play(choice.action)
        if match.returns is None:
            return 0.5
        own, other = ([r for r, s in zip(match.returns, sides, strict=True) if s == side] for side in (0, 1))
        return points(own, other)

    def blocks(self, games: int, seed: int, seconds: float) -> tuple[Estimate, int]:
        """Play blocks until there are as many games or the time is up; give the points and the games."""
        plies = openings.plies(self.game, openings.AUTO)
        found: list[float] = []
        until = time.perf_counter() + seconds
        for block in range(seed, seed + max(1, games // 2)):
            opening = openings.drawn(self.game, plies, block)
            found.append(fmean(self.play(opening, block, first) for first in (DEVICE, CORES)))
            if time.perf_counter() >= until:
                break
        return estimate([found]), 2 * len(found)

    def row(self, found: Estimate, games: int) -> str:
        """Write down the points, and what the decisions of both sides took."""
        span = f"{found.low:.1%} to {found.high:.1%}"
        made = " : ".join(f"{median(each or [0]):,.0f}" for each in self.simulations)
        longest = " : ".join(f"{1000.0 * max(each, default=0.0):.0f} ms" for each in self.seconds)
        return f"{games:>6}{found.score:>8.1%}{span:>17}{made:>26}{longest:>18}"
