"""Every strategy of every game in a process of its own with an empty cache, its time limited: does it search?

Each decides twice, by two players who know nothing of each other: first while everything has to be loaded and
compiled, then with all of it ready. Fails where the first looked at less than a tenth of what the second did.

    python benchmarks/cold_starts.py [GAME ...] [--seconds 0.1] [--levels] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile

COUNTS = ("simulations", "nodes", "worlds", "iterations")
LEAST_SHARE = 0.1
DECIDE = """
import json, sys, time
import parlour
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.spec import make
name, spec, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
game = parlour.game(name)
match = next(m for m in (Match(game, seed) for seed in range(99)) if not m.over)
told = []
for _ in range(2):
    player = make(game, spec, match.turn, Stream([5]))
    player.blunder = 0.0
    began = time.perf_counter()
    choice = player.decide(match.view(match.turn), Limit(seconds=seconds))
    work = {k: v for k, v in choice.work.items() if isinstance(v, (int, float))}
    told.append({"seconds": time.perf_counter() - began, "work": work, "move": choice.move})
print(json.dumps(told))
"""


def decisions(game: str, spec: str, seconds: float) -> list[dict[str, object]] | str:
    """Decide twice in a new process with an empty cache; give what it told, or what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "PARLOUR_CACHE_DIR": folder}
        command = [sys.executable, "-c", DECIDE, game, spec, str(seconds)]
        done = subprocess.run(command, env=env, capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr.strip().splitlines()[-1]


def verdict(told: list[dict[str, object]] | str) -> str:
    """Say what is wrong with the first decision; empty if nothing is."""
    if isinstance(told, str):
        return told
    first, second = (row["work"] for row in told)
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    if second.get("depth", 0) and not first.get("depth"):
        return f"depth 0, then {second['depth']}"
    short = [k for k in COUNTS if second.get(k, 0) and first.get(k, 0) < LEAST_SHARE * second[k]]
    return ", ".join(f"{k} {first.get(k, 0):,}, then {second[k]:,}" for k in short)


def main() -> int:
    """Try all of them; give 1 if a first decision was short of time."""
    from parlour.core import registry

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--levels", action="store_true", help="the four levels of each game only")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows, failures = [], 0
    for name in args.games or registry.game_names():
        game = registry.game(name)
        specs = list(game.levels) if args.levels else [*game.levels, *registry.strategies_for(game)]
        for spec in specs:
            told = decisions(name, spec, args.seconds)
            wrong = verdict(told)
            failures += bool(wrong)
            rows.append({"game": name, "spec": spec, "decisions": told, "wrong": wrong})
            if not args.json:
                took = (
                    ""
                    if isinstance(told, str)
                    else f"{told[0]['seconds']:6.2f} s {told[1]['seconds']:6.2f} s"
                )
                print(f"{name:22} {spec:22} {took}  {wrong or 'ok'}", flush=True)
    if args.json:
        print(json.dumps(rows))
    else:
        print(f"{len(rows)} cases, {failures} failures")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
