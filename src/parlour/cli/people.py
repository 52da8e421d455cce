"""Who the person at the terminal is in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.core.match import Match
    from parlour.store import Store


def players_of(store: Store, match: Match) -> tuple[str, ...]:
    """Return the id of the player in each seat, for the one who sits alone among machines."""
    return ("",) * match.game.seats
