"""Random games of Dots and Boxes by OpenSpiel's rules beside ours, compared state for state.

    PYTHONPATH=benchmarks python tests/games/dots_and_boxes/referee.py --games 20000

plays so many games on each of the boards. OpenSpiel numbers all horizontal edges first; with utility_margin
its result is the net number of boxes, as ours is; its pictures show edges and owners, as they are drawn here.
"""

from __future__ import annotations

import sys

import pyspiel

import referee
from open_spiel_match import edge_number
from parlour import game
from parlour.core.bits import count, has
from parlour.games.dots_and_boxes import State
from referee import Pair

SIZES = ((1, 1), (1, 4), (3, 1), (2, 2), (2, 3), (3, 3), (4, 3), (5, 5), (7, 7))


def pair(rows: int, cols: int) -> Pair:
    """Put one board in both implementations beside each other."""
    ours = game("dots_and_boxes", rows=rows, cols=cols)
    theirs = pyspiel.load_game("dots_and_boxes", {"num_rows": rows, "num_cols": cols, "utility_margin": True})
    return Pair(f"{rows} x {cols}", ours, theirs, lambda s, a: edge_number(rows, cols, a), board)


def pairs() -> list[Pair]:
    """Give every board."""
    return [pair(rows, cols) for rows, cols in SIZES]


def board(s: State) -> str:
    """Draw a state as OpenSpiel does."""
    span, rows = 2 * s.cols + 1, count(s.boxes) // s.cols
    lines = []
    for row in range(rows + 1):
        left, middle, right = "┌┬┐" if row == 0 else "└┴┘" if row == rows else "├┼┤"
        edges = ("╴ ╶" if has(s.open, row * span + column) else "───" for column in range(s.cols))
        lines.append(left + middle.join(edges) + right)
        if row < rows:
            lines.append(
                "".join(side(s, row * span + column) for column in range(s.cols + 1))[: 4 * s.cols + 1]
            )
    return "\n".join(lines)


def side(s: State, box: int) -> str:
    """Draw the left side of a box, and who owns it."""
    owner = "1" if has(s.first, box) else "2" if has(s.second, box) else " "
    return f"{' ' if has(s.open, box + s.cols) else '│'} {owner} "


if __name__ == "__main__":
    referee.pairs = pairs
    sys.exit(referee.main())
