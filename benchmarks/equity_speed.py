"""Time equities on one core: exact by counting and by the table, and Monte Carlo.

    python benchmarks/equity_speed.py

Processor time, the best of several runs, milliseconds; questions as people ask them.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from parlour.cards import exact
from parlour.cards.equity import answer
from parlour.cards.spot import make_spot


def best(job: Callable[[], object], runs: int = 7) -> float:
    """Give the least milliseconds of several runs."""
    job()
    times = []
    for _ in range(runs):
        began = time.process_time()
        job()
        times.append(time.process_time() - began)
    return 1000.0 * min(times)


def main() -> None:
    """Time and print."""
    aces = make_spot(["AcAd", "KcKd"])
    print(f"{best(lambda: exact.count(aces)):8.3f} ms  AcAd v KcKd before the flop, from the table")
    print(f"{best(lambda: exact.by_hands(aces)):8.3f} ms  AcAd v KcKd before the flop, counted")
    for hands, board in (
        (["AcAd", "KcKd", "QcQd"], ""),
        (["AhKh", "QsQd", "9c8c", "2h2d"], ""),
        (["AsKs", "random"], ""),
        (["QQ+, AKs", "77-TT"], ""),
        (["AhAd", "9s8s"], "Ts7s2d"),
        (["AsKs", "random"], "QsJs2c"),
        (["22+, A2s+, KTs+", "random"], "QsJs2c"),
        (["random", "random"], "QsJs2c"),
        (["AhKh", "random", "random"], "Qh7h2c9d"),
        (["AhKh", "random", "random"], "Qh7h2c"),
    ):
        spot = make_spot(hands, board)
        way = exact.plan(spot).way
        took = best(lambda spot=spot: exact.count(spot), 3)  # type: ignore[misc]
        print(f"{took:8.3f} ms  {' v '.join(hands)}{' on ' + board if board else ''}, exact by {way}")
    for others, words in ((1, "random"), (8, "eight at random")):
        spot = make_spot(["AsKs", *["random"] * others])
        took = best(lambda spot=spot: answer(spot, None, 100_000, "plain", 0, None))  # type: ignore[misc]
        print(f"{took:8.3f} ms  AsKs v {words}, 100,000 samples")


if __name__ == "__main__":
    main()
