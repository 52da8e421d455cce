"""A watch over a law: one that stands still, or walks on without end, is stopped and told."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from parlour.core.job import STACK, Job

PATIENCE = 20.0  # seconds for one step of a random game, with all that a law asks there
LONG_PATIENCE = 300.0  # the same where code is compiled, or a strategy thinks
MOST_STEPS = 2_000_000  # for each random game that was asked for


@dataclass
class Pulse:
    """How far the law under way has come; every step of a random game is a beat."""

    steps: int = 0
    actions: tuple[int, ...] = ()
    most: int = 0

    def beat(self, actions: list[int]) -> None:
        """Note a step."""
        self.steps += 1
        self.actions = tuple(actions[-8:])
        if self.most and self.steps > self.most:
            raise Endless(f"did not end within {self.most:,} steps")


class Endless(Exception):
    """A law went on for longer than any that holds."""


class _Stopped(BaseException):
    """Raised in the thread of a law that nobody waits for any more."""


_here = threading.local()


def beat(actions: list[int]) -> None:
    """Note a step of the law that runs in this thread."""
    pulse: Pulse | None = getattr(_here, "pulse", None)
    if pulse is not None:
        pulse.beat(actions)


def within(law: Callable[[], int], games: int, patience: float) -> int:
    """Run a law in a thread of its own; raise Endless when it takes too long over one step, or too many."""
    pulse = Pulse(most=MOST_STEPS * max(1, games))

    def attempt() -> int:
        _here.pulse = pulse
        return law()

    job = Job(attempt, STACK)
    try:
        seen = -1
        while not job.wait(patience):
            if pulse.steps == seen:
                raise Endless(f"did not get on for {patience:g} s after {_told(pulse)}: something never ends")
            seen = pulse.steps
    except BaseException:  # Ctrl-C too: an endless loop would slow down whatever comes next
        job.end(_Stopped)
        raise
    return job.result()


def _told(pulse: Pulse) -> str:
    last = " ".join(map(str, pulse.actions))
    return f"{pulse.steps:,} steps" + (f", the last actions {last}" if last else "")
