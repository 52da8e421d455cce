"""Poker on a device: check evaluation, exact equities and Monte Carlo against the CPU, and measure them.

    python benchmarks/poker_device.py --device gpu [--part cards|games|all] [--registers N]

All 133,784,560 hands of seven cards are evaluated and counted by category (the published counts); exact
equities of random match-ups are compared with the table of them; Monte Carlo with the exact values. With
`games`, random games of Hold'em and Blackjack are played from the start. It needs numba and NumPy alone.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import pairwise
from math import comb
from random import Random
from statistics import median
from typing import Any

import numpy as np

from parlour.cards import device as there
from parlour.cards.cards import cards_text
from parlour.cards.evaluator import flush_class, plain_class
from parlour.cards.exact import count as count_here
from parlour.cards.hands import CATEGORIES, category
from parlour.cards.spot import Spot, make_spot
from parlour.cards.tables import BIAS, FLUSH, Tables, tables
from parlour.compile.device import memory, settle
from parlour.compile.lanes import add, lanes
from parlour.core.bits import replace
from parlour.core.options import DEVICES
from parlour.core.registry import game
from parlour.core.rng import Stream
from parlour.core.rules import OVER, play, random_action, returns, rule, turn

HANDS = comb(52, 7)
# high card, pair, two pair, three, straight, flush, full house, four, straight flush
PUBLISHED = (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584)
SLOTS = 256
BITS = 15  # of a count within a word
SIZE = 1024  # hands of a lane
FILL = 1 << 18  # lanes that play games


@rule
def seven_at(ways: Any, number: int) -> tuple[int, ...]:
    """Return seven cards by their number."""
    at = (0, 0, 0, 0, 0, 0, 0)
    place = 52
    for k in range(7, 0, -1):
        place -= 1
        while ways[k, place] > number:
            place -= 1
        number -= ways[k, place]
        at = replace(at, k - 1, place)
    return at


@lanes(key=Tables)
def count_hands(lane: int, rng: Any, t: Tables, ways: Any, edges: tuple[int, ...], counts: Any) -> None:
    """Evaluate SIZE hands; count those that reach each category but the lowest."""
    cards, hands = t.cards, ways[7, 52]
    c1, c2, c3, c4, c5, c6, c7 = seven_at(ways, lane * SIZE)
    low, high, key_5, five, key, six, fresh = 0, 0, 0, 0, 0, 0, 2
    for _ in range(min(SIZE, hands - lane * SIZE)):
        if fresh > 0:
            if fresh == 2:
                key_5 = BIAS + cards[c3] + cards[c4] + cards[c5] + cards[c6] + cards[c7]
                five = (1 << c3) | (1 << c4) | (1 << c5) | (1 << c6) | (1 << c7)
            key, six, fresh = key_5 + cards[c2], five | (1 << c2), 0
        whole = key + cards[c1]
        if whole & FLUSH == 0:
            value = plain_class(t, whole)
        else:
            value = flush_class(t, whole, six | (1 << c1))
        low += int(value >= edges[0]) + (int(value >= edges[1]) << BITS)
        low += (int(value >= edges[2]) << (2 * BITS)) + (int(value >= edges[3]) << (3 * BITS))
        high += int(value >= edges[4]) + (int(value >= edges[5]) << BITS)
        high += (int(value >= edges[6]) << (2 * BITS)) + (int(value >= edges[7]) << (3 * BITS))
        c1 += 1
        if c1 == c2:
            c1, c2, fresh = 0, c2 + 1, 1
            if c2 == c3:
                c2, c3, fresh = 1, c3 + 1, 2
                if c3 == c4:
                    c3, c4 = 2, c4 + 1
                    if c4 == c5:
                        c4, c5 = 3, c5 + 1
                        if c5 == c6:
                            c5, c6 = 4, c6 + 1
                            if c6 == c7:
                                c6, c7 = 5, c7 + 1
    for k in range(4):
        add(counts, k * SLOTS + lane % SLOTS, (low >> (BITS * k)) & ((1 << BITS) - 1))
        add(counts, (4 + k) * SLOTS + lane % SLOTS, (high >> (BITS * k)) & ((1 << BITS) - 1))


@lanes
def play_out(lane: int, rng: Any, s: Any, games: int, totals: Any) -> None:
    """Play games at random; add up what the first seat gets."""
    total = 0.0
    for _ in range(games):
        x = s
        while turn(x) != OVER:
            x = play(x, random_action(x, rng))
        total += returns(x)[0]
    totals[lane] += total


def timed(work: Callable[[], Any], times: int) -> list[float]:
    """Return the seconds of each of several runs."""
    seconds = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - began)
    return seconds


def row(name: str, value: str, note: str = "") -> None:
    """Print a line of the table."""
    print(f"{name:44} {value:>16}  {note}", flush=True)


def evaluations(device: str) -> None:
    """Count all hands of seven cards by category."""
    mem = memory(device)
    t = Tables(*map(mem.put, tables()))
    ways = mem.put(np.array([[comb(n, k) for n in range(53)] for k in range(8)], np.int64))
    kinds = [category(int(value)) for value in tables().strengths[1:]]
    edges = tuple(1 + kinds.index(kind) for kind in range(1, len(CATEGORIES)))

    def work() -> Any:
        counts = mem.zeros(8 * SLOTS, np.int64)
        count_hands(device, -(-HANDS // SIZE), 0, t, ways, edges, counts)
        return mem.get(counts).reshape(8, SLOTS).sum(axis=1)

    compiling = timed(work, 1)[0]
    reached = [HANDS, *work().tolist(), 0]
    assert tuple(a - b for a, b in pairwise(reached)) == PUBLISHED, reached
    best = min(timed(work, 5 if device == "gpu" else 1))
    row("seven cards evaluated a second", f"{HANDS / best:.3g}", f"all {HANDS:,}: counts as published")
    row("  first call, compiling", f"{compiling:.1f} s")


def match_ups(count: int) -> list[Spot]:
    """Draw pairs of hands."""
    rng = Random(1)
    found = []
    for _ in range(count):
        cards = rng.sample(range(52), 4)
        found.append(make_spot([cards_text(cards[:2], ""), cards_text(cards[2:], "")]))
    return found


def exact(device: str) -> None:
    """Count the boards of random match-ups, and of some other questions, and compare with the CPU's."""
    spots = match_ups(10)
    compiling = timed(lambda: there.count(spots[0], device), 1)[0]
    others = [
        make_spot(["AsKs", "QdQh", "7c7d"], dead="Ah"),
        make_spot(["AsKs", "QQ+, AKs, 76s"], "Ts 7s 2d"),
        make_spot(["QQ+, AK", "77-TT, AJs+"], "Ts 7s 2d 3c"),
    ]
    for spot in spots + others:
        a, b = there.count(spot, device), count_here(spot)
        assert np.array_equal([*a.tied.flat, a.total], [*b.tied.flat, b.total]), (spot.names, a, b)
    seconds = [timed(lambda spot=spot: there.count(spot, device), 1)[0] for spot in match_ups(50)]
    row("two hands pre-flop, exact", f"{1000 * median(seconds):.3f} ms", "median of 50; 13 as the CPU has it")
    row("  first call, compiling", f"{compiling:.1f} s")


def sampled(device: str) -> None:
    """Draw deals and compare with the exact values."""
    spots = [
        make_spot(["AsKs", "QdQh"]),
        make_spot(["AsKs", "QQ+, AKs, 76s"], "Ts 7s 2d"),
        make_spot(["AhKh", "random", "random"], "Ts 7s 2d 3c"),
    ]
    many = (1 << 30) if device == "gpu" else 1 << 21
    for spot in spots:
        first = timed(lambda spot=spot: there.draw(spot, 1000, Stream.of(1), device), 1)[0]
        tally = count_here(spot)
        split = 1.0 / np.arange(1, len(spot.players) + 1)
        truth = tally.tied @ split / tally.total
        found: list[Any] = []

        def work(spot: Spot = spot, found: list[Any] = found) -> None:
            found.append(there.draw(spot, many, Stream.of(len(found)), device))

        seconds = min(timed(work, 3))
        equity = found[0] @ split / many
        spread = np.maximum(found[0] @ split**2 / many - equity**2, 1e-12)
        off = np.abs(equity - truth) / np.sqrt(spread / many)
        assert off.max() < 4.0, (spot.names, off)
        note = f"{' '.join(spot.names)}: off by {off.max():.1f} standard errors; first {first:.1f} s"
        row("deals drawn a second", f"{many / seconds:.3g}", note)


def random_games(device: str) -> None:
    """Play random games from the start, as many lanes as fill the device."""
    mem = memory(device)
    for name in ("holdem", "blackjack"):
        start = game(name).start()
        count = FILL if device == "gpu" else 4096
        totals = mem.zeros(count, np.float64)

        def work(each: int, start: Any = start, totals: Any = totals, count: int = count) -> None:
            play_out(device, count, 7, start, each, totals)
            mem.finish()

        compiling = timed(lambda work=work: work(1), 1)[0]
        each = int(np.clip(0.5 / min(timed(lambda work=work: work(1), 2)), 1, 1000))
        seconds = min(timed(lambda work=work, each=each: work(each), 3))
        note = f"{count} lanes of {each}; first call {compiling:.1f} s"
        row(f"{name}: random games a second", f"{count * each / seconds:.3g}", note)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", choices=DEVICES, default="auto")
    parser.add_argument("--part", choices=("cards", "games", "all"), default="all")
    parser.add_argument("--registers", type=int, help="of a thread in the games; 0: as many as it likes")
    asked = parser.parse_args()
    device = settle(asked.device)
    print(f"device: {device}")
    if asked.part != "games":
        evaluations(device)
        exact(device)
        sampled(device)
    if asked.part != "cards":
        if device == "gpu" and asked.registers is not None:
            from parlour.compile.gpu import tuning

            tuning.registers = asked.registers or None
        random_games(device)


if __name__ == "__main__":
    main()
