"""Count every heads-up match-up before the flop and write the table the package ships.

    python tools/build_preflop_table.py

About a minute on one core. What is done is kept in a file beside the result, so that an interrupted run goes
on where it was; the table is the same whatever the interruptions.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

from parlour.cards.cards import DECK
from parlour.cards.counting import count_boards
from parlour.cards.preflop import BOARDS, FILE, HOLDINGS, MATCHUPS, keys_of, packed
from parlour.cards.ranges import all_holdings
from parlour.cards.tables import tables

KEEP_EVERY = 2000


def main() -> None:
    """Count what is missing, then write the table."""
    partial = FILE.with_suffix(".partial.npy")
    masks = np.array(all_holdings(), np.int64)
    first, second = np.nonzero(masks[:, None] & masks[None, :] == 0)
    keys = np.unique(keys_of(first, second)[0])
    assert len(keys) == MATCHUPS
    counted = np.load(partial) if partial.exists() else np.zeros((0, 2), np.int64)
    began, before = time.monotonic(), len(counted)
    for begin in range(before, MATCHUPS, KEEP_EVERY):
        part = [
            _count(int(masks[key // HOLDINGS]), int(masks[key % HOLDINGS]))
            for key in keys[begin:][:KEEP_EVERY]
        ]
        counted = np.concatenate([counted, part])
        np.save(partial, counted)
        done = len(counted)
        left = (time.monotonic() - began) * (MATCHUPS - done) / (done - before)
        print(f"{done:6,} of {MATCHUPS:,} match-ups, about {left:.0f} s left", file=sys.stderr, flush=True)
    FILE.write_bytes(packed(keys, counted[:, 0], counted[:, 1]))
    Path(partial).unlink(missing_ok=True)
    print(f"{FILE}: {FILE.stat().st_size:,} bytes")


def _count(one: int, two: int) -> tuple[int, int]:
    tally = np.zeros((2, 2), np.int64)
    total = count_boards(tables(), np.array([one, two]), DECK & ~(one | two), tally)
    assert total == BOARDS == tally[0, 0] + tally[1, 0] + tally[0, 1]
    return int(tally[0, 0]), int(tally[0, 1])


if __name__ == "__main__":
    main()
