"""Fibonacci Nim by Zeckendorf's sums: take the smallest part, if that may be taken (Whinihan 1963)."""

from __future__ import annotations

from typing import Any

from parlour.core.rules import play
from parlour.games.fibonacci_nim import State
from parlour.search.theorem import Theorem
from parlour.theory import fibonacci_nim_moves, zeckendorf


class Zeckendorf(Theorem[State]):
    """Leave a heap whose smallest Fibonacci part the other may not take."""

    name = "zeckendorf"
    method = "Zeckendorf's sums of Fibonacci numbers"

    @classmethod
    def winning(cls, s: State, every: bool) -> list[int]:
        """Return every number that leaves the other short of a part."""
        return [taken - 1 for taken in fibonacci_nim_moves(s.left, s.most)]

    @classmethod
    def delaying(cls, s: State) -> int:
        """Take one."""
        return 0

    @classmethod
    def evidence(cls, s: State) -> dict[str, Any]:
        """Return the heap as a sum of Fibonacci numbers, and what may be taken."""
        return {
            "left": s.left,
            "most": min(s.most, s.left),
            "parts": zeckendorf(s.left),
            "table": f"{_sum(s.left)}; at most {min(s.most, s.left)} may be taken",
        }

    @classmethod
    def size(cls, s: State) -> int:
        """Any number up to the most may be taken."""
        return int(min(s.left, s.most))

    def note(self, s: State, action: int, won: bool) -> str:
        """Say what an action leaves."""
        after = play(s, action)
        return f"leaves {_sum(after.left)}, of which {min(after.left, after.most)} may be taken"

    def why(self, s: State, action: int, won: bool) -> str:
        """Compare the smallest parts with what may be taken."""
        move, after = action + 1, play(s, action)
        if not won:
            smallest = zeckendorf(s.left)[-1]
            return (
                f"{_sum(s.left)}: the smallest part, {smallest}, is more than the {min(s.left, s.most)} that "
                f"may be taken, so every move loses against best play; taking {move} makes the game last."
            )
        if after.left == 0:
            return f"Taking {move} takes all that is left and wins."
        return (
            f"{_sum(s.left)}. Taking {move} leaves {_sum(after.left)}: the smallest part, "
            f"{zeckendorf(after.left)[-1]}, is more than the {after.most} that may be taken then."
        )


def _sum(number: int) -> str:
    parts = zeckendorf(number)
    if len(parts) == 1:
        return f"{number}, a Fibonacci number"
    return f"{number} = {' + '.join(map(str, parts))}" if parts else "0"
