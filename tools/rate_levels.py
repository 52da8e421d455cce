"""Measure how strong the levels of the games are, and write the ratings that the package ships.

    python tools/rate_levels.py                 every game that is not in the file yet
    python tools/rate_levels.py nim hearts      these games, anew

The levels of a game play each other in the arena (`--games` a pairing, `--limit` a decision, `--seed`);
their ratings are those that make the results most likely (R. A. Bradley and M. E. Terry 1952, on Elo's scale,
half a drawn game added to each pairing so that a clean sweep stays finite), with medium at 1500. The error is
the standard error of the difference from medium. Results go to src/parlour/data/level_ratings.json, game by
game: {game: {level: {"rating", "error", "games"}}}; parlour.store.levels reads them. A single-player game
has no rating. What ships was measured with --limit at_most=0.02 and --games 200 where games are short, 24
elsewhere; Hearts and Bluff with at_most=0.1 and 96. A level that would think longer is rated too low.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import parlour
from parlour import arena
from parlour.core.files import write_whole
from parlour.store.levels import ANCHOR, ANCHORED, FILE

SCALE = np.log(10.0) / 400.0  # of Elo
DRAWN = 0.5  # games, added to every pairing as a draw
STEPS = 50  # of Newton's method: it takes about ten


def fitted(levels: list[str], pairs: list[Any]) -> dict[str, dict[str, float]]:
    """Return the ratings that make scores most likely: (first, second, share of the first, games)."""
    n, fixed = len(levels), levels.index(ANCHORED)
    free = [i for i in range(n) if i != fixed]
    strength = np.zeros(n)
    for _ in range(STEPS):
        slope, bend = np.zeros(n), np.zeros((n, n))
        for a, b, share, games in pairs:
            expected = 1.0 / (1.0 + np.exp(strength[b] - strength[a]))
            total = games + DRAWN
            gain = share * games + DRAWN / 2 - total * expected
            weight = total * expected * (1.0 - expected)
            slope[a] += gain
            slope[b] -= gain
            bend[[a, b], [a, b]] += weight
            bend[[a, b], [b, a]] -= weight
        inside = bend[np.ix_(free, free)]
        strength[free] += np.clip(np.linalg.solve(inside, slope[free]), -1.0, 1.0)
    errors = np.zeros(n)
    errors[free] = np.sqrt(np.diag(np.linalg.inv(inside)))
    played = [sum(games for a, b, _, games in pairs if i in (a, b)) for i in range(n)]
    return {
        level: {
            "rating": round(ANCHOR + float(strength[i] / SCALE), 1),
            "error": round(float(errors[i] / SCALE), 1),
            "games": played[i],
        }
        for i, level in enumerate(levels)
    }


def measured(name: str, games: int, limit: str, seed: int) -> dict[str, dict[str, float]]:
    """Let the levels of a game play each other."""
    levels = list(parlour.game(name).levels)
    result = arena.run(name, levels, games, seed, limit, records=False)
    return fitted(
        levels,
        [(*(levels.index(spec) for spec in pair.specs), pair.score, pair.games) for pair in result.pairs],
    )


def main() -> None:
    """Measure the games that were asked for and keep each as it is done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=24, help="games of each pairing")
    parser.add_argument("--limit", default="at_most=0.05", help="what a decision may cost")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    path = Path(FILE)
    known = json.loads(path.read_text()) if path.exists() else {}
    for name in asked.names or [name for name in parlour.game_names() if name not in known]:
        game = parlour.game(name)
        if game.seats < 2 or ANCHORED not in game.levels:
            continue
        began = time.perf_counter()
        known[name] = measured(name, asked.games, asked.limit, asked.seed)
        write_whole(path, json.dumps(known, indent=1, sort_keys=True) + "\n")
        told = ", ".join(
            f"{level} {found['rating']:.0f} ± {found['error']:.0f}" for level, found in known[name].items()
        )
        print(f"{name}: {told} ({time.perf_counter() - began:.0f} s)", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
