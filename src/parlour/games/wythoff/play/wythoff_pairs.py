"""Wythoff's game by the golden ratio: leave a pair floor(d phi) and floor(d phi) + d (Wythoff 1907)."""

from __future__ import annotations

from typing import Any

from parlour.core.rules import play
from parlour.games.wythoff import State, action_of
from parlour.search.theorem import Theorem
from parlour.theory import wythoff_moves, wythoff_pair, wythoff_partner


class WythoffPairs(Theorem[State]):
    """Leave two heaps that are one of Wythoff's pairs."""

    name = "wythoff_pairs"
    method = "Wythoff's theorem"

    @classmethod
    def winning(cls, s: State, every: bool) -> list[int]:
        """There are at most three."""
        return [action_of(s, first, second) for first, second in wythoff_moves(s.first, s.second)]

    @classmethod
    def delaying(cls, s: State) -> int:
        """Take one from the larger heap."""
        return action_of(s, 1, 0) if s.first >= s.second else action_of(s, 0, 1)

    @classmethod
    def evidence(cls, s: State) -> dict[str, Any]:
        """Return the pairs the heaps are measured against: of their difference, and with each of them."""
        difference = abs(s.first - s.second)
        pair = wythoff_pair(difference)
        partners = [wythoff_partner(heap) for heap in (s.first, s.second)]
        lines = [
            f"difference {difference}: floor({difference} x 1.618...) = {pair[0]}: {pair[0]} and {pair[1]}",
            f"heap 1, {s.first}: paired with {partners[0]}",
            f"heap 2, {s.second}: paired with {partners[1]}",
        ]
        return {
            "heaps": [s.first, s.second],
            "difference": difference,
            "pair": list(pair),
            "partners": partners,
            "table": "\n".join(lines),
        }

    @classmethod
    def size(cls, s: State) -> int:
        """There are as many moves as objects, and a few more."""
        return int(s.first + s.second)

    def note(self, s: State, action: int, won: bool) -> str:
        """Say what an action leaves."""
        after = play(s, action)
        return f"leaves {after.first} and {after.second}"

    def why(self, s: State, action: int, won: bool) -> str:
        """Name the pair that is left, or the one that is there already."""
        move, after = self.game.format(s, action), play(s, action)
        if not won:
            return (
                f"{_pair(s)}, so every move leaves something else and loses against best play; {move} makes "
                "the game last."
            )
        if after.first + after.second == 0:
            return f"{move} takes all that is left and wins."
        return (
            f"{s.first} and {s.second} are none of Wythoff's pairs. {move} leaves one: {_pair(after)}. From "
            "there every reply can be answered."
        )


def _pair(s: State) -> str:
    smaller, difference = min(s.first, s.second), abs(s.first - s.second)
    return (
        f"{s.first} and {s.second} differ by {difference}, and floor({difference} x 1.618...) = {smaller} is "
        "the smaller of the two"
    )
