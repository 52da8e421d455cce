"""The Dots and Boxes expert against OpenSpiel's C++ tree search, with the same wall-clock time for a move.

`python benchmarks/dots_and_boxes_match.py --rows 5 --cols 5 --games 100 --seconds 0.05` plays a match with
the sides swapped after every game and prints the points (a win 1, a draw 1/2), the mean net number of boxes,
and the mean time either side really used for a move. OpenSpiel's search counts simulations, not time: it is
given as many as its own speed on the moves before allows in that time.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pyspiel

import parlour
from parlour import OVER, Game, Limit, Stream
from parlour.core.rules import AnyState
from parlour.core.spec import make
from parlour.core.strategy import Strategy

EXPLORATION = 2.0
FIRST_RATE = 10_000.0  # simulations a second, before anything has been timed


@dataclass
class Clock:
    """Time used by one side."""

    moves: int = 0
    seconds: float = 0.0

    def add(self, seconds: float) -> None:
        """Count a move."""
        self.moves += 1
        self.seconds += seconds

    @property
    def mean(self) -> float:
        """Give the mean time for a move."""
        return self.seconds / max(1, self.moves)


@dataclass
class Peer:
    """OpenSpiel's search, given as many simulations as fit the time."""

    game: Any
    seconds: float
    seed: int
    rate: float = FIRST_RATE
    clock: Clock = field(default_factory=Clock)

    def choose(self, state: Any) -> int:
        """Search a state; give OpenSpiel's number of the best edge."""
        simulations = max(2, int(self.rate * self.seconds))
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=self.seed)
        bot = pyspiel.MCTSBot(self.game, evaluator, EXPLORATION, simulations, 1000, True, self.seed, False)
        began = time.perf_counter()
        action = int(bot.step(state))
        took = time.perf_counter() - began
        self.clock.add(took)
        if took > 0.2 * self.seconds:  # a search that proves its result ends early and says nothing of speed
            self.rate = 0.5 * self.rate + 0.5 * simulations / took
        return action


def number(game: Game, s: AnyState, action: int) -> int:
    """Give OpenSpiel's number of an edge: all horizontal ones first, then the vertical ones."""
    cols = s.cols
    row, column = divmod(action, 2 * cols + 1)
    rows = int(game.options["rows"])
    return row * cols + column if column < cols else (rows + 1) * cols + row * (cols + 1) + column - cols


def play_game(game: Game, spec: str, peer: Peer, seat: int, seconds: float, seed: int, clock: Clock) -> float:
    """Play one game; give the net number of boxes for our seat."""
    ours: Strategy = make(game, spec, seat, Stream.of(seed, "match"))
    s, state, history = game.start(), peer.game.new_initial_state(), []
    edges = {number(game, s, action): action for action in game.legal(s)}
    while game.turn(s) != OVER:
        turn = game.turn(s)
        if turn == seat:
            began = time.perf_counter()
            action = ours.decide(game.view(s, seat, history), Limit(seconds=seconds)).action
            clock.add(time.perf_counter() - began)
        else:
            action = edges[peer.choose(state)]
        history.append((turn, action))
        state.apply_action(number(game, s, action))
        s = game.play(s, action)
    return game.returns(s)[seat]


def match(rows: int, cols: int, games: int, seconds: float, spec: str, seed: int) -> dict[str, float]:
    """Play a match; give points, their 95 % interval, mean net boxes and times."""
    game = parlour.game("dots_and_boxes", rows=rows, cols=cols)
    theirs = pyspiel.load_game(f"dots_and_boxes(num_rows={rows},num_cols={cols})")
    make(game, spec, 0, Stream.of(seed, "warm")).decide(game.view(game.start(), 0), Limit(seconds=seconds))
    clock, peer = Clock(), Peer(theirs, seconds, seed)
    nets = []
    for index in range(games):
        peer.seed = seed + index
        nets.append(play_game(game, spec, peer, index % 2, seconds, seed + index, clock))
    points = [1.0 if net > 0 else 0.5 if net == 0 else 0.0 for net in nets]
    mean = sum(points) / games
    spread = 1.96 * math.sqrt(sum((p - mean) ** 2 for p in points) / max(1, games - 1) / games)
    return {
        "games": games,
        "won": sum(p == 1.0 for p in points),
        "drawn": sum(p == 0.5 for p in points),
        "points": mean,
        "spread": spread,
        "net": sum(nets) / games,
        "ours": clock.mean,
        "theirs": peer.clock.mean,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the match asked for and print it; exit with 1 if less than 90 % of the points were won."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=5)
    parser.add_argument("--cols", type=int, default=5)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.05, help="time for a move")
    parser.add_argument("--strategy", default="expert")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    found = match(given.rows, given.cols, given.games, given.seconds, given.strategy, given.seed)
    print(
        f"{given.rows} x {given.cols}: {given.strategy} {found['points']:.1%} (±{found['spread']:.1%}) "
        f"of the points in {found['games']} games, {found['won']} won and {found['drawn']} drawn; "
        f"{found['net']:+.2f} boxes a game; "
        f"{1000 * found['ours']:.1f} ms a move, OpenSpiel {1000 * found['theirs']:.1f} ms"
    )
    return 0 if found["points"] >= 0.9 else 1


if __name__ == "__main__":
    sys.exit(main())
