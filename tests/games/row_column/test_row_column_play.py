"""Row-Column's strategies: exact values against stored ones, each by its description, and who beats whom."""

import json
from pathlib import Path

import pytest

import row_column_ladder
from parlour.core.analyse import analyse
from parlour.core.bits import count
from parlour.core.driver import play
from parlour.core.errors import Unsuitable
from parlour.core.match import Match
from parlour.core.registry import game
from parlour.core.rng import Stream
from parlour.core.rules import OVER, returns, turn
from parlour.core.rules import play as after
from parlour.core.solve import solve
from parlour.core.spec import make
from parlour.games.row_column import number_at

VALUES = json.loads((Path(__file__).parents[2] / "values" / "row_column.json").read_text(encoding="utf-8"))
CASES = VALUES["cases"]
PI = "3,1,4;1,5,9;2,6,5"


def written(rows):
    return ";".join(",".join(map(str, row)) for row in rows)


def openings(choice):
    return {c.move: c.value for c in choice.candidates}


# -- exact values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", CASES, ids=lambda row: written(row["matrix"]))
def test_stored_value_and_the_value_of_every_opening(row):
    it = game("row_column", matrix=written(row["matrix"]))
    known = {
        f"r{r + 1}c{c + 1}": value
        for r, line in enumerate(row["first_move_values"])
        for c, value in enumerate(line)
    }
    solution = solve(it)
    assert solution.value == row["value_first_player"]
    assert solution.certificate["moves"] == known
    assert set(solution.moves) == {move for move, value in known.items() if value == solution.value}
    for spec in ("row_column_solver", "row_column_minimax"):
        choice = analyse(it, "", spec)
        assert openings(choice) == known
        assert all(c.exact for c in choice.candidates)
        assert choice.work["exact"]


def brute(it, s, memory):
    """Search the rules to their end: what a state is worth to seat 0."""
    key = (s.left, s.last)  # what is still to be gained depends on nothing else
    if key not in memory:
        lead, seat = returns(s)[0], turn(s)
        ends = [brute(it, after(s, a), memory) - lead for a in it.legal(s)]
        memory[key] = 0.0 if seat == OVER else max(ends) if seat == 0 else min(ends)
    return returns(s)[0] + memory[key]


@pytest.mark.parametrize("options", [{"n": 5}, {"n": 6, "low": -9}, {"n": 7, "high": 2}], ids=str)
def test_the_end_of_a_larger_square_is_played_exactly(options):
    compared = 0
    for seed in range(12):
        it = game("row_column", seed=seed, **options)
        s, rng, history = it.start(), Stream.of(seed, "row_column"), []
        while turn(s) != OVER and count(s.left) > 11:
            history.append(rng.choice(it.legal(s)))
            s = after(s, history[-1])
        if turn(s) == OVER:  # it ended early, with more cells left
            continue
        compared += 1
        sign = 1.0 if turn(s) == 0 else -1.0
        choice = analyse(it, history, "row_column_solver")
        assert choice.work["exact"]
        memory = {}
        assert choice.value == sign * brute(it, s, memory)
        for c in choice.candidates:
            assert c.value == sign * brute(it, after(s, c.action), memory), c
    assert compared >= 4


@pytest.mark.parametrize("options", [{"matrix": PI}, {"n": 4}, {"n": 4, "low": -9}], ids=str)
def test_the_line_of_a_solved_square_is_played_to_its_end_and_gives_its_value(options):
    it = game("row_column", **options)
    solution, choice = solve(it), analyse(it)
    lines = [(solution.certificate["line"], solution.value)]
    lines += [(list(c.line), c.value) for c in choice.candidates]
    for line, value in lines:
        s = it.start()
        for action in it.read_moves(line):
            s = it.play(s, action)
        assert it.turn(s) == OVER
        assert it.returns(s)[0] == value


def test_a_square_too_large_is_refused_with_the_way_out():
    with pytest.raises(Unsuitable, match=r"not solved within 10,0\d\d positions; raise --limit nodes"):
        solve(game("row_column"), "", limit="nodes=10000")


def test_totals_do_not_change_the_choice_but_are_part_of_the_value():
    it = game("row_column", matrix=PI)
    choice = analyse(it, "r2c3 r1c3", "row_column_solver")
    s = it.start()
    for action in it.read_moves("r2c3 r1c3"):
        s = it.play(s, action)
    assert choice.value == brute(it, s, {})
    assert s.first - s.second == 5


# -- minimax ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "budget", "cap", "depth"),
    [
        (6, 200_000, 12, 5),  # 11^5 = 161,051
        (6, 161_051, 12, 5),
        (6, 161_050, 12, 4),
        (12, 200_000, 12, 3),  # 23^3 = 12,167
        (12, 5, 12, 1),
        (6, 10**12, 7, 7),
        (4, 1, 1, 16),  # small squares are searched to their end
        (3, 1, 1, 9),
    ],
)
def test_the_depth_is_what_the_budget_allows(n, budget, cap, depth):
    it = game("row_column", n=n)
    player = make(it, f"row_column_minimax:budget={budget},cap={cap}")
    assert player.depth_for(it.start()) == depth


def test_never_deeper_than_the_cells_left():
    it = game("row_column", n=5)
    s, player = it.start(), make(it, "row_column_minimax:budget=1000000000,cap=144")
    for cells in range(25, 20, -1):
        assert player.depth_for(s) == min(9, cells)  # 9^9 = 387,420,489
        s = it.play(s, it.legal(s)[0])


def plain_minimax(it, s, depth, seat, mobility, potential):
    """Search without pruning, with the horizon as documented: lead, moves there, numbers in reach."""
    moves = it.legal(s)
    if not moves or depth == 0:
        lead = returns(s)[seat]
        if not moves:
            return lead
        points = mobility * len(moves) + potential * sum(number_at(s, a) for a in moves)
        return lead + (points if turn(s) == seat else -points)
    best = max if turn(s) == seat else min
    return best(plain_minimax(it, after(s, a), depth - 1, seat, mobility, potential) for a in moves)


@pytest.mark.parametrize(
    "options", [{"n": 5}, {"n": 6, "seed": 4, "low": -9}, {"n": 8, "high": 3}, {"n": 12}], ids=str
)
def test_alpha_beta_gives_what_minimax_without_pruning_gives(options):
    it = game("row_column", **options)
    # An eighth of a point, and a quarter of the numbers, so that the search's whole units lose nothing.
    choice = analyse(it, "r1c1", "row_column_minimax:mobility=0.125,potential=0.25", limit="depth=3")
    s = it.play(it.start(), it.parse(it.start(), "r1c1"))
    assert len(choice.candidates) == len(it.legal(s))
    for c in choice.candidates:
        assert c.value == plain_minimax(it, after(s, c.action), 2, 1, 0.125, 0.25), c
    assert choice.work["depth"] == 3
    assert not choice.work["exact"]


@pytest.mark.parametrize("options", [{"n": 6}, {"n": 9, "low": -9}, {"matrix": PI}], ids=str)
@pytest.mark.parametrize("spec", ["row_column_minimax", "row_column_solver"])
def test_the_source_gives_interpreted_what_it_gives_compiled(monkeypatch, options, spec):
    it, limit = game("row_column", **options), {"depth": 3, "nodes": 3000}
    compiled = analyse(it, "r1c1 r1c2", spec, limit=limit)
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    assert analyse(it, "r1c1 r1c2", spec, limit=limit) == compiled


def test_limits_are_kept():
    it = game("row_column")
    assert analyse(it, "", "row_column_minimax", limit="depth=2").work["depth"] == 2
    few = analyse(it, "", "row_column_solver", limit="nodes=5000").work
    assert few["nodes"] <= 5_050
    assert not few["exact"]
    assert analyse(it, "", "row_column_solver", limit="seconds=0.05").action in it.legal(it.start())


def test_reasons_name_depth_and_budget():
    text = " ".join(analyse("row_column", "", "row_column_minimax").reasons)
    assert "with about 11 moves a position, 11^5 = 161,051 is within the budget of 200,000" in text
    text = " ".join(analyse(game("row_column", matrix=PI), "", "expert").reasons)
    assert "reached the end of every line: the value is exact" in text


# -- tree search -----------------------------------------------------------------------------------------


def test_tree_search_ends_with_its_simulations_or_its_time():
    it = game("row_column")
    assert analyse(it, "", "mcts:simulations=300").work["simulations"] == 300
    assert analyse(it, "", "mcts", limit="simulations=200").work["simulations"] == 200
    cut = analyse(it, "", "mcts:simulations=100000000,seconds=0.05").work["simulations"]
    assert 0 < cut < 10_000_000
    assert analyse(it, "", "mcts:seconds=0.001", limit="simulations=5000").work["simulations"] == 5000


def test_tree_search_plays_the_most_visited_move_and_tells_leads():
    choice = analyse(game("row_column"), "r1c1", "mcts:simulations=3000")
    assert choice.work["simulations"] == 3000
    assert choice.candidates[0].action == choice.action
    assert choice.candidates[0].visits == max(c.visits for c in choice.candidates)
    assert all(c.low <= c.value <= c.high for c in choice.candidates)


# -- safe choice -----------------------------------------------------------------------------------------


def test_safe_choice_by_hand():
    # After r2c3 (9): the row has 1 5 left, the column 4 5: the best reply is 5, both highest stand alone.
    choice = analyse(game("row_column", matrix=PI), "", "safe_choice")
    parts = choice.evidence["r2c3"]
    assert (parts["value"], parts["reply"], parts["row_parity"], parts["column_parity"]) == (9, 5, -1, -1)
    assert parts["score"] == pytest.approx(9 - 5 + 0.15 * 0 - 0.05 - 0.05)
    assert choice.move == "r2c3"
    assert "takes 9 and opens 5 to the second player" in choice.reasons[1]


def test_parity_is_of_the_highest_number_left_in_the_line():
    # Taking r1c1 leaves 2 2 in the row (even) and 3 1 in the column (odd).
    parts = analyse(game("row_column", matrix="5,2,2;3,1,1;1,1,1"), "", "safe_choice").evidence["r1c1"]
    assert (parts["row_parity"], parts["column_parity"]) == (1, -1)
    assert parts["score"] == pytest.approx(5 - 3 + 0.15 * 1 + 0.05 - 0.05)


def test_an_empty_line_is_even_and_a_move_without_reply_opens_nothing():
    choice = analyse(game("row_column", matrix="1,2;3,4"), "r1c1 r1c2 r2c2", "safe_choice")
    parts = choice.evidence["r2c1"]
    assert (parts["reply"], parts["replies"], parts["row_parity"], parts["column_parity"]) == (0, 0, 1, 1)
    assert "opens nothing to " in choice.reasons[1]


@pytest.mark.parametrize(
    ("matrix", "weights", "move"),
    [
        ("1,1;1,1", "", "r2c2"),  # all alike: the bottom right
        ("1,1,1;1,1,1;1,1,1", "", "r3c3"),
        ("2,2,1;1,1,1;1,1,1", "gamma=0,delta=0,epsilon=0,beta=0", "r1c2"),  # equal scores: a safe column
    ],
)
def test_ties_go_to_parities_then_to_the_bottom_right(matrix, weights, move):
    spec = f"safe_choice:{weights}" if weights else "safe_choice"
    assert analyse(game("row_column", matrix=matrix), "", spec).move == move


def test_weights_are_options():
    it = game("row_column", matrix="9,8;1,3")
    assert analyse(it, "", "safe_choice:beta=0").move == "r1c1"  # greed alone
    assert analyse(it, "", "safe_choice").evidence["r1c1"]["score"] == pytest.approx(9 - 8 - 0.1)
    heavy = analyse(it, "", "safe_choice:alpha=2,beta=3,gamma=0.5,delta=0.25,epsilon=0.125")
    assert heavy.evidence["r1c1"]["score"] == pytest.approx(2 * 9 - 3 * 8 - 0.25 - 0.125)


def test_jitter_lets_chance_decide_between_equals():
    it = game("row_column", matrix="1,1;1,1")
    moves = {analyse(it, "", "safe_choice:jitter=0.001", seed=seed).move for seed in range(40)}
    assert moves == {"r1c1", "r1c2", "r2c1", "r2c2"}


# -- who beats whom --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse", "squares"),
    [("greedy", "random", 20), ("safe_choice", "greedy", 60), ("row_column_minimax", "safe_choice", 60)],
)
def test_the_ladder_on_six_by_six(better, worse, squares):
    rung = row_column_ladder.pairing(better, worse, squares, seed=0, n=6)
    assert rung.points.low > 0.5
    assert rung.lead > 0


def test_the_solver_beats_minimax_in_points_won():
    it = game("row_column")
    leads = []
    for seed in range(3):
        leads.append(play(it, ["row_column_solver:nodes=200000", "row_column_minimax"], seed=seed).returns[0])
        leads.append(play(it, ["row_column_minimax", "row_column_solver:nodes=200000"], seed=seed).returns[1])
    assert sum(leads) > 0


def test_the_ladder_command(capsys):
    assert row_column_ladder.main(["--squares", "5", "--n", "4", "random", "greedy"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].split()[:3] == ["strategy", "against", "points"]
    assert rows[1].split()[:2] == ["greedy", "random"]
    assert row_column_ladder.main(["--squares", "5", "--n", "3", "greedy", "random"]) == 1
    assert row_column_ladder.main(["--squares", "0"]) == 2


def test_the_words_of_safe_choice_give_the_values_of_its_table():
    told = 0
    for seed in range(8):
        match, rng = Match(game("row_column", n=4, low=-5), seed), Stream.of(seed)
        while match.ply < seed and not match.over:
            match.play(rng.choice(match.game.legal(match.state)))
        if match.over:
            continue
        choice = analyse(match.game, match, "safe_choice")
        lead = match.game.returns(match.state)[match.turn]
        value = choice.candidates[0].value
        assert f"its score is {value - lead:g}" in choice.reasons[1]
        if lead:
            told += 1
            assert f"({value:+g} with the lead of {lead:+g})" in choice.reasons[1]
    assert told > 3
