"""Ultimate Tic-Tac-Toe as the alpha-beta kernel searches it: positions that keep a survey of their boards.

The worth of a small board to a player is the chance to win it if marks fell at random; a line of boards is
worth the product of its three, and a position the sum over the eight lines of mine less theirs. A Position
is a state of its own kind with this estimate and with what the search may know without looking: a win with
the next mark, and who can no longer make a line. A move changes the survey of one board only.
"""

from __future__ import annotations

from typing import NamedTuple

from parlour.core import rules
from parlour.core.bits import Actions
from parlour.core.rules import rule
from parlour.games import ultimate_tic_tac_toe as game
from parlour.games.ultimate_tic_tac_toe import FREE, FULL, WON, State, cells_of, has_line
from parlour.games.ultimate_tic_tac_toe.play.board import (
    COMPLETING,
    LEAVES_LINE,
    TERNARY,
    forgetful,
    key_of,
    stage_of,
    step,
    survey,
    winning_chances,
)
from parlour.search.alphabeta_kernel import STEP

WIN = 30_000.0  # less STEP for each ply until then
SURE = WIN - 1.0  # from here on a value is proven
MOST = 20_000  # of an estimate, in either direction
UNIT = 2000.0  # of a line that is mine for certain
BOARD = 0.2  # of a board, in lines, where boards are counted at the end
BETTER_STAGE = 10.0  # by which the order of moves favours a stage over the next: more than a killer
CHANCES = winning_chances()


class Position(NamedTuple):
    """A state without the marks of closed boards, and five sets of boards; see `survey`."""

    mine: tuple[int, int]
    theirs: tuple[int, int]
    open: tuple[int, int]
    board: int
    ply: int
    counted: int
    my_hopes: int
    their_hopes: int
    my_threats: int
    their_threats: int
    closed: int


def position(s: State) -> Position:
    """Survey a state."""
    kept = forgetful(s)
    return Position(*kept, *survey(kept))


@rule
def state_of(s: Position) -> State:
    """Return the state as the game knows it."""
    return State(s.mine, s.theirs, s.open, s.board, s.ply, s.counted)


@rule
def with_board(boards: int, board: int, here: int) -> int:
    """Return a set of boards with one of them in it or not."""
    return boards & ~(1 << board) | here << board


def play(s: Position, a: int) -> Position:
    """Play, and look at the board again; what was mine is theirs then."""
    board = a // 9
    t = step(state_of(s), board, a % 9)
    mine = cells_of(t.mine, board)
    theirs = cells_of(t.theirs, board)
    free = cells_of(t.open, board)
    if free == 0:
        hope, threat = int(t.mine[1] >> WON + board & 1), 0
        their_hope, their_threat = int(t.theirs[1] >> WON + board & 1), 0
    else:
        hope, threat = int(LEAVES_LINE[theirs]), int(int(COMPLETING[mine]) & free != 0)
        their_hope, their_threat = int(LEAVES_LINE[mine]), int(int(COMPLETING[theirs]) & free != 0)
    return Position(
        t.mine,
        t.theirs,
        t.open,
        t.board,
        t.ply,
        t.counted,
        with_board(s.their_hopes, board, hope),
        with_board(s.my_hopes, board, their_hope),
        with_board(s.their_threats, board, threat),
        with_board(s.my_threats, board, their_threat),
        with_board(s.closed, board, int(free == 0)),
    )


def turn(s: Position) -> int:
    """X moves at even plies."""
    return game.turn(state_of(s))


def legal(s: Position) -> Actions:
    """As in the game."""
    return game.legal(state_of(s))


def returns(s: Position) -> tuple[float, float]:
    """As in the game, on the scale of the estimates."""
    first, second = game.returns(state_of(s))
    return (WIN * first, WIN * second)


def bounds(s: Position) -> tuple[float, float]:
    """The next mark may win; and who cannot make a line any more cannot do better than a draw."""
    my_boards = s.mine[1] >> WON
    within = 1 << s.board if s.board != FREE else FULL
    least, most = -WIN, WIN
    if int(COMPLETING[my_boards]) & s.my_threats & within != 0:
        least, most = WIN - STEP, WIN - STEP
    elif s.counted == 0:
        if not has_line(s.my_hopes):
            most = 0.0
        if not has_line(s.their_hopes):
            least = 0.0
    if s.ply & 1 == 0:
        return (least, most)
    return (-most, -least)


def table_key(s: Position) -> int:
    """What is left once closed boards are forgotten."""
    return key_of(state_of(s), s.closed)


def order(s: Position, a: int) -> float:
    """What promises most first, see `stage_of`."""
    board, cell = a // 9, a % 9
    wins = int(COMPLETING[cells_of(s.mine, board)]) >> cell & 1
    return -BETTER_STAGE * stage_of(cell, wins, s.their_threats, s.closed)


@rule
def hold(s: Position, board: int, within: int) -> tuple[float, float]:
    """Return both players' chances to win a board; half of what is missing is added if I can win it now.

    `within` are the boards that the player to move can win with this very mark.
    """
    if cells_of(s.open, board) == 0:
        return float(s.mine[1] >> WON + board & 1), float(s.theirs[1] >> WON + board & 1)
    mine = int(TERNARY[cells_of(s.mine, board)])
    theirs = int(TERNARY[cells_of(s.theirs, board)])
    me = float(CHANCES[mine + 2 * theirs])
    them = float(CHANCES[theirs + 2 * mine])
    if within >> board & 1 == 1:
        return me + 0.5 * (1.0 - me), 0.5 * them
    return me, them


@rule
def lines(
    a1: float,
    b1: float,
    c1: float,
    a2: float,
    b2: float,
    c2: float,
    a3: float,
    b3: float,
    c3: float,
) -> float:
    """Add up the products along the eight lines."""
    rows = a1 * b1 * c1 + a2 * b2 * c2 + a3 * b3 * c3
    columns = a1 * a2 * a3 + b1 * b2 * b3 + c1 * c2 * c3
    return rows + columns + b2 * (a1 * c3 + a3 * c1)


def evaluate(s: Position, seat: int) -> float:
    """Estimate by the chances on the boards, and with what the next mark may win."""
    within = s.my_threats if s.board == FREE else s.my_threats & 1 << s.board
    m0, t0 = hold(s, 0, within)
    m1, t1 = hold(s, 1, within)
    m2, t2 = hold(s, 2, within)
    m3, t3 = hold(s, 3, within)
    m4, t4 = hold(s, 4, within)
    m5, t5 = hold(s, 5, within)
    m6, t6 = hold(s, 6, within)
    m7, t7 = hold(s, 7, within)
    m8, t8 = hold(s, 8, within)
    value = lines(m0, m1, m2, m3, m4, m5, m6, m7, m8) - lines(t0, t1, t2, t3, t4, t5, t6, t7, t8)
    if s.counted != 0:
        value += BOARD * (m0 + m1 + m2 + m3 + m4 + m5 + m6 + m7 + m8)
        value -= BOARD * (t0 + t1 + t2 + t3 + t4 + t5 + t6 + t7 + t8)
    whole = float(int(max(-MOST, min(MOST, value * UNIT))))
    return whole if s.ply & 1 == seat else -whole


rules.register(
    Position,
    {
        "turn": turn,
        "legal": legal,
        "play": play,
        "returns": returns,
        "evaluate": evaluate,
        "order": order,
        "bounds": bounds,
        "table_key": table_key,
    },
)
rules.inlined.add(Position)  # wide, so a call for each verb would cost more
