"""Row-Column: the rules written out once more, stored values by plain search, words, options, playouts."""

from __future__ import annotations

from functools import cache

import pytest

from parlour import OVER, Record, Stream, game
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.core.rules import rollout
from parlour.core.spec import make
from parlour.laws import check_game

from ..helpers import after, drawn, refuses_move, refuses_option, stored

KNOWN = stored("row_column")
PI = "3,1,4;1,5,9;2,6,5"
FORMS = [{"n": 2}, {"n": 5, "seed": 3}, {"n": 7}, {"n": 8, "low": -9}, {"n": 9}, {"n": 12}, {"matrix": PI}]
GAMES = 500


def written(rows):
    return ";".join(",".join(map(str, row)) for row in rows)


def numbers(it, s):
    """Read the numbers off the picture: what a player sees."""
    return [[int(cell.text) for cell in row] for row in it.picture(s).blocks[0].rows]


@pytest.mark.parametrize("options", FORMS, ids=str)
def test_random_games_agree_with_the_rules_written_out_here(options):
    it = game("row_column", **options)
    for index in range(GAMES // 10 if it.actions > 62 else GAMES):
        rng, s = Stream.of(index, "row_column"), it.start()
        rows = numbers(it, s)
        left = {(r, c) for r in range(len(rows)) for c in range(len(rows))}
        last, totals, who = None, [0, 0], 0
        while True:
            open_cells = {cell for cell in left if last is None or cell[0] == last[0] or cell[1] == last[1]}
            assert {it.format(s, a) for a in it.legal(s)} == {f"r{r + 1}c{c + 1}" for r, c in open_cells}
            assert it.turn(s) == (who if open_cells else OVER)
            assert it.returns(s) == (totals[0] - totals[1], totals[1] - totals[0])
            if not open_cells:
                break
            last = rng.choice(sorted(open_cells))
            left.remove(last)
            totals[who] += rows[last[0]][last[1]]
            who = 1 - who
            s = it.play(s, it.parse(s, f"r{last[0] + 1}c{last[1] + 1}"))


@cache
def gain(it, s):
    """Search the rules to their end: what the player to move still gains on the other."""
    lead = it.returns(s)[s.player]
    if it.turn(s) == OVER:
        return 0.0
    return max(it.returns(after_a)[s.player] - lead - gain(it, after_a) for after_a in children(it, s))


def children(it, s):
    return [it.play(s, a) for a in it.legal(s)]


@pytest.mark.parametrize(
    "row", [row for row in KNOWN["cases"] if row["n"] == 2], ids=lambda row: str(row["matrix"])
)
def test_stored_values_by_plain_search_over_the_rules(row):
    it = game("row_column", matrix=written(row["matrix"]))
    values = [it.returns(child)[0] - gain(it, child) for child in children(it, it.start())]
    assert values == [value for line in row["first_move_values"] for value in line]
    assert max(values) == row["value_first_player"]


@pytest.mark.parametrize("options", [{"matrix": "0,-1,4;1,0,9;-2,-6,0"}, {"n": 8, "low": -5}], ids=str)
def test_other_forms_keep_the_laws_too(options):
    counts = {passed.law: passed.count for passed in check_game(game("row_column", **options), games=2)}
    assert counts["legal actions"] > 5


# -- noughts and negative numbers ------------------------------------------------------------------------


def test_noughts_are_numbers_like_others():
    it = game("row_column", matrix="0,0;0,7")
    s = it.start()
    assert len(it.legal(s)) == 4
    s = after(it, "r1c1")
    assert [it.format(s, a) for a in it.legal(s)] == ["r1c2", "r2c1"]
    s = after(it, "r1c1 r1c2 r2c2 r2c1")
    assert it.turn(s) == OVER
    assert it.returns(s) == (7.0, -7.0)


def test_there_is_no_passing_a_negative_number_has_to_be_taken():
    it = game("row_column", matrix="5,-3;-4,0")
    s = after(it, "r1c1")
    assert [it.format(s, a) for a in it.legal(s)] == ["r1c2", "r2c1"]
    assert it.returns(after(it, "r1c1 r1c2 r2c2 r2c1")) == (12.0, -12.0)


def test_a_square_of_noughts_is_a_draw():
    it = game("row_column", matrix="0,0;0,0")
    assert it.bounds == (-1.0, 1.0)
    assert it.returns(after(it, "r1c1 r1c2 r2c2 r2c1")) == (0.0, 0.0)


def test_numbers_out_of_reach_count_for_nobody():
    it = game("row_column", matrix="1,2,3;4,9,8;5,7,9")
    s = after(it, "r1c1 r1c2 r1c3 r2c3 r2c1 r3c1")
    assert it.legal(s) != []
    full = after(it, "r2c2 r1c2 r3c2 r3c1 r1c1 r1c3 r2c3 r2c1")
    assert it.turn(full) == OVER
    assert full.left != (0,)  # the 9 in the corner is left
    assert it.returns(full)[0] == 9 + 7 + 1 + 8 - 2 - 5 - 3 - 4


# -- options ---------------------------------------------------------------------------------------------


def test_a_random_square_depends_on_its_options_alone():
    it = game("row_column", n=5, seed=9, low=-3, high=4)
    rows = numbers(it, it.start())
    assert rows == numbers(it, game("row_column", n=5, seed=9, low=-3, high=4).start())
    assert rows != numbers(it, game("row_column", n=5, seed=10, low=-3, high=4).start())
    assert {number for row in rows for number in row} <= set(range(-3, 5))
    assert game("row_column", matrix=written(rows)).start() == it.start()


def test_every_number_of_the_range_is_drawn():
    seen = set()
    for seed in range(5):
        it = game("row_column", seed=seed)
        seen |= {number for row in numbers(it, it.start()) for number in row}
    assert seen == set(range(1, 10))


@pytest.mark.parametrize("size", [-10_000, -1, 0, 10_000])
def test_numbers_of_every_size(size):
    it = game("row_column", matrix=f"{size},1;2,{size}")
    assert numbers(it, it.start()) == [[size, 1], [2, size]]
    assert it.returns(after(it, "r1c1")) == (size, -size)


@pytest.mark.parametrize(
    ("says", "options"),
    [
        ("of 2 rows, row 2 has 3 numbers", {"matrix": "1,2;3,4,5"}),
        ("of 1 rows", {"matrix": "7"}),
        ("from 2 to 12", {"matrix": written([[1] * 13] * 13)}),
        ("matrix row 2='x'", {"matrix": "1,2;x,4"}),
        ("from -10,000 to 10,000", {"matrix": "1,2;3,10001"}),
        ("from 2 to 12", {"n": 13}),
        ("of at most high=1", {"low": 2, "high": 1}),
        ("characters", {"matrix": "1" * 3000}),
    ],
)
def test_impossible_squares_are_refused(says, options):
    refuses_option("row_column", says, **options)


def test_spaces_and_a_last_semicolon_are_allowed():
    assert (
        game("row_column", matrix=" 3 1 4 ; 1 5,9; 2, 6, 5 ;").start()
        == game("row_column", matrix=PI).start()
    )


# -- words -----------------------------------------------------------------------------------------------


def test_moves_are_row_and_column_from_one():
    it = game("row_column", matrix=PI)
    s = it.start()
    assert it.play(s, it.parse(s, "r2c3")).first == 9
    assert it.parse(s, "R2C3") == it.parse(s, "r2c3")
    for text in ("r0c1", "r1c4", "r4c1", "2,3", "r2", "c3", "r2c", "rc", "2c3", "r-1c1", "r²c1", "r1c1c1"):
        refuses_move(it, s, text, InvalidMove)
    refuses_move(it, after(it, "r1c1"), "r2c2", IllegalMove)
    refuses_move(it, after(it, "r1c1"), "r1c1", IllegalMove)


def test_drawing():
    it = game("row_column", matrix=PI)
    assert it.show(after(it, "r2c3 r2c1")) == drawn("""
Row-Column

1 [3]│ 1 │ 4
  ───┼───┼───
2  ● │[5]│
  ───┼───┼───
3 [2]│ 6 │ 5
   1   2   3

Points: the first player 9, the second player 1
First player to move
""")
    assert it.show(after(it, "r2c3 r2c1 r2c2 r1c2 r3c2 r3c3 r1c3 r1c1 r3c1")).endswith(
        "First player wins by 16"
    )


# -- hints -----------------------------------------------------------------------------------------------


def test_greedy_takes_the_highest_number():
    for seed in range(10):
        it = game("row_column", n=5, seed=seed)
        s = it.start()
        while it.turn(s) != OVER:
            seat = it.turn(s)
            choice = make(it, "greedy", seat, Stream.of(seed)).decide(it.view(s, seat))
            values = {a: abs(sum(it.play(s, a)[-2:]) - sum(s[-2:])) for a in it.legal(s)}
            assert values[choice.action] == max(values.values())
            s = it.play(s, choice.action)


def test_playouts_take_the_highest_number_half_the_time_and_any_otherwise():
    it = game("row_column", matrix="1,2,3;4,5,6;7,8,9")
    s, rng = it.start(), Stream.of(1, "rollout")
    taken = [it.format(s, rollout(s, rng)) for _ in range(9000)]
    # 1/2 + 1/18 for the nine, 1/18 for each of the others; five standard deviations are about 0.026.
    assert abs(taken.count("r3c3") / 9000 - 10 / 18) < 0.03
    assert all(abs(taken.count(f"r{1 + k // 3}c{1 + k % 3}") / 9000 - 1 / 18) < 0.015 for k in range(8))


def test_the_names_of_the_strategies_stand_for_specs_that_can_be_built():
    it = game("row_column")
    assert set(it.module.STRATEGIES) == {"minimax", "mcts"}
    players = {name: make(it, spec) for name, spec in it.module.STRATEGIES.items()}
    mcts = players["mcts"]
    assert (mcts.simulations, mcts.seconds, mcts.playout) == (100_000, 5.0, "rules")
    assert mcts.c == pytest.approx(2**0.5 / 2)  # the root of 2, for results from -1 to 1
    assert make(it, "mcts:simulations=7").simulations == 7
    assert players["minimax"].name == "row_column_minimax"


def test_a_square_may_be_nested_lists():
    asked = game("row_column", matrix="7,-6;11,-4")
    for rows in (((7, -6), (11, -4)), [[7, -6], [11, -4]], [(7.0, -6), (11, -4)]):
        it = game("row_column", matrix=rows)
        assert it.start() == asked.start()
    assert game("row_column", matrix=((7, -6), (11, -4))) == asked
    for rows, says in (
        (((1, 2), (3,)), "row 2 has 1 numbers"),
        ((1, 2), "needs rows of numbers, such as ((1, -1), (-1, 1)) or 1,-1;-1,1"),
        ([], "needs rows of numbers"),
        ([[]], "needs rows of numbers"),
        ([["a", "b"], ["c", "d"]], "needs rows of numbers"),
        (((10**5000, 1), (1, 1)), "needs rows of numbers"),
        (7, "needs rows of numbers"),
        (((1.5, 2), (3, 4)), "needs a whole number"),
        (((float("nan"), 2), (3, 4)), "needs a whole number"),
    ):
        refuses_option("row_column", says, matrix=rows)


# Written when every match without the option was played on the square of seed 1.
OLD_MOVES = (
    "r3c1 r4c1 r1c1 r6c1 r2c1 r2c3 r1c3 r4c3 r4c6 r3c6 r3c3 r6c3 r5c3 r5c2 r1c2 r6c2 r2c2 r2c4 "
    "r5c4 r5c1 r5c6 r1c6 r6c6 r6c4 r1c4 r4c4 r3c4 r3c2 r4c2 r4c5 r2c5 r2c6 "
)


def test_a_record_from_before_matches_drew_their_squares_replays():
    record = Record(
        "row_column", {}, 2024, ("random", "random"), tuple(OLD_MOVES.split()), (-35.0, 35.0), "finished"
    )
    match = record.replay()
    assert match.states[0] == game("row_column", seed=1).start()
    assert match.over
