"""Who is answered next: the moves of matches first, then the others, of whom only so many may wait."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from parlour.core.errors import ParlourError
from parlour.core.rules import NOBODY
from parlour.server.engines.ask import Answer, Ask, Busy, Engines, Failed, Heard
from parlour.server.engines.thinking import PLAYERS

log = logging.getLogger("parlour.engines")
TRIES = 3  # of an ask whose engine is lost
EACH = 4  # asks that may wait for each engine
SOONEST = 0.1  # seconds after which anybody is told to come again
CLOSED = "the engines are closed"
WEIGHT = 0.2  # of the last ask in the mean of how long they take


class Lost(Exception):
    """The engine went away through no fault that could be laid to the ask; another one may answer it."""


class Slot(Protocol):
    """A place to think in; it takes one ask at a time."""

    ready: bool
    taken: bool

    async def run(self, ask: Ask, seconds: float, heard: Heard | None = None) -> Answer:
        """Answer; raise Lost where another may be tried. When cancelled, stop thinking."""


@dataclass(eq=False)
class _Waiting:
    ask: Ask
    seconds: float
    line: deque[_Waiting]
    answer: asyncio.Future[Answer]
    heard: Heard | None = None
    task: asyncio.Task[None] | None = None
    tries: int = 0


Place = TypeVar("Place", bound=Slot)


class Lines(Engines, Generic[Place]):
    """Two lines before some slots. What the slots are, a subclass says."""

    kind: ClassVar[str]

    def __init__(self, slots: Sequence[Place], queue: int) -> None:
        self.slots: list[Place] = list(slots)
        self._homes: OrderedDict[tuple[str, int], Place] = OrderedDict()  # who keeps the player of a seat
        self._patient: deque[_Waiting] = deque()
        self._others: deque[_Waiting] = deque()
        self._queue = queue
        self._mean = 0.0  # seconds that an ask takes
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def think(
        self, ask: Ask, seconds: float, patient: bool = False, heard: Heard | None = None
    ) -> Answer:
        """Wait in line, then for the answer."""
        if self._closed:
            raise Failed(CLOSED)
        line = self._patient if patient else self._others
        waiting = _Waiting(ask, seconds, line, asyncio.get_running_loop().create_future(), heard)
        line.append(waiting)
        self._go_on()
        most = self._queue or EACH * max(1, len(self.slots))
        if not patient and waiting.task is None and len(line) > most:
            line.remove(waiting)
            raise Busy(self._retry_after())
        try:
            return await waiting.answer
        except asyncio.CancelledError:
            if waiting.task is not None:
                waiting.task.cancel()
            elif waiting in line:
                line.remove(waiting)
            raise

    def _retry_after(self) -> float:
        before = len(self._patient) + len(self._others) + 1
        return max(SOONEST, self._mean * before / max(1, len(self.slots)))

    def _slot_for(self, ask: Ask) -> Place | None:
        """Take a free slot, best the one that keeps the player; None if none is free."""
        free = [slot for slot in self.slots if slot.ready and not slot.taken]
        if not free:
            return None
        seat = (ask.match, ask.view.seat if ask.view else NOBODY)
        home = self._homes.pop(seat, None)
        chosen = home if home is not None and home in free else free[0]  # the first has loaded the most code
        if ask.match:
            self._homes[seat] = chosen
            while len(self._homes) > PLAYERS * len(self.slots):
                self._homes.popitem(last=False)
        chosen.taken = True
        return chosen

    def _go_on(self) -> None:
        """Give whoever is first to whatever slots are free."""
        while line := self._patient or self._others:
            slot = self._slot_for(line[0].ask)
            if slot is None:
                return
            waiting = line.popleft()
            waiting.task = task = asyncio.create_task(self._serve(slot, waiting))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, slot: Slot, waiting: _Waiting) -> None:
        answer, began = waiting.answer, time.monotonic()
        try:
            found = await slot.run(waiting.ask, waiting.seconds, waiting.heard)
        except asyncio.CancelledError:
            if not answer.done():  # it is not who asked that left
                answer.set_exception(Failed(CLOSED))
            raise
        except Lost as error:
            self._again(waiting, str(error))
        except ParlourError as error:
            if not answer.done():
                answer.set_exception(error)
        except Exception as error:
            log.exception("an engine failed")
            if not answer.done():
                answer.set_exception(Failed(f"the engine failed: {type(error).__name__}: {error}"))
        else:
            if not answer.done():
                answer.set_result(found)
        took = time.monotonic() - began
        self._mean += (took - self._mean) * (WEIGHT if self._mean else 1.0)
        self._go_on()

    def _again(self, waiting: _Waiting, why: str) -> None:
        """Put an ask first in its line once more, if it is not what ends one engine after the other."""
        waiting.tries, waiting.task = waiting.tries + 1, None
        if waiting.answer.done():
            return
        if waiting.tries >= TRIES or self._closed:
            waiting.answer.set_exception(Failed(f"{waiting.ask.spec}: {why}, {waiting.tries} times"))
        else:
            log.warning("%s; the ask goes to another", why)
            waiting.line.appendleft(waiting)

    def _fail(self, why: str, patient: bool = True) -> None:
        """Tell those who wait, the patient too or not, that nothing will come of it."""
        for line in (self._patient, self._others) if patient else (self._others,):
            while line:
                waiting = line.popleft()
                if not waiting.answer.done():
                    waiting.answer.set_exception(Failed(why))

    async def _end(self) -> None:
        """Let go of everybody, and of what is thought about."""
        self._closed = True
        self._fail(CLOSED)
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def health(self) -> dict[str, Any]:
        """Say how they are."""
        return {
            "kind": self.kind,
            "engines": len(self.slots),
            "ready": sum(slot.ready for slot in self.slots),
            "busy": sum(slot.taken for slot in self.slots),
            "waiting": len(self._patient) + len(self._others),
            "compiled": {"done": 0, "of": 0, "now": ""},
        }
