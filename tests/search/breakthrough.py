"""Breakthrough on 6 x 6: pawns go one step forward, straight or diagonally, and take diagonally only.

Who first reaches the other side's home row wins, or takes all pawns. Square 6 * row + column; White, seat 0,
starts on rows 0 and 1 and moves up. An action is 3 * square + direction: 0 to the left, 1 straight, 2 to the
right, as White sees it.
"""

from __future__ import annotations

from typing import NamedTuple

from parlour import OVER
from parlour.core.bits import popcount

ACTIONS = 108
HOME = 0x3F
FIELD = (1 << 36) - 1
LEFT = 0x041041041  # column a
RIGHT = LEFT << 5


class State(NamedTuple):
    """Pawns as bits, and who is to move."""

    white: int
    black: int
    player: int


def start() -> State:
    """Two rows each."""
    return State(0xFFF, 0xFFF << 24, 0)


def turn(s: State) -> int:
    """White first; over when a pawn is through or a side has none left."""
    if s.white & HOME << 30 != 0 or s.black & HOME != 0 or s.white == 0 or s.black == 0:
        return OVER
    return s.player


def goals(s: State) -> tuple[int, int, int]:
    """Give the pawns of the player to move that may go left, straight and right."""
    if s.player == 0:
        straight = s.white & ~((s.white | s.black) >> 6)
        return s.white & ~LEFT & ~(s.white >> 5), straight, s.white & ~RIGHT & ~(s.white >> 7)
    straight = s.black & ~((s.white | s.black) << 6)
    return s.black & ~LEFT & ~(s.black << 7), straight, s.black & ~RIGHT & ~(s.black << 5)


def legal(s: State) -> tuple[int, int]:
    """A step onto a free square or, diagonally, onto an enemy."""
    if turn(s) == OVER:
        return (0, 0)
    left, straight, right = goals(s)
    low = 0
    high = 0
    for square in range(36):
        ways = (left >> square & 1) | (straight >> square & 1) << 1 | (right >> square & 1) << 2
        a = 3 * square
        if a < 60:
            low |= ways << a
        elif a == 60:
            low |= (ways & 3) << 60
            high |= ways >> 2
        else:
            high |= ways << a - 62
    return (low, high)


def goal_of(s: State, a: int) -> int:
    """Give the bit of the square an action leads to."""
    square, side = a // 3, a % 3 - 1
    return 1 << square + (6 if s.player == 0 else -6) + side


def play(s: State, a: int) -> State:
    """Step, and take what is there."""
    origin, goal = 1 << a // 3, goal_of(s, a)
    if s.player == 0:
        return State(s.white ^ origin | goal, s.black & ~goal, 1)
    return State(s.white & ~goal, s.black ^ origin | goal, 0)


def returns(s: State) -> tuple[float, float]:
    """Who got through, or has pawns left, wins."""
    return (1.0, -1.0) if s.white & HOME << 30 != 0 or s.black == 0 else (-1.0, 1.0)


def evaluate(s: State, seat: int) -> float:
    """Pawns, and how far they are."""
    score = 0
    for row in range(6):
        line = HOME << 6 * row
        score += popcount(s.white & line) * (10 + row * row) - popcount(s.black & line) * (
            10 + (5 - row) * (5 - row)
        )
    value = 2 * score + (3 if s.player == 0 else -3)
    lead = value / (abs(value) + 200.0)
    return lead if seat == 0 else -lead


def order(s: State, a: int) -> float:
    """A step onto the home row, captures, then steps far ahead."""
    row = a // 18 if s.player == 0 else 5 - a // 18
    taken = goal_of(s, a) & (s.white | s.black)
    return (100.0 if row == 4 else float(row)) + (10.0 if taken != 0 else 0.0)


def format(s: State, a: int) -> str:
    """From and to, with x for a capture: b2-b3."""
    goal = goal_of(s, a)
    taken = goal & (s.white | s.black)
    return f"{_name(a // 3)}{'x' if taken else '-'}{_name(goal.bit_length() - 1)}"


def _name(square: int) -> str:
    return "abcdef"[square % 6] + str(square // 6 + 1)
