"""Playing a match to its end: strategies decide, the match decides what counts."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from parlour.core.choice import Choice
from parlour.core.clock import Clock, own_clock
from parlour.core.errors import BadOption, IllegalMove, InvalidMove, ParlourError, clipped
from parlour.core.game import Game
from parlour.core.job import Job
from parlour.core.keys import LONGEST_KEY, check_seed, seat_key, seat_stream
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.objects import Player, spec_of
from parlour.core.record import Record
from parlour.core.registry import settled_game
from parlour.core.spec import make
from parlour.core.strategy import Strategy
from parlour.core.view import View

log = logging.getLogger("parlour.match")
MOST_PLIES = 1_000_000
MOST_SECONDS = 86_400


class Seat:
    """A strategy in its chair: it gets a fresh stream for each ply, so undo and resume change nothing."""

    def __init__(self, game: Game, spec: str, seat: int, seed: int) -> None:
        check_seed(seed)
        self._sit_down(game, spec, seat, seat_key(seed))  # not the seed: that foretells every chance

    @staticmethod
    def keyed(game: Game, spec: str, seat: int, key: bytes) -> Seat:
        """Seat a strategy by its match's key, `keys.seat_key(seed)`: where it thinks, no seed is known."""
        if not isinstance(key, bytes) or not 0 < len(key) <= LONGEST_KEY:
            raise BadOption(f"key={clipped(key)}: needs 1 to {LONGEST_KEY} bytes, those of seat_key(seed)")
        seated = Seat.__new__(Seat)
        seated._sit_down(game, spec, seat, key)
        return seated

    def _sit_down(self, game: Game, spec: str, seat: int, key: bytes) -> None:
        self.spec, self.seat, self._key = spec, seat, key
        self.strategy: Strategy = make(game, spec, seat, seat_stream(key, seat, 0))

    def decide(self, view: View, limit: Limit | None, timeout: float | None = None) -> Choice:
        """Let the strategy choose; raise TimeoutError when it takes longer than the timeout."""
        self.strategy.rng[:] = seat_stream(self._key, self.seat, view.ply)
        if timeout is None:
            return self.strategy.decide(view, limit)
        return _within(timeout, lambda: self.strategy.decide(view, limit))


def _within(seconds: float, call: Callable[[], Choice]) -> Choice:
    """Run a decision, but wait for it no longer than that."""
    clocks: list[Clock] = []

    def decide() -> Choice:
        with own_clock() as clock:
            clocks.append(clock)
            return call()

    job = Job(decide)
    while not clocks:
        job.wait(0.001)
    until = clocks[0].now() + seconds
    left = seconds
    while left > 0.0 and not job.wait(max(left, 0.001)):  # the clock stands still while code is made ready
        left = until - clocks[0].now()
    if not job.over:
        job.end()
        raise TimeoutError(f"no move within {seconds:g} s")
    return job.result()


def step(match: Match, seat: Seat, limit: Limit | None = None, timeout: float | None = None) -> Choice | None:
    """Let a seat make its move; whatever goes wrong is a forfeit with its reason, and None."""
    view = match.view(seat.seat)
    began = time.perf_counter()
    try:
        choice = seat.decide(view, limit, timeout)
        if not isinstance(choice, Choice):
            raise TypeError(f"choose() gave {type(choice).__name__}, not a Choice or an action")
        match.play(choice.action, seat.seat)
    except (IllegalMove, InvalidMove) as error:
        match.forfeit(seat.seat, f"illegal move: {error}")
    except TimeoutError as error:
        match.forfeit(seat.seat, f"timed out: {error}")
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a strategy that calls exit() ends its match, nothing else
        log.debug("%s raised", seat.spec, exc_info=True)
        match.forfeit(seat.seat, f"error: {type(error).__name__}: {error}")
    else:
        took = time.perf_counter() - began
        log.debug("seat %d decided in %.1f ms", seat.seat, took * 1000)
        return choice
    log.warning("seat %d (%s) forfeits: %s", seat.seat, seat.spec, match.reason)
    return None


def check_timeout(timeout: object) -> None:
    """Raise BadOption unless it can be a time to wait, in seconds."""
    if type(timeout) not in (int, float) or not 0 < float(timeout) <= MOST_SECONDS:  # type: ignore[arg-type]
        raise BadOption(f"timeout={clipped(timeout)}: needs seconds, more than 0, at most {MOST_SECONDS:,}")


def play(
    game: Game | str,
    specs: Sequence[Player],
    seed: int | None = None,
    limit: Limit | str | dict[str, Any] | None = None,
    timeout: float | None = None,
    watch: Callable[[Match, Choice], None] | None = None,
    opening: Sequence[int] = (),
) -> Record:
    """Play one match between strategies and give its record; `watch` is called after every move.

    A strategy is a text, such as "hard" or "mcts:c=1.4", or a Strategy class. The actions of an `opening` are
    played first, whoever's they are; the strategies take over after them.
    """
    game = settled_game(game)
    if not isinstance(specs, (list, tuple)) or len(specs) != game.seats:
        given = len(specs) if isinstance(specs, (list, tuple)) else 1
        raise BadOption(f"{game.name} needs {game.seats} strategies, one a seat; {given} given")
    if timeout is not None:
        check_timeout(timeout)
    if watch is not None and not callable(watch):
        raise BadOption(f"watch={clipped(watch)}: needs a function of the match and the choice")
    budget = Limit.of(limit)
    texts = tuple(spec_of(spec) for spec in specs)
    match = Match(game, seed, texts)
    match.open_with(opening)
    seats = sit_down(match, texts)
    play_on(match, seats, budget, timeout, watch)
    return match.record()


def _at_once(seat: Seat, move: Callable[[], Choice | None]) -> Choice | None:
    return move()


def play_on(
    match: Match,
    seats: Sequence[Seat],
    limit: Limit | None = None,
    timeout: float | None = None,
    watch: Callable[[Match, Choice], None] | None = None,
    run: Callable[[Seat, Callable[[], Choice | None]], Choice | None] = _at_once,
) -> None:
    """Let the seats move in turn until the match is over; `watch` is called after every move.

    A front end may `run` each decision in its own way, to show that somebody is thinking.
    """
    while not match.over:
        if match.ply >= MOST_PLIES:
            match.forfeit(match.turn, f"the match did not end within {MOST_PLIES:,} plies")
            break
        seat = seats[match.turn]
        choice = run(seat, lambda seat=seat: step(match, seat, limit, timeout))  # type: ignore[misc]
        if choice is not None and watch is not None:
            watch(match, choice)


def sit_down(match: Match, specs: Sequence[str]) -> list[Seat]:
    """Build every seat's strategy; one whose constructor fails loses at once, a wrong spec is an error."""
    seats: list[Seat] = []
    for seat, spec in enumerate(specs):
        try:
            seats.append(Seat(match.game, spec, seat, match.seed))
        except (ParlourError, KeyboardInterrupt):
            raise
        except BaseException as error:
            if not match.over:
                match.forfeit(seat, f"error: {type(error).__name__}: {error}")
    return seats
