"""The matrix expert against the minimax theorem (von Neumann 1928) and stored rational equilibria."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from parlour.core.analyse import analyse
from parlour.core.driver import play
from parlour.core.errors import Unsuitable
from parlour.core.registry import game
from parlour.core.solve import solve
from parlour.core.spec import make
from parlour.search.nash import Nash, stage

GAMES = json.loads((Path(__file__).parents[1] / "values" / "matrix_games.json").read_text(encoding="utf-8"))[
    "games"
]
STORED = [
    name for name in GAMES if max(len(GAMES[name]["row_payoff"]), len(GAMES[name]["row_payoff"][0])) <= 40
]


def matrix(name):
    return game("matrix", payoffs=";".join(",".join(row) for row in GAMES[name]["row_payoff"]))


@pytest.mark.parametrize("name", STORED)
def test_stored_games_have_the_stored_value(name):
    solution = solve(matrix(name))
    assert solution.value == pytest.approx(float(Fraction(GAMES[name]["value"])), abs=1e-9)
    assert solution.certificate["gap"] < 1e-9
    assert stage(matrix(name)) == tuple(
        tuple(float(Fraction(x)) for x in row) for row in GAMES[name]["row_payoff"]
    )


@pytest.mark.parametrize("name", STORED)
def test_what_is_played_is_worth_the_value_and_what_is_not_is_worth_no_more(name):
    value = float(Fraction(GAMES[name]["value"]))
    for moves, sign in (("", 1), ("1", -1)):
        choice = analyse(matrix(name), moves, "nash")
        assert sum(c.probability for c in choice.candidates) == pytest.approx(1)
        for candidate in choice.candidates:
            assert candidate.value <= sign * value + 1e-9
            if candidate.probability > 1e-9:
                assert candidate.value == pytest.approx(sign * value, abs=1e-9)
        json.dumps(choice.to_json())


def test_the_mixture_that_is_played_is_the_equilibrium():
    # 2,-1;-1,1: rows 2/5 and 3/5, worth 1/5.
    row = [play(game("matrix"), ("nash", "random"), seed=seed).moves[0] for seed in range(1000)]
    assert row.count("1") == pytest.approx(400, abs=4 * 15.5)
    assert solve("matrix").certificate["row"] == pytest.approx([2 / 5, 3 / 5])
    assert "1 40.0 %, 2 60.0 %" in analyse("matrix", "", "nash").reasons[0]


def test_a_saddle_point_is_played_for_sure():
    choice = analyse(game("matrix", payoffs="3,1;2,0"), "", "nash")
    assert choice.move == "1"
    assert choice.value == 1.0
    assert choice.reasons[0].startswith(
        "Row plays 1 every time: whatever Column does, this brings at least 1.000"
    )


def test_rounds_of_rock_paper_scissors_are_worth_the_lead():
    solution = solve(game("rock_paper_scissors", rounds=7))
    assert solution.value == pytest.approx(0)
    assert solution.certificate["row"] == pytest.approx([1 / 3] * 3)
    assert solution.certificate["rounds"] == 7
    assert solve(game("rock_paper_scissors", rounds=7), "rock scissors rock rock").value == pytest.approx(1)
    second = analyse(game("rock_paper_scissors", rounds=7), "rock scissors rock", "nash")
    assert [c.value for c in second.candidates] == pytest.approx([-1] * 3)


def test_a_secret_commitment_is_not_solved():
    with pytest.raises(Unsuitable, match="committed in secret"):
        solve(game("rock_paper_scissors", rounds=7), "rock")


def test_the_column_player_does_not_see_the_row():
    assert analyse("matrix", "1", "nash") == analyse("matrix", "2", "nash")


def test_a_table_that_is_not_zero_sum_is_played_by_its_best_equilibrium():
    hunt = game("matrix", payoffs="4,1;3,3", payoffs2="4,3;1,3")
    solution = solve(hunt)
    assert (solution.value, solution.moves) == (4.0, ("1",))
    assert [e["payoffs"] for e in solution.certificate["equilibria"]] == [["4", "4"], ["3", "3"], ["3", "3"]]
    choice = analyse(hunt, "2", "nash")
    assert choice.move == "1"
    assert "of 3 equilibria the one that gives both together most, 4 and 4" in choice.reasons[0]
    assert [c.value for c in choice.candidates] == [4.0, 3.0]
    mixed = analyse(game("matrix", payoffs="0,1;1,0", payoffs2="1,0;0,1"), "", "nash")
    assert [c.probability for c in mixed.candidates] == [0.5, 0.5]


def test_large_tables_that_are_not_zero_sum_are_refused():
    wide = game("matrix", payoffs=",".join("1" * 16), payoffs2=",".join("2" * 16))
    assert "up to 16 strategies" in Nash.unsuited(wide)
    with pytest.raises(Unsuitable, match="not zero-sum"):
        make(wide, "nash")


def test_rounds_of_a_matrix_game_add_up():
    it = game("matrix", payoffs="2,-1;-1,1", rounds=3)
    assert solve(it).value == pytest.approx(3 / 5)
    assert solve(it, "1 1").value == pytest.approx(2 + 2 / 5)
    assert play(it, ("nash", "random"), seed=1).returns[0] == -play(it, ("nash", "random"), seed=1).returns[1]
