"""Choosing from a table at once by optimal mixed strategies (von Neumann 1928, Nash 1951)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from parlour.core import exhibit, rules
from parlour.core.bits import listed
from parlour.core.choice import Candidate, Choice
from parlour.core.errors import Unsuitable
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy
from parlour.core.view import View
from parlour.core.words import percent
from parlour.search.explain import NOISE
from parlour.search.repeated import Table, rounds_left, stage, unfit_rounds
from parlour.theory import Equilibrium, ZeroSum, equilibria, zero_sum
from parlour.theory.bimatrix import MOST_STRATEGIES

MOST_TOLD = 12  # equilibria put into words


class Nash(Strategy):
    """Mix as the minimax theorem says, so that no opponent can gain anything (von Neumann 1928).

    Where the table is not zero-sum: play the equilibrium that gives most to both together (Nash 1951).
    """

    name = "nash"
    closed_form = True

    @classmethod
    def unfit(cls, game: Game) -> str:
        """Take any zero-sum table that two choose from at once, and others if they are small."""
        if reason := unfit_rounds(game):
            return reason
        if game.traits.zero_sum or _is_small(game):
            return ""
        return f"tables that are not zero-sum it solves up to {MOST_STRATEGIES} strategies of both together"

    def choose(self, view: View, limit: Limit) -> Choice:
        """Draw a row or a column with its equilibrium probability."""
        if not self.game.traits.zero_sum:
            return self._choose_one_of_several(view)
        table, solved = solved_stage(self.game)
        mine = solved.row if view.seat == 0 else solved.column
        sign = 1.0 if view.seat == 0 else -1.0
        worth = [sign * stake for stake in _stakes(table, solved, view.seat)]
        assured = sum(p * value for p, value in zip(mine, worth, strict=True))
        evidence = {**_evidence(table, solved), "assured": assured, "worth": _by_move(view, worth)}
        return self._drawn(view, mine, worth, sign * solved.value, evidence, _why(view, mine, worth, assured))

    def _choose_one_of_several(self, view: View) -> Choice:
        found = all_equilibria(self.game)
        best = found[0]
        mine, other = (best.row, best.column) if view.seat == 0 else (best.column, best.row)
        table = exact_stage(self.game)[view.seat]
        lines = table if view.seat == 0 else tuple(zip(*table, strict=True))
        worth = [float(sum(p * x for p, x in zip(other, line, strict=True))) for line in lines]
        gains = [str(x) for x in best.payoffs]
        words = [
            f"{_mixture(view, [float(p) for p in mine])}: {_which(len(found))}, {gains[0]} and {gains[1]} "
            "on average.",
            f"Against what {{{1 - view.seat} plays}} in it, nothing earns more than {gains[view.seat]}.",
        ]
        evidence = {
            "row": [str(p) for p in best.row],
            "column": [str(p) for p in best.column],
            "worth": _by_move(view, worth),
            **facts(found),
        }
        value = float(best.payoffs[view.seat])
        return self._drawn(view, [float(p) for p in mine], worth, value, evidence, words)

    def _drawn(
        self,
        view: View,
        mine: Sequence[float],
        worth: list[float],
        value: float,
        evidence: dict[str, Any],
        why: list[str],
    ) -> Choice:
        # What is won already, and what the rounds after this one are worth.
        settled = rules.returns(view.state)[view.seat] + value * (rounds_left(view.state) - 1)
        action = self.rng.weighted(mine)
        candidates = tuple(
            Candidate(a, view.format(a), value=settled + worth[a], probability=p)
            for a, p in sorted(enumerate(mine), key=lambda item: -item[1])
        )
        drawn = [] if mine[action] == 1.0 else [f"{view.format(action)} was drawn at random by these odds."]
        shown = exhibit.bars(f"What each earns a round if {{{1 - view.seat} plays}} best", evidence["worth"])
        return Choice(
            action,
            candidates=candidates,
            evidence=evidence,
            reasons=(why[0], *drawn, *why[1:]),
            exhibits=(shown,),
        )

    @classmethod
    def solve(cls, game: Game, s: Any, limit: Limit) -> Solution | None:
        """Give the value to seat 0 between rounds: what is won, and the stage's value for each round left."""
        if rules.turn(s) != 0:
            raise Unsuitable(
                f"{game.name}: {game.names[0]} has committed in secret, so the position has no value of its "
                "own; solve it before the choice, or analyse it"
            )
        left = rounds_left(s)
        certificate: dict[str, Any]
        if game.traits.zero_sum:
            table, solved = solved_stage(game)
            value, row = solved.value, solved.row
            certificate = {"method": "minimax theorem, by linear programming", **_evidence(table, solved)}
            if _is_small(game):  # then the value is known exactly too
                value = float(all_equilibria(game)[0].payoffs[0])
                certificate |= {"value": value, **facts(all_equilibria(game))}
        else:
            best = all_equilibria(game)[0]
            value, row = float(best.payoffs[0]), tuple(map(float, best.row))
            method = "all extreme equilibria, as vertices of the best-response polytopes"
            certificate = {"method": f"{method}; the value is that of the first"}
            certificate |= facts(all_equilibria(game))
        if left > 1:
            certificate["rounds"] = left
        pure = tuple(game.format(s, a) for a, p in enumerate(row) if p == 1.0)
        return Solution(rules.returns(s)[0] + left * value, 0, pure, certificate)


def exact_stage(game: Game) -> tuple[tuple[tuple[Fraction, ...], ...], ...]:
    """Return both tables as fractions, from the state where it holds them."""
    s = game.start()
    if not hasattr(s, "denominator"):
        return tuple(tuple(tuple(map(Fraction, line)) for line in stage(game, seat)) for seat in (0, 1))
    lines = range(0, s.rows * s.columns, s.columns)
    return tuple(
        tuple(tuple(Fraction(x, s.denominator) for x in flat[i : i + s.columns]) for i in lines)
        for flat in (s.row_payoffs, s.column_payoffs)
    )


@lru_cache(64)
def solved_stage(game: Game) -> tuple[Table, ZeroSum]:
    """Solve one round, once a process."""
    table = stage(game)
    return table, zero_sum(table)


@lru_cache(64)
def all_equilibria(game: Game) -> tuple[Equilibrium, ...]:
    """List every extreme equilibrium of one round, once a process."""
    return tuple(equilibria(*exact_stage(game)))


def facts(found: Sequence[Equilibrium]) -> dict[str, Any]:
    """Return equilibria as data and in words; each was checked in fractions, so its regret is nought."""
    lines = [
        f"  rows {' '.join(map(str, e.row))} | columns {' '.join(map(str, e.column))} "
        f"| gains {e.payoffs[0]} and {e.payoffs[1]}"
        for e in found[:MOST_TOLD]
    ]
    more = [f"  ... and {len(found) - MOST_TOLD} more"] if len(found) > MOST_TOLD else []
    return {
        "equilibria": [
            {
                "row": [str(p) for p in e.row],
                "column": [str(p) for p in e.column],
                "payoffs": [str(x) for x in e.payoffs],
                "regret": "0",
            }
            for e in found
        ],
        "equilibria_checked": "in fractions: nobody gains by deviating; all others are mixtures of these",
        "equilibria_found": f"{len(found)}\n" + "\n".join([*lines, *more]),
    }


def _is_small(game: Game) -> bool:
    s = game.start()
    return len(listed(rules.legal(s))) + len(listed(rules.legal(rules.play(s, 0)))) <= MOST_STRATEGIES


def _which(number: int) -> str:
    if number == 1:
        return "the only equilibrium"
    return f"of {number} equilibria the one that gives both together most"


def _stakes(table: Table, solved: ZeroSum, seat: int) -> list[float]:
    """Return what seat 0 gets when the seat plays each action against the other's optimal mixture."""
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


def _by_move(view: View, worth: Sequence[float]) -> dict[str, float]:
    return {view.format(a): 0.0 if abs(value) < NOISE else value for a, value in enumerate(worth)}


def _mixture(view: View, mine: Sequence[float]) -> str:
    """Say what a seat plays, and how often."""
    played = [a for a, p in enumerate(mine) if p > 0.0]
    if len(played) == 1:
        return f"{{{view.seat} plays}} {view.format(played[0])} every time"
    shares = ", ".join(f"{view.format(a)} {percent(mine[a])}" for a in played)
    return f"{{{view.seat} mixes}} {shares}"


def _why(view: View, mine: Sequence[float], worth: list[float], assured: float) -> list[str]:
    """Say how the seat mixes and what the mixture assures it."""
    what = "for sure" if max(mine) == 1.0 else "on average"
    whatever = f"whatever {{{1 - view.seat} does}}"
    brings = f"this brings at least {assured:.3f} a round {what}"
    if abs(assured) < NOISE:
        brings = f"nothing is lost {what}"
    words = [f"{_mixture(view, mine)}: {whatever}, {brings}."]
    idle = [a for a in range(len(mine)) if mine[a] == 0.0]
    if idle:
        best = max(idle, key=lambda a: worth[a])
        words.append(
            f"The best of the rest, {view.format(best)}, brings {worth[best]:.3f} against best play."
        )
    return words
