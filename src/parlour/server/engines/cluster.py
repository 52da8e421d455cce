"""Engines on a Dask cluster: every thread of a worker with the same code takes an ask at a time.

The server sees to it which worker gets what, so that a match stays where its players are, and that an ask
begins when it is sent. A worker that is lost, or a scheduler that goes away, costs nothing but time: moves of
matches wait until they are answered elsewhere. Other asks are refused while there is nobody to answer them.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from itertools import count
from typing import Any

from parlour.arena.cluster import check_address, connected, gone, odd_workers, other_code, tasks
from parlour.core.errors import BadOption, ParlourError
from parlour.core.loading import source_files
from parlour.server.engines import worker
from parlour.server.engines.ask import Answer, Ask, Failed, Heard
from parlour.server.engines.lines import Lines, Lost
from parlour.server.engines.thinking import GRACE, MEMORY, READY, error_of
from parlour.server.engines.wire import HEAD, pickled, unpickled

log = logging.getLogger("parlour.engines")
LOOK = 1.0  # seconds between two looks at who is there, and between two tries to connect
_names = count()


class Thread:
    """A thread of a worker."""

    def __init__(self, client: Any, address: str, files: Sequence[str]) -> None:
        self._client, self.address, self._files = client, address, files
        self._gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ready, self.taken = True, False

    def lose(self) -> None:
        """Take no more asks; whoever is thought for is answered elsewhere."""
        self.ready = False
        if not self._gone.done():
            self._gone.set_result(None)

    async def run(self, ask: Ask, seconds: float, heard: Heard | None = None) -> Answer:
        """Let the worker think; it tells nothing before its answer."""
        name = f"{id(self._client):x}-{next(_names)}"
        job = partial(tasks()["call"], worker.__name__, "think", name, self._files, pickled(ask), seconds)
        try:
            executor = self._client.get_executor(pure=False, workers=[self.address], retries=0)
            answer: asyncio.Future[Any] = asyncio.wrap_future(executor.submit(job))
        except Exception as error:  # of whatever kind Dask raises when its client has closed itself
            raise Lost(f"the Dask scheduler went away ({type(error).__name__})") from None
        try:
            both: set[asyncio.Future[Any]] = {answer, self._gone}
            longest = seconds + READY + 3 * GRACE
            await asyncio.wait(both, timeout=longest, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done() or answer.cancelled():
                raise Lost("the Dask worker is gone")
            return _heard(answer)
        finally:
            self.taken = False
            if not answer.done():
                answer.cancel()
                if not self._gone.done():
                    asyncio.get_running_loop().run_in_executor(None, self._stop, name)

    def _stop(self, name: str) -> None:
        stop = partial(tasks()["call"], worker.__name__, "stop", name)
        with suppress(Exception):  # it ends by itself, only later
            self._client.run(stop, workers=[self.address])


def _heard(answer: asyncio.Future[Any]) -> Answer:
    error = answer.exception()
    if error is not None:
        raise Lost(f"the Dask worker failed ({type(error).__name__})")
    if not isinstance(answer.result(), bytes):
        raise Failed(f"a Dask worker cannot think: {answer.result()}")
    word, _, value = pickle.loads(answer.result()[HEAD:])
    if word == "answer":
        return unpickled(value)
    raise Failed("out of memory on a Dask worker") if value[0] == MEMORY else error_of(*value)


class Cluster(Lines[Thread]):
    """Engines on the workers of a scheduler."""

    kind = "dask"

    def __init__(self, address: str, load: Sequence[str], queue: int) -> None:
        check_address(address)
        if find_spec("distributed") is None:
            raise BadOption(
                "engines on a Dask cluster need the extra cluster: pip install 'parlour[cluster]'"
            )
        super().__init__((), queue)
        self._address, self._load = address, tuple(load)
        self._life: asyncio.Task[None] | None = None
        self._known: dict[str, str] = {}  # what is odd about each worker that was asked; "" nothing
        self._why = ""  # there is nobody to answer; empty before that is known

    async def start(self) -> None:
        """Begin to connect; do not wait for it."""
        self._life = asyncio.create_task(self._live())

    async def close(self) -> None:
        """Take leave of the cluster."""
        await self._end()
        if self._life is not None:
            self._life.cancel()
            await asyncio.gather(self._life, return_exceptions=True)

    async def think(
        self, ask: Ask, seconds: float, patient: bool = False, heard: Heard | None = None
    ) -> Answer:
        """Wait in line, then for the answer; where there is nobody, only the patient wait."""
        if self._why and not patient:
            raise Failed(self._why)
        return await super().think(ask, seconds, patient, heard)

    async def _live(self) -> None:
        while True:
            try:
                await self._once()
            except ParlourError as error:
                self._nobody(str(error))
            except Exception as error:
                log.exception("the Dask cluster cannot be used")
                self._nobody(f"the Dask cluster at {self._address}: {type(error).__name__}: {error}")
            await asyncio.sleep(LOOK)

    def _nobody(self, why: str) -> None:
        if why != self._why:
            log.warning("%s", why)
        self._why = why
        self._fail(why, patient=False)

    async def _once(self) -> None:
        """Be connected as long as it lasts, and look who is there."""
        connection = connected(self._address)
        client = await asyncio.to_thread(connection.__enter__)
        try:
            while client.status == "running":
                await self._look(client)
                await asyncio.sleep(LOOK)
            raise gone(self._address)
        finally:
            for thread in self.slots:
                thread.lose()
            self.slots, self._known = [], {}
            with suppress(Exception):
                await asyncio.shield(asyncio.to_thread(connection.__exit__, None, None, None))

    async def _look(self, client: Any) -> None:
        """Use the threads of all workers that have the same code, and let go of those that left."""
        try:
            there: dict[str, int] = await asyncio.to_thread(client.nthreads)
            new = [address for address in there if address not in self._known]
            files = [str(file) for path in self._load for file in source_files(path)]
            odd = await asyncio.to_thread(odd_workers, client, files, new) if new else {}
        except OSError:
            return  # the status tells in a moment
        for thread in self.slots:
            if thread.address not in there:
                thread.lose()
        self.slots = [thread for thread in self.slots if thread.ready]
        self._known = {address: self._known.get(address, "") for address in there if address not in new}
        for address in new:
            self._known[address] = odd.get(address, "")
            if address not in odd:
                self.slots += [Thread(client, address, self._load) for _ in range(there[address])]
        if odd:
            log.warning("%s", other_code(odd))
        if self.slots:
            self._why = ""
            self._go_on()
        elif any(self._known.values()):
            self._nobody(str(other_code({each: told for each, told in self._known.items() if told})))
        else:
            start = f"dask worker {self._address}"
            self._nobody(f"the Dask scheduler at {self._address} has no workers; start one: {start}")
