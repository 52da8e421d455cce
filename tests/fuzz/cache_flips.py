"""Damaged files of compiled code: the process never crashes, and its answer is the right one.

    python tests/fuzz/cache_flips.py --cases 100

A game is written and compiled once, into a folder of its own. A case is a copy of that folder with damage
done to one or two of its files, and a process that uses it: bits flipped, cut short, emptied, zeros, noise,
bytes lost or put in, the content of another file, a folder where the file was, no file at all.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from random import Random

from fuzzing import Failure, Failures, Report, command

RULES = """
from typing import NamedTuple

from parlour import OVER

ACTIONS = 3


class State(NamedTuple):
    left: int
    player: int


def start():
    return State(9, 0)


def turn(s):
    return OVER if s.left == 0 else s.player


def legal(s):
    return (1 << min(s.left, 3)) - 1


def play(s, a):
    return State(s.left - 1 - a, 1 - s.player)


def returns(s):
    return (1.0, -1.0) if s.player == 1 else (-1.0, 1.0)
"""
# Two kernels, so that there are files of the same kind to be mistaken for each other.
PROGRAM = """
import sys
import parlour
from parlour.compile import backend
from parlour.search.perft import leaves_at
from parlour.search.playout import playouts
s = parlour.game(parlour.load(sys.argv[1])[0]).start()
print(leaves_at(s, 5), *playouts(s, parlour.Stream([1]), 100, 0), backend.name_of(type(s)))
"""
SECONDS = 300  # for one process on a busy machine
SHOWN = 300  # characters of what a failed process wrote


def use(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the program with the code kept in the folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PARLOUR_", "NUMBA_"))}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder.parent / "taking.py")],
        env={**kept, "PARLOUR_CACHE_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )


def damage(rng: Random, files: list[Path]) -> str:
    """Damage one of the files; say how."""
    path = rng.choice(files)
    content = bytearray(path.read_bytes()) if path.is_file() else bytearray()
    place = rng.randrange(len(content)) if content else 0
    kind = rng.choice(("bit", "bit", "bit", "bits", "cut", "empty", "zeros", "noise", "lost", "put in"))
    kind = rng.choice((kind, kind, kind, "swapped", "folder", "missing"))
    if kind in ("bit", "bits") and content:
        for _ in range(1 if kind == "bit" else 20):
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    elif kind == "cut":
        del content[place:]
    elif kind == "empty":
        content.clear()
    elif kind == "zeros":
        size = rng.choice((8, 512, len(content)))
        content[place : place + size] = bytes(len(content[place : place + size]))
    elif kind == "noise":
        content = bytearray(rng.randbytes(len(content)))
    elif kind == "lost":
        del content[place : place + rng.randrange(1, 9)]
    elif kind == "put in":
        content[place:place] = rng.randbytes(rng.randrange(1, 9))
    elif kind == "swapped":
        other = rng.choice(files)
        if other.is_file():
            content = bytearray(other.read_bytes())
        kind = f"swapped with {other.name}"
    if path.is_file():
        path.unlink()
    if kind == "folder":
        path.mkdir(exist_ok=True)
    elif kind != "missing" and not path.is_dir():
        path.write_bytes(content)
    return f"{path.name}: {kind}"


def run(numbers: Iterable[int], seed: int) -> Report:
    """Compile once, then use every damaged copy."""
    failures = Failures()
    count = healed = 0
    with tempfile.TemporaryDirectory() as scratch:
        whole = Path(scratch) / "whole"
        (Path(scratch) / "taking.py").write_text(RULES)
        first = use(whole)
        if first.returncode or "native" not in first.stdout:
            return Report(1, [Failure(-1, "nothing was compiled", f"{first.stdout}{first.stderr}")], {})
        for number in numbers:
            rng = Random(f"cache_flips {seed} {number}")
            copy = Path(scratch) / "copy"
            shutil.copytree(whole, copy)
            files = sorted(path for path in copy.rglob("*") if path.is_file())
            done = "; ".join(damage(rng, files) for _ in range(rng.choice((1, 1, 1, 2))))
            count += 1
            try:
                again = use(copy)
            except subprocess.TimeoutExpired:
                failures.append(Failure(number, "hangs", done))
            else:
                healed += again.stdout == first.stdout
                said = f"{done} -> {again.stdout[-SHOWN:]!a} {again.stderr[-SHOWN:]!a}"
                if again.returncode:
                    failures.append(Failure(number, f"exit code {again.returncode}", said))
                elif again.stdout != first.stdout:
                    failures.append(Failure(number, "another answer", said))
            shutil.rmtree(copy)
    return Report(count, failures, {"right": healed})


if __name__ == "__main__":
    sys.exit(command(__doc__ or "", run, 100))
