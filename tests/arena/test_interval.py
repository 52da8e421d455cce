"""The statistics against simulations whose truth is known, and against cases that can be worked out."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.arena.stats import MOST_ELO, Estimate, Margin, elo, estimate, margin, points, student

RUNS = 3000
Scores = Any  # an array of runs by pairs
Draw = Callable[[np.random.Generator, float, int], Scores]


def independent(rng: np.random.Generator, p: float, pairs: int) -> Scores:
    """Two games that have nothing to do with each other."""
    return (rng.random((RUNS, pairs, 2)) < p).mean(axis=2)


def one_sided_seats(rng: np.random.Generator, p: float, pairs: int) -> Scores:
    """The first seat is worth 0.1 more, the second 0.1 less: less noise in a pair than in two games."""
    return (rng.random((RUNS, pairs, 2)) < [p + 0.1, p - 0.1]).mean(axis=2)


def same_deal(rng: np.random.Generator, p: float, pairs: int) -> Scores:
    """Half of the deals decide both games alike: more noise in a pair than in two games."""
    u = rng.random((RUNS, pairs, 3))
    second = np.where(u[:, :, 2] < 0.5, u[:, :, 0], u[:, :, 1])
    return ((u[:, :, 0] < p).astype(float) + (second < p)) / 2


def with_draws(rng: np.random.Generator, p: float, pairs: int) -> Scores:
    """A fifth of the games, or as many as p leaves room for, are drawn."""
    drawn = min(0.2, 1 - p)
    u = rng.random((RUNS, pairs, 2))
    return np.where(u < p - drawn / 2, 1.0, np.where(u < p + drawn / 2, 0.5, 0.0)).mean(axis=2)


def covered(draw: Draw, p: float, pairs: int) -> float:
    """Say how often the interval holds the truth."""
    scores = draw(np.random.default_rng(pairs), p, pairs).tolist()
    hits = 0
    for row in scores:
        found = estimate([row])
        hits += found.low - 1e-12 <= p <= found.high + 1e-12
    return hits / RUNS


@pytest.mark.parametrize("pairs", [50, 200])  # 100 and 400 games
@pytest.mark.parametrize("p", [0.5, 0.7, 0.9])
@pytest.mark.parametrize("draw", [independent, one_sided_seats, same_deal, with_draws])
def test_the_interval_covers_the_truth_95_times_in_100(draw: Draw, p: float, pairs: int) -> None:
    """From 93 to 97 % (and the noise of 3000 runs, 3 standard errors of 0.4 %)."""
    assert 0.93 - 0.012 <= covered(draw, p, pairs) <= 0.97 + 0.012


def test_single_games_as_units_would_not_do() -> None:
    """The pair has to be the unit: games on one deal, taken one by one, claim too much."""
    draws = same_deal(np.random.default_rng(1), 0.5, 100)
    games = [[score for pair in row for score in (pair, pair)] for row in draws.tolist()]
    hits = sum(found.low <= 0.5 <= found.high for found in map(estimate, ([row] for row in games)))
    assert hits / RUNS < 0.9


def test_opponents_of_different_strength_do_not_widen_it() -> None:
    """An opponent is a stratum: always beating one and losing to the other is no noise."""
    apart = estimate([[1.0] * 100, [0.0] * 100])
    together = estimate([[1.0] * 100 + [0.0] * 100])
    assert apart.score == together.score == 0.5
    assert apart.high - apart.low < 0.2 * (together.high - together.low)


def test_one_sided_results_give_wilsons_interval() -> None:
    """All of n pairs won: from n / (n + z²) to 1 (Wilson 1927)."""
    found = estimate([[1.0] * 50])
    assert found.high == 1.0
    assert found.low == pytest.approx(50 / (50 + 1.959964**2), rel=1e-6)


@pytest.mark.parametrize("n", [1, 10, 1000])
def test_equal_pairs_do_not_make_it_certain(n: int) -> None:
    """All pairs level: no interval of zero width; it shrinks as 1 / n, not as its root."""
    found = estimate([[0.5] * n])
    assert found.score == 0.5
    assert min(1.0 / n, 0.4) < found.high - 0.5 < 1.5 / n
    assert found.superiority == 0.5


def test_rare_upsets_not_seen_yet_are_allowed_for() -> None:
    """Level but for one pair in 30: the interval of 30 pairs still holds the truth 93 times in 100."""
    upsets = np.random.default_rng(3).random((RUNS, 30)) < 1 / 30
    hits = [estimate([row]).high >= 0.5 + 0.5 / 30 for row in np.where(upsets, 1.0, 0.5).tolist()]
    assert sum(hits) / RUNS >= 0.93


def test_a_margin_is_measured_in_the_games_units() -> None:
    """Money won and lost in hundredths: the interval is Student's, and follows what was at stake."""
    leads = np.random.default_rng(4).choice([-0.01, 0.01], 200)
    found = margin([leads.tolist()], reach=0.01)
    half = student(199) * leads.std(ddof=1) / math.sqrt(200)
    assert found.mean == pytest.approx(leads.mean())
    assert (found.low, found.high) == pytest.approx((found.mean - half, found.mean + half))


@pytest.mark.parametrize("blocks", [5, 30])
def test_the_interval_of_a_margin_covers_the_truth(blocks: int) -> None:
    """Against two opponents of different strength, 95 times in 100, also where few blocks were played."""
    draws = np.random.default_rng(blocks).normal([3.0, -1.0], 5.0, (RUNS, blocks, 2))
    found = [margin(row.T.tolist(), reach=20.0) for row in draws]
    hits = sum(f.low <= 1.0 <= f.high for f in found if f.low is not None and f.high is not None)
    assert 0.938 <= hits / RUNS <= 0.962


def test_equal_leads_do_not_make_a_margin_certain() -> None:
    """Nothing varied: one block that might is allowed for; one block, or nothing at stake, tells nothing."""
    found = margin([[2.0] * 100], reach=2.0)
    assert found.low is not None
    assert 0.01 < 2.0 - found.low < 0.05
    assert margin([[2.0]], reach=2.0) == Margin(2.0, None, None)
    assert margin([[0.0] * 9], reach=0.0) == Margin(0.0, None, None)


def test_students_t_as_tabled() -> None:
    """Two-sided 95 % points (Fisher and Yates 1963, table III)."""
    tabled = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.5706, 10: 2.228, 30: 2.042, 120: 1.980}
    for free, value in tabled.items():
        assert student(free) == pytest.approx(value, abs=0.005 if free in (3, 4) else 0.0006)


scores = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]) | st.floats(0.0, 1.0), min_size=1, max_size=30)


@given(st.lists(scores, min_size=1, max_size=4))
def test_never_outside_never_of_zero_width(strata: list[list[float]]) -> None:
    """Whatever the results: 0 <= low <= score <= high <= 1, a width, and finite Elo in the same order."""
    found = estimate(strata)
    assert 0.0 <= found.low <= found.score <= found.high <= 1.0
    assert found.high - found.low > 0.5 / sum(map(len, strata))
    assert -MOST_ELO <= found.elo_low <= found.elo <= found.elo_high <= MOST_ELO


@given(scores)
def test_the_other_side_sees_it_mirrored(row: list[float]) -> None:
    """Turning every score round turns the estimate round."""
    mine, theirs = estimate([row]), estimate([[1.0 - score for score in row]])
    assert mine.low == pytest.approx(1.0 - theirs.high, abs=1e-9)
    assert mine.elo == pytest.approx(-theirs.elo, abs=1e-3) or abs(mine.elo) == MOST_ELO
    assert mine.superiority == pytest.approx(1.0 - theirs.superiority, abs=1e-9)


@given(scores)
def test_superiority_agrees_with_the_interval(row: list[float]) -> None:
    """It passes 97.5 % just where the interval lies above 0.5."""
    found = estimate([row])
    if abs(found.low - 0.5) > 1e-9:
        assert (found.superiority > 0.975) == (found.low > 0.5)


def test_known_elo_differences() -> None:
    """10 : 1 is 400, level is 0, and certainty is clipped."""
    assert elo(10 / 11) == pytest.approx(400.0)
    assert elo(0.5) == 0.0
    assert elo(0.76) == pytest.approx(200.24, abs=0.01)
    assert (elo(0.0), elo(1.0), elo(1e-300), elo(1 - 1e-16)) == (-1200.0, 1200.0, -1200.0, 1200.0)


def test_points_count_who_won_not_by_how_much() -> None:
    """Won, drawn, lost; at a larger table the share of opponents beaten, and both sides share one point."""
    assert [points([x], [0.0]) for x in (91.0, 0.1, 0.0, -0.1)] == [1.0, 1.0, 0.5, 0.0]
    assert points([5.0], [1.0, 5.0, 9.0]) == 0.5
    assert points([-1.0], [1 / 3, 1 / 3, 1 / 3]) == 0.0
    assert points([1 / 3], [1 / 3, 1 / 3, -1.0]) == pytest.approx(2 / 3)
    assert points([1.0, 2.0], [0.0, 1.5]) == 0.75


def test_an_estimate_is_plain_data() -> None:
    """Equal inputs give equal estimates, in any order of the pairs."""
    row = [0.1, 0.7, 0.3, 1.0, 0.25]
    assert isinstance(estimate([row]), Estimate)
    assert estimate([row]) == estimate([row[::-1]])
