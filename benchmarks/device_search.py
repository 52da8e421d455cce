"""MCTS on a GPU against MCTS on two cores, with the same time for each move.

`python benchmarks/device_search.py --minutes 4 connect_four checkers tests/search/breakthrough.py` plays
blocks of two games on one opening, drawn by the block's seed, with the seats swapped, one game after the
other, until a game's share of the minutes is spent or `--games` are played. It prints the device's share of
the points with its 95 % interval, the median number of simulations for a move on either side and the longest
time a move took. The side on the cores grows two trees in two threads and keeps them between its moves. A
file ending in .py is a game of a user's. `--device cpu` runs the lanes on the cores instead, to try the
script where no GPU is. It exits with 1 unless every interval is clear of 50 %.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any

import parlour
from parlour.arena import openings
from parlour.arena.stats import Estimate, estimate, points
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.spec import make
from parlour.search.mcts import MCTS

GAMES = ("connect_four", "ultimate_tic_tac_toe", "checkers", "dots_and_boxes", "row_column")
DEVICE, CORES = range(2)  # the two sides
LONGEST = 400  # plies; what is not over by then is a draw


class Lanes(MCTS):
    """The search by lanes, on whichever device is asked for."""

    name = "lanes"

    def choose(self, view: Any, limit: Limit) -> Any:
        """Search by lanes on the cores too."""
        return self._choose_on(self._device, view, limit)


class Sides:
    """The two sides of the matches at one game, and what their decisions took."""

    def __init__(self, game: Game, given: argparse.Namespace) -> None:
        self.game, self.limit = game, Limit(seconds=given.seconds)
        self.options = {"device": given.device, "lanes": given.lanes, "playout": given.playout}
        self.cores = f"mcts:threads=2,playout={given.playout}"
        self.seconds: list[list[float]] = [[], []]
        self.simulations: list[list[int]] = [[], []]

    def player(self, side: int, seat: int, seed: int) -> MCTS:
        """Make a side's player for one game."""
        rng = Stream.of(seed, "seat", seat)
        if side == DEVICE:
            return Lanes(self.game, seat, rng, **self.options)
        made = make(self.game, self.cores, seat, rng)
        assert isinstance(made, MCTS)
        return made

    def play(self, opening: Sequence[int], seed: int, first: int) -> float:
        """Play one game and give the device's points; `first` is the side of seat 0."""
        match = Match(self.game, seed)
        for action in opening:
            match.play(action)
        sides = [(first + seat) % 2 for seat in range(self.game.seats)]
        players = [self.player(side, seat, seed) for seat, side in enumerate(sides)]
        while not match.over and match.ply < LONGEST:
            seat = match.turn
            began = time.perf_counter()
            choice = players[seat].decide(match.view(seat), self.limit)
            self.seconds[sides[seat]].append(time.perf_counter() - began)
            if not (choice.work or {}).get("proven"):  # that search ended before its time
                self.simulations[sides[seat]].append(int((choice.work or {})["simulations"]))
            match.play(choice.action)
        if match.returns is None:
            return 0.5
        own, other = ([r for r, s in zip(match.returns, sides, strict=True) if s == side] for side in (0, 1))
        return points(own, other)


def pairing(game: Game, given: argparse.Namespace, seconds: float) -> tuple[Estimate, int, Sides]:
    """Play a game's blocks; give the estimate, the number of games and the sides."""
    plies = openings.plies(game, openings.AUTO)
    warm = Sides(game, given)
    view = Match(game, 0).view(0)
    for side in (DEVICE, CORES):  # compiles
        for _ in range(2):
            warm.player(side, 0, 0).decide(view, warm.limit)
    sides, blocks = Sides(game, given), []
    until = time.perf_counter() + seconds
    for block in range(max(1, given.games // 2)):
        opening = openings.drawn(game, plies, given.seed + block)
        blocks.append(fmean(sides.play(opening, given.seed + block, first) for first in (DEVICE, CORES)))
        if time.perf_counter() >= until:
            break
    return estimate([blocks]), 2 * len(blocks), sides


def main(arguments: Sequence[str] | None = None) -> int:
    """Play every game and print a line for each; give the exit code."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--device", default="gpu", choices=("gpu", "cpu"))
    parser.add_argument("--seconds", type=float, default=0.05, help="for each move of either side")
    parser.add_argument("--games", type=int, default=100, help="of each pairing at most")
    parser.add_argument("--minutes", type=float, default=10.0, help="for all pairings together")
    parser.add_argument("--lanes", type=int, default=0, help="simulations at a time on the device")
    parser.add_argument("--playout", default="random", help="how the playouts of both sides move")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("game", nargs="*", default=GAMES, help="a name, or a file of your own")
    given = parser.parse_args(arguments)
    given.lanes = given.lanes or (MCTS.options["lanes"].default if given.device == "gpu" else 256)
    print(f"{'game':<22}{'games':>6}{'points':>8}{'95 %':>17}{'simulations a move':>26}{'longest':>17}")
    clear = True
    for name in given.game:
        if name.endswith(".py"):
            parlour.load(name)
        game = parlour.game(Path(name).stem if name.endswith(".py") else name)
        vars(game)["tried"] = True  # a trial draws the board, by a package that need not be here
        found, number, sides = pairing(game, given, 60.0 * given.minutes / len(given.game))
        made = " : ".join(f"{median(each or [0]):,.0f}" for each in sides.simulations)
        longest = " : ".join(f"{1000.0 * max(each):.0f} ms" for each in sides.seconds)
        span = f"{found.low:.1%} to {found.high:.1%}"
        print(f"{game.name:<22}{number:>6}{found.score:>8.1%}{span:>17}{made:>26}{longest:>17}", flush=True)
        clear = clear and found.low > 0.5
    return 0 if clear else 1


if __name__ == "__main__":
    sys.exit(main())
