"""All extreme equilibria of bimatrix games, against stored ones and against trying everything."""

import json
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest

from parlour.theory import Equilibrium, equilibria, regret

STORED = json.loads((Path(__file__).parents[1] / "values" / "bimatrix_games.json").read_text())["games"]


def fractions(table):
    return tuple(tuple(Fraction(x) for x in line) for line in table)


@pytest.mark.parametrize("name", STORED)
def test_stored_games_have_exactly_the_stored_equilibria(name):
    rows, columns = fractions(STORED[name]["row_payoff"]), fractions(STORED[name]["col_payoff"])
    stored = {fractions(parts) for parts in STORED[name]["extreme_equilibria"]}
    found = equilibria(rows, columns)
    assert {(e.row, e.column, e.payoffs) for e in found} == stored
    assert len(found) == len(stored)
    assert all(regret(rows, columns, e.row, e.column) == 0 for e in found)


def solution(rows, size):
    """Solve a square system by Cramer's rule; None if it has no single solution."""

    def determinant(square):
        if not square:
            return 1
        rest = square[1:]
        minors = ([line[:j] + line[j + 1 :] for line in rest] for j in range(len(square)))
        return sum(
            (-1) ** j * head * determinant(minor)
            for j, (head, minor) in enumerate(zip(square[0], minors, strict=True))
            if head
        )

    whole = determinant([list(line[:size]) for line in rows])
    if whole == 0:
        return None
    parts = [
        determinant([[line[size] if k == j else line[k] for k in range(size)] for line in rows])
        for j in range(size)
    ]
    return tuple(Fraction(part) / whole for part in parts)


def by_hand(payoffs, size):
    """Find the vertices of {x >= 0, payoffs x <= 1} by trying every set of inequalities that could meet."""
    walls = [(*(-int(i == j) for j in range(size)), 0) for i in range(size)]
    walls += [(*line, 1) for line in payoffs]
    found = {}
    for chosen in combinations(walls, size):
        x = solution(chosen, size)
        if x is None or not any(x):
            continue
        slack = [w[size] - sum(a * b for a, b in zip(w, x, strict=False)) for w in walls]
        if min(slack) >= 0:
            found[tuple(part / sum(x) for part in x)] = [s == 0 for s in slack]
    return found


@pytest.mark.parametrize("seed", range(40))
def test_random_games_have_every_equilibrium_there_is_and_no_other(seed):
    # Few different payoffs: many ties, so that most of these games are degenerate.
    rng = Random(seed)
    m, n, most = rng.randint(1, 4), rng.randint(1, 4), rng.choice((1, 2, 30))
    rows, columns = ([[rng.randint(1, 1 + most) for _ in range(n)] for _ in range(m)] for _ in range(2))
    expected = set()
    for (x, left), (y, right) in product(
        by_hand(list(zip(*columns, strict=True)), m).items(), by_hand(rows, n).items()
    ):
        if all(left[i] or right[n + i] for i in range(m)) and all(right[j] or left[m + j] for j in range(n)):
            expected.add((x, y))
    found = equilibria(rows, columns)
    assert {(e.row, e.column) for e in found} == expected
    assert expected  # Nash (1951): there is always one


def test_the_best_for_both_comes_first_and_payoffs_are_what_they_get():
    found = equilibria([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    third = Fraction(1, 3)
    assert found == [
        Equilibrium((1, 0), (1, 0), (2, 1)),
        Equilibrium((0, 1), (0, 1), (1, 2)),
        Equilibrium((2 * third, third), (third, 2 * third), (2 * third, 2 * third)),
    ]


def test_payoffs_a_hair_apart_are_told_apart_and_scale_does_not_matter():
    hair = Fraction(1, 10**6)
    assert [e.row for e in equilibria([[1], [1 + hair]], [[0], [0]])] == [(0, 1)]
    tiny = equilibria([[hair, 0], [0, hair]], [[hair, 0], [0, hair]])
    huge = equilibria([[9**9, 0], [0, 9**9]], [[9, 0], [0, 9]])
    assert [(e.row, e.column) for e in tiny] == [(e.row, e.column) for e in huge]


@pytest.mark.parametrize(
    ("rows", "columns", "says"),
    [
        ([], [], "at least one row"),
        ([[1, 2], [3]], [[1, 2], [3]], "equal length"),
        ([[1, 2]], [[1], [2]], "differ in shape"),
        ([[1] * 9] * 9, [[1] * 9] * 9, "up to 16 strategies"),
    ],
)
def test_tables_that_are_none_are_refused(rows, columns, says):
    with pytest.raises(ValueError, match=says):
        equilibria(rows, columns)


def test_regret_is_what_a_deviation_would_gain():
    dilemma = ([[3, 0], [5, 1]], [[3, 5], [0, 1]])
    assert regret(*dilemma, (1, 0), (1, 0)) == 2
    assert regret(*dilemma, (0, 1), (0, 1)) == 0
