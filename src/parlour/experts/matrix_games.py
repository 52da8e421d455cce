"""Matrix games and Rock-Paper-Scissors by their optimal mixed strategies (von Neumann 1928)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from parlour.core import rules
from parlour.core.bits import listed
from parlour.core.choice import Candidate, Choice
from parlour.core.errors import Unsuitable
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rules import AnyState
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy
from parlour.core.view import View
from parlour.theory import ZeroSum, zero_sum

Table = tuple[tuple[float, ...], ...]


class Nash(Strategy):
    """Mix as the minimax theorem says, so that no opponent can gain anything (von Neumann 1928)."""

    name = "nash"
    games = ("matrix", "rock_paper_scissors")

    @classmethod
    def unfit(cls, game: Game) -> str:
        """Take zero-sum tables only."""
        return "" if game.traits.zero_sum else "it solves zero-sum tables only"

    def choose(self, view: View, limit: Limit) -> Choice:
        """Draw a row or a column with its optimal probability."""
        table, solved = solved_stage(self.game)
        mine = solved.row if view.seat == 0 else solved.column
        sign = 1.0 if view.seat == 0 else -1.0
        # What is won already, and what the rounds after this one are worth.
        settled = rules.returns(view.state)[view.seat]
        settled += sign * solved.value * (rounds_left(view.state) - 1)
        worth = [sign * stake for stake in _stakes(table, solved, view.seat)]
        action = self.rng.weighted(mine)
        candidates = tuple(
            Candidate(a, view.format(a), value=settled + worth[a], probability=p)
            for a, p in sorted(enumerate(mine), key=lambda item: -item[1])
        )
        reasons = (_why(view, mine, worth),)
        return Choice(action, candidates=candidates, evidence=_evidence(table, solved), reasons=reasons)

    @classmethod
    def solve(cls, game: Game, s: AnyState, limit: Limit) -> Solution | None:
        """Give the value to seat 0 between rounds: what is won, and the stage's value for each round left."""
        if rules.turn(s) != 0:
            raise Unsuitable(
                f"{game.name}: seat 0 has committed in secret, so the position has no value of its own; "
                "solve it before the choice, or analyse it"
            )
        table, solved = solved_stage(game)
        left = rounds_left(s)
        certificate = {"method": "minimax theorem, by linear programming", **_evidence(table, solved)}
        if left > 1:
            certificate["rounds"] = left
        pure = tuple(game.format(s, a) for a, p in enumerate(solved.row) if p == 1.0)
        return Solution(rules.returns(s)[0] + left * solved.value, 0, pure, certificate)


def stage(game: Game) -> Table:
    """Play every pair of actions from the start and read off what seat 0 gains."""
    s = game.start()
    before = rules.returns(s)[0]
    rows = [rules.play(s, a) for a in listed(rules.legal(s))]
    return tuple(
        tuple(float(rules.returns(rules.play(row, b))[0] - before) for b in listed(rules.legal(row)))
        for row in rows
    )


@lru_cache(64)
def solved_stage(game: Game) -> tuple[Table, ZeroSum]:
    """Solve one round, once a process."""
    table = stage(game)
    return table, zero_sum(table)


def rounds_left(s: AnyState) -> int:
    """Count the rounds to come, this one included: one, unless the state says otherwise."""
    return int(s.rounds - s.played) if hasattr(s, "played") else 1


def _stakes(table: Table, solved: ZeroSum, seat: int) -> list[float]:
    """Give what seat 0 gets when the seat plays each action against the other's optimal mixture."""
    lines, other = (table, solved.column) if seat == 0 else (tuple(zip(*table, strict=True)), solved.row)
    return [sum(p * x for p, x in zip(other, line, strict=True)) for line in lines]


def _evidence(table: Table, solved: ZeroSum) -> dict[str, Any]:
    return {
        "row": list(solved.row),
        "column": list(solved.column),
        "value": solved.value,
        "gap": solved.gap,
        "payoffs": [list(row) for row in table],
    }


def _why(view: View, mine: tuple[float, ...], worth: list[float]) -> str:
    """Say how the seat mixes and what the mixture assures it."""
    assured = sum(p * value for p, value in zip(mine, worth, strict=True))
    played = [a for a, p in enumerate(mine) if p > 0.0]
    what = "on average" if len(played) > 1 else "for sure"
    shares = ", ".join(f"{view.format(a)} {100 * mine[a]:.1f} %" for a in played)
    lead = f"Mixes {shares}" if len(played) > 1 else f"Always plays {view.format(played[0])}"
    idle = [a for a in range(len(mine)) if mine[a] == 0.0]
    words = f"{lead}: whatever the opponent does, this gives at least {assured:.3f} {what} a round."
    if idle:
        best = max(idle, key=lambda a: worth[a])
        words += f" The best of the rest, {view.format(best)}, is worth {worth[best]:.3f} against best play."
    return words
