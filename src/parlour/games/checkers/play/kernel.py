"""The search of the checkers expert: alpha-beta over turns, with what is known of endgames.

Values are hundredths of a man for the player to move; a win is WIN less the turns it takes. Several jumps
are one turn: in between the same player is at the node again, and depth and value pass through. Captures
are forced, so the search goes on past its depth while there are any; a quiet position is then estimated.
What came up before on the way is taken for a draw. Estimates and such draws can only hide a forced win,
never make one: a value beyond PROVEN is proven, as long as the count of turns without progress leaves room
for it.

It is the principal variation search of `search/alphabeta_kernel.py` with three things that a verb of a state
cannot give: the endgame table, an array of megabytes; depth in turns instead of actions; and the positions on
the way. Everything but the two tables lies in one array, the `scratch` (handing
arrays on costs time at every node): the counters, the keys of the positions on the way, what moves have
caused cuts, and a row of moves for each level.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import Actions, lowest, popcount, rest, some
from parlour.core.fingerprint import fingerprint
from parlour.core.rules import rule
from parlour.games.checkers import ACTIONS, State, captures, play, stuck
from parlour.games.checkers.play.endgames import PIECES, index_of
from parlour.games.checkers.play.evaluation import advantage
from parlour.search.deepening import AGE, CUTS, HITS, HORIZON, LIMIT, NODES, STOP, STOPPED
from parlour.search.table import EXACT, LOWER, UPPER, bound_of, find, holds, store

WIN = 30_000  # less the turns to it; proven
PROVEN = 29_000
LIKELY = 20_000  # won by the endgame table, if the draw rules let it
FAR = 15_000  # beyond: a value that counts turns
BASE = AGE + 1  # a place on the scratch after the counters of every search
CUTTERS, PATH, ROWS = 16, 320, 1024  # where its parts begin
LEVELS, ROW = 256, 64  # rows, and places in one: two killers, then the moves
CODE = 128  # a move in a row is its promise * CODE + its action
FIRST, SECOND, THIRD = 1 << 40, 1 << 39, 1 << 38  # promise of the table's move and of the killers


def new_scratch() -> Any:
    """Make an empty scratch."""
    return np.zeros(ROWS + LEVELS * ROW, np.int64)


@rule
def known(entry: int, ply: int, quiet: int, limit: int) -> int:
    """Turn an entry of the endgame table into a value; short of proven when the draw rules may come first."""
    if entry == 0:
        return 0
    turns = entry - 1
    value = (WIN if quiet + turns <= limit else LIKELY) - ply - turns
    return value if turns & 1 == 1 else -value


@kernel
def search(
    s: State, depth: int, alpha: int, beta: int, ply: int, level: int, ends: Any, table: Any, scratch: Any
) -> int:
    """Return the value of a state searched to a depth: exact between alpha and beta, otherwise a bound.

    `ply` counts turns from the root and `level` actions. Once scratch[STOPPED] is set, the value is void.
    """
    scratch[NODES] += 1
    if s.moves[0] | s.moves[1] == 0:
        if stuck(s):
            return ply - WIN
        scratch[HORIZON] += 1
        return 0
    if scratch[NODES] >= scratch[LIMIT] or scratch[STOP] != 0:
        scratch[STOPPED] = 1
        return 0
    key = 0
    best_known = -1
    forced = True
    if s.jumper == 0:
        if popcount(s.mine | s.theirs) <= PIECES:
            value = known(int(ends[index_of(s.mine, s.theirs, s.kings, s.player)]), ply, s.quiet, s.limit)
            if abs(value) < PROVEN and value != 0:
                scratch[HORIZON] += 1
            return value
        key = fingerprint((s.mine, s.theirs, s.kings << 1 | s.player))
        at = PATH + scratch[BASE] + ply
        scratch[at] = key
        for ago in range(4, s.quiet + 1, 2):
            if scratch[at - ago] == key:
                scratch[HORIZON] += 1
                return 0
        forced = captures(s)
        if level >= LEVELS - 1 or (depth <= 0 and not forced):
            scratch[HORIZON] += 1
            return advantage(s)
        if depth > 0:
            slot = find(table, key)
            if holds(table, slot, key):
                best_known = int(table[slot]["move"])
                if table[slot]["depth"] >= depth:
                    value = int(table[slot]["value"])
                    if value > FAR:
                        value -= ply
                    elif value < -FAR:
                        value += ply
                    bound = bound_of(table, slot)
                    if (
                        bound == EXACT
                        or (bound == LOWER and value >= beta)
                        or (bound == UPPER and value <= alpha)
                    ):
                        scratch[HITS] += 1
                        scratch[HORIZON] += 1
                        return value
    row = ROWS + level * ROW
    size = 0
    moves: Actions = s.moves
    while some(moves):
        a = lowest(moves)
        moves = rest(moves)
        promise = scratch[CUTTERS + s.player * ACTIONS + a]
        if a == best_known:
            promise = FIRST
        elif not forced and a == scratch[row]:
            promise = SECOND
        elif not forced and a == scratch[row + 1]:
            promise = THIRD
        scratch[row + 2 + size] = promise * CODE + a
        size += 1
    best = -WIN
    best_move = -1
    low = alpha
    for i in range(size):
        top = row + 2 + i
        for j in range(row + 3 + i, row + 2 + size):
            if scratch[j] > scratch[top]:
                top = j
        a = int(scratch[top] & (CODE - 1))
        scratch[top] = scratch[row + 2 + i]
        after = play(s, a)
        if after.jumper != 0:
            value = search(after, depth, low, beta, ply, level + 1, ends, table, scratch)
        else:
            further = depth - 1
            if i == 0:
                value = -search(after, further, -beta, -low, ply + 1, level + 1, ends, table, scratch)
            else:
                shorter = further
                if depth >= 3 and i >= 3 and not forced:
                    shorter -= 1
                value = -search(after, shorter, -low - 1, -low, ply + 1, level + 1, ends, table, scratch)
                if value > low and (shorter != further or value < beta):
                    value = -search(after, further, -beta, -low, ply + 1, level + 1, ends, table, scratch)
        if scratch[STOPPED] != 0:
            return 0
        if value > best:
            best = value
            best_move = a
            if value > low:
                low = value
                if low >= beta:
                    scratch[CUTS] += 1
                    if not forced:
                        scratch[CUTTERS + s.player * ACTIONS + a] += depth * depth
                        if scratch[row] != a:
                            scratch[row + 1] = scratch[row]
                            scratch[row] = a
                    break
    if s.jumper == 0 and depth > 0:
        value = best
        if value > FAR:
            value += ply
        elif value < -FAR:
            value -= ply
        bound = UPPER if best <= alpha else (LOWER if best >= beta else EXACT)
        store(table, key, float(value), best_move, depth, bound, scratch[AGE])
    return best
