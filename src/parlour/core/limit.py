"""How much a decision may cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parlour.core.options import Option, resolve, split_pairs

LIMITS = {
    "simulations": Option(1, "playouts to make", low=1, high=1_000_000_000),
    "depth": Option(1, "plies to look ahead", low=1, high=1_000),
    "nodes": Option(1, "positions to visit", low=1, high=1_000_000_000_000),
    "seconds": Option(1.0, "time to think", low=0.001, high=86_400.0),
}


@dataclass(frozen=True)
class Limit:
    """A budget for one decision; whatever is None is the strategy's own affair."""

    simulations: int | None = None
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

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
        """Give only what is set."""
        return {name: getattr(self, name) for name in LIMITS if getattr(self, name) is not None}
