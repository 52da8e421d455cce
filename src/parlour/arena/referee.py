"""Playing one fixture. Whatever a strategy does, the match ends with a result and the event goes on."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from parlour.arena.fresh import Fresh, forgetful
from parlour.arena.openings import drawn
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
    openings: int = 0  # plies drawn before a match
    code: dict[str, str] = field(default_factory=dict)  # digests of the code that plays it


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


def play_fixture(event: Event, index: int, fresh: Fresh) -> Outcome:
    """Play a match of the schedule: the same record as `parlour.play` with its seed and opening gives."""
    fixture = event.schedule[index]
    opening = drawn(event.game, event.openings, fixture.seed)
    with forgetful(fresh):
        record = play(event.game, fixture.specs, fixture.seed, event.limit, event.timeout, opening=opening)
    if not all(math.isfinite(value) for value in record.returns or ()):
        raise BadRules(f"{event.game.name}: returns() gave {record.returns}, not finite numbers")
    return outcome_of(index, record, record.to_json())


def play_batch(event: Event, indices: Iterable[int], fresh: Fresh) -> tuple[list[Outcome], float]:
    """Play several matches; give them and the seconds they took."""
    began = time.perf_counter()
    outcomes = [play_fixture(event, index, fresh) for index in indices]
    return outcomes, time.perf_counter() - began


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
