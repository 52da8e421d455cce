"""Memory of people: finished matches as one chair saw them, and who of those here sat where in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour.core.errors import BadOption, clipped
from parlour.core.view import View

if TYPE_CHECKING:
    from parlour.core.match import Match


@dataclass(frozen=True)
class Past:
    """A finished match as its chair saw it at its end: never more than who sat there knew."""

    view: View  # with its history, in which what stayed hidden is UNKNOWN
    seats: tuple[tuple[int, int], ...]  # (seat in the present match, seat of the same person in that one)

    def now(self, then: int) -> int | None:
        """Return where the person who sat in a seat then sits now; None if not at this table."""
        return next((present for present, past in self.seats if past == then), None)

    def then(self, now: int) -> int | None:
        """Return where the person who sits in a seat now sat then; None if not at that table."""
        return next((past for present, past in self.seats if present == now), None)


def in_past(matches: int) -> str:
    """Begin a sentence about what is remembered: "In 30 past matches"."""
    return f"In {matches:,} past match{'' if matches == 1 else 'es'}"


def past_of(match: Match, own: int, pairs: Iterable[tuple[int, int]]) -> Past:
    """Return what a seat (-1: a spectator) could see of a finished match, to be recalled in another one.

    `pairs` tell who is here again: the seat in the present match, and that of the same person in this one.
    """
    if not match.over:
        raise BadOption(f"{match.game.name}: the match is not over; only finished ones are remembered")
    seats = tuple((int(now), int(then)) for now, then in pairs)
    for side in (0, 1):
        if len({pair[side] for pair in seats}) < len(seats):
            raise BadOption(f"pairs={clipped(seats)}: a seat is named twice")
    for now, then in seats:
        match.game.check_seat(then)
        if now < 0 or then < 0:
            raise BadOption(f"pairs={clipped(seats)}: a spectator sits nowhere")
    return Past(match.view(own), seats)
