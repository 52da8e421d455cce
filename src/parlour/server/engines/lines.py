"""Who is answered next: the moves of matches first, then the others, of whom only so many may wait."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import abstractmethod
from collections import deque
from dataclasses import dataclass
from typing import Protocol

from parlour.core.errors import ParlourError
from parlour.server.engines.ask import Answer, Ask, Busy, Engines, Failed

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

    async def run(self, ask: Ask, seconds: float) -> Answer:
        """Answer; raise Lost where another may be tried. When cancelled, stop thinking."""


@dataclass(eq=False)
class _Waiting:
    ask: Ask
    seconds: float
    line: deque[_Waiting]
    answer: asyncio.Future[Answer]
    task: asyncio.Task[None] | None = None
    tries: int = 0


class Lines(Engines):
    """Two lines before some slots. What the slots are, a subclass says."""

    def __init__(self, queue: int) -> None:
        self._patient: deque[_Waiting] = deque()
        self._others: deque[_Waiting] = deque()
        self._queue = queue
        self._mean = 0.0  # seconds that an ask takes
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @abstractmethod
    def _count(self) -> int:
        """Say how many slots there are."""

    @abstractmethod
    def _slot_for(self, ask: Ask) -> Slot | None:
        """Take a free slot, the best for this ask; None if none is free."""

    async def think(self, ask: Ask, seconds: float, patient: bool = False) -> Answer:
        """Wait in line, then for the answer."""
        if self._closed:
            raise Failed(CLOSED)
        line = self._patient if patient else self._others
        waiting = _Waiting(ask, seconds, line, asyncio.get_running_loop().create_future())
        line.append(waiting)
        self._go_on()
        if not patient and waiting.task is None and len(line) > (self._queue or EACH * self._count()):
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
        return max(SOONEST, self._mean * before / max(1, self._count()))

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
            found = await slot.run(waiting.ask, waiting.seconds)
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

    def _fail(self, why: str) -> None:
        """Tell everybody who waits that nothing will come of it."""
        for line in (self._patient, self._others):
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
