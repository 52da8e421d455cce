"""What a decision has found so far, for whoever listens while it thinks.

A search calls `tell` between its chunks, with a function that makes the choice it would come to by now. That
function is called only if somebody listens to a decision about this very view, and not more often than he
can look. It may draw from the strategy's stream, which is put back: who is listened to plays the same moves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.core.choice import Choice
    from parlour.core.rng import Stream
    from parlour.core.view import View

EVERY = 0.15  # seconds between two tellings
SHARE = 10  # times as long as a telling took is thought before the next


class Listener:
    """One who hears what a decision about a view has found."""

    def __init__(self, view: View, heard: Callable[[Choice], None]) -> None:
        self.view, self._heard = view, heard
        self._rng: Stream | None = None
        self._worded: Callable[[Choice], Choice] | None = None
        self._due = 0.0

    def listen_to(self, rng: Stream, worded: Callable[[Choice], Choice]) -> None:
        """Listen to a strategy that draws from a stream, and puts its choices into words so."""
        self._rng, self._worded = rng, worded

    def hear(self, make: Callable[[], Choice]) -> None:
        """Hear a choice, if it is time for one."""
        began = time.monotonic()
        if began < self._due or self._rng is None or self._worded is None:
            return
        before = list(self._rng)
        self._heard(self._worded(make()))
        self._rng[:] = before
        ended = time.monotonic()
        self._due = ended + max(EVERY, SHARE * (ended - began))


_listening: ContextVar[Listener | None] = ContextVar("parlour_sofar", default=None)


@contextmanager
def heard_by(view: View, heard: Callable[[Choice], None] | None) -> Iterator[None]:
    """Let someone hear what is found so far by the decision about a view that is made inside."""
    if heard is None:  # then whoever listens already goes on
        yield
        return
    token = _listening.set(Listener(view, heard))
    try:
        yield
    finally:
        _listening.reset(token)


def listener(view: View) -> Listener | None:
    """Return who listens to a decision about this view, if anybody does."""
    found = _listening.get()
    return found if found is not None and found.view is view else None


def tell(view: View, make: Callable[[], Choice]) -> None:
    """Tell what a decision about a view would be by now, if anybody listens."""
    found = listener(view)
    if found is not None:
        found.hear(make)
