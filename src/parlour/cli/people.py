"""Who the person at the terminal is in the database, and what opponents remember of them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from parlour.cli import shelf
from parlour.core.errors import ParlourError
from parlour.store.kinds import PERSON

if TYPE_CHECKING:
    from parlour.core.match import Match
    from parlour.core.strategy import Strategy
    from parlour.store import Player, Store

MARK = "by"
log = logging.getLogger("parlour.play")


def myself(store: Store) -> Player | None:
    """Return the player at this machine; None where no key of theirs can be kept."""
    from parlour.store.me import me

    try:
        return me(store)
    except (OSError, ValueError) as error:
        if isinstance(error, ParlourError):
            raise
        log.debug("nobody is known here: %s", error)
        return None


def mark(store: Store) -> dict[str, str]:
    """Return the note by which a match is known to be of this machine, where others share the database."""
    player = myself(store)
    return {MARK: player.id} if player else {}


def sitting(store: Store, match: Match) -> dict[str, Any]:
    """Return the ids and the names of those who sit at a match, seat by seat.

    The person at this machine is the one who sits alone among machines: of several at one screen nobody
    knows who is who.
    """
    people = [seat for seat, spec in enumerate(match.seats) if spec == PERSON]
    player = myself(store) if len(people) == 1 else None
    seats = range(match.game.seats)
    return {
        "players": tuple(player.id if player and seat in people else "" for seat in seats),
        "names": tuple(player.name if player and seat in people else "" for seat in seats),
    }


def remind(strategy: Strategy, match: Match, began: float) -> None:
    """Let an opponent that learns recall the matches the person here had finished when this one began."""
    from parlour.core.strategy import Strategy

    if type(strategy).recall is Strategy.recall:
        return
    from parlour.store.past import past_for

    try:
        store = shelf.store()
        players = {seat: player for seat, player in enumerate(sitting(store, match)["players"]) if player}
        past = past_for(store, match.game.name, players, strategy.seat, until=began)
    except ParlourError as error:
        log.debug("nothing is remembered: %s", error)
        return
    try:
        strategy.recall(past)
    except Exception as error:  # a user's strategy plays as if it knew nobody
        log.warning("%s cannot recall: %s: %s", strategy.name, type(error).__name__, error)
