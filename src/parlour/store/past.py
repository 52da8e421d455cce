"""What a machine may remember of the people it meets: their finished matches, as its side saw them."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.core.errors import ParlourError
from parlour.core.memory import Past, past_of
from parlour.core.rules import NOBODY
from parlour.store.fold import fold
from parlour.store.kinds import PERSON, Kept

if TYPE_CHECKING:
    from parlour.store.store import Store

log = logging.getLogger("parlour.store")
MOST = 50  # matches that are remembered, the latest


def past_for(
    store: Store,
    game: str,
    players: Mapping[int, str],
    own: int,
    limit: int = MOST,
    until: float | None = None,
) -> tuple[Past, ...]:
    """Return the finished matches of a game with those at the table, for `Strategy.recall`: the oldest first.

    `players` has the ids of people by their seats in the present match, `own` is the machine's seat in it.
    Each match is seen from the chair in which a machine sat, the same one if it can be; where none sat, as a
    spectator saw it. One that no longer replays, as its rules have changed, is left out. With
    `until`, only those that ended before that time: what a resumed match recalled when it began.
    """
    found: dict[str, Kept] = {}
    for player in sorted({player for player in players.values() if player}):
        matches = store.find(game=game, player=player, ended=True, until=until, limit=limit)
        found.update({kept.id: kept for kept in matches})
    latest = sorted(found.values(), key=lambda kept: (kept.changed, kept.id))[-limit:]
    remembered = []
    for kept in latest:
        try:
            match = fold(kept, store.entries(kept.id))
            remembered.append(past_of(match, _chair(kept, own), _again(kept, players)))
        except ParlourError as error:
            log.debug("match %s is not remembered: %s", kept.id, error)
    return tuple(remembered)


def _chair(kept: Kept, own: int) -> int:
    machines = [seat for seat, spec in enumerate(kept.seats) if spec and spec != PERSON]
    return own if own in machines else machines[0] if machines else NOBODY


def _again(kept: Kept, players: Mapping[int, str]) -> list[tuple[int, int]]:
    """Pair the seats of people who are here again; who sits in two chairs is taken for the first of them."""
    return [
        (now, kept.players.index(player))
        for now, player in sorted(players.items())
        if player in kept.players and player not in [players[seat] for seat in players if seat < now]
    ]
