"""Row-Column strategies against each other on many random squares, each square from both sides.

`python benchmarks/row_column_ladder.py --squares 300 [SPEC SPEC ...]` plays each strategy against the one
before it (by default random, greedy, safe_choice and minimax) and prints its share of the points, a win
being one and a draw a half, and its mean lead, both with a 95 % interval. The two games on one square make
one observation, so that a square that favours the first player favours nobody. It exits with 1 if an
interval of points reaches down to 50 %.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from statistics import fmean
from typing import Any

import parlour
from parlour.arena.stats import Estimate, Z, estimate
from parlour.theory import standard_error

LADDER = ("random", "greedy", "safe_choice", "row_column_minimax")


@dataclass(frozen=True)
class Rung:
    """What one pairing gave: the points of the first strategy, its mean lead a game, and how sure that is."""

    better: str
    worse: str
    points: Estimate
    lead: float
    margin: float  # half the width of the lead's 95 % interval


def pairing(better: str, worse: str, squares: int, seed: int = 0, **options: Any) -> Rung:
    """Play two games, with the seats swapped, on each of so many random squares."""
    blocks, leads = [], []
    for number in range(squares):
        game = parlour.game("row_column", seed=seed + number, **options)
        first = parlour.play(game, [better, worse], seed=seed + number).returns
        second = parlour.play(game, [worse, better], seed=seed + number).returns
        assert first is not None
        assert second is not None
        pair = [first[0], second[1]]
        blocks.append(fmean(1.0 if lead > 0 else 0.5 if lead == 0 else 0.0 for lead in pair))
        leads.append(fmean(pair))
    margin = Z * standard_error(leads) if squares > 1 else inf
    return Rung(better, worse, estimate([blocks]), fmean(leads), margin)


def main(arguments: Sequence[str] | None = None) -> int:
    """Climb the ladder; give the exit code."""
    parser = argparse.ArgumentParser(description="Play Row-Column strategies on many random squares.")
    parser.add_argument("--squares", type=int, default=300, help="random squares of each pairing")
    parser.add_argument("--n", type=int, default=6, help="rows of a square (default 6)")
    parser.add_argument("--seed", type=int, default=0, help="the first square's seed")
    parser.add_argument("spec", nargs="*", help="strategies, the weakest first")
    given = parser.parse_args(arguments)
    specs = given.spec or LADDER
    if len(specs) < 2 or given.squares < 1:
        print("nothing to play; give two strategies or more, and --squares from 1", file=sys.stderr)
        return 2
    print(f"{'strategy':<36}{'against':<36}{'points':>8}{'95 %':>17}{'lead':>8}{'95 %':>8}{'seconds':>9}")
    clear = True
    for worse, better in pairwise(specs):
        began = time.perf_counter()
        rung = pairing(better, worse, given.squares, given.seed, n=given.n)
        took = time.perf_counter() - began
        span = f"{rung.points.low:.1%} to {rung.points.high:.1%}"
        points = f"{rung.points.score:>8.1%}{span:>17}"
        lead = f"{rung.lead:>+8.2f}{f'±{rung.margin:.2f}':>8}"
        print(f"{better:<36}{worse:<36}{points}{lead}{took:>9.1f}", flush=True)
        clear = clear and rung.points.low > 0.5
    return 0 if clear else 1


if __name__ == "__main__":
    sys.exit(main())
