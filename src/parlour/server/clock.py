"""A clock at the table: so much time for each seat, and some more for each move; who has none left loses.

The first move of every seat is free, so that nobody pays for waiting until all are there. Time in which no
server had the match in memory is nobody's.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from parlour.store import Entry, Kept
from parlour.store.kinds import FORFEIT, MOVE

OUT = "ran out of time"
SHARE = 20  # of what is left, a machine may spend on one move
LEAST = 0.05  # seconds that a machine has for a move, however late it is


@dataclass
class Clock:
    """The time that each seat has left, as it was when it was last somebody's turn."""

    seconds: float
    increment: float
    left: list[float]
    begun: float  # when the match was opened; what was played before is nobody's
    since: float  # when the turn that lasts began
    moved: set[int] = field(default_factory=set)  # the seats that have made their first move

    @classmethod
    def of(cls, kept: Kept) -> Clock | None:
        """Return the clock of a match, if it is played with one."""
        asked: Mapping[str, float] | None = kept.notes.get("clock")
        if not asked:
            return None
        seconds, increment = float(asked["seconds"]), float(asked["increment"])
        return cls(seconds, increment, [seconds] * len(kept.seats), kept.created, kept.created)

    def pressed(self, entry: Entry) -> None:
        """Count what happened: who moved has used the time since the turn began."""
        if entry.kind == MOVE and entry.at > self.begun:
            seat = int(entry.data["seat"])
            if seat in self.moved:
                self.left[seat] += self.increment - max(0.0, entry.at - self.since)
            self.moved.add(seat)
        elif entry.kind == FORFEIT and entry.data.get("reason") == OUT:
            self.left[int(entry.data["seat"])] = 0.0
        self.since = entry.at

    def remaining(self, seat: int) -> float:
        """Return the seconds that the seat which is to move has left now."""
        gone = time.time() - self.since if seat in self.moved else 0.0
        return self.left[seat] - max(0.0, gone)

    def share(self, seat: int) -> float:
        """Return the seconds that a machine may think about its next move."""
        return max(LEAST, self.remaining(seat) / SHARE + self.increment / 2)

    def to_json(self, turn: int) -> dict[str, Any]:
        """Tell what everybody has left at this moment, and whose time runs."""
        left = [
            max(0.0, self.remaining(seat) if seat == turn else each) for seat, each in enumerate(self.left)
        ]
        return {
            "seconds": self.seconds,
            "increment": self.increment,
            "left": [round(each, 2) for each in left],
            "runs": turn if turn in self.moved else None,
        }
