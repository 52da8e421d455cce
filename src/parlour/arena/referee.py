"""Playing one fixture. Whatever a strategy does, the match ends with a result and the event goes on."""

from __future__ import annotations

import ctypes
import logging
import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from parlour.arena.pairings import Fixture, Schedule
from parlour.core.driver import MOST_PLIES, Seat, step
from parlour.core.errors import BadRules
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.match import Match
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
    record = _play(event, fixture)
    if not all(math.isfinite(value) for value in record.returns or ()):
        raise BadRules(f"{event.game.name}: returns() gave {record.returns}, not finite numbers")
    return outcome_of(index, record, record.to_json())


def _play(event: Event, fixture: Fixture) -> Record:
    match = Match(event.game, fixture.seed, fixture.specs)
    seats = _sit_down(match, fixture)
    before = set(threading.enumerate()) if event.timeout else set()
    while not match.over:
        turn = match.turn
        if match.ply >= MOST_PLIES:
            match.forfeit(turn, f"the match did not end within {MOST_PLIES} plies")
            break
        try:
            step(match, seats[turn], event.limit, event.timeout)
        except SystemExit as error:  # a strategy that calls exit() ends its match, not the event
            match.forfeit(turn, f"error: SystemExit: {error}")
    if event.timeout and match.reason.startswith("timed out"):
        _stop_stragglers(before)
    return match.record()


def _sit_down(match: Match, fixture: Fixture) -> list[Seat]:
    """Build every seat's strategy; one that cannot be built loses at once."""
    seats: list[Seat] = []
    for seat, spec in enumerate(fixture.specs):
        try:
            seats.append(Seat(match.game, spec, seat, match.seed))
        except (Exception, SystemExit) as error:
            if not match.over:
                match.forfeit(seat, f"error: {type(error).__name__}: {error}")
            break
    return seats


def _stop_stragglers(before: set[threading.Thread]) -> None:
    """End what a timeout left running: a strategy in an endless loop would slow all later matches down."""
    for thread in set(threading.enumerate()) - before:
        job = getattr(thread, "_target", None)
        if thread.ident is not None and getattr(job, "__module__", "") == "parlour.core.driver":
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit)
            )


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
