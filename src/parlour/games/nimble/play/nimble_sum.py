"""Nimble as Nim: a coin on square n is a heap of n objects, and coins on one square cancel (Bouton 1901)."""

from __future__ import annotations

from typing import Any

from parlour.core.rules import play
from parlour.games.nimble import State, action_of
from parlour.search.theorem import Theorem
from parlour.theory import binary_table, nim_sum, winning_moves


class NimbleSum(Theorem[State]):
    """Leave squares with nim-sum 0, and in misère an odd number of coins on square 1 at the end."""

    name = "nimble_sum"
    method = "Bouton's theorem"

    @classmethod
    def winning(cls, s: State, every: bool) -> list[int]:
        """Coins on one square share their moves."""
        moves = winning_moves(s.coins, bool(s.misere))
        return sorted({action_of(s, s.coins[coin], s.coins[coin] - steps) for coin, steps in moves})

    @classmethod
    def delaying(cls, s: State) -> int:
        """Move the furthest coin by one."""
        return action_of(s, max(s.coins), max(s.coins) - 1)

    @classmethod
    def evidence(cls, s: State) -> dict[str, Any]:
        """Return the squares in binary with their nim-sum, and those whose coins do not cancel."""
        table = binary_table(s.coins)
        odd = sorted({square for square in s.coins if square and s.coins.count(square) % 2})
        return {
            "coins": list(s.coins),
            "uncancelled": odd,
            "binary": [bits for _, bits in table.rows],
            "nim_sum": table.nim_sum,
            "table": table.text(),
        }

    @classmethod
    def size(cls, s: State) -> int:
        """A coin has as many moves as its square says."""
        return sum(s.coins)

    def note(self, s: State, action: int, won: bool) -> str:
        """Say what an action leaves."""
        after = play(s, action)
        if s.misere and max(after.coins) <= 1:
            return f"leaves {_ones(after)}"
        return f"leaves nim-sum {nim_sum(after.coins)}"

    def why(self, s: State, action: int, won: bool) -> str:
        """Put Bouton's verdict into words, in coins and squares."""
        move, after = self.game.format(s, action), play(s, action)
        have = f"The coins on {_squares(s)} have nim-sum {nim_sum(s.coins)}"
        if s.misere and max(s.coins) <= 1:
            if not won:
                return (
                    f"With {_ones(s)}, an odd number, who is to move makes the last move: every move loses."
                )
            return (
                f"{move} leaves {_ones(after)}, an odd number: {{{1 - s.player}}} must make the last move, "
                "which loses."
            )
        if not won:
            return (
                f"{have}, and any move makes it other than 0, so every move loses against best play; {move}, "
                "the furthest coin by one, makes the game last."
            )
        if max(after.coins) == 0:
            return f"{move} is the last move there is, and wins."
        if s.misere and max(after.coins) <= 1:
            begin = f"Only one coin is beyond square 1: {move} leaves {_ones(after)}"
            if sum(after.coins) == 1:
                return f"{begin}, whose move {{{1 - s.player}}} must make, and the last move loses."
            return (
                f"{begin}. They move one by one, and as their number is odd {{{1 - s.player}}} must make the "
                "last move, which loses."
            )
        words = f"{have}: {move} leaves {_squares(after)} with nim-sum 0, and every reply can be answered."
        pairs = sorted({square for square in after.coins if square and after.coins.count(square) > 1})
        if pairs:
            words += f" Two coins on one square cancel: {', '.join(map(str, pairs))}."
        elif s.misere:
            words += " While some coin is beyond square 1, misère goes like normal play."
        return words


def _squares(s: State) -> str:
    return ", ".join(map(str, s.coins))


def _ones(s: State) -> str:
    number = s.coins.count(1)
    return "1 coin on square 1" if number == 1 else f"{number} coins on square 1"
