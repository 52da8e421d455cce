"""Build the opening book for Connect Four: solve every position of a ply exactly.

    python tools/build_connect_four_book.py --ply 6 --threads 2

Takes hours. Each score is written down as it is found, so that it can be stopped and started again; the book
is made when the last one is there. The threads share one large table: neighbouring positions have most of
their trees in common, and an entry is one word, so none is ever half written.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from parlour.experts.connect_four_book import FILE, book_key, positions_at
from parlour.experts.connect_four_kernel import new_counters, new_table, score_of
from parlour.games.connect_four import State

ROOT = Path(__file__).resolve().parents[1]


def finished(file: Path) -> dict[int, int]:
    """Read the scores found so far; a line cut short by a kill is left out."""
    found: dict[int, int] = {}
    for line in file.read_text().splitlines() if file.exists() else []:
        try:
            key, score = json.loads(line)
        except ValueError:
            continue
        found[key] = score
    return found


def solve_all(file: Path, todo: list[State], table: Any, threads: int) -> None:
    """Solve the positions in order, writing each score down and showing how it goes."""
    began = time.time()

    def job(s: State) -> tuple[State, int]:
        return s, int(score_of(s, table, 1, new_counters(10**18)))

    with file.open("a") as out, ThreadPoolExecutor(threads) as pool:
        out.write("\n")
        for count, (s, score) in enumerate(pool.map(job, todo), 1):
            out.write(json.dumps([book_key(s), score]) + "\n")
            out.flush()
            if count % 20 == 0:
                left = (len(todo) - count) * (time.time() - began) / count
                print(f"{count:,} of {len(todo):,}, about {left / 60:.0f} minutes left", flush=True)


def main() -> None:
    """Solve what is not solved yet, then write the book."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ply", type=int, default=6)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--bits", type=int, default=26, help="the table has 2**bits buckets of 32 bytes")
    parser.add_argument("--folder", type=Path, default=ROOT / "build")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    file = options.folder / f"connect_four_book_{options.ply}.jsonl"
    every = positions_at(options.ply)
    done = finished(file)
    todo = [s for s in every if book_key(s) not in done]
    print(f"{len(every):,} positions, {len(todo):,} to solve", flush=True)
    if todo:
        solve_all(file, todo, new_table(options.bits), options.threads)
    scores = finished(file)
    keys = np.array(sorted(book_key(s) for s in every), np.int64)
    out = ROOT / "src" / "parlour" / "data" / FILE
    np.savez_compressed(out, ply=options.ply, keys=keys, scores=np.array([scores[k] for k in keys], np.int8))
    print(f"wrote {out}, {out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
