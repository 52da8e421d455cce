"""Matches of a search on a device against one on the cores: who plays, what decisions took, the points.

A block is two games on one opening, or on one deal, with the sides swapped.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from parlour.arena import openings
from parlour.arena.stats import Estimate, estimate, points
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.match import Match

DEVICE, CORES = range(2)


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
            began = time.perf_counter()
            choice = players[match.turn].decide(match.view(match.turn), self.limits[side])
            self.note(side, time.perf_counter() - began, choice.work or {})
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
