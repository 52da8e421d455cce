"""Kill events at random moments and go on: the same table, nothing played twice, nobody left behind.

    python tests/fuzz/kill_arena.py --cases 30 --seed 1

Each case starts `parlour arena` with one or two workers, kills it with SIGKILL (up to three times, at moments
drawn from the whole of its run), resumes it, and compares with an event never killed. Linux only: it looks
for orphans in /proc. Exit code 0 if no case failed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

COMMAND = "import sys; from parlour.cli import main; sys.exit(main())"
EVENT = ("arena", "nim", "random", "mcts:simulations=20", "random:blunder=0.5", "--games", "30")


def start(*words: str, mark: str) -> subprocess.Popen[str]:
    """Start the command; `mark` is in its environment and in that of all its children."""
    environment = {**os.environ, "PARLOUR_BACKEND": "interpreted", "PARLOUR_FUZZ": mark}
    environment["PARLOUR_STATE_DIR"] = mark
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def marked(mark: str) -> list[int]:
    """Find the processes that carry the mark and are not only waiting to be reaped."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
                if f"PARLOUR_FUZZ={mark}\0" in (entry / "environ").read_text() and state not in "ZX":
                    found.append(int(entry.name))
            except (OSError, UnicodeDecodeError):
                continue
    return found


def orphans(mark: str, seconds: float = 5.0) -> list[int]:
    """Wait for everybody to leave; give those who do not."""
    deadline = time.monotonic() + seconds
    while (left := marked(mark)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


def case(number: int, seed: int, wanted: Any, took: float) -> str:
    """Run one case; give what went wrong, or nothing."""
    rng = random.Random(f"{seed}/{number}")
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "event.jsonl")
        for _ in range(rng.randint(1, 3)):
            workers = str(rng.randint(1, 2))
            process = start(*EVENT, "--workers", workers, "--resume", file, "--json", mark=folder)
            try:
                process.communicate(timeout=rng.uniform(0.0, 1.2 * took))
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
            if left := orphans(folder):
                return f"left behind: {left}"
        before = lines(file)
        last = start(*EVENT, "--workers", str(rng.randint(1, 2)), "--resume", file, "--json", mark=folder)
        out, err = last.communicate(timeout=60 + 20 * took)
        if last.returncode or err:
            return f"exit code {last.returncode}: {err.strip()}"
        if json.loads(out) != wanted:
            return "another table"
        after = lines(file)
        numbers = [json.loads(line)["match"] for line in after[1:]]
        if sorted(numbers) != list(range(len(numbers))):
            return "a match is missing or there twice"
        if after[: len(before)] != before:
            return "what was finished was played again"
        if left := orphans(folder):
            return f"left behind: {left}"
    return ""


def lines(file: str) -> list[str]:
    """Give the whole lines of a file, if it is there."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    return text.splitlines() if text.endswith("\n") else text.splitlines()[:-1]


def main(arguments: list[str] | None = None) -> int:
    """Run the cases; tell how they ended."""
    parser = argparse.ArgumentParser(description="Kill events at random moments and go on.")
    parser.add_argument("--cases", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        out, err = start(*EVENT, "--json", mark=folder).communicate(timeout=600)
        took = time.monotonic() - began
    if err:
        print(f"the event does not run: {err}", file=sys.stderr)
        return 2
    failures = 0
    for number in range(given.cases):
        wrong = case(number, given.seed, json.loads(out), took)
        failures += bool(wrong)
        if wrong:
            print(f"case {number}: {wrong}")
    print(f"{given.cases} cases, seed {given.seed}: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
