"""What a player typed, read as a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core import rules
from parlour.core.errors import InvalidMove, ParlourError, clipped

if TYPE_CHECKING:
    from parlour.core.view import View


def actions_of(text: str, view: View) -> list[int]:
    """Read what was typed, by what the seat may know: a move, or the several steps of one turn."""
    try:
        return view.game.read(view.state, text)
    except InvalidMove:
        try:
            actions = view.game.read_moves(text, view.state)
        except ParlourError:
            actions = []
        if not actions:
            raise
    s = view.state
    for action in actions:
        if rules.turn(s) != view.seat:
            raise InvalidMove(f"{view.game.name}: one move at a time; {clipped(text)} goes on past yours")
        s = rules.play(s, action)
    return actions


def is_move(text: str, view: View) -> bool:
    """Say whether what was typed is a move, and not an order of the same name."""
    try:
        return view.game.parse(view.state, text) >= 0
    except ParlourError:
        return False
