"""A state as a column of numbers: how many games lie side by side in one table.

The table has a row for each number of a state and a column for each game, so that neighbours in a batch are
neighbours in memory. Compiled code has forms of its own of `pack` and `unpack`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from parlour.core.rules import AnyState

S = TypeVar("S", bound=AnyState)


def numbers(s: AnyState) -> Iterator[int]:
    """Give the numbers of a state in order, those of its tuples among them."""
    for part in s:
        if isinstance(part, tuple):
            yield from numbers(part)
        else:
            yield part


def width(s: AnyState) -> int:
    """Count the numbers of a state: the rows of its table."""
    return sum(1 for _ in numbers(s))


def pack(s: AnyState, table: Any, lane: int) -> None:
    """Write a state into its column."""
    for row, number in enumerate(numbers(s)):
        table[row, lane] = number


def unpack(like: S, table: Any, lane: int) -> S:
    """Read the state in a column; it has the type and the shape of `like`."""
    column = iter(range(width(like)))
    state: S = _read(like, table, lane, column)
    return state


def _read(like: Any, table: Any, lane: int, rows: Iterator[int]) -> Any:
    if not isinstance(like, tuple):
        return int(table[next(rows), lane])
    parts = [_read(part, table, lane, rows) for part in like]
    return tuple.__new__(type(like), parts)


def names(s: AnyState) -> list[str]:
    """Name the rows: a field by itself, the numbers of a tuple by their places, `hands[2]`."""
    found: list[str] = []
    for name, part in zip(s._fields, s, strict=True):  # type: ignore[attr-defined]
        found += _under(name, part)
    return found


def _under(name: str, part: Any) -> list[str]:
    if not isinstance(part, tuple):
        return [name]
    return [leaf for place, each in enumerate(part) for leaf in _under(f"{name}[{place}]", each)]
