"""How much a decision may cost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from parlour.core.options import Option, resolve, split_pairs

SHORTEST = 0.001  # seconds that a limit may ask for
LIMITS = {
    "simulations": Option(1, "playouts to make", low=1, high=1_000_000_000),
    "depth": Option(1, "plies to look ahead", low=1, high=1_000),
    "nodes": Option(1, "positions to visit", low=1, high=1_000_000_000_000),
    "seconds": Option(
        1.0,
        "time to think, and to use up: no count of the strategy's own holds it back",
        low=0.001,
        high=86_400.0,
    ),
    "at_most": Option(
        1.0,
        "seconds that a decision may take; it makes no level stronger, only quicker",
        low=0.001,
        high=86_400.0,
    ),
}


@dataclass(frozen=True)
class Limit:
    """A budget for one decision; whatever is None is the strategy's own affair."""

    simulations: int | None = None
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    at_most: float | None = None

    @property
    def cap(self) -> float | None:
        """Give the seconds after which to stop, by whichever limit on time comes first; None without one."""
        given = [time for time in (self.seconds, self.at_most) if time is not None]
        return min(given, default=None)

    def after(self, spent: float) -> Limit:
        """Give what is left of the limits on time once that many seconds were thought, a moment at least."""
        least = {name: getattr(self, name) for name in ("seconds", "at_most") if getattr(self, name)}
        return replace(self, **{name: max(SHORTEST, value - spent) for name, value in least.items()})

    def __post_init__(self) -> None:
        for name, known in LIMITS.items():
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, known.read(name, value))

    @classmethod
    def parse(cls, text: str) -> Limit:
        """Read `simulations=800` or `seconds=0.5,depth=8`."""
        given = resolve("a limit", LIMITS, split_pairs(text))
        return cls(**{name: given[name] for name in split_pairs(text)})

    @classmethod
    def of(cls, value: Limit | str | dict[str, Any] | None) -> Limit:
        """Take a limit in any form a caller may have it in."""
        if isinstance(value, Limit):
            return value
        if isinstance(value, str):
            return cls.parse(value)
        if value:
            resolve("a limit", LIMITS, value)
        return cls(**(value or {}))

    def __bool__(self) -> bool:
        return any(getattr(self, name) is not None for name in LIMITS)

    def to_json(self) -> dict[str, Any]:
        """Return only what is set."""
        return {name: getattr(self, name) for name in LIMITS if getattr(self, name) is not None}
