"""What a number of games says about strength: a score, how sure it is, and the Elo difference it stands for.

A score counts who won; by how much is told by the margin, in the game's own units.

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
ROUNDING = 1e-24  # of a variance, where the values are of order one
MOST_ELO = 1200.0  # a score of 0.999; a few games cannot show more


def points(mine: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the share of opponents that were beaten, a tie counting half: 1 is a win, 0 a loss.

    Only who has more counts, not by how much. With several seats a side, each is compared with each.
    """
    won = sum((own > other) + 0.5 * (own == other) for own in mine for other in theirs)
    return won / (len(mine) * len(theirs))


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
        """Return the Elo difference."""
        return elo(self.score)

    @property
    def elo_low(self) -> float:
        """Return the lower end of its 95 % interval."""
        return elo(self.low)

    @property
    def elo_high(self) -> float:
        """Return the upper end of its 95 % interval."""
        return elo(self.high)

    @cached_property
    def superiority(self) -> float:
        """Return the likelihood of superiority; it passes 0.975 just where the interval leaves 0.5 behind."""
        return NormalDist().cdf((self.score - 0.5) / self.deviation)


def estimate(strata: Sequence[Sequence[float]]) -> Estimate:
    """Estimate the mean of block scores in [0, 1]; one stratum for each opponent.

    The interval is Wilson's (1927) with the variance p (1 - p) / n scaled by the ratio of the variance seen
    within the strata to that of coin flips with the same mean (Kish's design effect, 1965). It cannot leave
    [0, 1], and opponents of different strength do not widen it. To both variances a little of what has not
    been seen yet is added: one-sided results give plain Wilson, and n equal blocks a half-width near 1.4 / n,
    as the rule of three would for one deviation.
    """
    return estimated(*_moments(strata))


def estimated(n: int, mean: float, within: float) -> Estimate:
    """Estimate the mean by the number of blocks, their mean, and the squares of what they are off by."""
    coin = mean * (1.0 - mean)
    ratio = (within + UNSEEN) / (n * coin + UNSEEN)
    q = Z * Z * ratio / n
    middle = (mean + q / 2.0) / (1.0 + q)
    half = math.sqrt(q * coin + q * q / 4.0) / (1.0 + q)
    # Rounding must not push an end past the mean: a perfect score has 1 as its upper end.
    low, high = min(mean, max(0.0, middle - half)), max(mean, min(1.0, middle + half))
    return Estimate(mean, low, high, math.sqrt(0.25 * ratio / n))


@dataclass(frozen=True)
class Margin:
    """A mean difference of returns with its 95 % interval; None where the blocks played cannot tell."""

    mean: float
    low: float | None
    high: float | None


def margin(strata: Sequence[Sequence[float]], reach: float) -> Margin:
    """Estimate the mean of block differences, in the game's units; one stratum for each opponent.

    The interval is Student's (1908) with the variance within the strata. Where nothing varied, one block is
    allowed for that might, by as much as single games have differed (`reach`); None if they never did.
    """
    return margined(*_moments(strata), sum(1 for stratum in strata if stratum), reach)


def margined(n: int, mean: float, within: float, kinds: int, reach: float) -> Margin:
    """Estimate the mean difference by the same numbers as `estimated`, and that of the strata."""
    if within <= ROUNDING * n * reach * reach:
        within = UNSEEN * reach * reach
    if n == kinds or within == 0.0:
        return Margin(mean, None, None)
    half = student(n - kinds) * math.sqrt(within / (n - kinds) / n)
    return Margin(mean, mean - half, mean + half)


def student(free: int) -> float:
    """Return the two-sided 95 % point of Student's t (Abramowitz and Stegun 1964, 26.7.5)."""
    if free <= 2:
        return (math.tan(0.475 * math.pi), 0.95 * math.sqrt(2.0 / (1.0 - 0.95**2)))[free - 1]
    z, v = Z, float(free)
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4)
    )


def _moments(strata: Sequence[Sequence[float]]) -> tuple[int, float, float]:
    """Count the values, and give their mean and the sum of squares within the strata."""
    n = sum(map(len, strata))
    mean = math.fsum(value for stratum in strata for value in stratum) / n
    return n, mean, math.fsum(_squares(stratum) for stratum in strata if stratum)


def _squares(scores: Sequence[float]) -> float:
    mean = math.fsum(scores) / len(scores)
    return math.fsum((score - mean) ** 2 for score in scores)
