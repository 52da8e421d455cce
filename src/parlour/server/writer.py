"""Group commit: what arrives while the disk is busy is written together, by one sync for all of it."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable

from parlour.core.errors import ParlourError
from parlour.store import Append, Entry, Gone, Store, StoreDown, Taken

Written = Entry | Taken | Gone
GATHERING = 0.001  # seconds in which others may join a batch: a sync costs more than that
MOST_AT_ONCE = 256
MOST_WAITING = 20_000


class Writer:
    """A thread that appends to the store whatever is waiting, one transaction after the other."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[tuple[Append, asyncio.Future[Written]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="parlour-writer", daemon=True)
        self._thread.start()

    async def append(self, append: Append) -> Written:
        """Write an entry; it is on the disk when this returns."""
        if self._jobs.qsize() > MOST_WAITING:
            raise StoreDown("the database cannot keep up; come again in a moment")
        future: asyncio.Future[Written] = self._loop.create_future()
        self._jobs.put((append, future))
        return await future

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._jobs.put(None)
        self._thread.join(timeout=10.0)

    def _run(self) -> None:
        open_ = True
        while open_:
            batch = [self._jobs.get()]
            time.sleep(GATHERING)
            while len(batch) < MOST_AT_ONCE:
                try:
                    batch.append(self._jobs.get_nowait())
                except queue.Empty:
                    break
            open_ = None not in batch
            jobs = [job for job in batch if job is not None]
            if jobs:
                self._write(jobs)

    def _write(self, jobs: list[tuple[Append, asyncio.Future[Written]]]) -> None:
        answers: list[Written] | ParlourError
        try:
            answers = self._store.append([append for append, _ in jobs])
        except ParlourError as error:
            answers = error
        except Exception as error:  # nobody must wait for ever because of what nobody thought of
            answers = StoreDown(f"the database failed: {type(error).__name__}: {error}")
        self._call(lambda: _settle(jobs, answers))

    def _call(self, settle: Callable[[], None]) -> None:
        try:
            self._loop.call_soon_threadsafe(settle)
        except RuntimeError:  # the loop is closed: nobody waits any more
            return


def _settle(
    jobs: list[tuple[Append, asyncio.Future[Written]]],
    answers: list[Written] | ParlourError,
) -> None:
    for number, (_, future) in enumerate(jobs):
        if future.done():  # given up
            continue
        if isinstance(answers, ParlourError):
            future.set_exception(answers)
        else:
            future.set_result(answers[number])
