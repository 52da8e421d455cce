"""Glicko-2 as Glickman published it, with his example: www.glicko.net/glicko/glicko2.pdf."""

from __future__ import annotations

import pytest

from parlour.store.glicko import SCALE, START, Game, Standing, idle, updated

EXAMPLE = [Game(1400, 30, 1.0), Game(1550, 100, 0.0), Game(1700, 300, 0.0)]


def test_the_published_example():
    """The paper rounds mu' to -0.2069 and phi' to 0.8722 before it prints 1464.06 and 151.52."""
    after = updated(Standing(1500, 200, 0.06), EXAMPLE)
    mu, phi = (after.rating - START) / SCALE, after.deviation / SCALE
    assert (round(mu, 4), round(phi, 4)) == (-0.2069, 0.8722)
    assert round(START + SCALE * round(mu, 4), 2) == 1464.06
    assert round(SCALE * round(phi, 4), 2) == 151.52
    assert int(after.volatility * 1e5) / 1e5 == 0.05999  # 0.059996, cut off


def test_without_games_only_the_deviation_grows_and_never_beyond_that_of_a_stranger():
    before = Standing(1700, 50, 0.06)
    after = updated(before, [])
    assert after == idle(before, 1)
    assert (after.rating, after.volatility) == (1700, 0.06)
    assert after.deviation == pytest.approx((50**2 + (SCALE * 0.06) ** 2) ** 0.5)
    assert idle(before, 10**6).deviation == 350
    assert idle(before, 0) == pytest.approx(before)


def test_a_surprise_raises_the_volatility():
    steady = updated(Standing(1500, 60, 0.06), [Game(1500, 30, 0.5)] * 10)
    surprised = updated(Standing(1500, 60, 0.06), [Game(2000, 30, 1.0)] * 10)
    assert steady.volatility < 0.06 < surprised.volatility
    assert surprised.rating > 1650
