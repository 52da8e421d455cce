"""When a move may be taken back: as long as nobody who asks has learnt anything since.

Where nothing is hidden and nothing is drawn there is nothing to learn: an answer can be taken back with the
move. Elsewhere a move stands once chance has shown something, a player who knows more has answered, or the
move was made before everyone's eyes: a shot gets its answer at once, a bid or a bet is said. What can be
taken back there are moves made in secret, a ship's place or a card passed on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.core import rules
from parlour.core.rules import CHANCE, NOBODY, UNKNOWN

if TYPE_CHECKING:
    from parlour.core.match import Match


def learnt_since(match: Match, seat: int, ply: int) -> str:
    """Say what the seat has learnt since a ply that going back cannot make unseen; empty if nothing."""
    traits, now = match.game.traits, match.state
    if not (traits.hidden or traits.chance):
        return ""
    if match.over:
        return "the game is over"
    for at in range(ply, match.ply):
        s, action = match.states[at], match.actions[at]
        who = rules.turn(s)
        if not rules.sees(s, action, seat, now):
            continue
        if who == CHANCE:
            return f"chance has shown {match.game.format(s, action)} since"
        if traits.hidden and who != seat:
            return f"{match.game.names[who]} has answered since"
        if traits.hidden and rules.sees(s, action, NOBODY, now):
            return f"everyone has seen {match.game.format(s, action)}"
    if traits.hidden and _revealed(match, seat, ply):
        return "something hidden has come to light since"
    return ""


def _revealed(match: Match, seat: int, ply: int) -> bool:
    """Say whether an earlier action or a field was hidden from the seat at that ply and is known now."""
    then, now = match.states[ply], match.state
    for at in range(ply):
        s, action = match.states[at], match.actions[at]
        if rules.sees(s, action, seat, now) and not rules.sees(s, action, seat, then):
            return True
    return _known_now(rules.mask(then, seat), rules.mask(now, seat))


def _known_now(before: Any, after: Any) -> bool:
    if isinstance(before, tuple) and isinstance(after, tuple):
        return any(_known_now(old, new) for old, new in zip(before, after, strict=False))
    return bool(before == UNKNOWN and after != UNKNOWN)
