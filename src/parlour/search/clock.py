"""Time limits for searches that run inside compiled code: a flag that a timer sets."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Result = TypeVar("Result")


@contextmanager
def deadline(flag: Any, index: int, seconds: float | None) -> Iterator[None]:
    """Set flag[index] to 1 once the seconds have passed; None is no limit."""
    if seconds is None:
        yield
        return

    def ring() -> None:
        flag[index] = 1

    timer = threading.Timer(seconds, ring)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def interruptible(job: Callable[[], Result], flag: Any, index: int) -> Result:
    """Run compiled work beside the main thread, so that Ctrl-C is heard: it sets the flag, then re-raises."""
    if threading.current_thread() is not threading.main_thread():
        return job()
    box: list[Any] = []

    def run() -> None:
        try:
            box.append((True, job()))
        except BaseException as error:
            box.append((False, error))

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    try:
        while worker.is_alive():
            worker.join(0.5)
    except KeyboardInterrupt:
        flag[index] = 1
        worker.join()
        raise
    done, value = box[0]
    if not done:
        raise value
    result: Result = value
    return result
