"""A job in a thread of its own: waited for as long as one likes, and ended when nobody waits any more."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")
STACK = 64 * 2**20  # bytes: compiling needs more than some systems give a thread
LOOK = 0.5  # seconds between two looks at a thread that may have died without a word


class Job(Generic[Result]):
    """A call that runs beside its caller; what it gives or raises is kept for whoever asks."""

    def __init__(self, call: Callable[[], Result], stack: int = 0) -> None:
        self._call = call
        self._box: list[Any] = []
        self._over = threading.Event()  # a join that Ctrl-C interrupts would take the thread for dead
        self._worker = threading.Thread(target=self._run, daemon=True)
        before = threading.stack_size(stack)
        try:
            self._worker.start()
        finally:
            threading.stack_size(before)

    def _run(self) -> None:
        try:
            self._box = [True, self._call()]
        except BaseException as error:
            self._box = [False, error]
        finally:
            self._over.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the job is over or that time has passed; say whether it is over."""
        while not self._over.wait(LOOK if seconds is None else seconds):
            if seconds is not None or not self._worker.is_alive():
                return self.over
        return True

    @property
    def over(self) -> bool:
        """Say whether the job has ended, one way or the other."""
        return self._over.is_set() or not self._worker.is_alive()

    @property
    def stopped(self) -> bool:
        """Say whether the job was ended before it had a result."""
        return self.over and (not self._box or isinstance(self._box[1], SystemExit))

    def result(self) -> Result:
        """Return what the job gave, or raise what it raised; it must be over."""
        done, value = self._box
        if not done:
            raise value
        result: Result = value
        return result

    def end(self, by: type[BaseException] = SystemExit) -> None:
        """Raise an exception in a job that nobody waits for: an endless loop would slow all later play."""
        thread = ctypes.c_ulong(self._worker.ident or 0)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(by))
