"""Fleets that explain a Battleship view, drawn a second: by one stream, and by lanes on a device.

    python benchmarks/battleship_posterior.py
    python benchmarks/battleship_posterior.py --device gpu --samples 4000000

First the lanes of the device are held against those of the cores, bit for bit, and against one stream within
4.5 standard errors. Lanes are timed with all that a decision needs: classes, covers, the map of the cells.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from parlour import Stream, game
from parlour.compile.device import settle
from parlour.core import rules
from parlour.core.options import DEVICES
from parlour.games.battleship.play.posterior import weigh
from parlour.games.battleship.play.posterior_lanes import drawn_by_lanes

SHOTS = (0, 12, 24, 40)  # fired at random by both together
CHECKED = 20_000


def view_after(shots: int) -> Any:
    """Return the first seat's view after fleets and shots at random."""
    s, rng = game("battleship").start(), Stream.of("battleship posterior", shots)
    for _ in range(2 * len(s.ships) + shots):
        s = rules.play(s, rules.random_action(s, rng))
    return rules.mask(s, 0)


def by_stream(v: Any, samples: int) -> Any:
    """Draw fleets one after the other; give the counts by cell."""
    fleets, counts = np.zeros((samples, len(v.ships)), np.int64), np.zeros(100, np.int64)
    weigh(v, 1, samples, Stream.of("one stream"), fleets[:1] if samples == 1 else fleets, counts)
    return counts


def timed(job: Callable[[], Any]) -> float:
    """Return the seconds of the better of two runs, the first of which made everything ready."""
    job()
    took = []
    for _ in range(2):
        began = time.perf_counter()
        job()
        took.append(time.perf_counter() - began)
    return min(took)


def main() -> None:
    """Check, measure, print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--device", choices=DEVICES, default="auto")
    parser.add_argument("--samples", type=int, default=1_000_000, help="fleets drawn by the lanes")
    parser.add_argument("--one", type=int, default=20_000, help="fleets drawn by the one stream")
    asked = parser.parse_args()
    device = settle(asked.device)
    print(f"lanes on the {device}: {asked.samples:,} fleets; one stream: {asked.one:,}")
    print("shots   fleets in all   one stream/s     lanes/s   ratio")
    for shots in SHOTS:
        v = view_after(shots)
        here = drawn_by_lanes(v, 1, CHECKED, 1, "cpu")
        there = drawn_by_lanes(v, 1, CHECKED, 1, device)
        assert here is not None
        assert there is not None
        assert (here.fleets == there.fleets).all(), "the device draws other fleets than the cores"
        assert (here.counts == there.counts).all(), "the device counts otherwise than the cores"
        apart = there.counts / CHECKED - by_stream(v, CHECKED) / CHECKED
        share = there.counts / CHECKED
        assert (abs(apart) <= 4.5 * np.sqrt(2 * share * (1 - share) / CHECKED) + 1e-3).all()
        one = asked.one / timed(lambda v=v: by_stream(v, asked.one))
        many = asked.samples / timed(lambda v=v: drawn_by_lanes(v, 1, asked.samples, 2, device))
        print(f"{shots:5}{there.total:16,.0f}{one:15,.0f}{many:12,.0f}{many / one:8.1f}")


if __name__ == "__main__":
    main()
