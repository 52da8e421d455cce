"""What both searches of Ultimate Tic-Tac-Toe ask of a position: threats, hopes, the order of moves, a key.

Inside a search the marks of closed boards are forgotten: only who won them matters, and positions that differ
in nothing else are then one.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from parlour.core.rules import rule
from parlour.games.ultimate_tic_tac_toe import FULL, LINES, WON, State, cells_of, play

STAGES = 5
MIX = 0x1E3779B97F4A7C15  # odd, and below 2**62: the same number in Python and in compiled code
KEY = (1 << 62) - 1

# By the nine bits of one player's marks: cells that complete a line; 1 if a line is free of these marks;
# and the marks as digits 1 of a number in base 3.
COMPLETING = np.array(
    [sum({line & ~marks for line in LINES if (line & ~marks).bit_count() == 1}) for marks in range(FULL + 1)],
    np.int64,
)
LEAVES_LINE = np.array([int(any(marks & line == 0 for line in LINES)) for marks in range(FULL + 1)], np.int64)
TERNARY = np.array([sum(3**c for c in range(9) if marks >> c & 1) for marks in range(FULL + 1)], np.int64)


@cache
def winning_chances() -> Any:
    """Give, by TERNARY[mine] + 2 * TERNARY[theirs], the chance to win a board if marks fall at random.

    Each next mark is as likely mine as theirs and falls on any empty cell, until there is a line or no room.
    """
    codes = np.arange(3**9)
    digits = [codes // 3**c % 3 for c in range(9)]
    lined = []
    for who in (1, 2):
        marks = sum((digit == who) << c for c, digit in enumerate(digits))
        lined.append(np.any([marks & line == line for line in LINES], axis=0))
    filled = sum((digit > 0).astype(np.int64) for digit in digits)
    chances = lined[0].astype(np.float64)
    for number in range(8, -1, -1):
        at = codes[(filled == number) & ~lined[0] & ~lined[1]]
        for c in range(9):
            empty = at[digits[c][at] == 0]
            chances[empty] += (chances[empty + 3**c] + chances[empty + 2 * 3**c]) / (2 * (9 - number))
    return chances


@rule
def survey(s: State) -> tuple[int, int, int, int, int]:
    """Look at the nine boards; every answer is a set of boards.

    Those I have or may still win, those they have or may, those I can win with one mark, those they can,
    and those that are closed.
    """
    my_hopes = s.mine[1] >> WON
    their_hopes = s.theirs[1] >> WON
    my_threats = 0
    their_threats = 0
    closed = 0
    for board in range(9):
        free = cells_of(s.open, board)
        if free == 0:
            closed |= 1 << board
        else:
            mine = cells_of(s.mine, board)
            theirs = cells_of(s.theirs, board)
            my_hopes |= int(LEAVES_LINE[theirs]) << board
            their_hopes |= int(LEAVES_LINE[mine]) << board
            if int(COMPLETING[mine]) & free != 0:
                my_threats |= 1 << board
            if int(COMPLETING[theirs]) & free != 0:
                their_threats |= 1 << board
    return my_hopes, their_hopes, my_threats, their_threats, closed


@rule
def stage(number: int, cells: int, wins: int, threats: int, closed: int) -> int:
    """Return the cells of a board that are tried at a stage, of STAGES: what promises most first.

    Cells that win the board, those first that send the opponent where nothing can be won at once; then other
    cells that do so; then those that send into a threat; last those that leave a free choice.
    """
    if number == 0:
        return wins & ~(threats | closed)
    if number == 1:
        return wins & (threats | closed)
    if number == 2:
        return cells & ~(wins | threats | closed)
    if number == 3:
        return cells & threats & ~wins
    return cells & closed & ~wins


@rule
def stage_of(cell: int, wins: int, threats: int, closed: int) -> int:
    """Return the stage at which a cell is tried, that wins its board (1) or not (0)."""
    there = (threats | closed) >> cell & 1
    if wins == 1:
        return there
    return 2 if there == 0 else (4 if closed >> cell & 1 == 1 else 3)


@rule
def cleared(words: tuple[int, int], board: int) -> tuple[int, int]:
    """Return the words without the marks in a board."""
    if board < 6:
        return (words[0] & ~(FULL << 9 * board), words[1])
    return (words[0], words[1] & ~(FULL << 9 * (board - 6)))


@rule
def step(s: State, board: int, cell: int) -> State:
    """Play, and forget the marks of the board if that closed it."""
    t = play(s, 9 * board + cell)
    if cells_of(t.open, board) != 0:
        return t
    return State(cleared(t.mine, board), cleared(t.theirs, board), t.open, t.board, t.ply, t.counted)


@rule
def forgetful(s: State) -> State:
    """Return the state without the marks of closed boards."""
    mine, theirs = s.mine, s.theirs
    for board in range(9):
        if cells_of(s.open, board) == 0:
            mine = cleared(mine, board)
            theirs = cleared(theirs, board)
    return State(mine, theirs, s.open, s.board, s.ply, s.counted)


@rule
def key_of(s: State, closed: int) -> int:
    """Mix what is left of a position once closed boards are forgotten into 62 bits."""
    key = ((closed << 4 | s.board) * MIX) & KEY
    key ^= key >> 31
    key = ((key ^ s.mine[0]) * MIX) & KEY
    key ^= key >> 31
    key = ((key ^ s.mine[1]) * MIX) & KEY
    key ^= key >> 31
    key = ((key ^ s.theirs[0]) * MIX) & KEY
    key ^= key >> 31
    key = ((key ^ s.theirs[1]) * MIX) & KEY
    return key ^ key >> 31
