"""Telling what a move of Ultimate Tic-Tac-Toe does and who controls which board."""

from __future__ import annotations

from typing import Any

from parlour.games.ultimate_tic_tac_toe import FREE, State, cells_of, format, has_line, play
from parlour.games.ultimate_tic_tac_toe.play.board import COMPLETING, TERNARY, winning_chances

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


def what_it_does(s: State, a: int) -> str:
    """Say what a move wins or stops, and where it sends the opponent."""
    other = "OX"[s.ply & 1]
    board, cell = divmod(a, 9)
    t = play(s, a)
    if has_line(cells_of(t.theirs, 9)):
        return f"{format(s, a)} wins {SQUARES[board]}, the third board of a line."
    parts = []
    if cells_of(t.theirs, 9) != cells_of(s.mine, 9):
        parts.append(f"wins {SQUARES[board]}")
    elif COMPLETING[cells_of(s.theirs, board)] >> cell & 1:
        parts.append(f"keeps {other} from winning {SQUARES[board]}")
    if t.open[0] | t.open[1] == 0:
        parts.append("closes the last board")
    elif t.board == FREE:
        parts.append(f"leaves {other} a free choice, as {SQUARES[cell]} is closed")
    else:
        wins = COMPLETING[cells_of(t.mine, t.board)] & cells_of(t.open, t.board)
        how = "can" if wins else "cannot"
        parts.append(f"sends {other} to {SQUARES[cell]}, which {other} {how} win at once")
    return f"{format(s, a)} {' and '.join(parts)}."
