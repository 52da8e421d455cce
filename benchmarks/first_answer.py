"""How long a person waits for the first answer on a machine that never compiled anything.

Each level of each game is started in a terminal program of its own with an empty cache, by `parlour play`.
The first move is typed `--think` seconds after the prompt is there (0 is nobody, and the hardest). Timed is
what passes from that move to the next prompt or the end of the game.

    python benchmarks/first_answer.py [GAME ...] [--levels easy,medium,hard] [--think 0] [--warm] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from typing import IO

PROMPTS = ("your move (", "new, undo, why")
SEEDS = range(5, 50)  # the first by which the person moves first


def until_prompt(out: IO[str]) -> str:
    """Read until a prompt is there; give what was read."""
    text = ""
    while not any(prompt in text for prompt in PROMPTS):
        letter = out.read(1)
        if not letter:
            break
        text += letter
    while text and not text.endswith("> "):  # the prompt to its end
        letter = out.read(1)
        if not letter:
            break
        text += letter
    return text


def waited(game: str, level: str, think: float, cache: str) -> float | None:
    """Give the seconds from a first move to the next prompt; None where nobody answers."""
    from parlour.core import registry
    from parlour.core.match import Match

    matches = (Match(registry.game(game), seed) for seed in SEEDS)
    match = next((match for match in matches if match.turn == 0), None)
    if match is None or match.game.seats == 1:  # nobody answers, or not to a first move
        return None
    with tempfile.TemporaryDirectory() as state:
        env = {**os.environ, "PARLOUR_CACHE_DIR": cache, "PARLOUR_STATE_DIR": state, "PARLOUR_AHEAD": "yes"}
        command = [sys.executable, "-m", "parlour", "play", game, "--level", level, "--seed", str(match.seed)]
        process = subprocess.Popen(
            command,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            while match.turn == 0:
                until_prompt(process.stdout)
                move = match.view(0).moves()[0]
                match.play(move, 0)
                time.sleep(think)
                began = time.perf_counter()
                process.stdin.write(move + "\n")
            until_prompt(process.stdout)
            return time.perf_counter() - began
        finally:
            process.kill()
            process.communicate()


def main() -> int:
    """Time them all."""
    from parlour.core import registry

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--levels", default="easy,medium,hard")
    parser.add_argument("--think", type=float, default=0.0)
    parser.add_argument("--warm", action="store_true", help="use the cache that is there")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    levels, rows = args.levels.split(","), []
    for name in args.games or registry.game_names():
        row: dict[str, float | str | None] = {"game": name}
        for level in levels:
            with tempfile.TemporaryDirectory() as empty:
                cache = os.environ.get("PARLOUR_CACHE_DIR", "") if args.warm else empty
                row[level] = waited(name, level, args.think, cache)
        rows.append(row)
        if not args.json:
            told = (f"{row[level]:6.2f} s" if row[level] is not None else "       -" for level in levels)
            print(f"{name:22}", *told, flush=True)
    slowest = max(float(row[level] or 0.0) for row in rows for level in levels)
    if args.json:
        print(json.dumps({"seconds": rows, "slowest": slowest}))
    else:
        print(f"slowest {slowest:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
