"""Telling who controls which board of Ultimate Tic-Tac-Toe."""

from __future__ import annotations

from typing import Any

from parlour.games.ultimate_tic_tac_toe import State, cells_of
from parlour.games.ultimate_tic_tac_toe.play.board import TERNARY, winning_chances

SQUARES = [file + rank for rank in "123" for file in "abc"]


def control(s: State) -> dict[str, Any]:
    """Return both players' chances to win each board if marks fell at random, by the name of the board."""
    x, o = (s.mine, s.theirs) if s.ply & 1 == 0 else (s.theirs, s.mine)
    chances = winning_chances()
    table = {}
    for board, name in enumerate(SQUARES):
        first, second = (TERNARY[cells_of(words, board)] for words in (x, o))
        pair = (chances[first + 2 * second], chances[second + 2 * first])
        table[name] = {"x": round(float(pair[0]), 3), "o": round(float(pair[1]), 3)}
    return table
