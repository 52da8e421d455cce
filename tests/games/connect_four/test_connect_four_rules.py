"""Connect Four against published counts, Pons' scores, and OpenSpiel's positions."""

from __future__ import annotations

import pytest

from parlour import OVER, Stream, game
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.core.rules import evaluate, order, play, rollout
from parlour.search.perft import perft

from ..helpers import after, drawn, refuses_move, refuses_option, stored

KNOWN = stored("connect4_counts")
IT = game("connect_four")


def rows(s):
    """Give the board as OpenSpiel's files have it: top row first, x for the first player."""
    first = s.mine if s.ply % 2 == 0 else s.mine ^ s.mask
    return [
        "".join("x" if first & bit else "o" if s.mask & bit else "." for bit in cells)
        for cells in ([1 << (7 * column + row) for column in range(7)] for row in range(5, -1, -1))
    ]


@pytest.mark.parametrize("depth", range(1, 10))
def test_number_of_move_sequences(depth):
    assert perft(IT, IT.start(), depth, positions=False).leaves == KNOWN["perft_sequences"][str(depth)]


def test_number_of_positions_and_final_positions_by_ply():
    layer = {IT.start()}
    for row in KNOWN["wdl_first_player_by_ply"][:9]:
        if row["ply"] > 0:
            layer = {play(s, a) for s in layer for a in IT.legal(s)}
        final = sum(IT.turn(s) == OVER for s in layer)
        assert (len(layer), final) == (row["total"], row["terminal"]), f"ply {row['ply']}"
        assert row["total"] == KNOWN["distinct_positions_by_ply"][row["ply"]]


@pytest.mark.parametrize("row", stored("diff_connect_four")["positions"], ids=lambda row: str(row["moves"]))
def test_positions_of_open_spiel(row):
    s = IT.start()
    for column in row["moves"]:
        s = IT.play(s, column)
    assert rows(s) == row["board"]
    assert IT.turn(s) == (OVER if row["terminal"] else row["to_move"])
    assert IT.legal(s) == row["legal"]
    for column in row["playout"]:
        s = IT.play(s, column)
    assert rows(s) == row["final_board"]
    assert IT.turn(s) == OVER
    assert list(IT.returns(s)) == row["returns"]


def test_columns_and_wins_at_once_agree_with_solved_scores():
    # A score is how many of the winner's discs are left unplayed, so a win at once has the highest there is.
    wins = 0
    for row in stored("connect4_move_scores")["positions"]:
        s = after(IT, row["moves"])
        scores = row["move_scores"]
        assert IT.legal(s) == [column for column in range(7) if scores[column] is not None]
        for column in IT.legal(s):
            won = IT.turn(IT.play(s, column)) == OVER and any(IT.returns(IT.play(s, column)))
            assert won == (scores[column] == (43 - s.ply) // 2), row["moves"]
            wins += won
    assert wins > 10


def test_moves_are_columns_and_need_no_spaces():
    assert IT.read_moves("4453") == IT.read_moves("4 4 5 3") == IT.read_moves("44, 53") == [3, 3, 4, 2]
    assert IT.read_moves(["4", 3, "5"]) == [3, 3, 4]
    for text in ("0", "8", "", "44", "x", "²"):
        refuses_move(IT, IT.start(), text, InvalidMove)
    refuses_move(IT, after(IT, "444444"), "4", IllegalMove)
    with pytest.raises(InvalidMove, match="move 3: connect_four: '9' is not a move"):
        IT.read_moves("4493")
    with pytest.raises(IllegalMove, match="move 7: connect_four: '4' is illegal here; legal: 1 2 3 5 6 7"):
        IT.read_moves("4444444")


def test_a_position_can_be_set_up():
    it = game("connect_four", position="44 53")
    assert it.start() == after(IT, "4453")
    refuses_option("connect_four", "move 3, '9', is not a column", position="449")
    refuses_option("connect_four", "move 7, '4', cannot be played", position="4444444")
    refuses_option("connect_four", "move 8, '1', cannot be played", position="12121211")
    refuses_option("connect_four", "it has position", columns=8)


@pytest.mark.parametrize(
    ("moves", "marked"),
    [
        ("1213141", 4),  # a column
        ("1122334", 4),  # a row
        ("12233434464", 4),  # a rising diagonal
        ("76655454424", 4),  # a falling diagonal
        ("112233556677", 0),  # not yet: three and three with a gap between them
        ("1122335566774", 7),  # the gap filled: seven in a row
    ],
)
def test_fours_in_every_direction(moves, marked):
    s = after(IT, moves)
    assert (IT.turn(s) == OVER) == (marked > 0)
    cells = [cell for line in IT.picture(s).blocks[0].rows for cell in line]
    assert sum(cell.mark for cell in cells) == marked
    assert IT.returns(s) == ((1.0, -1.0) if marked else (0.0, 0.0))


def test_no_line_runs_over_the_edge_of_a_column():
    s = after(IT, "1112122322")
    assert rows(s)[0][0] == "."
    assert IT.turn(s) != OVER


def test_a_full_board_is_a_draw():
    moves = "1212122121213434344343435656566565657777 77"
    s = after(IT, moves)
    assert s.ply == 42
    assert IT.turn(s) == OVER
    assert IT.legal(s) == []
    assert IT.returns(s) == (0.0, 0.0)
    assert IT.show(s).endswith("A draw")


def test_evaluation_has_the_sign_of_the_threats():
    s = after(IT, "4152")  # the first player has two in the middle
    assert evaluate(s, 0) > 0 > evaluate(s, 1)
    s = after(IT, "415263")  # and with three open he wins at once
    assert evaluate(s, 0) == -evaluate(s, 1) > 0.25


def test_hints_find_the_win_and_the_block():
    win, block = after(IT, "121314"), after(IT, "1213147")
    assert max(IT.legal(win), key=lambda a: order(win, a)) == 0
    assert rollout(win, Stream([1])) == 0
    assert max(IT.legal(block), key=lambda a: order(block, a)) == 4
    assert rollout(block, Stream([1])) == 4


def test_drawing():
    assert IT.show(after(IT, "4453")) == drawn("""
Connect Four

│ · · · · · · · │
│ · · · · · · · │
│ · · · · · · · │
│ · · · · · · · │
│ · · · ○ · · · │
│ · · ○ ● ● · · │
└───────────────┘
  1 2 3 4 5 6 7

Red (●) to move
""")
    assert IT.show(after(IT, "1213141")) == drawn("""
Connect Four

│ · · · · · · · │
│ · · · · · · · │
│[●]· · · · · · │
│[●]· · · · · · │
│[●]· · · · · · │
│[●]○ ○ ○ · · · │
└───────────────┘
  1 2 3 4 5 6 7

Red wins
""")
