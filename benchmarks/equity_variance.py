"""Measure every sampling method against plain Monte Carlo at equal samples: variance, bias, error and time.

    python benchmarks/equity_variance.py --repeats 200 --samples 1000

For each question and method: the variance of the estimates over the repetitions relative to that of plain
sampling (measured in the same run, and as it follows from the exact counts), the t-test of their mean against
the exact equity, and how the standard errors told compare with the real spread.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from scipy import stats

from parlour.cards import exact
from parlour.cards.spot import make_spot
from parlour.cards.variance import METHODS
from parlour.core.rng import Stream

QUESTIONS = (
    (["AsKs", "random"], ""),
    (["AsKs", "random"], "QsJs2c"),
    (["AsKs", "random"], "Qs7h2c9d"),
    (["AcAd", "KcKd"], ""),
    (["QQ+, AKs", "77-TT"], ""),
    (["8h8d", "AKs, QQ", "JTs:0.5, 99"], ""),
    (["AsAh", "KsKh"], "Kc7d2h"),
    (["7h2d", "AsAc"], "Ad9s4c"),
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--repeats", type=int, default=200)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for hands, board in QUESTIONS:
        _measure(hands, board, options.repeats, options.samples, options.seed)


def _measure(hands: list[str], board: str, repeats: int, samples: int, seed: int) -> None:
    spot = make_spot(hands, board)
    tally = exact.count(spot)
    split = 1.0 / np.arange(1, len(hands) + 1)
    means = tally.tied @ split / tally.total
    p = int(means.argmin())  # the rarest winner, for whom importance sampling is made
    theory = float(tally.tied[p] @ split**2 / tally.total - means[p] ** 2) / samples
    print(f"\n{' v '.join(hands)}{' on ' + board if board else ''}: {hands[p]} has {means[p]:.6f} exactly")
    print("method        variance/plain  /theory   t-test p   told/real error   ms")
    measured = 0.0
    for name, method in METHODS.items():
        method(spot, samples, Stream.of("warm"))
        began = time.process_time()
        found = [method(spot, samples, Stream.of(seed, name, again)) for again in range(repeats)]
        took = 1000.0 * (time.process_time() - began) / repeats
        estimates = np.array([one.equity[p] for one in found])
        variance = float(estimates.var(ddof=1))
        measured = measured or variance
        told = float(np.sqrt(np.mean([one.error[p] ** 2 for one in found])))
        p_value = stats.ttest_1samp(estimates, means[p]).pvalue
        print(
            f"{name:12} {variance / measured:15.3f} {variance / theory:8.3f} {p_value:10.3f}"
            f" {told / variance**0.5:17.2f} {took:6.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
