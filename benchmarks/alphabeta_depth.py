"""How deep a search looks in the same time, here and in an earlier checkout, position by position in turn.

`python benchmarks/alphabeta_depth.py --before /path/to/old/checkout` gives `alphabeta` a second for each of
eight positions of Connect Four, Ultimate Tic-Tac-Toe and Breakthrough 6 x 6 (a user's game) and prints the
mean depth. `--game checkers --spec draughts` measures another pair. Positions that were solved are left out.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import fmean

import parlour
from old_and_new import HERE, Side, opening_of

BREAKTHROUGH = str(HERE.parents[1] / "tests" / "search" / "breakthrough.py")
PLIES = 8  # random ones before a position; the numbers of the positions are the seeds


def main() -> None:
    """Measure, and print one line for each game."""
    parser = argparse.ArgumentParser(description="Compare the depths that two checkouts reach.")
    parser.add_argument("--before", type=Path, required=True, help="the folder of the earlier checkout")
    parser.add_argument("--game", action="append", help="instead of the three games")
    parser.add_argument("--spec", default="alphabeta:table=20")
    parser.add_argument("--positions", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    parlour.load(BREAKTHROUGH)
    sides = [Side("new", HERE.parents[1]), Side("old", given.before)]
    for name in given.game or ("connect_four", "ultimate_tic_tac_toe", "breakthrough"):
        game = parlour.game(name)
        depths: list[list[int]] = []
        nodes: list[list[int]] = []
        for seed in range(given.positions):
            match = parlour.Match(game, seed)
            match.open_with(opening_of(game, seed, PLIES))
            told = []
            for side in sides:
                for limit in ("nodes=1", f"seconds={given.seconds}"):  # the first makes the code ready
                    side.ask(game=name, load=[BREAKTHROUGH], seed=seed, spec=given.spec, limit=limit)
                    answer = side.ask(actions=match.actions, seat=match.turn)
                told.append(answer)
            if not any(answer["exact"] for answer in told):
                depths.append([answer["depth"] for answer in told])
                nodes.append([answer["nodes"] for answer in told])
        new, old = (fmean(column) for column in zip(*depths, strict=True))
        seen = [fmean(column) / given.seconds / 1e6 for column in zip(*nodes, strict=True)]
        print(
            f"{name}: {len(depths)} positions, depth {new:.2f}, before {old:.2f}, {new - old:+.2f}; "
            f"million nodes a second {seen[0]:.2f}, before {seen[1]:.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
