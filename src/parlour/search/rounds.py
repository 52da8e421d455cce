"""How much work a device gets at a time: rounds of a few milliseconds; in between, a look at the clock."""

from __future__ import annotations

from parlour.core.clock import now

ROUND = 0.004  # seconds: long beside the launch of a round, short beside a decision
GROWTH = 8  # times that a round may be as large as the one before
MARGIN = 0.9  # of the time that is left is planned for, as rounds vary


class Rounds:
    """Sizes of rounds, from what those before have taken, until the work is done or the time is up."""

    def __init__(self, total: int, first: int, most: int, seconds: float | None) -> None:
        self.left = total
        self._size, self._least, self._most = min(first, most), min(first, most), most
        self._until = None if seconds is None else now() + seconds
        self._began = 0.0
        self._rate = 0.0  # of work a second, in the last round

    def next(self) -> int:
        """Return the size of the next round; 0 where there is nothing more to do, or no time to do it in."""
        size = min(self._size, self.left)
        self._began = now()
        if self._rate > 0.0 and self._until is not None:  # the first round is made in any case
            fits = int((self._until - self._began) * self._rate * MARGIN)
            size = min(size, fits) if fits >= min(self._least, size) else 0
        return size

    def made(self, size: int) -> None:
        """Take in that a round is done."""
        self.left -= size
        self._rate = size / max(now() - self._began, 1e-6)
        wanted = min(int(self._rate * ROUND), GROWTH * self._size, self._most)
        self._size = max(wanted, self._least)
