"""Playing one fixture. Whatever a strategy does, the match ends with a result and the event goes on."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from parlour.arena.pairings import Schedule
from parlour.core.driver import play
from parlour.core.errors import BadRules
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.record import Record


@dataclass(frozen=True)
class Event:
    """All that decides what happens in an event."""

    game: Game
    schedule: Schedule
    limit: Limit
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is known of a match when it is over."""

    index: int
    returns: tuple[float, ...]
    loser: int | None  # the seat that forfeited
    reason: str
    text: str  # its record, as JSON


def outcome_of(index: int, record: Record, text: str) -> Outcome:
    """Take what counts out of a finished record."""
    return Outcome(index, record.returns or (), record.loser, record.reason, text)


def play_fixture(event: Event, index: int) -> Outcome:
    """Play a match of the schedule: the same record as `parlour.play` with the fixture's seed gives."""
    fixture = event.schedule[index]
    record = play(event.game, fixture.specs, fixture.seed, event.limit, event.timeout)
    if not all(math.isfinite(value) for value in record.returns or ()):
        raise BadRules(f"{event.game.name}: returns() gave {record.returns}, not finite numbers")
    return outcome_of(index, record, record.to_json())


@contextmanager
def forfeits_unlogged() -> Iterator[None]:
    """Keep forfeits out of the log unless someone has set a level for them: the result counts them all."""
    log = logging.getLogger("parlour.match")
    before = log.level
    if log.getEffectiveLevel() == logging.WARNING:
        log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)
