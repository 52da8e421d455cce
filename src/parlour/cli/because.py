"""Why the computer played its last move: as it said then, or as it says again when asked once more."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from parlour.cli import output
from parlour.core.spec import HUMAN

if TYPE_CHECKING:
    from parlour.cli.sitting import Sitting
    from parlour.core.choice import Choice
    from parlour.core.match import Turn


def last_answer(at: Sitting) -> Turn | None:
    """Find the last whole move of a computer."""
    turns = [turn for turn in at.match.turns() if turn.who >= 0 and at.match.seats[turn.who] != HUMAN]
    return turns[-1] if turns else None


def reasons_for(at: Sitting, turn: Turn) -> Choice | None:
    """Give the choice behind a move; None if the player, asked again, would not make it."""
    choice = dict(at.choices).get(turn.ply) or _asked_again(at, turn)
    if choice is None:
        return None
    chosen = (replace(c, move=turn.words) if c.action == choice.action else c for c in choice.candidates)
    return replace(choice, move=turn.words, candidates=tuple(chosen))


def _asked_again(at: Sitting, turn: Turn) -> Choice | None:
    """Let the same player decide with the same view and seed: that gives the same choice again."""
    from parlour.core.driver import Seat

    match, spec = at.match, at.match.seats[turn.who]
    view = match.at(turn.ply).view(turn.who)

    def decided() -> Choice:
        return Seat(match.game, spec, turn.who, match.seed).decide(view, at.limit)

    try:
        choice = output.working(f"{at.name(turn.who)} is thinking", decided)
    except Exception:
        return None
    return choice if choice.action == match.actions[turn.ply] else None
