"""Pot odds, insurance and the house edge: worked examples, and where a call is worth nothing."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from parlour.theory import (
    break_even,
    call_value,
    house_edge,
    implied_odds,
    insurance_value,
    later_needed,
    net_value,
    pot_odds,
)

MONEY = st.floats(0.01, 1e6)


def test_calling_20_for_a_pot_of_100_with_30_per_cent_is_worth_16():
    assert call_value(100, 20, 0.30) == pytest.approx(16)
    assert net_value((100, 0), (0.30, 0.70), (0, 20)) == pytest.approx(16)
    assert pot_odds(100, 20) == 5
    assert break_even(100, 20) == pytest.approx(1 / 6)


def test_ten_of_insurance_loses_10_thirteenths():
    """With 30.8 %, rounded, 0.76 is lost; exactly, four tens in thirteen, 10/13."""
    assert 10 * insurance_value(0.308, 0.692) == pytest.approx(-0.76)
    assert 10 * insurance_value(4, 9) == pytest.approx(-10 / 13)


def test_insurance_on_six_decks_with_the_ace_gone():
    assert insurance_value(96, 215) == pytest.approx(-23 / 311)
    assert insurance_value(1, 2) == pytest.approx(0)


def test_the_house_keeps_a_37th_of_a_bet_on_red_at_roulette_and_a_19th_with_two_zeros():
    assert house_edge((1, -1), (18 / 37, 19 / 37)) == pytest.approx(1 / 37)
    assert house_edge((5, -5), (18 / 38, 20 / 38), stake=5) == pytest.approx(1 / 19)


@given(MONEY, MONEY)
def test_break_even_is_where_a_call_is_worth_nothing(pot, call):
    assert call_value(pot, call, break_even(pot, call)) == pytest.approx(0, abs=1e-6)


@given(MONEY, MONEY, st.floats(0.01, 1.0))
def test_implied_odds_and_what_is_needed_later_agree(pot, call, win):
    later = later_needed(pot, call, win)
    assume(later > 0)
    assert implied_odds(pot, call, later) == pytest.approx(win)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: call_value(100, 20, 1.3), "win is 1.3"),
        (lambda: call_value(-1, 20, 0.3), "pot is -1"),
        (lambda: pot_odds(100, 0), "call is 0"),
        (lambda: break_even(0, 0), "nothing to play for"),
        (lambda: later_needed(1, 1, 0), "win is 0"),
        (lambda: insurance_value(0, 0), "no card left"),
        (lambda: house_edge((1,), (1,), stake=0), "stake is 0"),
        (lambda: net_value((1, 2), (0.5, 0.5), (1,)), "costs has 1 entries"),
    ],
)
def test_nonsense_is_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()
