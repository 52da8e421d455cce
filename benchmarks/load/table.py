"""What a measurement gives: rows of figures, for people and as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

COLUMNS = ("what", "count", "a second", "p50 ms", "p99 ms", "")


@dataclass(frozen=True)
class Row:
    """One line: how many, how fast, how long each took, and what else there is to say."""

    what: str
    count: int = 0
    seconds: float = 0.0
    p50: float | None = None  # seconds
    p99: float | None = None
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def rate(self) -> float | None:
        """Return how many there were a second."""
        return self.count / self.seconds if self.seconds else None

    def data(self) -> dict[str, Any]:
        """Give the row as data."""
        times = {"p50_ms": _thousand(self.p50), "p99_ms": _thousand(self.p99)}
        rate = None if self.rate is None else round(self.rate, 1)
        return {"what": self.what, "count": self.count, "per_second": rate, **times, **self.more}

    def cells(self) -> list[str]:
        """Give the row as texts, a column each."""
        rate = "" if self.rate is None else f"{self.rate:,.0f}"
        times = ["" if each is None else f"{each * 1000:,.2f}" for each in (self.p50, self.p99)]
        more = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in self.more.items())
        return [self.what, f"{self.count:,}" if self.count else "", rate, *times, more]


def row(what: str, took: Sequence[float], seconds: float, **more: Any) -> Row:
    """Sum times up."""
    return Row(what, len(took), seconds, share(took, 0.5), share(took, 0.99), more)


def share(took: Sequence[float], part: float) -> float | None:
    """Return the time within which that part of all was done."""
    return sorted(took)[min(len(took) - 1, int(len(took) * part))] if took else None


def lines(rows: Sequence[Row]) -> list[str]:
    """Write rows as a table."""
    cells = [list(COLUMNS), *(each.cells() for each in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(COLUMNS))]
    return ["  ".join(_aligned(line, widths)).rstrip() for line in cells]


def _aligned(line: list[str], widths: list[int]) -> list[str]:
    ends = (0, len(line) - 1)  # texts to the left, numbers to the right
    return [
        text.ljust(w) if at in ends else text.rjust(w)
        for at, (text, w) in enumerate(zip(line, widths, strict=True))
    ]


def _thousand(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 3)
