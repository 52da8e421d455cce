"""Tic-Tac-Toe against the published counts, all 5,478 values, and OpenSpiel's positions."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from parlour import OVER, game
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.search.perft import perft

from ..helpers import after, drawn, refuses_move, refuses_option, stored

KNOWN = stored("tic_tac_toe")
NORMAL, MISERE = game("tic_tac_toe"), game("tic_tac_toe", misere=True)
FROM_TOP = [3 * rank + file for rank in (2, 1, 0) for file in range(3)]  # our cells in reading order
QUARTER = [FROM_TOP.index(FROM_TOP[3 * (2 - i % 3) + i // 3]) for i in range(9)]  # a quarter turn
MIRROR = [2, 1, 0, 5, 4, 3, 8, 7, 6]


def board(s):
    return "".join("x" if s.x >> c & 1 else "o" if s.o >> c & 1 else "." for c in FROM_TOP)


@cache
def reachable(it):
    seen, layer = set(), {it.start()}
    while layer:
        seen |= layer
        layer = {it.play(s, a) for s in layer for a in it.legal(s)}
    return seen


@cache
def value(it, s):
    """Plain minimax over our rules, for the side to move; with a full board or a line, for who would be."""
    mover = s.ply % 2
    if it.turn(s) == OVER:
        return it.returns(s)[mover]
    return max(-value(it, it.play(s, a)) for a in it.legal(s))


@cache
def ends(it, s):
    """Count the games from a state by their result for x."""
    if it.turn(s) == OVER:
        return Counter({it.returns(s)[0]: 1})
    total = Counter()
    for a in it.legal(s):
        total += ends(it, it.play(s, a))
    return total


def symmetric(cells):
    """Give the eight boards that are one up to turning and mirroring."""
    boards = set()
    for _ in range(4):
        cells = "".join(cells[i] for i in QUARTER)
        boards |= {cells, "".join(cells[i] for i in MIRROR)}
    return boards


def test_number_of_games_and_positions():
    found = perft(NORMAL, NORMAL.start(), 9)
    assert found.games == KNOWN["games_total"] == 255_168
    assert found.positions == KNOWN["reachable_positions"] == 5_478
    assert found.leaves == KNOWN["games_by_length"][9]


@pytest.mark.parametrize("depth", range(1, 10))
def test_games_by_length(depth):
    games = perft(NORMAL, NORMAL.start(), depth, positions=True).games
    assert games == sum(KNOWN["games_by_length"][: depth + 1])


def test_games_by_result():
    assert ends(NORMAL, NORMAL.start()) == {
        1.0: KNOWN["games_x_wins"],
        -1.0: KNOWN["games_o_wins"],
        0.0: KNOWN["games_draws"],
    }
    assert ends(MISERE, MISERE.start())[-1.0] == KNOWN["games_x_wins"]


def test_positions_and_final_positions_up_to_symmetry():
    final = {board(s) for s in reachable(NORMAL) if NORMAL.turn(s) == OVER}
    assert len(final) == KNOWN["terminal_positions"]
    assert len({min(symmetric(board(s))) for s in reachable(NORMAL)}) == KNOWN["positions_up_to_symmetry"]
    assert len({min(symmetric(cells)) for cells in final}) == KNOWN["terminal_up_to_symmetry"]


@pytest.mark.parametrize(
    ("it", "key"), [(NORMAL, "values_all_positions"), (MISERE, "values_all_positions_misere")]
)
def test_value_of_every_position(it, key):
    assert {board(s): value(it, s) for s in reachable(it)} == KNOWN[key]


def test_value_of_the_game_and_of_misere_openings():
    assert value(NORMAL, NORMAL.start()) == KNOWN["value_normal"] == 0
    assert value(MISERE, MISERE.start()) == KNOWN["value_misere"] == 0
    openings = [-value(MISERE, MISERE.play(MISERE.start(), c)) for c in FROM_TOP]
    assert openings == KNOWN["misere_first_move_values"]


@pytest.mark.parametrize("row", stored("diff_tic_tac_toe")["positions"], ids=lambda row: row["board"])
def test_positions_of_open_spiel(row):
    s = NORMAL.start()
    for cell in row["moves"]:
        s = NORMAL.play(s, FROM_TOP[cell])
    assert board(s) == row["board"]
    assert NORMAL.turn(s) == (OVER if row["terminal"] else row["to_move"])
    assert sorted(FROM_TOP.index(a) for a in NORMAL.legal(s)) == row["legal"]
    for cell in row["playout"]:
        s = NORMAL.play(s, FROM_TOP[cell])
    assert board(s) == row["final_board"]
    assert NORMAL.turn(s) == OVER
    assert list(NORMAL.returns(s)) == row["returns"]


def test_moves_are_file_and_rank_from_the_bottom_left():
    s = NORMAL.start()
    assert " ".join(NORMAL.format(s, a) for a in NORMAL.legal(s)) == "a1 b1 c1 a2 b2 c2 a3 b3 c3"
    assert NORMAL.parse(s, " B2 ") == 4
    for text in ("", "d1", "a4", "a", "11", "a1 b1", "aa1"):
        refuses_move(NORMAL, s, text, InvalidMove)
    refuses_move(NORMAL, after(NORMAL, "b2"), "b2", IllegalMove)
    refuses_move(NORMAL, after(NORMAL, "a1 a2 b1 b2 c1"), "c3", IllegalMove)


def test_a_position_can_be_set_up():
    it = game("tic_tac_toe", position="x.o/.x./..o")
    assert it.start() == after(NORMAL, "a3 c3 b2 c1")
    assert game("tic_tac_toe", position="X-O / -X- / --O").start() == it.start()
    over = game("tic_tac_toe", position="xxx/oo./...")
    assert over.turn(over.start()) == OVER
    assert over.returns(over.start()) == (1.0, -1.0)


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ("xo", "needs nine"),
        ("xo......z", "needs nine"),
        ("x..x.....", "x moves first"),
        ("o........", "x moves first"),
        ("xxx/ooo/...", "over before the last move"),
        ("ooo/xx./x.x", "over before the last move"),
    ],
)
def test_impossible_positions_are_refused(position, says):
    refuses_option("tic_tac_toe", says, position=position)


def test_unknown_options_are_refused():
    refuses_option("tic_tac_toe", "needs yes or no", misere="perhaps")
    refuses_option("tic_tac_toe", "it has misere, position", size=4)


def test_evaluation_favours_open_lines_and_turns_round_in_misere():
    module = NORMAL.module
    for it, sign in ((NORMAL, 1), (MISERE, -1)):
        s = after(it, "b2 a2 c3")  # x threatens two lines, o none
        assert sign * module.evaluate(s, 0) > 0.2
        assert module.evaluate(s, 1) == -module.evaluate(s, 0)
        assert module.evaluate(it.start(), 0) == 0.0


def test_order_puts_wins_first_then_blocks_then_the_centre():
    s = after(NORMAL, "a1 a3 b1 b3")
    ranked = sorted(NORMAL.legal(s), key=lambda a: -NORMAL.module.order(s, a))
    assert [NORMAL.format(s, a) for a in ranked[:3]] == ["c1", "c3", "b2"]


@pytest.mark.parametrize(
    ("moves", "result"), [("a1 a2 b1 b2 c1", (1.0, -1.0)), ("a3 a1 b2 b1 b3 c1", (-1.0, 1.0))]
)
def test_three_in_a_row_win_and_in_misere_lose(moves, result):
    assert NORMAL.returns(after(NORMAL, moves)) == result
    assert MISERE.returns(after(MISERE, moves)) == (-result[0], -result[1])


def test_drawing():
    assert NORMAL.show(after(NORMAL, "b2 a1 a3 c1 c3 a2 b3")) == drawn("""
Tic-Tac-Toe

3 [X]│[X]│[X]
  ───┼───┼───
2  O │ X │
  ───┼───┼───
1  O │   │ O
   a   b   c

X wins
""")
    assert NORMAL.show(NORMAL.start()).endswith("X to move")
    assert MISERE.show(after(MISERE, "b2")).endswith("O to move (three in a row lose)")
    assert NORMAL.show(after(NORMAL, "a1 b2 c3 b1 b3 a3 c1 c2 a2")).endswith("A draw")
