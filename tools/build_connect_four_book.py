"""Build the opening book for Connect Four from the exact scores of every position of one ply.

    python tools/build_connect_four_book.py --ply 12          # after tools/solve_connect_four_on_gpu.py
    python tools/build_connect_four_book.py --ply 8 --threads 2    # solves what is missing, in hours

Scores are kept in build/connect_four_<ply>.npy and written down as they are found, so that the work can be
stopped and started again. The threads share one large table: neighbouring positions have most of their trees
in common, and an entry is one word, so none is ever half written.
"""

from __future__ import annotations

import argparse
import io
import lzma
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from parlour.games.connect_four import State
from parlour.games.connect_four.play.book import PLIES, RARE, file_of
from parlour.games.connect_four.play.kernel import new_counters, new_table, score_of
from parlour.games.connect_four.play.positions import Positions, next_ply, scores_before

ROOT = Path(__file__).resolve().parents[1]
UNKNOWN = 127
EVERY = 20.0  # seconds between two words on how it goes


def plies(last: int) -> list[Positions]:
    """List the positions of every ply up to the last."""
    found = [Positions(np.zeros(1, np.uint64), np.zeros(1, np.uint64))]
    while len(found) <= last:
        found.append(next_ply(found[-1]))
    return found


def pack(keys: Any, scores: Any) -> bytes:
    """Write sorted keys and their scores as a small file."""
    steps = np.diff(keys, prepend=np.uint64(0))
    kinds, kind, counts = np.unique(steps, return_inverse=True, return_counts=True)
    commonest = np.argsort(-counts, kind="stable")
    rank = np.empty(len(kinds), np.int64)
    rank[commonest] = np.arange(len(kinds))
    ranks = rank[kind]
    out = io.BytesIO()
    np.savez(
        out,
        steps=kinds[commonest],
        common=np.minimum(ranks, RARE).astype(np.uint8),
        rare=ranks[ranks >= RARE].astype(np.uint16),
        scores=scores.astype(np.int8),
    )
    return lzma.compress(out.getvalue(), preset=9 | lzma.PRESET_EXTREME)


def solve_missing(these: Positions, ply: int, scores: Any, file: Path, table: Any, threads: int) -> None:
    """Solve the positions that have no score yet, in order."""
    missing = np.flatnonzero(scores == UNKNOWN).tolist()
    began = told = time.time()

    def solve(i: int) -> int:
        s = State(int(these.mine[i]), int(these.mask[i]), ply, 0)
        return int(score_of(s, table, 1, new_counters(10**18)))

    with ThreadPoolExecutor(threads) as pool:
        for count, (i, score) in enumerate(zip(missing, pool.map(solve, missing), strict=True), 1):
            scores[i] = score
            if time.time() - told > EVERY or count == len(missing):
                told = time.time()
                np.save(file, scores)
                left = (len(missing) - count) * (told - began) / count
                print(f"{count:,} of {len(missing):,}, about {left / 60:.0f} minutes left", flush=True)


def main() -> None:
    """Solve what is not solved yet, then write the plies of the book."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ply", type=int, default=PLIES[-1], choices=PLIES)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--bits", type=int, default=26, help="the table has 2**bits buckets of 32 bytes")
    parser.add_argument("--folder", type=Path, default=ROOT / "build", help="where the scores are kept")
    parser.add_argument("--data", type=Path, default=ROOT / "src" / "parlour" / "data", help="where to write")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    file = options.folder / f"connect_four_{options.ply}.npy"
    positions = plies(options.ply)
    last = positions[-1]
    scores = np.load(file) if file.exists() else np.full(len(last.mine), UNKNOWN, np.int8)
    print(f"{len(scores):,} positions, {int((scores == UNKNOWN).sum()):,} to solve", flush=True)
    if (scores == UNKNOWN).any():
        solve_missing(last, options.ply, scores, file, new_table(options.bits), options.threads)
    for ply in range(options.ply, -1, -1):
        if ply < options.ply:
            scores = scores_before(positions[ply], ply, positions[ply + 1], scores)
        if ply in PLIES:
            out = options.data / file_of(ply)
            out.write_bytes(pack(positions[ply].keys, scores))
            print(f"wrote {out.name}, {out.stat().st_size:,} bytes")
    print(f"the empty board: {int(scores[0]):+d}")


if __name__ == "__main__":
    main()
