"""Every game in a length that suits a test: its seats and options, where the usual ones take too long."""

from __future__ import annotations

from typing import Any

import parlour

# Ultimate Tic-Tac-Toe after 48 of its moves
LATE = "...xoooox/..xxxoxox/xo..xo.x./.xoo.x.xo/oo....xxo/o.xxxx.x./.xx.oo.o./.o.xooo../.o...xo.."
OPTIONS: dict[str, dict[str, Any]] = {
    "battleship": {"size": 5, "ships": [3, 2]},
    "bluff": {"seats": 2, "ranks": 3},
    "checkers": {"position": "B:W24,28,K31:B1,5,K10", "forty": 6},
    "dots_and_boxes": {"rows": 2, "cols": 2},
    "liars_dice": {"dice": [2], "faces": 3},
    "matrix": {"rounds": 2},
    "rock_paper_scissors": {"rounds": 2},
    "row_column": {"n": 4},
    "ultimate_tic_tac_toe": {"position": LATE},
}
OWN = {"pig": 2, "one_trick": 2}  # seats of a user's games, which only the server has loaded


def games() -> list[str]:
    """List all games, a user's too."""
    return [*parlour.game_names(), *OWN]


def match(name: str, against: str = "random", usual: bool = False) -> dict[str, Any]:
    """Return what to ask for to play a short match, or the usual one, against machines."""
    options = {} if usual else OPTIONS.get(name, {})
    seats = OWN.get(name) or parlour.game(name, **options).seats
    return {"game": name, "seats": ["me"] + [against] * (seats - 1), "options": options}
