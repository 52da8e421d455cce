"""Playing matches in several processes that never outlive the one that started them.

Children are spawned, not forked: a forked child keeps the parent's signal handlers and loses its threads.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import connection, parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from types import ModuleType
from typing import Any

from parlour.arena.code import code_of, difference
from parlour.arena.fresh import Fresh
from parlour.arena.referee import Event, Outcome, play_batch
from parlour.core import loading
from parlour.core.errors import BadRules, ParlourError
from parlour.core.lifeline import die_with

BATCH_SECONDS = 0.25  # long enough to drown the cost of a message, short enough to lose little when killed
MOST_BATCH = 64  # messages stay far below the size of a pipe, so a dead reader cannot block the writer
_PATIENCE = 5.0  # seconds a worker has to leave after the last match

# -- in the parent ---------------------------------------------------------------------------------------


class _Process(SpawnProcess):
    """A child that leaves the caller's script alone and is deaf to Ctrl-C, which the parent handles."""

    def start(self) -> None:
        with _script_hidden(), _interrupts_held():
            super().start()


class _Context(SpawnContext):
    """The spawn context, remembering what it started."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """Make a child and remember it."""
        process = _Process(*args, **kwargs)
        self.started.append(process)
        return process


def play_in_pool(event: Event, indices: Iterable[int], workers: int) -> Generator[Outcome, None, None]:
    """Play the matches in that many processes; give each when it is over, in no particular order.

    Close the generator to stop: whatever ends it, no child is left.
    """
    files = tuple(loading.loaded_files())
    work = pickle.dumps(event)
    settings = (os.getpid(), files, work, sys.getrecursionlimit())
    context = _Context()
    if sys.platform == "win32":
        workers = min(workers, 61)  # WaitForMultipleObjects takes no more
    executor = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=settings)
    finished = False
    try:
        yield from batches(executor, _play, iter(indices), workers)
        finished = True
    except BrokenProcessPool:
        raise ParlourError(
            "a worker process died (a crash in compiled code, or no memory left); "
            "fewer workers need less memory, and workers=1 shows which match it is"
        ) from None
    finally:
        _close(executor, context.started, finished)


def batches(
    executor: Executor,
    job: Callable[..., Any],
    indices: Iterator[int],
    workers: int,
    check: Callable[[], None] | None = None,
) -> Iterator[Outcome]:
    """Hand the matches out in batches that take a moment each; give each match when its batch is done.

    A `check` is called at least once a second, to raise when nothing can be waited for any more.
    """
    pending: set[Future[tuple[list[Outcome], float] | str]] = set()
    size = 1
    while True:
        # Two batches a worker: the next one is there when the first is done, and no more is lost at a kill.
        while len(pending) < 2 * workers and (batch := tuple(islice(indices, size))):
            pending.add(executor.submit(job, batch))
        if not pending:
            return
        done, pending = wait(pending, timeout=1.0, return_when=FIRST_COMPLETED)
        if check is not None:
            check()
        for future in done:
            answer = future.result()
            if isinstance(answer, str):
                raise ParlourError(f"a worker cannot play: {answer}; install the same code everywhere")
            outcomes, seconds = answer
            size = max(1, min(MOST_BATCH, int(BATCH_SECONDS * len(outcomes) / max(seconds, 1e-9))))
            yield from outcomes


def _close(executor: ProcessPoolExecutor, children: list[SpawnProcess], finished: bool) -> None:
    """Let idle workers leave by themselves; kill those in the middle of a match nobody waits for."""
    if finished:
        executor.shutdown(wait=False)
        deadline = time.monotonic() + _PATIENCE
        while alive := [child.sentinel for child in children if child.is_alive()]:
            if not connection.wait(alive, timeout=max(0.0, deadline - time.monotonic())):
                break
    for child in children:
        if child.is_alive():
            child.kill()
    executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _script_hidden() -> Iterator[None]:
    """Keep spawn from running the caller's script again in the child, where nothing of it is needed.

    Without this a script needs an `if __name__ == "__main__"` guard, and one read from stdin cannot work.
    """
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back while a child starts; the child inherits the mask and keeps it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- in a child ------------------------------------------------------------------------------------------

_work: tuple[tuple[str, ...], bytes] = ((), b"")
_event: Event | None = None
_fresh = Fresh()


def _begin(parent: int, files: tuple[str, ...], work: bytes, recursion: int) -> None:
    """Set a child up. Nothing here may fail, for the parent would only learn that the pool broke."""
    global _work
    die_with(parent)
    threading.Thread(target=_watch_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.setrecursionlimit(recursion)
    logging.getLogger("parlour.match").setLevel(logging.ERROR)  # forfeits are counted, not logged
    _work = (files, work)


def _watch_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(indices: tuple[int, ...]) -> tuple[list[Outcome], float]:
    global _event
    if _event is None:
        _event = unpacked(*_work)
    return play_batch(_event, indices, _fresh)


def unpacked(files: tuple[str, ...], work: bytes) -> Event:
    """Load the files that the event needs, then the event."""
    for file in files:
        loading.load(file)
    try:
        event: Event = pickle.loads(work)
    except ParlourError:
        raise
    except Exception as error:
        raise BadRules(f"the game cannot be loaded in a worker process: {error}; use workers=1") from None
    other = difference(code_of(event.game, event.schedule.specs), event.code)
    if other:
        raise BadRules(f"a worker process has other code than the event was begun with: {other}; begin again")
    return event
