"""How many shots each player needs to sink a fleet that chance has placed: means with 95 % intervals.

    python benchmarks/battleship_shots.py --boards 10000
    python benchmarks/battleship_shots.py hunt density-tuned --boards 2000 --jobs 2
    python benchmarks/battleship_shots.py --plot docs/images/battleship_shots.svg

Every player gets the same boards, drawn from fixed seeds in blocks of 100, so that differences are paired and
`--jobs` changes nothing. `--placing` lets fleets be placed by a strategy instead of by chance.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from battleship_games import HUNT, HUNT_PARITY, PARITY, RANDOM, simple_games
from parlour import Stream, game
from parlour.core.rules import mask, play
from parlour.games.battleship.play.board import new_notes
from parlour.games.battleship.play.density import tuned_table
from parlour.games.battleship.play.density_map import density_games, new_maps, plain_table
from parlour.games.battleship.play.placing import choose_place, going_on

PLAYERS = ("random", "parity", "hunt", "hunt-parity", "density", "density-tuned")
SIMPLE = {"random": RANDOM, "parity": PARITY, "hunt": HUNT, "hunt-parity": HUNT_PARITY}
BLOCK = 100
SOME_FLEET = "A1h B1h C1h D1h E1h"


def boards_of(block: int, placing: str) -> Any:
    """Draw the fleets of a block."""
    places = game("battleship").start()
    fleets = np.zeros((BLOCK, len(places.ships)), np.int64)
    rng = Stream.of("battleship boards", block)
    if placing == "random":
        going_on(places, 0, BLOCK, rng, fleets)
        return fleets
    for n in range(BLOCK):
        s = places
        for k in range(len(s.ships)):
            fleets[n, k], _ = choose_place(s, 0, placing, 300, None, rng.spawn(n, k))
            s = play(s, int(fleets[n, k]))
    return fleets


def played(player: str, block: int, announce: str, placing: str) -> Any:
    """Give the shots that a player needs for each board of a block."""
    s = mask(game("battleship", alone=True, announce=announce, fleet=SOME_FLEET).start(), 0)
    boards, shots = boards_of(block, placing), np.zeros(BLOCK, np.int64)
    rng = Stream.of("battleship shots", player, block)
    notes, maps = new_notes(100), new_maps(10, 10)
    if player in SIMPLE:
        simple_games(s, boards, SIMPLE[player], rng, notes, shots)
    else:
        table = tuned_table() if player == "density-tuned" else plain_table()
        density_games(s, 0, boards, notes, table, maps, shots, np.zeros(100, np.int64))
    return shots


def all_played(player: str, boards: int, announce: str, placing: str, jobs: int) -> tuple[Any, float]:
    """Give the shots of a player on every board, and the seconds of one core that it took."""
    blocks = range((boards + BLOCK - 1) // BLOCK)
    played(player, 0, announce, placing)  # compile first
    began = time.process_time() if jobs == 1 else time.perf_counter()
    if jobs == 1:
        found = [played(player, block, announce, placing) for block in blocks]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            found = list(pool.map(played, [player] * len(blocks), blocks, [announce] * len(blocks),
                                  [placing] * len(blocks)))  # fmt: skip
    took = (time.process_time() - began) if jobs == 1 else (time.perf_counter() - began) * jobs
    return np.concatenate(found)[:boards], took


def row(player: str, shots: Any, base: Any, took: float) -> str:
    """Write one row of the table."""
    number = len(shots)
    error = 1.96 * shots.std(ddof=1) / number**0.5
    text = f"| {player} | {shots.mean():.2f} ± {error:.2f} | {np.median(shots):.0f} "
    text += f"| {shots.min()} to {shots.max()} |"
    if base is None:
        return f"{text} | {1e3 * took / shots.sum():.3f} |"
    gap = shots - base
    error = 1.96 * gap.std(ddof=1) / number**0.5
    return f"{text} {gap.mean():+.2f} ± {error:.2f} | {1e3 * took / shots.sum():.3f} |"


def main() -> None:
    """Print the table, and draw the distributions where a file is named."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("players", nargs="*", help=f"of {', '.join(PLAYERS)}; all if none")
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--announce", choices=("ship", "sunk", "none"), default="ship")
    parser.add_argument("--placing", choices=("random", "spread", "hidden"), default="random")
    parser.add_argument("--plot", help="an SVG file for the distributions")
    asked = parser.parse_args()
    for player in asked.players:
        if player not in PLAYERS:
            parser.error(f"no player {player}; choose of {', '.join(PLAYERS)}")
    print(f"{asked.boards:,} boards, fleets placed: {asked.placing}, announced: {asked.announce}")
    print("| player | mean shots, 95 % | median | range | to density, paired | ms a shot |")
    print("|---|---|---|---|---|---|")
    arguments = (asked.boards, asked.announce, asked.placing, asked.jobs)
    density, _ = all_played("density", *arguments)
    kept = {}
    for player in asked.players or PLAYERS:
        kept[player], took = all_played(player, *arguments)
        print(row(player, kept[player], None if player == "density" else density, took), flush=True)
    if asked.plot:
        from battleship_plot import histogram

        Path(asked.plot).write_text(histogram(kept), encoding="utf-8")
        print(f"drawn: {asked.plot}", file=sys.stderr)


if __name__ == "__main__":
    main()
