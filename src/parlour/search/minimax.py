"""Plain minimax, without pruning: the yardstick for what alpha-beta saves."""

from __future__ import annotations

from parlour.core.rules import AnyState, play
from parlour.search.alphabeta import AlphaBeta


class Minimax(AlphaBeta):
    """Search the game tree without pruning: the yardstick for what alpha-beta saves."""

    name = "minimax"
    prune = False

    def _line(self, s: AnyState, action: int) -> tuple[tuple[str, ...], AnyState]:
        return (self.game.format(s, action),), play(s, action)
