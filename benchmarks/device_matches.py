"""Matches, perft and best responses on a device: that they are right, and how many a second.

    python benchmarks/device_matches.py --device gpu
    python benchmarks/device_matches.py --device cpu --games 2000 --depth 7

First what must hold: the device plays the very matches that the cores play, counts what was published, and
finds the best responses to a policy that a solver proves. Then matches a second, without the time to compile.
"""

from __future__ import annotations

import argparse
import time

import parlour
from parlour.batches.perft import perft
from parlour.search.perft import leaves_at

# name, strategies, games as a share of those asked for
MATCHES = (
    ("connect_four", ("greedy", "random"), 1.0),
    ("connect_four", ("montecarlo:simulations=50", "greedy"), 0.1),
    ("connect_four", ("alphabeta:depth=4", "greedy"), 0.1),
    ("kuhn_poker", ("cfr", "random"), 1.0),
)
# From tests/values/connect4_counts.json, which names its sources.
PUBLISHED = {7: 823_536, 8: 5_673_234, 9: 39_394_572, 10: 268_031_646, 11: 1_844_590_828}


def timed(job):
    """Return what a job gives, and its seconds."""
    began = time.perf_counter()
    result = job()
    return result, time.perf_counter() - began


def check(device: str) -> None:
    """Hold the device against the cores of this machine."""
    for name, specs in (
        ("kuhn_poker", ["cfr", "montecarlo:simulations=20"]),
        ("connect_four", ["alphabeta:depth=3", "greedy"]),
    ):
        there, here = (parlour.batch_matches(name, specs, 2000, where, seed=1) for where in (device, "cpu"))
        print(f"  {name}, {' v '.join(specs)}: same as on the cores: {there.text() == here.text()}")
        print("   ", there.footnotes())
    for name in ("kuhn_poker", "leduc_poker"):
        from parlour.search.cfr import solved_by

        proof = solved_by(parlour.game(name), "dcfr", 50).proof
        found, took = timed(lambda name=name: parlour.exploitability(name, "cfr:iterations=50", device))
        nodes = sum(each.nodes for each in found.responses)
        print(
            f"  {name}, cfr after 50 iterations: exploitability {found.value:.9f}, "
            f"proven {proof.exploitability:.9f}; {nodes:,} nodes, {took:.2f} s"
        )


def main() -> None:
    """Check, then measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="gpu", choices=("gpu", "cpu"))
    parser.add_argument("--games", type=int, default=2_000_000)
    parser.add_argument("--depth", type=int, default=10)
    asked = parser.parse_args()
    print("what must hold")
    check(asked.device)
    print(f"matches on the {asked.device}")
    for name, specs, share in MATCHES:
        games = max(200, int(asked.games * share))
        _, ready = timed(lambda: parlour.batch_matches(name, specs, 200, asked.device))  # noqa: B023
        result, took = timed(lambda: parlour.batch_matches(name, specs, games, asked.device))  # noqa: B023
        pair = result.pairs[0]
        print(
            f"  {name:14} {' v '.join(specs):36} {games:>10,} games {took:7.2f} s {games / took:>12,.0f}/s  "
            f"score {pair.score:.4f} ({pair.low:.4f} to {pair.high:.4f}), ready in {ready:.1f} s"
        )
    game = parlour.game("connect_four")
    s = game.start()
    perft(game, s, 5, asked.device)
    found, took = timed(lambda: perft(game, s, asked.depth, asked.device))
    print(f"perft of connect_four to {asked.depth}: {found.leaves:,}, published {PUBLISHED.get(asked.depth)}")
    print(f"  {asked.device}: {took:.2f} s, {found.leaves / took:,.0f} leaves/s")
    small = min(asked.depth, 9)
    leaves_at(s, 1)
    one, took = timed(lambda: leaves_at(s, small))
    print(f"  one core, to {small}: {took:.2f} s, {one / took:,.0f} leaves/s")


if __name__ == "__main__":
    main()
