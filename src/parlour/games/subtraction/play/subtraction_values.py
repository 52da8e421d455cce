"""Subtraction games by their Grundy values, which repeat sooner or later (Golomb 1966)."""

from __future__ import annotations

from typing import Any

from parlour.games.subtraction import OPTIONS, State
from parlour.search.theorem import GrundySum, Part
from parlour.theory import Periodic, subtraction_values

LARGEST = int(OPTIONS["heaps"].high or 0)


def values_of(s: State) -> Periodic:
    """Return the Grundy values for the numbers that may be taken."""
    return subtraction_values(s.take, LARGEST)


class SubtractionValues(GrundySum[State]):
    """Leave heaps whose Grundy values have nim-sum 0."""

    name = "subtraction_values"

    @classmethod
    def parts(cls, s: State) -> list[Part]:
        """Each heap from which something can be taken is a game of its own."""
        values = values_of(s)
        return [
            Part(f"heap {place + 1} with {heap}", heap, values.at(heap), place)
            for place, heap in enumerate(s.heaps)
            if heap >= s.take[0]
        ]

    @classmethod
    def moves_to(cls, s: State, part: Part, value: int) -> list[int]:
        """Try every number."""
        values = values_of(s)
        return [
            part.place * len(s.take) + which
            for which, number in enumerate(s.take)
            if number <= part.size and values.at(part.size - number) == value
        ]

    @classmethod
    def delaying(cls, s: State) -> int:
        """Take the least from the largest heap."""
        return int(s.heaps.index(max(s.heaps)) * len(s.take))

    @classmethod
    def evidence(cls, s: State) -> dict[str, Any]:
        """Add the period of the values."""
        values = values_of(s)
        return {**super().evidence(s), "period": values.period, "periodic_from": values.start}
