"""Thinking about an ask: the same in a process of the server's own as on a worker of a cluster."""

from __future__ import annotations

import gc
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from parlour.core import errors, sofar
from parlour.core.analyse import analyse
from parlour.core.choice import Choice
from parlour.core.clock import Clock, own_clock
from parlour.core.drill import drill
from parlour.core.driver import Seat
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.names import Names
from parlour.core.opponent import Opponent
from parlour.core.record import Record
from parlour.core.view import View
from parlour.server.engines.ask import ANALYSE, DRILL, REVIEW, TURN, Answer, Ask, Failed, Heard

PLAYERS = 64  # that are kept, each a seat of a match
MEMORY = "MemoryError"
GRACE = 1.0  # seconds for one that was told to stop
READY = 120.0  # seconds that compiling may take besides
LOOK = 0.1  # seconds between two looks at one that compiles


class Player(Opponent):
    """An opponent that knows the key of its streams and not the seed, which would foretell every chance."""

    def __init__(self, view: View, ask: Ask) -> None:
        self._key, self._past = ask.key, ask.past
        super().__init__(view.game, ask.spec, view.seat)

    def _sit_down(self, game: Game, seat: int, seed: int) -> None:
        self._seat = Seat.keyed(game, self._spec, seat, self._key)
        if self._past:
            self._seat.strategy.recall(self._past)

    def serves(self, view: View, ask: Ask) -> bool:
        """Say whether this is the player that an ask of its match and seat means."""
        return (self.game, self._key, self._past) == (view.game, ask.key, ask.past)


class Thought:
    """The thinking about one ask, for another thread that may look at its clock and stop it."""

    def __init__(self) -> None:
        self._clock: Clock | None = None
        self._began = 0.0
        self.stopped = False

    def begin(self, clock: Clock) -> None:
        """Think by this clock from now on."""
        self._began = time.perf_counter()
        self._clock = clock
        if self.stopped:
            clock.stop()

    @property
    def seconds(self) -> float:
        """Return how long it has thought, without what it waited for code to be made ready."""
        if self._clock is None:
            return 0.0
        return time.perf_counter() - self._began - self._clock.waited

    def stop(self) -> None:
        """Let it come to an end, and answer with what it has."""
        self.stopped = True
        if self._clock is not None:
            self._clock.stop()

    def left(self, seconds: float) -> float:
        """Return what is left of so many seconds; when nothing is, stop."""
        left = seconds - self.seconds
        if left <= 0.0:
            self.stop()
        return left


class Thinker:
    """Answers asks, one at a time, and keeps the players of the last matches: they may remember."""

    def __init__(self) -> None:
        self._players: OrderedDict[tuple[str, int, str], Player] = OrderedDict()

    def answer(self, ask: Ask, thought: Thought, heard: Heard | None = None) -> Answer:
        """Think; raise ParlourError for bad input, Failed or MemoryError for whatever the strategy does."""
        with own_clock() as clock:
            thought.begin(clock)
            try:
                try:
                    answer = self._answer(ask, thought, heard)
                except MemoryError:
                    if not self._players:
                        raise
                    self._players.clear()  # what is kept for others must not fail this one
                    gc.collect()
                    answer = self._answer(ask, thought, heard)
            except MemoryError:
                raise
            except Failed:
                raise
            except ParlourError as error:
                if ask.do == TURN or type(error) is ParlourError:
                    raise Failed(str(error)) from error
                raise
            except BaseException as error:  # exit() in a strategy ends nothing
                raise Failed(f"{ask.spec} failed: {type(error).__name__}: {error}") from error
        return replace(answer, seconds=thought.seconds)

    def _answer(self, ask: Ask, thought: Thought, heard: Heard | None) -> Answer:
        if ask.do == REVIEW:
            return _reviewed(ask, thought, heard)
        if ask.view is None or ask.do not in (TURN, ANALYSE, DRILL):
            raise Failed(
                f"an engine cannot {ask.do!r}; it knows {TURN}, {ANALYSE} and {DRILL} of a view, and {REVIEW}"
            )
        if ask.do == DRILL:
            return Answer((), 0.0, record=drill(ask.view.game, ask.seed).full_record().to_json())
        told = None if heard is None else _choices_to(heard)
        if ask.do == ANALYSE:
            asked = (ask.view.game, ask.view, ask.spec, ask.limit, ask.seed)
            return Answer((analyse(*asked, told),), 0.0)
        name = (ask.match, ask.view.seat, ask.spec)
        player = self._players.pop(name, None) if ask.match else None
        if player is None or not player.serves(ask.view, ask):
            player = Player(ask.view, ask)
        with sofar.heard_by(ask.view, told):
            answer = Answer(tuple(player.turn(ask.view, ask.limit)), 0.0)
        if ask.match and not thought.stopped:  # one that was stopped or failed remembers half a thought
            self._players[name] = player
            while len(self._players) > PLAYERS:
                self._players.popitem(last=False)
        return answer


def _choices_to(heard: Heard) -> Callable[[Choice], None]:
    return lambda choice: heard(Answer((choice,), 0.0))


def _reviewed(ask: Ask, thought: Thought, heard: Heard | None) -> Answer:
    from parlour.core.review import review

    due = 0.0

    def look(done: int, total: int) -> None:
        nonlocal due
        if thought.stopped and done < total:
            raise Failed(f"the review was not done in time: {done} of {total} moves")
        if heard is not None and time.monotonic() >= due:
            heard(Answer((), 0.0, judged=(done, total)))
            due = time.monotonic() + sofar.EVERY

    names = Names(ask.names) if ask.names else None
    found = review(Record.from_json(ask.record), ask.spec or None, ask.limit, ask.seed, look, names=names)
    return Answer((), 0.0, found.to_json())


# An error travels as the name of its class and its line: what a user's file defines need not be known there.


def told(error: BaseException) -> tuple[str, str]:
    """Put an error into words that any process can read."""
    if isinstance(error, MemoryError):
        return MEMORY, ""
    return type(error).__name__, str(ParlourError(str(error)))


def error_of(kind: str, text: str) -> ParlourError:
    """Make the error again that was put into words; one that is unknown here is a failure."""
    known = getattr(errors, kind, None)
    if isinstance(known, type) and issubclass(known, ParlourError):
        return known(text)
    return Failed(text)


def overdue(spec: str, seconds: float) -> Failed:
    """Build the error for one that did not stop when its time was up."""
    return Failed(f"{spec} gave no answer within {seconds:g} s and was stopped")
