"""What the experts of impartial games share: a theorem names the winning moves, its table is the proof."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from functools import reduce
from operator import xor
from typing import Any, ClassVar, Generic, NamedTuple

from parlour.core.bits import count
from parlour.core.choice import Candidate, Choice
from parlour.core.exhibit import Exhibit, picture_of
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.picture import Cell, Grid, Picture
from parlour.core.rules import S, legal, play, turn
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy
from parlour.core.view import View
from parlour.theory import binary_table

FEW = 64  # with no more legal moves than this, an analysis shows the losing ones too
MOST_SHOWN = 8  # parts of a position named in a reason


class Theorem(Strategy, Generic[S]):
    """Play an impartial game perfectly and at once; in a lost position, make the game last."""

    name = ""  # not a strategy by itself
    closed_form = True
    method: ClassVar[str] = ""  # the theorem's name, for certificates

    @classmethod
    @abstractmethod
    def winning(cls, s: S, every: bool) -> list[int]:
        """List winning actions: all of them, or some if that is not asked for; none in a lost position."""

    @classmethod
    @abstractmethod
    def delaying(cls, s: S) -> int:
        """Pick the action to play in a lost position."""

    @classmethod
    @abstractmethod
    def evidence(cls, s: S) -> dict[str, Any]:
        """Return the numbers that decide, and a `table` of them to print."""

    @abstractmethod
    def why(self, s: S, action: int, won: bool) -> str:
        """Put the theorem's verdict on the action into words."""

    def proof(self, s: S, action: int) -> tuple[str, ...]:
        """Give the numbers behind the verdict, for those who want to check it."""
        return ()

    @classmethod
    def size(cls, s: S) -> int:
        """Count the legal moves, or give something near it where counting takes time."""
        return count(legal(s))

    @abstractmethod
    def note(self, s: S, action: int, won: bool) -> str:
        """Say what an action leaves."""

    def choose(self, view: View, limit: Limit) -> Choice:
        """Pick any of the winning moves; where there is none, one that makes the game last."""
        s = view.state
        every = self.thorough and self.size(s) <= FEW
        winning = self.winning(s, every)
        action = self.rng.choice(winning) if winning else self.delaying(s)
        others = [] if winning else [action]
        if every:
            others = [a for a in view.legal() if a not in winning]
        known = [(a, True) for a in winning] + [(a, False) for a in others]
        candidates = [
            Candidate(a, view.format(a), 1.0 if won else -1.0, exact=True, note=self.note(s, a, won))
            for a, won in known
        ]
        evidence = self.evidence(s)
        evidence["left"] = self.evidence(play(s, action))
        numbers = {name: value for name, value in evidence.items() if name != "table"}
        return Choice(
            action,
            candidates=tuple(sorted(candidates, key=lambda c: c.action != action)),
            evidence=evidence,
            reasons=(self.why(s, action, bool(winning)), *self.proof(s, action)),
            lesson=1,
            exhibits=(laid_out("The numbers that decide", evidence["table"], numbers),),
        )

    @classmethod
    def solve(cls, game: Game, s: S, limit: Limit) -> Solution | None:
        """Say who wins, with the theorem's table as the proof."""
        moves = tuple(game.format(s, a) for a in cls.winning(s, cls.size(s) <= FEW))
        certificate = {"method": cls.method, **cls.evidence(s), "winning_moves": list(moves)}
        return Solution(1.0 if moves else -1.0, turn(s), moves, certificate)


def laid_out(caption: str, table: str, numbers: Mapping[str, Any]) -> Exhibit:
    """Show a table that is written in columns, two blanks and more between them."""
    rows = [re.split(r" {2,}", line.strip()) for line in table.splitlines() if line.strip(" -")]
    widest = max(map(len, rows), default=0)
    padded = [[row[0], *[""] * (widest - len(row)), *row[1:]] for row in rows]
    grid = Grid(tuple(tuple(map(Cell, row)) for row in padded), style="bare")
    return picture_of(caption, Picture((grid,)), numbers)


class Part(NamedTuple):
    """One of the independent games that a position is the sum of."""

    words: str
    size: int
    value: int  # Grundy's
    place: int  # where it is, for `moves_to`


class GrundySum(Theorem[S]):
    """Play a sum of games by the nim-sum of their Grundy values (Sprague 1935, Grundy 1939)."""

    name = ""
    method = "Sprague-Grundy theorem"

    @classmethod
    @abstractmethod
    def parts(cls, s: S) -> list[Part]:
        """Take a position apart."""

    @classmethod
    @abstractmethod
    def moves_to(cls, s: S, part: Part, value: int) -> list[int]:
        """List the actions that leave a part with this Grundy value."""

    @classmethod
    def total(cls, s: S) -> int:
        """Return the nim-sum of the parts' Grundy values."""
        return reduce(xor, (part.value for part in cls.parts(s)), 0)

    @classmethod
    def winning(cls, s: S, every: bool) -> list[int]:
        """List every action that leaves nim-sum 0."""
        total = cls.total(s)
        if total == 0:
            return []
        return [a for part in cls.parts(s) for a in cls.moves_to(s, part, part.value ^ total)]

    @classmethod
    def evidence(cls, s: S) -> dict[str, Any]:
        """Return size and Grundy value of each part, and the values in binary with their nim-sum."""
        parts = cls.parts(s)
        table = binary_table(part.value for part in parts)
        width = max((len(part.words) for part in parts), default=0)
        names = [part.words for part in parts] + ["", ""]  # the last two lines are a rule and the sum
        lines = zip(names, table.text().splitlines(), strict=True)
        return {
            "parts": [{"part": p.words, "size": p.size, "grundy": p.value} for p in parts],
            "nim_sum": table.nim_sum,
            "table": "\n".join(f"{name:<{width}}  {line}" for name, line in lines),
        }

    def note(self, s: S, action: int, won: bool) -> str:
        """Say what nim-sum an action leaves."""
        return f"leaves nim-sum {0 if won else self.total(play(s, action))}"

    def why(self, s: S, action: int, won: bool) -> str:
        """Say what nim-sum the move leaves, and what that means."""
        move = self.game.format(s, action)
        if not won:
            return f"The nim-sum is 0, so every move loses against best play; {move} makes the game last."
        if not self.parts(play(s, action)):
            return f"{move} is the last move there is, and wins."
        return (
            f"{move} turns the nim-sum from {self.total(s)} to 0, and from there every reply can be answered."
        )

    def proof(self, s: S, action: int) -> tuple[str, ...]:
        """Name the values before and after."""
        after = play(s, action)
        told = [f"Before it, the Grundy value{_listed(self.parts(s))}."]
        if self.parts(after):
            told.append(f"After it, the Grundy value{_listed(self.parts(after))}.")
        return tuple(told)


def _listed(parts: list[Part]) -> str:
    """Write values with what they are of: "s 2 (row 1), 3 (row 2)"; the s is for several."""
    shown = ", ".join(f"{part.value} ({part.words})" for part in parts[:MOST_SHOWN])
    more = f" and {len(parts) - MOST_SHOWN} more" if len(parts) > MOST_SHOWN else ""
    return f"{'s' if len(parts) > 1 else ''} {shown}{more}"
