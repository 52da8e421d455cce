"""Expected value, variance and standard error against exact fractions and the statistics module."""

import statistics
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.theory import expected_value, standard_error, variance

WEIGHTED = st.lists(st.tuples(st.integers(-1000, 1000), st.integers(0, 100)), min_size=1, max_size=12).filter(
    lambda pairs: any(weight for _, weight in pairs)
)


def test_huygens_equal_chances_of_3_and_7_are_worth_5():
    assert expected_value([3, 7], [0.5, 0.5]) == 5


def test_a_die_has_mean_7_halves_and_variance_35_twelfths():
    faces, chances = range(1, 7), [1 / 6] * 6
    assert expected_value(faces, chances) == pytest.approx(3.5, abs=1e-12)
    assert variance(faces, chances) == pytest.approx(35 / 12, abs=1e-12)


@given(WEIGHTED)
def test_exact_fractions_agree(pairs):
    total = sum(weight for _, weight in pairs)
    mean = sum(Fraction(x * weight, total) for x, weight in pairs)
    spread = sum((x - mean) ** 2 * Fraction(weight, total) for x, weight in pairs)
    outcomes = [x for x, _ in pairs]
    chances = [weight / total for _, weight in pairs]
    assert expected_value(outcomes, chances) == pytest.approx(float(mean), abs=1e-9)
    assert variance(outcomes, chances) == pytest.approx(float(spread), rel=1e-9, abs=1e-9)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=30))
def test_standard_error_is_the_sample_deviation_over_root_n(values):
    expected = statistics.stdev(values) / sqrt(len(values))
    assert standard_error(values) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("function", [expected_value, variance])
def test_bad_distributions_are_named(function):
    with pytest.raises(ValueError, match=r"probabilities has 1 entries: give 2"):
        function([1, 2], [1])
    with pytest.raises(ValueError, match=r"the sum of probabilities is 0\.9"):
        function([1, 2], [0.5, 0.4])
    with pytest.raises(ValueError, match=r"the sum of probabilities"):
        function([1, 2], [0.5, 0.5 + 2e-9])
    with pytest.raises(ValueError, match=r"probabilities\[1\] is -0\.5: give 0 or more"):
        function([1, 2], [1.5, -0.5])
    with pytest.raises(ValueError, match=r"probabilities\[0\] is nan"):
        function([1, 2], [float("nan"), 1])
    with pytest.raises(ValueError, match=r"outcomes\[1\] is inf"):
        function([1, float("inf")], [0.5, 0.5])
    with pytest.raises(ValueError, match=r"outcomes is empty"):
        function([], [])


def test_rounding_within_1e_9_is_accepted():
    assert expected_value([1, 1], [0.5, 0.5 + 5e-10]) == pytest.approx(1)


def test_one_value_has_no_standard_error():
    with pytest.raises(ValueError, match=r"values has 1 entries: give at least 2"):
        standard_error([4])
