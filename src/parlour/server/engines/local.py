"""Engines as processes on this machine, each replaced when it is lost."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from parlour.server.engines.ask import Answer, Ask, Failed, Heard
from parlour.server.engines.lines import Lines, Lost
from parlour.server.engines.thinking import GRACE, LOOK, MEMORY, READY, error_of, overdue
from parlour.server.engines.warm import Players, Warmer
from parlour.server.engines.wire import heard, packed, pickled, unpickled

log = logging.getLogger("parlour.engines")
STARTING = 60.0  # seconds to load the user's files
STARTS = 3  # in vain, after which those who wait are told
PAUSE, LONGEST_PAUSE = (
    0.1,
    5.0,
)  # seconds between two starts in vain: the first, doubled each time, and the last
FAREWELL = 0.5  # seconds to leave


class Process:
    """One engine: a process that is started again whenever it ends, and takes an ask at a time."""

    def __init__(self, command: Sequence[str], memory: int, changed: Callable[[], None]) -> None:
        self._command, self._memory, self._changed = command, memory, changed
        self._process: asyncio.subprocess.Process | None = None
        self._number = 0  # of the last ask
        self._answer: asyncio.Future[Answer] | None = None
        self._left: asyncio.Future[float] | None = None
        self._heard: Heard | None = None
        self._settling: asyncio.Task[None] | None = None
        self._life: asyncio.Task[None] | None = None
        self.taken = False
        self.ready = False
        self.vain = 0  # starts in a row without its getting ready
        self.why = ""

    @property
    def pid(self) -> int:
        """Return the process's number; 0 while there is none."""
        return self._process.pid if self._process is not None else 0

    def start(self) -> None:
        """Begin to live."""
        self._life = asyncio.create_task(self._live())

    async def close(self) -> None:
        """End, and wait for the process to be gone."""
        for task in (self._settling, self._life):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def _live(self) -> None:
        while True:
            try:
                await self._once()
            except OSError as error:  # no more processes, no more memory
                self.why = f"an engine cannot be started: {error.strerror or error}"
            except Exception as error:
                log.exception("an engine cannot be started")
                self.why = f"an engine cannot be started: {type(error).__name__}"
            self.vain = 0 if self.ready else self.vain + 1
            self.ready = False
            self._changed()
            if self.vain:
                await asyncio.sleep(min(LONGEST_PAUSE, PAUSE * 2**self.vain))

    async def _once(self) -> None:
        """Be one process from its start to its end."""
        pipe = asyncio.subprocess.PIPE
        self.why = "an engine ends as soon as it is started"
        # A session of its own: Ctrl-C in the terminal is for the server, which then ends it.
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=pipe, stdout=pipe, start_new_session=True
        )
        self._process = process
        assert process.stdout is not None
        late = asyncio.get_running_loop().call_later(STARTING, self._late, process)
        try:
            while message := await heard(process.stdout):
                self._hear(*message)
        except Exception:
            log.exception("an engine says what cannot be read")
        finally:
            late.cancel()
            self._process = None
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            if self._answer is not None and not self._answer.done():
                self._answer.set_exception(Lost("the engine died"))

    def _late(self, process: asyncio.subprocess.Process) -> None:
        """End a process that is not getting ready, such as one whose user's file waits for something."""
        if not self.ready and self._process is process:
            self.why = f"an engine is not ready after {STARTING:g} s"
            self.kill()

    def _hear(self, word: str, number: int, value: Any) -> None:
        if word == "ready":
            self.ready, self.vain = True, 0
            self._changed()
        elif word == "refused":
            self.why = value
        elif number != self._number:
            return
        elif word == "sofar":
            self._told_so_far(value)
        elif word == "left" and self._left is not None and not self._left.done():
            self._left.set_result(value)
        elif self._answer is not None and not self._answer.done():
            if word == "answer":
                self._answered(self._answer, value)
            elif word == "error" and value[0] == MEMORY:
                self.kill()  # what is left of its memory is in pieces
                self._answer.set_exception(Failed(f"out of memory: an engine has {self._memory} MB"))
            elif word == "error":
                self._answer.set_exception(error_of(*value))

    def _told_so_far(self, value: bytes) -> None:
        if self._heard is not None and self._settling is None:
            with suppress(Failed):  # the answer will say so
                self._heard(unpickled(value))

    @staticmethod
    def _answered(answer: asyncio.Future[Answer], value: bytes) -> None:
        try:
            answer.set_result(unpickled(value))
        except Failed as error:
            answer.set_exception(error)

    def kill(self) -> None:
        """End the process at once; another takes its place."""
        self.ready = False
        with suppress(ProcessLookupError):
            if self._process is not None:
                self._process.kill()

    def _say(self, word: str, value: Any) -> None:
        process = self._process
        if process is not None and process.stdin is not None and not process.stdin.is_closing():
            process.stdin.write(packed(word, self._number, value))

    async def run(self, ask: Ask, seconds: float, heard: Heard | None = None) -> Answer:
        """Let the process think; past its time, or when nobody waits any more, stop it."""
        self._number += 1
        self._heard = heard
        self._answer = asyncio.get_running_loop().create_future()
        self._answer.add_done_callback(_retrieve)
        try:
            self._say("ask", (pickled(ask), heard is not None))
            if self._process is None:
                raise Lost("the engine died")
            return await self._within(self._answer, seconds, ask.spec)
        except asyncio.CancelledError:
            self._settling = asyncio.create_task(self._settle(self._answer))
            raise
        finally:
            if self._settling is None:
                self._free()

    def _free(self) -> None:
        self._answer = self._left = self._settling = self._heard = None
        self.taken = False

    async def _settle(self, answer: asyncio.Future[Answer]) -> None:
        """Stop a thought that nobody waits for, or the process with it."""
        self._say("time", 0.0)
        await asyncio.wait({answer}, timeout=GRACE)
        if not answer.done():
            self.kill()
        self._free()
        self._changed()

    async def _within(self, answer: asyncio.Future[Answer], seconds: float, spec: str) -> Answer:
        loop = asyncio.get_running_loop()
        last, left = loop.time() + seconds + READY, seconds
        while True:
            await asyncio.wait({answer}, timeout=left)
            if answer.done():
                return answer.result()
            self._left = loop.create_future()
            self._say("time", seconds)  # it stops by itself if it has had them
            either: set[asyncio.Future[Any]] = {answer, self._left}
            await asyncio.wait(either, timeout=GRACE, return_when=asyncio.FIRST_COMPLETED)
            left = self._left.result() if self._left.done() else 0.0
            if left <= 0.0 or loop.time() > last:
                break
            left = max(left, LOOK)
        await asyncio.wait({answer}, timeout=GRACE)
        if answer.done():
            return answer.result()
        self.kill()
        raise overdue(spec, seconds)


def _retrieve(answer: asyncio.Future[Answer]) -> None:
    """Look at what went wrong: nobody may be left who does, and asyncio would complain of it."""
    if not answer.cancelled():
        answer.exception()


class Pool(Lines[Process]):
    """Engines on this machine."""

    kind = "local"

    def __init__(self, number: int, load: Sequence[str], memory: int, queue: int, order: Players) -> None:
        command = [sys.executable, "-m", "parlour.server.engines.process"]
        command += [str(os.getpid()), str(memory), *load]
        super().__init__([Process(command, memory, self._changed) for _ in range(number)], queue)
        self._warmer = Warmer(load, order)

    async def start(self) -> None:
        """Start the processes; do not wait for them."""
        for process in self.slots:
            process.start()
        self._warmer.start()

    async def close(self) -> None:
        """End all that was started."""
        await self._end()
        await asyncio.gather(self._warmer.close(), *(process.close() for process in self.slots))

    def _changed(self) -> None:
        if all(process.vain >= STARTS for process in self.slots):
            self._fail(self.slots[0].why)
        self._go_on()

    def health(self) -> dict[str, Any]:
        """Say how they are, and what is compiled."""
        return {**super().health(), "compiled": self._warmer.health()}
