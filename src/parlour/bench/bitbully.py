"""bitbully's job: its C++ solver for Connect Four, without its book and with an empty table each time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

NAME = "bitbully"
MODULE = "bitbully"


def solve_all(lines: Sequence[Sequence[int]]) -> Callable[[], tuple[list[int], float]]:
    """Solve the positions after some lines of columns (0 to 6): give their exact scores and the seconds.

    Emptying its table, which takes longer than most of the searches, is not counted.
    """
    from bitbully import bitbully_core

    solver = bitbully_core.BitBullyCore()
    boards = []
    for line in lines:
        board = bitbully_core.BoardCore()
        for column in line:
            board.play(column)
        boards.append(board)

    def job() -> tuple[list[int], float]:
        scores, took = [], 0.0
        for board in boards:
            solver.resetTranspositionTable()
            began = time.process_time()
            scores.append(int(solver.mtdf(board, 0)))
            took += time.process_time() - began
        return scores, took

    return job
