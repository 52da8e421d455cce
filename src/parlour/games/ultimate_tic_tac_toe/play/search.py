"""The alpha-beta search of Ultimate Tic-Tac-Toe, and what a position is worth where it stops looking.

The worth of a small board to a player is the chance to win it if marks fell at random; a line of boards is
worth the product of its three, and a position the sum over the eight lines of mine less theirs. The search is
principal variation search (Marsland and Campbell 1982): every move but the first has to prove with a window
of one that it is better, and late quiet moves at one ply less before they are believed.

A table entry is two words: the key, and the value, depth, kind of bound and best move, from the top down:

    value + 32768 | depth, 7 bits | bound, 2 bits | move, 7 bits
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import popcount, trailing
from parlour.core.rules import rule
from parlour.games.ultimate_tic_tac_toe import FREE, FULL, WON, State, cells_of, has_line
from parlour.games.ultimate_tic_tac_toe.play.board import (
    COMPLETING,
    STAGES,
    TERNARY,
    forgetful,
    key_of,
    stage,
    step,
    survey,
)

WIN = 30_000  # less the plies until then
SURE = WIN - 100  # from here on a value is proven
MOST = 20_000  # of an estimate, in either direction
UNIT = 2000.0  # of a line that is mine for certain
BOARD = 0.2  # of a board, in lines, where boards are counted at the end
EXACT, LOWER, UPPER = 0, 1, 2
NO_MOVE = 127
QUIET_STAGE = 2  # from this stage on moves win no board
EARLY = 4  # moves that are never reduced
NODES, LIMIT, STOP = range(3)  # places in the counters


def new_table(bits: int) -> Any:
    """Make an empty table of 2**bits entries."""
    return np.zeros(2 << bits, np.int64)


def new_history() -> Any:
    """Make the counts, by seat and action, of how often a move has caused a cut."""
    return np.zeros((2, 81), np.int64)


@rule
def hold(s: State, board: int, within: int, chances: Any) -> tuple[float, float]:
    """Give both players' chances to win a board; half of what is missing is added if I can win it now.

    `within` are the boards that the player to move can win with this very mark.
    """
    if cells_of(s.open, board) == 0:
        return float(s.mine[1] >> WON + board & 1), float(s.theirs[1] >> WON + board & 1)
    mine = int(TERNARY[cells_of(s.mine, board)])
    theirs = int(TERNARY[cells_of(s.theirs, board)])
    me = float(chances[mine + 2 * theirs])
    them = float(chances[theirs + 2 * mine])
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


@rule
def estimate(s: State, threats: int, chances: Any) -> int:
    """Value a position for the player to move, whose threats are given."""
    within = threats if s.board == FREE else threats & 1 << s.board
    m0, t0 = hold(s, 0, within, chances)
    m1, t1 = hold(s, 1, within, chances)
    m2, t2 = hold(s, 2, within, chances)
    m3, t3 = hold(s, 3, within, chances)
    m4, t4 = hold(s, 4, within, chances)
    m5, t5 = hold(s, 5, within, chances)
    m6, t6 = hold(s, 6, within, chances)
    m7, t7 = hold(s, 7, within, chances)
    m8, t8 = hold(s, 8, within, chances)
    value = lines(m0, m1, m2, m3, m4, m5, m6, m7, m8) - lines(t0, t1, t2, t3, t4, t5, t6, t7, t8)
    if s.counted != 0:
        value += BOARD * (m0 + m1 + m2 + m3 + m4 + m5 + m6 + m7 + m8)
        value -= BOARD * (t0 + t1 + t2 + t3 + t4 + t5 + t6 + t7 + t8)
    return int(max(-MOST, min(MOST, value * UNIT)))


@kernel
def search(
    s: State,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    table: Any,
    chances: Any,
    history: Any,
    counters: Any,
) -> int:
    """Give the value for the player to move: exact between alpha and beta, else a bound on that side.

    Once counters[STOP] is set the value means nothing. The arrays are modified in place.
    """
    counters[NODES] += 1
    my_boards = s.mine[1] >> WON
    their_boards = s.theirs[1] >> WON
    if s.open[0] | s.open[1] == 0:
        lead = -1 if has_line(their_boards) else s.counted * (popcount(my_boards) - popcount(their_boards))
        return 0 if lead == 0 else (WIN - ply if lead > 0 else ply - WIN)
    my_hopes, their_hopes, my_threats, their_threats, closed = survey(s)
    boards = 1 << s.board if s.board != FREE else FULL & ~closed
    if int(COMPLETING[my_boards]) & my_threats & boards != 0:
        return WIN - ply - 1
    if s.counted == 0:  # who cannot make a line any more cannot do better than a draw
        if not has_line(my_hopes):
            beta = min(beta, 0)
        if not has_line(their_hopes):
            alpha = max(alpha, 0)
        if alpha >= beta:
            return 0
    if depth <= 0:
        return estimate(s, my_threats, chances)
    if counters[NODES] >= counters[LIMIT] or counters[STOP] != 0:
        counters[STOP] = 1
        return 0
    key = key_of(s, closed)
    slot = 2 * (key & (len(table) // 2 - 1))
    known = NO_MOVE
    if table[slot] == key:
        data = int(table[slot + 1])
        known = data & 127
        bound = data >> 7 & 3
        if data >> 9 & 127 >= depth:
            value = (data >> 16) - 32768
            if value >= SURE:
                value -= ply
            elif value <= -SURE:
                value += ply
            if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                return value
    low = alpha
    best = -WIN
    best_move = NO_MOVE
    tried = 0
    for number in range(-1, STAGES):
        left = boards
        while left != 0:
            board = trailing(left)
            left &= left - 1
            cells = cells_of(s.open, board)
            if number < 0:  # the move of the table
                if board != known // 9:
                    continue
                cells &= 1 << known % 9
            else:
                wins = int(COMPLETING[cells_of(s.mine, board)]) & cells
                cells = stage(number, cells, wins, their_threats, closed)
                if board == known // 9:
                    cells &= ~(1 << known % 9)
            while cells != 0:
                cell = trailing(cells)
                rest = cells & cells - 1
                while rest != 0:
                    other = trailing(rest)
                    rest &= rest - 1
                    if history[s.ply & 1, 9 * board + other] > history[s.ply & 1, 9 * board + cell]:
                        cell = other
                cells &= ~(1 << cell)
                t = step(s, board, cell)
                value = low
                if tried > 0:
                    less = 2 if depth >= 3 and tried >= EARLY and number >= QUIET_STAGE else 1
                    value = -search(
                        t, depth - less, -low - 1, -low, ply + 1, table, chances, history, counters
                    )
                    if value > low and less > 1:
                        value = -search(
                            t, depth - 1, -low - 1, -low, ply + 1, table, chances, history, counters
                        )
                if tried == 0 or low < value < beta:
                    value = -search(t, depth - 1, -beta, -low, ply + 1, table, chances, history, counters)
                if counters[STOP] != 0:
                    return 0
                tried += 1
                if value > best:
                    best = value
                    best_move = 9 * board + cell
                    low = max(low, value)
                if low >= beta:
                    history[s.ply & 1, best_move] += depth * depth
                    break
            if low >= beta:
                break
        if low >= beta:
            break
    bound = UPPER if best <= alpha else (LOWER if best >= beta else EXACT)
    value = best
    if value >= SURE:
        value += ply
    elif value <= -SURE:
        value -= ply
    table[slot] = key
    table[slot + 1] = (value + 32768) << 16 | depth << 9 | bound << 7 | best_move
    return best


@kernel
def search_root(
    s: State,
    depth: int,
    ply: int,
    every: int,
    table: Any,
    chances: Any,
    history: Any,
    counters: Any,
    actions: Any,
    values: Any,
) -> int:
    """Search the listed actions, best first as listed; give how many were finished.

    values[i] is for the player to move: with `every` exact to the depth, otherwise only the best one is, and
    the rest are at most what is given. `ply`, 1, is an argument because a constant would make the compiler
    specialise the recursion for it.
    """
    before = forgetful(s)
    high = ply + WIN
    low = -high
    for i in range(len(actions)):
        t = step(before, int(actions[i]) // 9, int(actions[i]) % 9)
        value = low
        if i > 0 and every == 0:
            value = -search(t, depth - 1, -low - 1, -low, ply, table, chances, history, counters)
        if i == 0 or every != 0 or value > low:
            floor = -high if every != 0 else low
            value = -search(t, depth - 1, -high, -floor, ply, table, chances, history, counters)
        if counters[STOP] != 0:
            return i
        values[i] = value
        low = max(low, value)
    return len(actions)


@kernel
def best_known(s: State, table: Any) -> int:
    """Give the move the table holds for a state, or -1."""
    t = forgetful(s)
    key = key_of(t, survey(t)[4])
    slot = 2 * (key & (len(table) // 2 - 1))
    move = int(table[slot + 1]) & 127
    return move if table[slot] == key and move != NO_MOVE else -1
