"""Nim by Bouton's theorem: leave nim-sum 0, and in misère an odd number of ones at the end.

C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901), 35-39.
"""

from __future__ import annotations

from typing import Any

from parlour.core.choice import Candidate, Choice
from parlour.core.exhibit import picture_of
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.picture import Cell, Grid, Picture
from parlour.core.rules import turn
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy
from parlour.core.view import View
from parlour.games.nim import State, action_of
from parlour.theory import binary_table, first_player_wins, nim_sum, winning_moves

FEW = 64  # with no more legal moves than this, the losing ones are shown too
LESSON = "The nim-sum is the heaps' sum in binary without carrying: who leaves 0 can leave 0 every time."


class NimSum(Strategy):
    """Play Nim perfectly and at once (Bouton 1901); in a lost position, make the game last."""

    name = "nim_sum"
    closed_form = True

    def choose(self, view: View, limit: Limit) -> Choice:
        """Pick any of the winning moves; where there is none, take one from the largest heap."""
        s = view.state
        heaps, misere = list(s.heaps), bool(s.misere)
        winning = winning_moves(heaps, misere)
        if winning:
            heap, taken = self.rng.choice(winning)
        else:
            heap, taken = heaps.index(max(heaps)), 1
        shown = list(winning)
        if sum(heaps) <= FEW:
            every = [(index, number) for index, size in enumerate(heaps) for number in range(1, size + 1)]
            shown += [move for move in every if move not in winning]
        elif not winning:
            shown.append((heap, taken))
        lesson = (LESSON,) if not misere and max(_after(heaps, heap, taken)) else ()
        evidence = _evidence(heaps)
        numbers = {name: value for name, value in evidence.items() if name != "table"}
        return Choice(
            action_of(s, heap, taken),
            candidates=tuple(_candidate(s, *move) for move in shown),
            evidence=evidence,
            reasons=(_why(heaps, misere, heap, taken, won=bool(winning), other=1 - s.player), *lesson),
            exhibits=(picture_of("The heaps in binary, and their sum without carry", _bits(heaps), numbers),),
        )

    @classmethod
    def solve(cls, game: Game, s: State, limit: Limit) -> Solution | None:
        """Say who wins, with the nim-sum as the proof."""
        heaps, misere = list(s.heaps), bool(s.misere)
        moves = tuple(f"{heap + 1}:{taken}" for heap, taken in winning_moves(heaps, misere))
        evidence = _evidence(heaps)
        certificate = {
            "method": "Bouton's theorem",
            "nim_sum": evidence["nim_sum"],
            "table": evidence["table"],
            "winning_moves": list(moves),
        }
        value = 1.0 if first_player_wins(heaps, misere) else -1.0
        return Solution(value, turn(s), moves, certificate)


def _after(heaps: tuple[int, ...] | list[int], heap: int, taken: int) -> list[int]:
    left = list(heaps)
    left[heap] -= taken
    return left


def _candidate(s: State, heap: int, taken: int) -> Candidate:
    """Value a move by the position it leaves."""
    left = _after(s.heaps, heap, taken)
    value = -1.0 if first_player_wins(left, bool(s.misere)) else 1.0
    note = f"leaves nim-sum {nim_sum(left)}"
    if s.misere and max(left) <= 1:
        note = f"leaves {_ones(left)}"
    return Candidate(action_of(s, heap, taken), f"{heap + 1}:{taken}", value=value, exact=True, note=note)


def _bits(heaps: list[int]) -> Picture:
    """Draw the heaps as rows of bits, and below them the nim-sum, its ones marked."""
    table = binary_table(heaps)
    width = max(len(bits) for _, bits in table.rows)
    rows = [tuple(Cell(bit, "plain" if bit == "1" else "empty") for bit in bits) for _, bits in table.rows]
    total = tuple(Cell(bit, "good", bit == "1") for bit in f"{table.nim_sum:0{width}b}")
    labels = (*(f"heap {n}: {size}" for n, size in enumerate(heaps, 1)), f"nim-sum: {table.nim_sum}")
    worth = tuple(str(1 << place) for place in reversed(range(width)))
    return Picture((Grid((*rows, total), labels, worth, style="bare"),))


def _evidence(heaps: list[int]) -> dict[str, Any]:
    table = binary_table(heaps)
    return {
        "heaps": heaps,
        "binary": [bits for _, bits in table.rows],
        "nim_sum": table.nim_sum,
        "table": table.text(),
    }


def _why(heaps: list[int], misere: bool, heap: int, taken: int, won: bool, other: int) -> str:
    """Put the theorem's verdict on a move into words."""
    left = _after(heaps, heap, taken)
    total = nim_sum(heaps)
    bits = f"{total:0{max(heaps).bit_length()}b}"
    sizes, rest = _listed(heaps), _listed(left)
    taking = f"taking {taken} from heap {heap + 1}"
    if misere and max(heaps) <= 1:
        return _ones_only(heaps, left, taking, other) if won else _odd_ones(heaps)
    if not won:
        return (
            f"{_have(sizes, heaps)} nim-sum 0, and any move makes it other than 0, so every move loses "
            f"against best play; {taking}, the largest, makes the game last."
        )
    if not any(left):
        return f"{taking.capitalize()} takes all that is left and wins."
    if misere and max(left) <= 1:
        begin = f"Only heap {heap + 1} holds more than 1: {taking} leaves {rest}: {_ones(left)}"
        if sum(left) == 1:
            return f"{begin}, which {{{other}}} must take, and taking the last loses."
        return (
            f"{begin}. They are taken one by one, and as their number is odd {{{other}}} must take the "
            "last, which loses."
        )
    words = (
        f"{_have(sizes, heaps)} nim-sum {total} ({bits}): {taking} leaves {rest} with nim-sum 0, "
        "and from there every reply can be answered."
    )
    if misere:
        words += " While some heap holds more than 1, misère goes like normal play."
    return words


def _ones_only(heaps: list[int], left: list[int], taking: str, other: int) -> str:
    return (
        f"No heap holds more than 1, so the {sum(heaps)} ones are taken one by one: {taking} leaves "
        f"{_ones(left)}, an odd number, and {{{other}}} must take the last, which loses."
    )


def _odd_ones(heaps: list[int]) -> str:
    return f"With {_ones(heaps)} left, an odd number, who is to move must take the last: every move loses."


def _ones(heaps: list[int]) -> str:
    number = heaps.count(1)
    return "1 heap of 1" if number == 1 else f"{number} heaps of 1"


def _have(sizes: str, heaps: list[int]) -> str:
    return f"The heap {sizes} has" if len(heaps) == 1 else f"The heaps {sizes} have"


def _listed(heaps: list[int]) -> str:
    return ", ".join(str(size) for size in heaps)
