"""Damage an event's file and go on from it: it must be refused with one line, or give the same table.

    python tests/fuzz/journal_flips.py --cases 60 --seed 1

Each case takes the whole file of a small event and flips bits, tears its end off, repeats, drops, shuffles or
renumbers lines, or writes another result. Exit code 0 if no case failed.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from parlour import ParlourError
from parlour.arena import Result, run

GAME, SPECS, GAMES = "nim", ("random", "random:blunder=0.5", "nim_sum:blunder=0.5"), 6


def event(path: Path | None = None) -> Result:
    """Run the event, or go on with it."""
    return run(GAME, SPECS, games=GAMES, seed=5, resume=path)


def flip(lines: list[bytes], rng: random.Random) -> bytes:
    """Flip from one to three bits anywhere."""
    content = bytearray(b"".join(lines))
    for _ in range(rng.randint(1, 3)):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return bytes(content)


def tear(lines: list[bytes], rng: random.Random) -> bytes:
    """Cut the end off, as a kill in the middle of a write does."""
    content = b"".join(lines)
    return content[: rng.randrange(len(content) + 1)]


def repeat(lines: list[bytes], rng: random.Random) -> bytes:
    """Give a line twice."""
    at = rng.randrange(1, len(lines))
    return b"".join([*lines, lines[at]])


def drop(lines: list[bytes], rng: random.Random) -> bytes:
    """Lose some lines."""
    lost = set(rng.sample(range(1, len(lines)), rng.randint(1, 5)))
    return b"".join(line for at, line in enumerate(lines) if at not in lost)


def shuffle(lines: list[bytes], rng: random.Random) -> bytes:
    """Put the lines into another order."""
    return b"".join([lines[0], *rng.sample(lines[1:], len(lines) - 1)])


def rewrite(lines: list[bytes], rng: random.Random) -> bytes:
    """Turn a result round, in a line that stays sound JSON."""
    at = rng.randrange(1, len(lines))
    turned = re.sub(rb'"returns":\[(-?1\.0),(-?1\.0)\]', rb'"returns":[\2,\1]', lines[at])
    return b"".join([*lines[:at], turned, *lines[at + 1 :]])


def renumber(lines: list[bytes], rng: random.Random) -> bytes:
    """Give a line the number of another match."""
    at = rng.randrange(1, len(lines))
    other = re.sub(rb'^\{"match":\d+', b'{"match":%d' % rng.randrange(len(lines)), lines[at])
    return b"".join([*lines[:at], other, *lines[at + 1 :]])


DAMAGES: tuple[Callable[[list[bytes], random.Random], bytes], ...] = (
    *(flip, flip, flip, tear, tear, repeat, drop, shuffle, rewrite, renumber),
)
HARMLESS = (tear, repeat, drop, shuffle)


def main(arguments: list[str] | None = None) -> int:
    """Run the cases; tell how they ended."""
    parser = argparse.ArgumentParser(description="Damage the file of an event and go on from it.")
    parser.add_argument("--cases", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    ends: Counter[str] = Counter()
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.jsonl"
        wanted = event(path)
        lines = path.read_bytes().splitlines(keepends=True)
        for case in range(given.cases):
            rng = random.Random(f"{given.seed}/{case}")
            damage = DAMAGES[case % len(DAMAGES)]
            path.write_bytes(damage(lines, rng))
            try:
                found = event(path)
                end = "same table" if (found, found.texts) == (wanted, wanted.texts) else "ANOTHER TABLE"
            except ParlourError as error:
                end = "refused" if damage not in HARMLESS else f"REFUSED THOUGH SOUND: {error}"
                if "\n" in str(error):
                    end = f"MORE THAN ONE LINE: {error}"
            except Exception as error:
                end = f"FAILED: {type(error).__name__}: {error}"
            if end not in ("same table", "refused"):
                failures += 1
                print(f"case {case} ({damage.__name__}): {end}")
            ends[f"{damage.__name__}: {end}"] += 1
    for end, often in sorted(ends.items()):
        print(f"{often:6} {end}")
    print(f"{given.cases} cases, seed {given.seed}: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
