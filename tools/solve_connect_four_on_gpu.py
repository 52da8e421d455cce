"""Solve every Connect Four position of a ply on a GPU (needs numpy, CuPy and an NVIDIA card).

    PYTHONPATH=src python tools/solve_connect_four_on_gpu.py --ply 12 --scores build/connect_four_12.npy

Took 498 s and 592 thousand million positions on one H200. Stops after `--seconds` and writes down what it
has; the same command goes on from there.
`tools/build_connect_four_book.py` makes the book from the finished file.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import cupy
import numpy as np

from build_connect_four_book import plies
from parlour.games.connect_four.play.positions import Positions

UNKNOWN = 127
SOURCE = Path(__file__).with_name("connect_four_book.cu")


class Run:
    """A launch of the kernel over some positions, that can be watched and stopped from outside."""

    def __init__(
        self, kernel: Any, table: Any, these: Positions, scores: Any, blocks: int, width: int
    ) -> None:
        """Copy the positions over and start."""
        self.side = cupy.cuda.Stream(non_blocking=True)
        self.main = cupy.cuda.Stream(non_blocking=True)
        self.mine, self.mask = cupy.asarray(these.mine), cupy.asarray(these.mask)
        self.scores = cupy.asarray(scores)
        self.next, self.nodes = cupy.zeros(1, np.uint64), cupy.zeros(1, np.uint64)
        self.stop = cupy.zeros(1, np.int32)
        cupy.cuda.Device().synchronize()
        self.began = time.time()
        last = np.uint64(len(table) // 4 - 1)
        boards = (self.mine, self.mask, self.scores, np.uint64(len(scores)))
        counters = (self.next, self.nodes, self.stop)
        with self.main:
            kernel((blocks,), (width,), (*boards, table, last, *counters))

    def wait(self, seconds: float, file: Path | None = None) -> float:
        """Wait for the end, showing how it goes; stop it when the time is up. Give the seconds it took.

        Everything here is a copy between host and card: a kernel would wait for a place until the end.
        """
        told = time.time()
        stopping = False
        while not self.main.done:
            time.sleep(0.2)
            if time.time() - self.began > seconds and not stopping:
                stopping = True
                self.stop.set(np.ones(1, np.int32), stream=self.side)
            if time.time() - told > 20:
                told = time.time()
                found = self.scores.get(stream=self.side)
                if file:
                    np.save(file, found)
                left = int((found == UNKNOWN).sum())
                print(f"{left:,} of {len(found):,} left, {told - self.began:.0f} s", flush=True)
        return time.time() - self.began


def main() -> None:
    """Solve what is not solved yet, as far as the time goes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ply", type=int, default=12)
    parser.add_argument("--scores", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--bits", type=int, default=30, help="the table has 2**bits buckets of 32 bytes")
    parser.add_argument("--width", type=int, default=128, help="threads of a block")
    parser.add_argument("--blocks", type=int, default=8, help="blocks of each multiprocessor")
    options = parser.parse_args()
    options.scores.parent.mkdir(parents=True, exist_ok=True)
    began = time.time()
    these = plies(options.ply)[-1]
    many = len(these.mine)
    scores = np.load(options.scores) if options.scores.exists() else np.full(many, UNKNOWN, np.int8)
    print(f"{many:,} positions, {int((scores == UNKNOWN).sum()):,} to solve")
    kernel = cupy.RawModule(code=SOURCE.read_text(), options=("-std=c++17",)).get_function("solve")
    print(f"{kernel.num_regs} registers, {kernel.local_size_bytes} bytes of stack a thread", flush=True)
    processors = cupy.cuda.Device().attributes["MultiProcessorCount"]
    table = cupy.zeros(4 << options.bits, np.uint64)
    run = Run(kernel, table, these, scores, options.blocks * processors, options.width)
    took = run.wait(options.seconds - (time.time() - began), options.scores)
    scores = run.scores.get()
    np.save(options.scores, scores)
    nodes = int(run.nodes.get()[0])
    left = int((scores == UNKNOWN).sum())
    print(
        f"{nodes / 1e9:,.0f} G nodes in {took:.0f} s ({nodes / took / 1e6:,.0f} M/s), {left:,} left to solve"
    )


if __name__ == "__main__":
    main()
