"""The time a decision has thought: what it waited for code to be loaded or compiled does not count.

The first decision of a process waits for imports, tables and the compiler, seconds where it was given tenths.
A clock that ran meanwhile would leave nothing to think with. So whatever makes things ready does it inside
`getting_ready()`, which stops the clock of the decision under way; limits on time are measured by `now()`.
Each decision has a clock of its own, which the threads it starts share; what is compiled for somebody else in
the background stops nobody's.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")
LEAP = 1e6  # seconds: more than any limit


class Clock:
    """A stopwatch that stands still while anything of its decision is being made ready."""

    def __init__(self, outer: Clock | None = None) -> None:
        self._outer = outer
        self._stopped = False
        self._leapt = 0.0
        self._lock = threading.Lock()
        self._waited = 0.0
        self._waiting = 0  # threads of the decision that wait now
        self._since = 0.0

    def now(self) -> float:
        """Return seconds that differ by what was thought between two calls."""
        with self._lock:
            if self.stopped:
                self._leapt += LEAP
            end = self._since if self._waiting else time.perf_counter()
            return end - self._waited + self._leapt

    @property
    def stopped(self) -> bool:
        """Say whether this decision, or one that it is a part of, was told to come to an end."""
        return self._stopped or (self._outer is not None and self._outer.stopped)

    def stop(self) -> None:
        """Let all time be up: whoever thinks by this clock, and has a limit on time, answers at once.

        From now on every look at it finds more time gone than any limit allows.
        """
        self._stopped = True

    def hold(self) -> None:
        """Stop until `release`, and all that this is a part of; those who hold at once are counted."""
        with self._lock:
            if not self._waiting:
                self._since = time.perf_counter()
            self._waiting += 1
        if self._outer is not None:
            self._outer.hold()

    def release(self) -> None:
        """Go on."""
        with self._lock:
            self._waiting -= 1
            if not self._waiting:
                self._waited += time.perf_counter() - self._since
        if self._outer is not None:
            self._outer.release()

    @property
    def waited(self) -> float:
        """Return the seconds that it has stood still."""
        with self._lock:
            return self._waited + (time.perf_counter() - self._since if self._waiting else 0.0)


_current: ContextVar[Clock] = ContextVar("parlour_clock")
_default = Clock()  # of code that runs outside any decision


def current() -> Clock:
    """Return the clock of the decision under way."""
    return _current.get(_default)


def now() -> float:
    """Return the time on the clock of the decision under way, in seconds from no particular moment."""
    return current().now()


@contextmanager
def own_clock() -> Iterator[Clock]:
    """Return what runs inside a clock of its own."""
    clock = Clock(_current.get(None))
    token = _current.set(clock)
    try:
        yield clock
    finally:
        _current.reset(token)


@contextmanager
def getting_ready() -> Iterator[None]:
    """Stop the clock while something is loaded, compiled or built that later decisions find ready."""
    clock = current()
    clock.hold()
    try:
        yield
    finally:
        clock.release()


def shared(job: Callable[Given, Result]) -> Callable[Given, Result]:
    """Let a job that another thread will run use the clock of the decision that asked for it."""
    context = copy_context()

    def run(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        # A copy for each run: one context cannot be entered by two threads at a time.
        return context.copy().run(job, *args, **kwargs)

    return run
