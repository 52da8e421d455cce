"""How long an opponent takes to answer: what is not thinking, and the longest answer under a cap.

    python benchmarks/answer_time.py                    # all games and levels
    python benchmarks/answer_time.py nim connect_four --positions 10

Every level of every game is asked at positions of random games, once its code is warm. `beyond` is the time
of `Opponent.choose` less that of the strategy's own decision in it, with a limit of one simulation, node and
ply, the median of all, in milliseconds; `longest` is the longest answer with
`at_most=0.05`, by the wall clock, in milliseconds.
"""

from __future__ import annotations

import argparse
import statistics
import time

from parlour import Choice, Game, Limit, Match, Opponent, Stream, View, game, game_names
from parlour.core.driver import Seat

LEAST = Limit(simulations=1, nodes=1, depth=1)
CAP = 0.05


def positions(it: Game, number: int) -> list[View]:
    """Return views of seats to move, at random moments of random games."""
    found: list[View] = []
    for seed in range(10_000):
        match, rng = Match(it, seed), Stream.of("answer", seed)
        plies = rng.below(30)
        while not match.over and match.ply < plies:
            match.play(rng.choice(match.game.legal(match.state)))
        if not match.over:
            found.append(match.view(match.turn))
        if len(found) == number:
            break
    return found


class Timed(Seat):
    """A seat that keeps the time its strategy took."""

    took = 0.0

    def decide(self, view: View, limit: Limit | None, timeout: float | None = None) -> Choice:
        """Decide, and look at the clock."""
        began = time.perf_counter()
        choice = super().decide(view, limit, timeout)
        self.took = time.perf_counter() - began
        return choice


def beyond(level: str, views: list[View]) -> float:
    """Return the median time of an answer that is not the strategy's, in seconds."""
    extra = []
    for view in views:
        opponent = Opponent(view.game, level, view.seat)
        opponent._seat = seat = Timed(view.game, level, view.seat, 0)
        began = time.perf_counter()
        opponent.choose(view, LEAST)
        extra.append(time.perf_counter() - began - seat.took)
    return statistics.median(extra)


def longest(level: str, views: list[View]) -> float:
    """Return the longest answer under the cap, in seconds."""
    most = 0.0
    for view in views:
        opponent = Opponent(view.game, level, view.seat)
        began = time.perf_counter()
        opponent.choose(view, at_most=CAP)
        most = max(most, time.perf_counter() - began)
    return most


def main() -> None:
    """Print a row for every game and level."""
    parser = argparse.ArgumentParser(description="Measure how long an opponent takes to answer.")
    parser.add_argument("games", nargs="*", help="games; all by default")
    parser.add_argument("--positions", type=int, default=20, help="positions of each game")
    given = parser.parse_args()
    print(f"{'game':24} {'level':8} {'beyond, ms':>10} {'longest, ms':>12}")
    for name in given.games or game_names():
        it = game(name)
        views = positions(it, given.positions)
        for level in it.levels:
            longest(level, views[:3])  # what runs first waits for the compiler
            extra, most = 1000 * beyond(level, views), 1000 * longest(level, views)
            print(f"{name:24} {level:8} {extra:10.3f} {most:12.1f}", flush=True)


if __name__ == "__main__":
    main()
