"""Monte Carlo over worlds on a GPU against the same strategy on two cores.

`python benchmarks/device_worlds.py --minutes 3 hearts connect_four liars_dice bluff` plays blocks of two
games on one deal, or on one opening, with the sides swapped, until a pairing's share of the minutes is spent
or `--games` are played; `--together 4` plays the four at the same time, which then take turns at the device.
It prints the device's share of the points with its 95 % interval, the median number of simulations for a move
on either side and the longest time a move took, and by how many standard errors the values of one position,
found on both sides with the same number of simulations, differ at most.

GAME is a name, or NAME:STRATEGY with `montecarlo` or `determinized`; without, games with hidden information
get `determinized`, others `montecarlo`. On the cores `determinized` has two threads; `montecarlo` has one and
twice the time. `--device cpu` runs the lanes on the cores, to try the script where no GPU is.
It exits with 1 unless every interval is clear of 50 %.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import hypot
from typing import Any

import parlour
from parlour.core.choice import Choice
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.spec import make
from parlour.core.view import View
from parlour.core.words import Z
from parlour.search import determinized_lanes
from parlour.search.determinized_lanes import Woods
from parlour.search.montecarlo_lanes import Sampler
from two_sides import CORES, DEVICE, TITLES, Sides, add_options, print_pairings

GAMES = ("hearts", "connect_four", "liars_dice", "bluff")
SAME = 200_000  # simulations on each side for the comparison of values


class Worlds(Sides):
    """One strategy, its worlds searched on the device or on the cores."""

    longest = 1000

    def __init__(self, game: Game, strategy: str, given: argparse.Namespace) -> None:
        double = strategy == "montecarlo"
        limits = (Limit(seconds=given.seconds), Limit(seconds=given.seconds * (2 if double else 1)))
        super().__init__(game, limits)
        self.strategy, self.device = strategy, given.device
        self.spec = f"{strategy}:playout={given.playout}"

    def player(self, side: int, seat: int, seed: int) -> Any:
        """Make a side's player for one game."""
        threads = ",threads=2" if side == CORES and self.strategy == "determinized" else ""
        made: Any = make(self.game, self.spec + threads, seat, Stream.of(seed, "seat", seat))
        if side == DEVICE and self.strategy == "montecarlo":
            made._sampler, made._place = Sampler(self.device), self.device
        elif side == DEVICE:
            made._woods = Woods(self.device, self.game.actions, made.simulations)
        return made

    def note(self, side: int, seconds: float, work: dict[str, Any]) -> None:
        """Keep what a decision took; a forced move takes nothing."""
        if made := work.get("simulations"):
            self.seconds[side].append(seconds)
            self.simulations[side].append(int(made))


def with_a_choice(game: Game) -> View:
    """Return a view of somebody who has more than one move."""
    match = Match(game, 1)
    while len(match.view(match.turn).legal()) < 2:
        match.play(match.view(match.turn).legal()[0])
    return match.view(match.turn)


def apart(sides: Worlds, simulations: int) -> float:
    """Return by how many standard errors the values on both sides differ at most; it compiles both."""
    view, limit = with_a_choice(sides.game), Limit(simulations=simulations)
    there, here = (sides.player(side, view.seat, 1).decide(view, limit) for side in (DEVICE, CORES))
    return max(_apart(there, here), default=0.0)


def _apart(there: Choice, here: Choice) -> list[float]:
    found = {c.move: c for c in here.candidates}
    pairs = [(c, found[c.move]) for c in there.candidates]
    return [
        abs((a.value or 0.0) - (b.value or 0.0)) * 2 * Z / hypot(a.high - a.low, b.high - b.low)
        for a, b in pairs
        if None not in (a.high, a.low, b.high, b.low) and a.high > a.low  # type: ignore[operator]
    ]


def pairing(name: str, given: argparse.Namespace, seconds: float) -> tuple[str, bool]:
    """Play a game's blocks; give the line, and whether the interval is clear of 50 %."""
    if worlds := given.worlds or (256 if given.device == "cpu" else 0):
        determinized_lanes.AT_ONCE = worlds
    name, _, strategy = name.partition(":")
    game = parlour.game(name)
    sides = Worlds(game, strategy or ("determinized" if game.traits.hidden else "montecarlo"), given)
    differ = apart(sides, given.simulations)
    view = with_a_choice(game)
    for side in (DEVICE, CORES):
        sides.player(side, view.seat, 0).decide(view, sides.limits[side])
    found, number = sides.blocks(given.games, given.seed, seconds)
    head = f"{game.name}:{sides.strategy}"
    return f"{head:<27}{sides.row(found, number)}{differ:>6.1f} se", found.low > 0.5


def main(arguments: Sequence[str] | None = None) -> int:
    """Play every pairing and print a line for each; give the exit code."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    add_options(parser)
    parser.add_argument("--games", type=int, default=1000, help="of each pairing at most")
    parser.add_argument("--minutes", type=float, default=3.0, help="for the games of all pairings together")
    parser.add_argument("--worlds", type=int, default=0, help="searched at once on the device")
    parser.add_argument("--simulations", type=int, default=SAME, help="for the comparison of values")
    parser.add_argument("game", nargs="*", default=GAMES, help="a name, or NAME:STRATEGY")
    given = parser.parse_args(arguments)
    print(f"{'game':<27}{TITLES}{'apart':>9}")
    return print_pairings(pairing, given)


if __name__ == "__main__":
    sys.exit(main())
