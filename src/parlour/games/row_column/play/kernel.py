"""The search for Row-Column: alpha-beta over sets of cells in which the lowest bit is the highest number.

A position is worth what the player to move can still gain on the other, in units of 1 / UNIT of a point. It
depends only on the cells left and the last one taken, not on the totals, so one table serves all ways there.

    7 1 9      ranked 1 6 0      bit 0 is the 9, bit 1 the 7, ... (of equals, the one further up or left).
    4 4 2             3 4 5      `lines[rank]` are the other cells of its row and column, so the moves after
    0 3 1             8 2 7      it are lines & left, and the best reply to a move is one lowest bit.

Moves are tried in the order of what they gain over that reply. The search is one loop with a stack of its
own: a recursion would hand the whole matrix on at every node, and the general kernel visits 0.8 million
positions a second where this one visits 3.1 (`benchmarks/alphabeta_depth.py --game row_column --seconds 0.3`
with `--spec alphabeta:table=20` and `--spec row_column_solver`). The key of a small square is the position
itself, so its table never mistakes one for another: the proofs rest on that. What is read from an array is
made an int, so that the source runs interpreted too; compiled, that costs nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.compile import kernel
from parlour.core.bits import WORD, listed, popcount, trailing
from parlour.core.rng import Stream, draw
from parlour.core.rules import rule
from parlour.games.row_column import State, action_of, cell_of, number_at, side
from parlour.search.deepening import CUTS, HITS, HORIZON, LIMIT, NODES, STOP, STOPPED
from parlour.search.table import EXACT, LOWER, UPPER

UNIT = 64  # a point, in the search's whole numbers
SOLVED = 255  # the depth of a value that no horizon has touched
FAR = 1 << 40
FIBONACCI = 0x1E3779B97F4A7C15  # spreads keys over the table; below 2**62, so that it is one int everywhere
ONE_BIT_A_CELL = 7  # up to this many rows a key is the position itself; beyond, a hash of 62 bits
# Columns of the stack: the window, the best so far and its move, the last cell taken, the moves tried and
# found, the horizon count and the window's low end on entering, the key, three words of cells left ...
LOW, HIGH, BEST, MOVE, CELL, NEXT, COUNT, TOUCHED, START, KEY, LEFT = range(11)
MOVES, SCORES, WIDTH = 14, 38, 62  # ... and up to 24 moves, and how promising they are


class Board(NamedTuple):
    """The numbers of one square, highest first; a cell is its rank among them."""

    values: Any  # in units
    lines: Any  # (cell, word): the other cells of its row and column
    keys: Any  # (cell, 2): what taking it, and having it as the last one, adds to a key
    rank_of: Any  # by action
    actions: Any  # by rank


def new_board(s: State) -> Board:
    """Rank the numbers of a square."""
    n, words = side(s), len(s.left)
    every = [action_of(s, row, column) for row in range(n) for column in range(n)]
    actions = np.array(sorted(every, key=lambda a: (-number_at(s, a), a)), np.int64)
    rank_of = np.full(WORD * words, -1, np.int64)
    rank_of[actions] = np.arange(n * n)
    values = np.array([UNIT * number_at(s, int(a)) for a in actions], np.int64)
    lines = np.zeros((n * n, words), np.int64)
    places = [divmod(cell_of(s, int(a)), n) for a in actions]
    for one, (row, column) in enumerate(places):
        for other, (along, down) in enumerate(places):
            if one != other and (row == along or column == down):
                lines[one, other // WORD] |= 1 << other % WORD
    rng, exact = Stream.of(0, "row_column keys"), n <= ONE_BIT_A_CELL
    keys = [[1 << c, c + 1 << 50] if exact else [draw(rng) >> 2, draw(rng) >> 2] for c in range(n * n)]
    return Board(values, lines, np.array(keys, np.int64), rank_of, actions)


def new_table(bits: int) -> Any:
    """Make an empty table of 2**bits entries: a key, and value, depth, bound and move in one word."""
    return np.zeros((1 << bits, 2), np.int64)


def new_stack(plies: int) -> Any:
    """Make the stack for searches of so many plies."""
    return np.zeros((plies + 2, WIDTH), np.int64)


def packed(s: State, board: Board) -> tuple[list[int], int]:
    """Return the cells left in a state, ranked, and the key of those taken."""
    left, key = [0] * len(s.left), int(np.bitwise_xor.reduce(board.keys[:, 0]))
    for a in listed(s.left):
        rank = int(board.rank_of[a])
        left[rank // WORD] |= 1 << rank % WORD
        key ^= int(board.keys[rank, 0])
    return left, key


def put(stack: Any, board: Board, left: list[int], key: int, rank: int) -> None:
    """Lay the position after taking a cell at the bottom of the stack."""
    stack[0, LEFT : LEFT + len(left)] = left
    stack[0, LEFT + rank // WORD] &= ~(1 << rank % WORD)
    stack[0, CELL], stack[0, KEY] = rank, key ^ int(board.keys[rank, 0])


@rule
def slot_of(key: int, size: int) -> int:
    """Return the place of a key in a table of 2**k entries."""
    return ((key * FIBONACCI) >> 38) & (size - 1)


@kernel
def search(
    s: State,
    depth: int,
    low: int,
    high: int,
    mobility: int,
    potential: int,
    board: Board,
    stack: Any,
    table: Any,
    counters: Any,
) -> int:
    """Return what the player to move gains from the position at the bottom of the stack, searched to a depth.

    Exact if it lies between low and high, otherwise a bound on the side it fell off. At the horizon a
    position is worth `mobility` for each move and `potential` 1024ths of the numbers in reach. Once
    counters[STOPPED] is set the value means nothing.
    """
    words = len(s.left)
    values, lines, keys = board.values, board.lines, board.keys
    ply = 0
    stack[0, LOW], stack[0, HIGH] = low, high
    entering = True
    value = 0
    while True:
        if entering:
            counters[NODES] += 1
            entering = False
            cell = int(stack[ply, CELL])
            size = 0
            for w in range(words):
                size += popcount(int(lines[cell, w] & stack[ply, LEFT + w]))
            leaving = size == 0
            known = -1
            if size == 0:
                value = 0
            elif ply == depth:
                counters[HORIZON] += 1
                leaving = True
                total = 0
                for w in range(words):
                    cells = int(lines[cell, w] & stack[ply, LEFT + w])
                    while cells != 0:
                        total += int(values[WORD * w + trailing(cells)])
                        cells &= cells - 1
                value = mobility * size + ((potential * total) >> 10)
            else:
                key = int(stack[ply, KEY] ^ keys[cell, 1])
                slot = slot_of(key, len(table))
                if table[slot, 0] == key:
                    entry = int(table[slot, 1])
                    known = entry & 0xFF
                    reach = (entry >> 10) & 0xFF
                    if reach >= depth - ply:
                        value = (entry >> 18) - (1 << 42)
                        bound = (entry >> 8) & 3
                        leaving = (
                            bound == EXACT
                            or (bound == LOWER and value >= stack[ply, HIGH])
                            or (bound == UPPER and value <= stack[ply, LOW])
                        )
                        if leaving:
                            counters[HITS] += 1
                            if reach < SOLVED:
                                counters[HORIZON] += 1
            if not leaving:
                if counters[NODES] >= counters[LIMIT] or counters[STOP] != 0:
                    counters[STOPPED] = 1
                    return 0
                i = 0
                for w in range(words):
                    cells = int(lines[cell, w] & stack[ply, LEFT + w])
                    while cells != 0:
                        move = WORD * w + trailing(cells)
                        cells &= cells - 1
                        gain = int(values[move])
                        for v in range(words):
                            replies = int(lines[move, v] & stack[ply, LEFT + v])
                            if replies != 0:
                                gain -= int(values[WORD * v + trailing(replies)])
                                break
                        stack[ply, MOVES + i] = move
                        stack[ply, SCORES + i] = FAR if move == known else gain
                        i += 1
                stack[ply, BEST] = -FAR
                stack[ply, NEXT] = 0
                stack[ply, COUNT] = size
                stack[ply, TOUCHED] = counters[HORIZON]
                stack[ply, START] = stack[ply, LOW]
        else:
            leaving = False
        if not leaving:
            i = int(stack[ply, NEXT])
            size = int(stack[ply, COUNT])
            if i < size and stack[ply, LOW] < stack[ply, HIGH]:
                top = i
                for j in range(i + 1, size):
                    if stack[ply, SCORES + j] > stack[ply, SCORES + top]:
                        top = j
                move = int(stack[ply, MOVES + top])
                stack[ply, MOVES + top] = stack[ply, MOVES + i]
                stack[ply, SCORES + top] = stack[ply, SCORES + i]
                stack[ply, NEXT] = i + 1
                for w in range(words):
                    stack[ply + 1, LEFT + w] = stack[ply, LEFT + w]
                stack[ply + 1, LEFT + move // WORD] &= ~(1 << move % WORD)
                stack[ply + 1, LOW] = values[move] - stack[ply, HIGH]
                stack[ply + 1, HIGH] = values[move] - stack[ply, LOW]
                stack[ply + 1, CELL] = move
                stack[ply + 1, KEY] = stack[ply, KEY] ^ keys[move, 0]
                ply += 1
                entering = True
                continue
            if i < size:
                counters[CUTS] += 1
            value = int(stack[ply, BEST])
            bound = EXACT
            if value <= stack[ply, START]:
                bound = UPPER
            elif value >= stack[ply, HIGH]:
                bound = LOWER
            reach = SOLVED if counters[HORIZON] == stack[ply, TOUCHED] else depth - ply
            key = int(stack[ply, KEY] ^ keys[stack[ply, CELL], 1])
            slot = slot_of(key, len(table))
            table[slot, 0] = key
            table[slot, 1] = ((value + (1 << 42)) << 18) | (reach << 10) | (bound << 8) | stack[ply, MOVE]
        if ply == 0:
            return value
        cell = int(stack[ply, CELL])
        ply -= 1
        gain = int(values[cell]) - value
        if gain > stack[ply, BEST]:
            stack[ply, BEST] = gain
            stack[ply, MOVE] = cell
            stack[ply, LOW] = max(stack[ply, LOW], gain)
