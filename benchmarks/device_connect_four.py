"""Connect Four positions solved a second: many at once on a device, beside the solver on one core.

    python benchmarks/device_connect_four.py --device gpu
    python benchmarks/device_connect_four.py --device cpu --positions 2000 --sets SETS.json --split ""

Positions are drawn by random play, undecided and without a win at once. A sample of every row is solved by
the perfect player's own search as well, with an empty table for each, and the scores are compared; those of
`--sets` ({"sets": {NAME: [[MOVES, SCORE], ...], ...}}, as Pascal Pons published them) with the ones given.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np

import parlour
from parlour.compile.device import settle
from parlour.core.errors import ParlourError
from parlour.core.rng import Stream
from parlour.games.connect_four import State
from parlour.games.connect_four.play import kernel, many
from parlour.games.connect_four.play.perfect import Perfect
from parlour.games.connect_four.play.positions import Positions, have_four

SAMPLE = 200
BOTTOM, BOARD = np.uint64(0x40810204081), np.uint64(0x40810204081 * 0x3F)


def drawn(discs: int, count: int, seed: int = 1) -> Positions:
    """Play at random that far, many times; keep what is undecided and not won with the next disc."""
    rng = np.random.default_rng(seed)
    mines, masks, kept = [], [], 0
    while kept < count:
        mine = np.zeros(4 * count, np.uint64)
        mask = mine.copy()
        for _ in range(discs):
            open_cells = (mask + BOTTOM) & BOARD
            column = rng.integers(0, 7, len(mine), np.uint64) * np.uint64(7)
            disc = open_cells & (np.uint64(0x3F) << column)
            played = disc != 0  # a full column: the game is given up
            mine, mask, disc = mine[played], mask[played], disc[played]
            going = ~have_four(mine | disc)
            mine, mask = (mine ^ mask)[going], (mask | disc)[going]
        wins = np.zeros(len(mine), bool)
        for column in range(0, 49, 7):
            disc = (mask + BOTTOM) & BOARD & np.uint64(0x3F << column)
            wins |= (disc != 0) & have_four(mine | disc)
        mines.append(mine[~wins])
        masks.append(mask[~wins])
        kept += int((~wins).sum())
    return Positions(np.concatenate(mines)[:count], np.concatenate(masks)[:count])


def alone(these: Positions) -> tuple[list[int], float]:
    """Solve them one after the other on one core: scores and seconds."""
    table, counters = kernel.new_table(19), kernel.new_counters(10**18)
    scores, took = [], 0.0
    for number, (mine, mask) in enumerate(zip(these.mine.tolist(), these.mask.tolist(), strict=True)):
        epoch = 1 + number % (kernel.EPOCHS - 1)
        if epoch == 1:
            table[:] = 0
        began = time.process_time()
        scores.append(int(kernel.score_of(State(mine, mask, mask.bit_count(), 0), table, epoch, counters)))
        took += time.process_time() - began
    return scores, took


def row(name: str, these: Positions, device: str, wanted: list[int] | None = None) -> int:
    """Print a row; give how many scores are wrong."""
    began = time.perf_counter()
    solved = many.scores_of(these, device)
    took = time.perf_counter() - began
    assert solved is not None
    scores, nodes = solved
    few = Positions(these.mine[:SAMPLE], these.mask[:SAMPLE])
    known, seconds = alone(few)
    rate, one = len(scores) / took, len(known) / seconds
    wrong = sum(a != b for a, b in zip(scores.tolist(), wanted or known, strict=False))
    print(
        f"{name:>12} {len(scores):10,} {took:8.2f} {rate:12,.0f} {one:10,.0f} {rate / one:8.1f}"
        f" {nodes / took / 1e6:9.1f} {wrong:6}",
        flush=True,
    )
    return wrong


def split(moves: str, device: str) -> int:
    """Solve one position by its frontier and by the player's own search; say whether they differ."""
    game = parlour.game("connect_four")
    s = parlour.game("connect_four", position=moves).start()
    began = time.perf_counter()
    solved = many.split(s, device)
    took = time.perf_counter() - began
    began = time.perf_counter()
    player = Perfect(game, s.ply % 2, Stream([0]), book=False, table=22)
    known, _ = player._scores(s, kernel.new_counters(10**18))
    print(
        f"one position of {s.ply} discs: {took:.2f} s split, {time.perf_counter() - began:.2f} s on one core"
    )
    return int(solved is None or solved[0] != known)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--device", default="gpu", choices=("cpu", "gpu", "auto"))
    parser.add_argument("--positions", type=int, default=1 << 18)
    parser.add_argument("--discs", default="30,24,20,18")
    parser.add_argument("--sets", type=Path)
    parser.add_argument("--split", default="44444133", metavar="MOVES", help="one position; empty for none")
    asked = parser.parse_args()
    try:
        device = settle(asked.device)
    except ParlourError as error:
        print(f"{error}", file=sys.stderr)
        return 2
    began = time.perf_counter()
    many.scores_of(drawn(36, 64), device)
    alone(drawn(36, 2))
    print(f"on the {device}; ready after {time.perf_counter() - began:.1f} s")
    print("       discs  positions  seconds  positions/s   one core    ratio  Mnodes/s  wrong")
    wrong = 0
    for discs in map(int, filter(None, asked.discs.split(","))):
        wrong += row(str(discs), drawn(discs, asked.positions), device)
    if asked.sets:
        for name, rows in json.loads(asked.sets.read_text())["sets"].items():
            states = [parlour.game("connect_four", position=moves).start() for moves, _ in rows]
            if min(s.ply for s in states) >= 12:
                mine, mask = (np.array([getattr(s, n) for s in states], np.uint64) for n in ("mine", "mask"))
                wrong += row(name, Positions(mine, mask), device, [score for _, score in rows])
    if asked.split:
        wrong += split(asked.split, device)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
