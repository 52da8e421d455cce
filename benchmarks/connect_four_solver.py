"""The Connect Four solver on sets of positions with known scores beside bitbully, and on every move at once.

    python benchmarks/connect_four_solver.py SETS.json         # {"sets": {NAME: [[MOVES, SCORE], ...], ...}}
    python benchmarks/connect_four_solver.py --answers 40      # every move scored, 40 positions of each ply

Pascal Pons published six sets of 1,000 positions ("Solving Connect 4", part 2).
Both solvers start with an empty table for each position (emptying it is not counted) and use no book; times
are process time on one core.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from pathlib import Path

import parlour
from parlour.bench import bitbully, ours
from parlour.core.rng import Stream
from parlour.core.spec import make


def compare(file: Path, most: int, but: list[str]) -> bool:
    """Print a row for each set; say whether every score was right."""
    right = True
    print(f"{'set':12} {'positions':>9} {'ours ms':>10} {'bitbully ms':>12} {'ratio':>7} wrong")
    for name, rows in json.loads(file.read_text())["sets"].items():
        if name in but:
            continue
        lines = [[int(digit) - 1 for digit in moves] for moves, _ in rows[:most]]
        wanted = [score for _, score in rows[:most]]
        took, wrong = [], 0
        for job in (ours.solve_connect_four(lines), bitbully.solve_all(lines)):
            scores, seconds = job()
            wrong += sum(a != b for a, b in zip(scores, wanted, strict=True))
            took.append(1000 * seconds / len(lines))
        right &= wrong == 0
        print(
            f"{name:12} {len(lines):9} {took[0]:10.3f} {took[1]:12.3f} {took[1] / took[0]:7.2f} {wrong}",
            flush=True,
        )
    return right


def answers(count: int) -> None:
    """Print how long the player takes to score every move, with its book, by the number of discs."""
    game = parlour.game("connect_four")
    means = []
    print("discs  mean ms   worst ms")
    for plies in range(38):
        player = make(game, "perfect", plies % 2, Stream.of(1, "answers"))
        took = []
        for line in ours.random_lines(plies, count if plies else 1):
            s = game.start()
            for column in line:
                s = game.play(s, column)
            began = time.perf_counter()
            player.decide(game.view(s, plies % 2), None)
            took.append(1000 * (time.perf_counter() - began))
        means.append(statistics.mean(took))
        print(f"{plies:5} {means[-1]:8.2f} {max(took):10.2f}", flush=True)
    print(f"all positions: {statistics.mean(means):.2f} ms on average")


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", type=Path, nargs="?")
    parser.add_argument("--most", type=int, default=1000, help="positions of a set")
    parser.add_argument("--but", action="append", default=[], metavar="NAME", help="leave a set out")
    parser.add_argument("--answers", type=int, default=0, metavar="N")
    options = parser.parse_args()
    ours.solve_connect_four(ours.random_lines(30, 2))()  # compiles
    if options.answers:
        answers(options.answers)
    if options.sets and not compare(options.sets, options.most, options.but):
        sys.exit(1)


if __name__ == "__main__":
    main()
