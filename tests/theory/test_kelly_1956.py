"""Bet sizes after Kelly (1956): the closed form, the general bet, and that no other share grows faster."""

from math import inf, log, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.theory import growth_rate, kelly, kelly_general

CHANCES = st.floats(0.01, 0.99)
ODDS = st.floats(0.1, 20.0)


def test_an_even_bet_won_6_times_in_10_takes_a_fifth():
    assert kelly(0.6, 1) == pytest.approx(0.2)
    assert kelly(0.6, 1, part=0.5) == pytest.approx(0.1)


def test_kellys_noisy_channel_grows_at_its_rate():
    """At even odds the best growth, in bits, is 1 less the entropy of the channel."""
    p = 0.75
    rate = growth_rate(kelly(p, 1), (1, -1), (p, 1 - p)) / log(2)
    assert rate == pytest.approx(1 + p * log2(p) + (1 - p) * log2(1 - p))


def test_a_bad_bet_is_not_made():
    assert kelly(0.4, 1) == 0.0
    assert kelly_general((2, -1), (4 / 13, 9 / 13)) == 0.0  # insurance on a full shoe


@given(CHANCES, ODDS)
def test_the_general_bet_is_the_simple_one_for_two_outcomes(p, b):
    assert kelly_general((b, -1), (p, 1 - p)) == pytest.approx(kelly(p, b), abs=1e-9)


@given(CHANCES, ODDS, st.floats(0.0, 0.99))
def test_no_share_grows_faster(p, b, other):
    best = growth_rate(kelly(p, b), (b, -1), (p, 1 - p))
    assert growth_rate(other, (b, -1), (p, 1 - p)) <= best + 1e-12


def test_three_outcomes_against_a_fine_search():
    bet = ((1.5, 1.0, -1.0), (0.05, 0.47, 0.48))
    best = max(range(1001), key=lambda n: growth_rate(n / 1000, *bet))
    assert kelly_general(*bet) == pytest.approx(best / 1000, abs=1e-3)
    assert kelly_general(*bet, part=0.25) == pytest.approx(kelly_general(*bet) / 4)


def test_betting_all_that_may_be_lost_is_ruin():
    assert growth_rate(1.0, (1, -1), (0.9, 0.1)) == -inf
    assert growth_rate(1.0, (1, -1), (1.0, 0.0)) == pytest.approx(log(2))


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: kelly(1.2, 1), "win is 1.2"),
        (lambda: kelly(0.5, 0), "odds is 0"),
        (lambda: kelly(0.5, 1, part=2), "part is 2"),
        (lambda: kelly_general((1, 2), (0.5, 0.5)), "no outcome loses"),
        (lambda: growth_rate(-1, (1, -1), (0.5, 0.5)), "share is -1"),
    ],
)
def test_nonsense_is_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()
