"""MCTS on a GPU against MCTS on two cores, with the same time for each move.

`python benchmarks/device_search.py --minutes 4 connect_four checkers tests/search/breakthrough.py` plays
blocks of two games on one opening, drawn by the block's seed, with the seats swapped, until a game's share of
the minutes is spent or `--games` are played. `--together 3` plays the three at the same time; they take turns
at the device. It prints the device's share of the points with its 95 % interval, the median number of
simulations for a move on either side and the longest time a move took. The side on the cores grows two trees
in two threads and keeps them between its moves. A file ending in .py is a game of a user's. `--device cpu`
runs the lanes on the cores instead, to try the script where no GPU is. It exits with 1 unless every interval
is clear of 50 %.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import parlour
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.spec import make
from parlour.search.mcts import MCTS
from two_sides import CORES, DEVICE, TITLES, Sides, add_options, print_pairings

GAMES = ("connect_four", "ultimate_tic_tac_toe", "checkers", "dots_and_boxes", "row_column")


class Lanes(MCTS):
    """The search by lanes, on whichever device is asked for."""

    name = "lanes"

    def choose(self, view: Any, limit: Limit) -> Any:
        """Search by lanes on the cores too."""
        return self._choose_on(self._device, view, limit)


class Trees(Sides):
    """One tree on the device, two on the cores."""

    def __init__(self, game: Game, given: argparse.Namespace) -> None:
        limit = Limit(seconds=given.seconds)
        super().__init__(game, (limit, limit))
        self.options = {"device": given.device, "lanes": given.lanes, "playout": given.playout}
        self.cores = f"mcts:threads=2,playout={given.playout}"

    def player(self, side: int, seat: int, seed: int) -> MCTS:
        """Make a side's player for one game."""
        rng = Stream.of(seed, "seat", seat)
        if side == DEVICE:
            return Lanes(self.game, seat, rng, **self.options)
        made = make(self.game, self.cores, seat, rng)
        assert isinstance(made, MCTS)
        return made

    def note(self, side: int, seconds: float, work: dict[str, Any]) -> None:
        """Keep all times, and the simulations but of a search that proved its move before its time."""
        self.seconds[side].append(seconds)
        if not work.get("proven"):
            self.simulations[side].append(int(work["simulations"]))


def pairing(name: str, given: argparse.Namespace, seconds: float) -> tuple[str, bool]:
    """Play a game's blocks; give the line, and whether the interval is clear of 50 %."""
    if name.endswith(".py"):
        parlour.load(name)
    game = parlour.game(Path(name).stem if name.endswith(".py") else name)
    vars(game)["tried"] = True  # a trial draws the board, by a package that need not be here
    sides = Trees(game, given)
    view = Match(game, 0).view(0)
    for side in (DEVICE, CORES):  # compiles
        for _ in range(2):
            sides.player(side, 0, 0).decide(view, sides.limits[side])
    found, number = sides.blocks(given.games, given.seed, seconds)
    return f"{game.name:<22}{sides.row(found, number)}", found.low > 0.5


def main(arguments: Sequence[str] | None = None) -> int:
    """Play every game and print a line for each; give the exit code."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    add_options(parser)
    parser.add_argument("--games", type=int, default=100, help="of each pairing at most")
    parser.add_argument("--minutes", type=float, default=10.0, help="for all pairings together")
    parser.add_argument("--lanes", type=int, default=0, help="simulations at a time on the device")
    parser.add_argument("game", nargs="*", default=GAMES, help="a name, or a file of your own")
    given = parser.parse_args(arguments)
    given.lanes = given.lanes or (MCTS.options["lanes"].default if given.device == "gpu" else 256)
    print(f"{'game':<22}{TITLES}")
    return print_pairings(pairing, given)


if __name__ == "__main__":
    sys.exit(main())
