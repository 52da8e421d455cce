"""What is said of a move in games of making a line, against a look at every line of the board."""

from __future__ import annotations

import re

import pytest

from parlour import OVER, Stream, analyse, game

from .helpers import after

CONNECT_FOUR, TIC_TAC_TOE = game("connect_four"), game("tic_tac_toe")
MISERE = game("tic_tac_toe", misere=True)
MIDDLE = "takes the middle column, through which most lines of four run"
SENTENCE = re.compile(
    r"(?P<completes>completes (?:four|three) in a row)"
    r"|(?P<blocks>blocks \{(?P<of>\d)'s\} (?:four|three))?(?: and | but )?"
    r"(?:lets \{(?P<whom>\d)\} complete (?:four|three) (?:at|in column) (?P<replies>.+)"
    r"|threatens (?:four|three) (?:at|in column) (?P<both>.+) at once; only one can be blocked"
    r"|threatens (?:four|three) (?:at|in column) (?P<one>\w+))?"
)


def board_of(it, s):
    """Read the board off its drawing: a mark or a blank by column and row, row 0 at the bottom."""
    rows = it.picture(s).blocks[0].rows
    return {(x, y): cell.text for y, row in enumerate(reversed(rows)) for x, cell in enumerate(row)}


def has_line(board, mark, length):
    return any(
        all(board.get((x + i * dx, y + i * dy)) == mark for i in range(length))
        for x, y in board
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def put(it, board, move, mark):
    """Give the board with one mark more, or None where the move cannot be made."""
    if it is CONNECT_FOUR:
        x = int(move) - 1
        y = next((y for y in range(6) if board[x, y] == " "), None)
    else:
        x, y = "abc".index(move[0]), int(move[1]) - 1
        y = y if board[x, y] == " " else None
    return None if y is None else {**board, (x, y): mark}


def winning(it, board, mark, length):
    """List the moves by which a mark would make a line."""
    every = "1234567" if it is CONNECT_FOUR else [file + rank for rank in "123" for file in "abc"]
    placed = {move: put(it, board, move, mark) for move in every}
    return [move for move, now in placed.items() if now is not None and has_line(now, mark, length)]


def places(text):
    return re.split(r", | and | or ", text) if text else []


def check(it, s, a, marks, length):
    """Hold every claim against the board, and the board's facts against the claims."""
    mark, other = marks[it.turn(s)], marks[1 - it.turn(s)]
    seat = str(1 - it.turn(s))
    board, move = board_of(it, s), it.format(s, a)
    told = it.remark(s, a).removeprefix(MIDDLE)
    found = SENTENCE.fullmatch(told)
    assert found, told
    now = put(it, board, move, mark)
    completes = has_line(now, mark, length)
    assert bool(found["completes"]) == completes, told
    if completes:
        return "completes"
    assert bool(found["blocks"]) == (move in winning(it, board, other, length)), told
    assert found["of"] in (None, seat)
    replies, threats = winning(it, now, other, length), winning(it, now, mark, length)
    assert sorted(places(found["replies"])) == sorted(replies), told
    assert found["whom"] in (None, seat)
    assert sorted(places(found["both"] or found["one"])) == ([] if replies else sorted(threats)), told
    assert bool(found["both"]) == (not replies and len(threats) > 1)
    return (told or "nothing").split()[0] + (" both" if found["both"] else "")


@pytest.mark.parametrize(
    ("it", "marks", "length", "games"), [(CONNECT_FOUR, "●○", 4, 30), (TIC_TAC_TOE, "XO", 3, 30)]
)
def test_remarks_are_true_and_none_is_left_out(it, marks, length, games):
    kinds = set()
    for seed in range(games):
        s, rng = it.start(), Stream.of(seed, "remarks")
        while it.turn(s) != OVER:
            kinds |= {check(it, s, a, marks, length) for a in it.legal(s)}
            s = it.play(s, rng.choice(it.legal(s)))
    assert {"completes", "blocks", "lets", "threatens", "threatens both"} <= kinds


@pytest.mark.parametrize(
    ("it", "moves", "move", "told"),
    [
        (CONNECT_FOUR, "414241", "4", "completes four in a row"),
        (CONNECT_FOUR, "41424", "4", "blocks {0's} four"),
        (CONNECT_FOUR, "41424", "1", "lets {0} complete four in column 4"),
        (CONNECT_FOUR, "4433", "5", "threatens four in column 2 and 6 at once; only one can be blocked"),
        (TIC_TAC_TOE, "a1 b1 a2", "a3", "blocks {0's} three"),
        (TIC_TAC_TOE, "a1 b2 c3", "a3", "threatens three at c1"),
        (MISERE, "a1 b1 a2 b2", "a3", "completes three in a row and loses"),
        (MISERE, "a1 b1 a2", "a3", ""),
    ],
)
def test_remarks_of_known_positions(it, moves, move, told):
    s = after(it, moves)
    assert it.remark(s, it.parse(s, move)) == told


@pytest.mark.parametrize("strategy", ["perfect", "alphabeta:depth=3", "mcts:simulations=200"])
def test_every_strategy_says_first_what_its_move_does(strategy):
    choice = analyse(CONNECT_FOUR, "414243", strategy)
    assert choice.reasons[0] == "4 completes four in a row."
    choice = analyse(CONNECT_FOUR, "41424", strategy)
    assert choice.reasons[0].startswith("4 blocks Red's four")
