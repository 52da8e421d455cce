"""Time limits for searches that run inside compiled code: a flag that a timer sets."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from parlour.core.clock import current, shared
from parlour.core.job import Job

Result = TypeVar("Result")
SHORTEST = 0.001  # seconds between two looks at a clock that stands still
LONGEST = 0.02  # seconds between two looks at one that may be told to stop


@contextmanager
def deadline(
    flag: Any, index: int, seconds: float | None, ripe: Callable[[], bool] = lambda: True
) -> Iterator[None]:
    """Set flag[index] to 1 once so many seconds have been thought and it is ripe; None is no limit.

    A search says by `ripe` that there is something to stop with, such as a first depth.
    """
    if seconds is None:
        yield
        return
    clock, done = current(), threading.Event()
    until = clock.now() + seconds

    def ring() -> None:
        left = seconds
        while not done.wait(min(max(left, SHORTEST), LONGEST)):
            left = until - clock.now()
            if left <= 0.0 and ripe():  # else code was being made ready, and the clock stood still
                flag[index] = 1
                return

    threading.Thread(target=ring, daemon=True).start()
    try:
        yield
    finally:
        done.set()


def interruptible(job: Callable[[], Result], flag: Any, index: int) -> Result:
    """Run compiled work beside the main thread, so that Ctrl-C is heard: it sets the flag, then re-raises."""
    if threading.current_thread() is not threading.main_thread():
        return job()
    work = Job(shared(job))
    try:
        while not work.wait(0.5):
            continue
    except KeyboardInterrupt:
        flag[index] = 1
        work.wait()
        raise
    return work.result()
