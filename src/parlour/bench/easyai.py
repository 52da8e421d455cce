"""easyAI's jobs: its negamax, with and without its transposition table, on games written for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

NAME = "easyAI"
MODULE = "easyAI"


def solve_tic_tac_toe(table: bool) -> Callable[[], Any]:
    """Solve Tic-Tac-Toe from the empty board by negamax to depth 9."""
    from easyAI import TranspositionTable, TwoPlayerGame
    from easyAI.AI import Negamax

    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    class Board(TwoPlayerGame):  # type: ignore[misc]
        """Marks 0, 1 and 2 in nine cells."""

        def __init__(self) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.cells = [0] * 9

        def possible_moves(self) -> list[int]:
            return [i for i, mark in enumerate(self.cells) if not mark]

        def make_move(self, move: int) -> None:
            self.cells[move] = self.current_player

        def unmake_move(self, move: int) -> None:
            self.cells[move] = 0

        def lost(self) -> bool:
            return any(all(self.cells[i] == self.opponent_index for i in line) for line in lines)

        def is_over(self) -> bool:
            return all(self.cells) or self.lost()

        def scoring(self) -> int:
            return -100 if self.lost() else 0

        def ttentry(self) -> tuple[Any, ...]:
            return (*self.cells, self.current_player)

        def show(self) -> None:
            return

    def job() -> Any:
        return Negamax(9, tt=TranspositionTable() if table else None)(Board())

    return job
