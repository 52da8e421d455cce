"""Zero-sum games against the minimax theorem, exact closed forms, and stored rational equilibria."""

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.theory import best_response_column, best_response_row, exploitability, zero_sum

VALUES = json.loads((Path(__file__).parents[1] / "values" / "matrix_games.json").read_text(encoding="utf-8"))
GAMES = VALUES["games"]
RPS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
THIRDS = [1 / 3] * 3


def matrices(rows, columns, entries):
    shape = st.tuples(rows, columns)
    return shape.flatmap(
        lambda s: st.lists(st.lists(entries, min_size=s[1], max_size=s[1]), min_size=s[0], max_size=s[0])
    )


SMALL = matrices(st.integers(1, 6), st.integers(1, 6), st.integers(-9, 9))


def exact_value_of_two_rows(matrix):
    """Maximise the lowest of the column lines exactly: the best mix is at an end or a crossing."""
    lines = [(Fraction(b), Fraction(a - b)) for a, b in zip(*matrix, strict=True)]
    mixes = {Fraction(0), Fraction(1)}
    for (c, m), (d, n) in combinations(lines, 2):
        if m != n:
            mixes.add((d - c) / (m - n))
    return max(min(c + m * p for c, m in lines) for p in mixes if 0 <= p <= 1)


def numbers(fractions):
    return [float(Fraction(entry)) for entry in fractions]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_stored_games_have_the_exact_value(name):
    game = GAMES[name]
    payoffs = [numbers(row) for row in game["row_payoff"]]
    solved = zero_sum(payoffs)
    assert solved.value == pytest.approx(float(Fraction(game["value"])), abs=1e-9)
    assert solved.gap < 1e-9
    known = game["one_equilibrium"]
    assert exploitability(payoffs, numbers(known["row"]), numbers(known["col"])) < 1e-12


@pytest.mark.parametrize("name", [k for k, g in GAMES.items() if len(g.get("extreme_equilibria", [])) == 1])
def test_stored_games_with_one_equilibrium_have_its_strategies(name):
    solved = zero_sum([numbers(row) for row in GAMES[name]["row_payoff"]])
    [known] = GAMES[name]["extreme_equilibria"]
    assert solved.row == pytest.approx(numbers(known["row"]), abs=1e-9)
    assert solved.column == pytest.approx(numbers(known["col"]), abs=1e-9)


def test_two_finger_morra_mixes_within_the_known_range():
    solved = zero_sum([numbers(row) for row in GAMES["two_finger_morra"]["row_payoff"]])
    for strategy in (solved.row, solved.column):
        assert 4 / 7 - 1e-9 <= strategy[1] <= 3 / 5 + 1e-9
        assert strategy[1] + strategy[2] == pytest.approx(1, abs=1e-9)


def test_stored_random_games_have_the_value():
    rng = np.random.default_rng(0)
    sizes = [int(n) for n in VALUES["random_zero_sum"]]
    assert sizes == [3, 10, 50, 100]
    for n in sizes:
        solved = zero_sum(rng.standard_normal((n, n)))
        assert solved.value == pytest.approx(VALUES["random_zero_sum"][str(n)], abs=1e-9)
        assert solved.gap < 1e-9


def test_rock_paper_scissors_is_one_third_each():
    solved = zero_sum(RPS)
    assert solved.row == pytest.approx(THIRDS, abs=1e-12)
    assert solved.column == pytest.approx(THIRDS, abs=1e-12)
    assert solved.gap < 1e-9


@settings(max_examples=60)
@given(SMALL)
def test_minimax_theorem_the_gap_closes_and_is_the_exploitability_of_the_strategies(matrix):
    solved = zero_sum(matrix)
    assert solved.gap < 1e-9
    assert solved.gap == pytest.approx(exploitability(matrix, solved.row, solved.column), abs=1e-12)
    a = np.array(matrix, dtype=float)
    assert (a @ solved.column).max() - (solved.row @ a).min() == pytest.approx(solved.gap, abs=1e-12)
    assert a.min(axis=1).max() - 1e-9 <= solved.value <= a.max(axis=0).min() + 1e-9


@settings(max_examples=60)
@given(matrices(st.just(2), st.integers(1, 8), st.integers(-20, 20)))
def test_two_row_games_have_the_exact_value(matrix):
    assert zero_sum(matrix).value == pytest.approx(float(exact_value_of_two_rows(matrix)), abs=1e-9)


@settings(max_examples=40)
@given(SMALL, st.integers(-50, 50), st.integers(1, 50))
def test_swapping_players_negates_and_units_and_offsets_carry_over(matrix, offset, unit):
    a = np.array(matrix)
    value = zero_sum(a).value
    assert zero_sum(-a.T).value == pytest.approx(-value, abs=1e-9)
    assert zero_sum(unit * a + offset).value == pytest.approx(unit * value + offset, abs=1e-7)


@pytest.mark.parametrize("unit", [1e-12, 1e12])
def test_the_unit_of_payoff_does_not_change_the_strategies(unit):
    solved = zero_sum(np.array(GAMES["rps_win_sizes_1_2_3"]["row_payoff"], dtype=float) * unit)
    assert solved.row == pytest.approx([1 / 2, 1 / 6, 1 / 3], abs=1e-9)
    assert solved.gap < 1e-9 * unit


@pytest.mark.parametrize(
    ("matrix", "value", "row", "column"),
    [
        ([[3]], 3, (1,), (1,)),
        ([[4, 2, 5]], 2, (1,), (0, 1, 0)),
        ([[4], [7], [5]], 7, (0, 1, 0), (1,)),
        ([[1, 2], [3, 4]], 3, (0, 1), (1, 0)),
    ],
)
def test_saddle_points_are_pure(matrix, value, row, column):
    solved = zero_sum(matrix)
    assert (solved.value, solved.row, solved.column, solved.gap) == (value, row, column, 0)


def test_a_500_by_500_game_is_proved_by_its_gap():
    payoffs = np.random.default_rng(1).standard_normal((500, 500))
    solved = zero_sum(payoffs)
    assert solved.gap < 1e-9
    assert exploitability(payoffs, solved.row, solved.column) < 1e-9


def test_exploitability_counts_both_players_gains():
    assert exploitability(RPS, THIRDS, THIRDS) == pytest.approx(0, abs=1e-15)
    assert exploitability(RPS, [1, 0, 0], THIRDS) == pytest.approx(1)
    assert exploitability(RPS, [1, 0, 0], [1, 0, 0]) == 2


def test_best_responses_to_rock_are_paper():
    assert best_response_row(RPS, [1, 0, 0]) == (1, 1)
    assert best_response_column(RPS, [1, 0, 0]) == (1, -1)
    assert best_response_row([[0, 8], [5, 1], [2, 2]], [0.5, 0.5]) == (0, 4)
    assert best_response_column([[0, 8], [6, 1]], [0.5, 0.5]) == (0, 3)


@pytest.mark.parametrize(
    "matrix", [[[1, 2], [3]], [["a"]], [], [[]], [1, 2], [[float("nan")]], [[1, float("inf")]]]
)
def test_bad_matrices_are_named(matrix):
    with pytest.raises(ValueError, match=r"^matrix .*: give "):
        zero_sum(matrix)


def test_bad_strategies_are_named():
    with pytest.raises(ValueError, match=r"row has 2 entries: give 3"):
        exploitability(RPS, [0.5, 0.5], THIRDS)
    with pytest.raises(ValueError, match=r"the sum of column is 0\.6"):
        best_response_row(RPS, [0.2, 0.2, 0.2])
    with pytest.raises(ValueError, match=r"row\[2\] is -1\.0: give 0 or more"):
        best_response_column(RPS, [1, 1, -1])
