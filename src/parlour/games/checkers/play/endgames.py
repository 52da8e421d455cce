"""Every checkers position with up to four pieces: won, drawn or lost, and in how many turns.

Play without draw rules, by shortest wins and longest losses; `python tools/build_checkers_table.py` makes the
table by retrograde analysis. A position is looked up as the player to move sees it, so Black to move is all
that is stored. Positions are grouped by material; within it, the squares of each kind of piece have a rank,
and the four ranks make up the index in mixed radix:

    offset of the material + (((my men) * their men) * my kings) * their kings

Impossible overlaps have a place too, which costs nothing once packed. An entry is 0 for a draw, otherwise one
more than the turns to the end: even for a win, odd for a loss (1: the player to move is stuck already).
"""

from __future__ import annotations

import lzma
from functools import cache
from importlib.resources import files
from math import comb
from typing import Any

import numpy as np

from parlour.core.bits import popcount, trailing
from parlour.core.rules import rule
from parlour.games.checkers import State

PIECES = 4
FILE = "checkers_endgames.bin"
MEN, KINGS = 28, 32  # squares that a man and a king can stand on

MEN_SETS = np.array([comb(MEN, k) for k in range(4)], np.int64)
KING_SETS = np.array([comb(KINGS, k) for k in range(4)], np.int64)
CHOOSE = np.array([[comb(n, k) for n in range(33)] for k in range(4)], np.int64)


def materials() -> list[tuple[int, int, int, int]]:
    """List what may be on the board (my men, my kings, their men, their kings), simplest first."""
    few = range(PIECES)
    found = [
        (a, b, c, d)
        for a in few
        for b in few
        for c in few
        for d in few
        if a + b > 0 and c + d > 0 and a + b + c + d <= PIECES
    ]
    return sorted(found, key=lambda m: (sum(m), m[0] + m[2], m))


def places(a: int, b: int, c: int, d: int) -> int:
    """Count the entries of a material."""
    return comb(MEN, a) * comb(MEN, c) * comb(KINGS, b) * comb(KINGS, d)


def code(a: int, b: int, c: int, d: int) -> int:
    """Number a material."""
    return ((a * 4 + b) * 4 + c) * 4 + d


def _offsets() -> tuple[Any, int]:
    offsets, total = np.full(256, -1, np.int64), 0
    for material in materials():
        offsets[code(*material)] = total
        total += places(*material)
    return offsets, total


OFFSETS, SIZE = _offsets()


@rule
def rank_of(board: int, player: int, shift: int) -> int:
    """Rank a set of at most three squares, as the player sees the board, squares less `shift`."""
    rank = 0
    size = popcount(board)
    taken = 0
    while board != 0:
        bit = trailing(board)
        board &= board - 1
        square = bit - bit // 9
        # White sees the board turned round, and so meets the squares in the opposite order.
        if player == 0:
            taken += 1
            rank += CHOOSE[taken, square - shift]
        else:
            rank += CHOOSE[size - taken, 31 - square - shift]
            taken += 1
    return int(rank)


@rule
def index_of(mine: int, theirs: int, kings: int, player: int) -> int:
    """Return the place of a position of up to four pieces, both sides having some."""
    my_men, my_kings = mine & ~kings, mine & kings
    their_men, their_kings = theirs & ~kings, theirs & kings
    a, b, c, d = popcount(my_men), popcount(my_kings), popcount(their_men), popcount(their_kings)
    index = rank_of(my_men, player, 0)
    index = index * MEN_SETS[c] + rank_of(their_men, player, 4)
    index = index * KING_SETS[b] + rank_of(my_kings, player, 0)
    index = index * KING_SETS[d] + rank_of(their_kings, player, 0)
    return int(OFFSETS[((a * 4 + b) * 4 + c) * 4 + d] + index)


def knows(s: State) -> bool:
    """Say whether the table has the position: few pieces, both sides there, no jump half made."""
    return 0 not in (s.mine, s.theirs) and popcount(s.mine | s.theirs) <= PIECES and not s.jumper


def probe(s: State) -> tuple[int, int | None]:
    """Return 1, 0 or -1 for a position won, drawn or lost for the player to move, and in how many turns."""
    entry = int(load()[index_of(s.mine, s.theirs, s.kings, s.player)])
    if entry == 0:
        return 0, None
    return (-1 if entry & 1 else 1), entry - 1


@cache
def load() -> Any:
    """Read the table that ships with the package."""
    packed = files("parlour.data").joinpath(FILE)
    if not packed.is_file():
        raise FileNotFoundError(f"{FILE} is missing; python tools/build_checkers_table.py makes it")
    return np.frombuffer(lzma.decompress(packed.read_bytes()), np.uint8)
