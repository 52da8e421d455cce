"""Random playouts a second of processor time in games with wide states: this source and another, in turn.

It shows whether a way of making states costs anything: as in `changed(s, bets=...)` or written out in full.

    python benchmarks/changed.py OTHER_SRC [--games hearts,holdem,bluff,liars_dice] [--rounds 5] [--seconds 1]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from parlour.compile import kernel
from parlour.core import registry
from parlour.core.rng import Stream
from parlour.core.rules import OVER, play, random_action, turn

HERE = Path(__file__).resolve().parents[1] / "src"


@kernel
def played(s: Any, games: int, rng: Any) -> int:
    """Play random games to their end; give how many actions that took."""
    actions = 0
    for _ in range(games):
        now = s
        while turn(now) != OVER:
            now = play(now, random_action(now, rng))
            actions += 1
    return actions


def speed(name: str, seconds: float) -> tuple[float, int]:
    """Give the playouts a second of one game, and the actions of the first 100 as a check."""
    start = registry.game(name).start()
    checked = played(start, 100, Stream.of(1))
    games, began = 0, time.process_time()
    rng = Stream.of(2)
    while time.process_time() - began < seconds:
        played(start, 100, rng)
        games += 100
    return games / (time.process_time() - began), checked


def main() -> None:
    """Measure both sources in turn, each in a process of its own, and compare the best of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", nargs="?", help="the src folder to compare with; without it, this one alone")
    parser.add_argument("--games", default="hearts,holdem,bluff,liars_dice")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    chosen = parser.parse_args()
    if chosen.other is None:
        for name in chosen.games.split(","):
            print(name, *speed(name, chosen.seconds))
        return
    best: dict[tuple[str, str], float] = {}
    checks: dict[str, set[str]] = {}
    command = [sys.executable, __file__, "--games", chosen.games, "--seconds", str(chosen.seconds)]
    for _ in range(chosen.rounds):
        for source in (chosen.other, str(HERE)):
            env = {**os.environ, "PYTHONPATH": source}
            out = subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout
            for name, rate, check in (line.split() for line in out.splitlines()):
                best[name, source] = max(best.get((name, source), 0.0), float(rate))
                checks.setdefault(name, set()).add(check)
    for name in chosen.games.split(","):
        before, now = best[name, chosen.other], best[name, str(HERE)]
        same = "the same games" if len(checks[name]) == 1 else "DIFFERENT GAMES"
        print(f"{name:12} {before:10,.0f} then {now:10,.0f}  ratio {now / before:.3f}  {same}")


if __name__ == "__main__":
    main()
