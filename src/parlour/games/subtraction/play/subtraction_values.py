"""Subtraction games by their Grundy values, which repeat sooner or later (Golomb 1966)."""

from __future__ import annotations

from typing import Any

from parlour.core.heaps import written
from parlour.core.rules import play
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

    def note(self, s: State, action: int, won: bool) -> str:
        """Say what an action leaves, and its nim-sum."""
        after = play(s, action)
        return f"leaves {written(after.heaps)}: nim-sum {self.total(after)}"

    def why(self, s: State, action: int, won: bool) -> str:
        """Name the heaps, and what decides: a multiple to leave, or the nim-sum of the values."""
        move, after = self.game.format(s, action), play(s, action)
        if won and not self.parts(after):
            return f"{move} is the last move there is, and wins."
        most = len(s.take)
        if len(s.heaps) == 1 and s.take == tuple(range(1, most + 1)):
            return self._multiples(s, after, move, won, most + 1)
        if not won:
            return (
                f"{written(s.heaps)} have nim-sum 0 by their Grundy values, and any move makes it other than "
                "0: every move loses against best play."
            )
        return (
            f"{move} leaves {written(after.heaps)}, with nim-sum 0 by their Grundy values: every reply can "
            "be answered."
        )

    @staticmethod
    def _multiples(s: State, after: State, move: str, won: bool, step: int) -> str:
        """Take 1 to n from one heap: who leaves a multiple of n + 1 can do so again after every reply."""
        if not won:
            return (
                f"{s.heaps[0]} is a multiple of {step}, and no move leaves another, so every move loses "
                f"against best play; {move} makes the game last."
            )
        return f"{move} leaves {after.heaps[0]}, a multiple of {step}, and can do so again after every reply."
