"""The random stream against the published numbers of SplitMix64, in both backends."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Stream, game
from parlour.compile import kernel
from parlour.core.rng import below, draw, uniform

SEEDS = st.integers(0, 2**64 - 1)
STATE = game("tic_tac_toe").start()  # any state: kernels take one first
# Steele, Lea and Flood (2014), "Fast splittable pseudorandom number generators"; the first numbers of
# the reference implementation (Vigna's splitmix64.c) for two seeds.
PUBLISHED = {
    1234567: (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ),
    0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F),
}


@kernel
def draws(s, rng, out):
    """Fill an array with raw draws."""
    for index in range(len(out)):
        out[index] = draw(rng)
    return 0


@kernel
def mixed(s, rng, n):
    """Draw once of each kind."""
    return below(rng, n), uniform(rng), below(rng, n)


@pytest.mark.parametrize("seed", PUBLISHED)
def test_published_numbers(seed):
    stream = Stream([seed])
    assert tuple(draw(stream) for _ in PUBLISHED[seed]) == PUBLISHED[seed]


@pytest.mark.parametrize("seed", PUBLISHED)
@pytest.mark.parametrize("run", [draws, draws.function], ids=["native", "interpreted"])
def test_published_numbers_in_kernels(seed, run):
    stream, out = Stream([seed]), np.zeros(len(PUBLISHED[seed]), np.uint64)
    run(STATE, stream, out)
    assert tuple(int(x) for x in out) == PUBLISHED[seed]
    assert type(stream[0]) is int
    following = draw(stream)
    fresh = Stream([seed])
    assert [draw(fresh) for _ in range(len(out) + 1)][-1] == following


@given(SEEDS, st.integers(1, 2**31))
def test_native_draws_are_the_interpreted_ones(seed, n):
    native, interpreted = Stream([seed]), Stream([seed])
    assert mixed(STATE, native, n) == mixed.function(STATE, interpreted, n)
    assert native == interpreted


@given(SEEDS, st.integers(1, 2**31))
def test_draws_stay_in_range(seed, n):
    stream = Stream([seed])
    assert 0 <= stream.below(n) < n
    assert 0.0 <= stream.uniform() < 1.0
    assert 0 <= stream[0] < 2**64


def test_draws_are_even():
    stream, n, times = Stream.of("even"), 7, 70_000
    counts = Counter(stream.below(n) for _ in range(times))
    chi_square = sum((counts[i] - times / n) ** 2 / (times / n) for i in range(n))
    assert chi_square < 22.5  # 6 degrees of freedom: one in a thousand is larger
    assert abs(sum(stream.uniform() for _ in range(10_000)) / 10_000 - 0.5) < 0.015


def test_weighted_draws_follow_their_weights():
    stream = Stream.of("weighted")
    counts = Counter(stream.weighted([1.0, 0.0, 3.0]) for _ in range(20_000))
    assert set(counts) == {0, 2}
    assert abs(counts[2] / 20_000 - 0.75) < 0.015
    assert stream.weighted([0.0, 0.0, 1e-300]) == 2
    assert Counter(stream.choice("ab") for _ in range(2000)).keys() == {"a", "b"}


def test_streams_are_named_not_numbered_and_never_change():
    assert Stream.of(7, "chance", 3) == Stream.of(7, "chance", 3)
    names = [(7, "chance", 3), (7, "chance", 4), (8, "chance", 3), (7, "seat", 3), ("7", "chance", 3, 0)]
    assert len({Stream.of(*name)[0] for name in names}) == len(names)
    assert Stream.of(7, "chance", 3) == [15578814569567670023]  # a record made today must replay for ever


def test_spawning_draws_nothing():
    stream = Stream([5])
    child = stream.spawn("thread", 1)
    assert stream == [5]
    assert child != stream.spawn("thread", 2)
    assert child == Stream([5]).spawn("thread", 1)
