"""The exact search for endgames of Ultimate Tic-Tac-Toe: one yes-or-no question at a time.

`reach` asks whether the player to move gets at least a draw, or at least a win; a move says yes if after it
the opponent cannot reach the complement. Two such questions settle a position. Where someone can no longer
make a line of boards, or win more of them if they are counted, the answer may come without search.

A table entry is one word: the key, and in its lowest four bits what is known of the value, as 1 + the least
and, two bits up, 1 + the most it can be.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import popcount, trailing
from parlour.games.ultimate_tic_tac_toe import FREE, FULL, WON, State, cells_of, has_line
from parlour.games.ultimate_tic_tac_toe.play.board import (
    COMPLETING,
    STAGES,
    forgetful,
    key_of,
    stage,
    step,
    survey,
)
from parlour.search.deepening import LIMIT, NODES, STOP


def new_table(bits: int) -> Any:
    """Make an empty table of 2**bits entries."""
    return np.zeros(1 << bits, np.int64)


@kernel
def reach(s: State, wanted: int, table: Any, counters: Any) -> int:
    """Say (1 or 0) whether the player to move gets at least 0, a draw, or 1, a win, as wanted.

    The answer means nothing once the limit is passed or counters[STOP] is set.
    """
    counters[NODES] += 1
    my_boards = s.mine[1] >> WON
    their_boards = s.theirs[1] >> WON
    if s.open[0] | s.open[1] == 0:
        lead = s.counted * (popcount(my_boards) - popcount(their_boards))
        return 1 if lead >= wanted and not has_line(their_boards) else 0
    my_hopes, their_hopes, my_threats, their_threats, closed = survey(s)
    if wanted == 1:
        if not has_line(my_hopes) and s.counted * popcount(my_hopes) <= popcount(their_boards):
            return 0
    elif not has_line(their_hopes) and s.counted * popcount(their_hopes) <= popcount(my_boards):
        return 1
    boards = 1 << s.board if s.board != FREE else FULL & ~closed
    if int(COMPLETING[my_boards]) & my_threats & boards != 0:
        return 1
    if counters[NODES] >= counters[LIMIT] or counters[STOP] != 0:
        counters[STOP] = 1
        return 0
    key = key_of(s, closed)
    slot = key & (len(table) - 1)
    entry = int(table[slot])
    least, most = 0, 2
    if entry >> 4 == key >> 4:
        least = entry & 3
        most = entry >> 2 & 3
        if least > wanted:
            return 1
        if most <= wanted:
            return 0
    found = 0
    for number in range(STAGES):
        left = boards
        while left != 0 and found == 0:
            board = trailing(left)
            left &= left - 1
            cells = cells_of(s.open, board)
            wins = int(COMPLETING[cells_of(s.mine, board)]) & cells
            cells = stage(number, cells, wins, their_threats, closed)
            while cells != 0 and found == 0:
                cell = trailing(cells)
                cells &= cells - 1
                found = 1 - reach(step(s, board, cell), 1 - wanted, table, counters)
        if found != 0:
            break
    if counters[STOP] != 0:
        return 0
    if found != 0:
        least = wanted + 1
    else:
        most = wanted
    table[slot] = (key >> 4 << 4) | most << 2 | least
    return found


@kernel
def solve_moves(s: State, draw: int, table: Any, counters: Any, actions: Any, values: Any) -> int:
    """Find what each listed action is worth to the player to move; give how many were finished.

    `draw`, 0, is an argument because a constant would make the compiler specialise the recursion for it.
    """
    before = forgetful(s)
    win = draw + 1
    for i in range(len(actions)):
        after = step(before, int(actions[i]) // 9, int(actions[i]) % 9)
        value = 1
        if reach(after, draw, table, counters) != 0:
            value = -1 if reach(after, win, table, counters) != 0 else 0
        if counters[STOP] != 0:
            return i
        values[i] = value
    return len(actions)
