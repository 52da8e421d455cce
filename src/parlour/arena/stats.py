"""What a number of games says about strength: a score, how sure it is, and the Elo difference it stands for.

The unit of observation is the block (two games on one deal with the seats swapped), never the single game:
games of a block are not independent of each other, blocks are (fastchess calls this pentanomial).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

Z = NormalDist().inv_cdf(0.975)  # 95 %, both sides
UNSEEN = 0.5  # weight of results that have not happened yet, see `estimate`
LEAST_REACH = 1e-6  # below it only rounding would be measured
MOST_ELO = 1200.0  # a score of 0.999; a few games cannot show more


def scaled(value: float, bounds: tuple[float, float]) -> float:
    """Put a return on the scale from 0 to 1.

    Where a game has gains and losses, 0.5 is a return of zero: a win is 1, a draw 0.5, a loss 0.
    """
    low, high = bounds
    if low < 0.0 < high:
        score = 0.5 + 0.5 * value / max(-low, high)
    else:
        score = (value - low) / (high - low) if high > low else 0.5
    return min(1.0, max(0.0, score))


def elo(score: float) -> float:
    """Give the Elo difference that a mean score stands for, at most 1200 either way (Elo 1978, logistic)."""
    if score <= 0.0 or score >= 1.0:
        return math.copysign(MOST_ELO, score - 0.5)
    return min(MOST_ELO, max(-MOST_ELO, 400.0 * math.log10(score / (1.0 - score))))


@dataclass(frozen=True)
class Estimate:
    """A mean score with its 95 % interval."""

    score: float
    low: float
    high: float
    deviation: float  # standard deviation of the mean if the true score were 0.5

    @property
    def elo(self) -> float:
        """Give the Elo difference."""
        return elo(self.score)

    @property
    def elo_low(self) -> float:
        """Give the lower end of its 95 % interval."""
        return elo(self.low)

    @property
    def elo_high(self) -> float:
        """Give the upper end of its 95 % interval."""
        return elo(self.high)

    @cached_property
    def superiority(self) -> float:
        """Give the likelihood of superiority; it passes 0.975 just where the interval leaves 0.5 behind."""
        return NormalDist().cdf((self.score - 0.5) / self.deviation)


def estimate(strata: Sequence[Sequence[float]], reach: float = 1.0) -> Estimate:
    """Estimate the mean of block scores in [0, 1]; one stratum for each opponent.

    The interval is Wilson's (1927) with the variance p (1 - p) / n scaled by the ratio of the variance seen
    within the strata to that of coin flips with the same mean (Kish's design effect, 1965). It cannot leave
    [0, 1], and opponents of different strength do not widen it. To both variances a little of what has not
    been seen yet is added, as far from even as single games have gone (`reach`): one-sided results give
    plain Wilson, and n equal blocks a half-width near 1.4 / n, as the rule of three would for one deviation.
    """
    n = sum(len(stratum) for stratum in strata)
    mean = math.fsum(score for stratum in strata for score in stratum) / n
    within = math.fsum(_squares(stratum) for stratum in strata if stratum)
    unseen = UNSEEN * (max(reach, LEAST_REACH) if reach > 0.0 else 1.0) ** 2
    coin = mean * (1.0 - mean)
    ratio = (within + unseen) / (n * coin + unseen)
    q = Z * Z * ratio / n
    middle = (mean + q / 2.0) / (1.0 + q)
    half = math.sqrt(q * coin + q * q / 4.0) / (1.0 + q)
    # Rounding must not push an end past the mean: a perfect score has 1 as its upper end.
    low, high = min(mean, max(0.0, middle - half)), max(mean, min(1.0, middle + half))
    return Estimate(mean, low, high, math.sqrt(0.25 * ratio / n))


def _squares(scores: Sequence[float]) -> float:
    mean = math.fsum(scores) / len(scores)
    return math.fsum((score - mean) ** 2 for score in scores)
