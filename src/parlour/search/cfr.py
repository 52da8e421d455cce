"""Equilibrium play by regret minimisation: solve a game of two whole, then play the average policy.

What is solved, and how fast, is in `cfr_form` and `cfr_kernel`; how good it is, is proven by exact best
responses to both policies, never estimated.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from parlour.compile.device import settle
from parlour.core import rules
from parlour.core.choice import Candidate, Choice
from parlour.core.errors import Unsuitable
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.paths import user_path
from parlour.core.rules import CHANCE, AnyState
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.search import cfr_store
from parlour.search.cfr_belief import Seen, look
from parlour.search.cfr_device import DeviceSolver
from parlour.search.cfr_form import GameForm, deals, form_of, has_public_tree, public_size
from parlour.search.cfr_solver import VARIANTS, Certificate, Solver, certify, plan_of, policy_of, worth
from parlour.search.cfr_wide import WideForm, wide_form
from parlour.search.equilibrium import (
    Equilibrium,
    hidden_from,
    likely_words,
    mixing,
    needs_no_mixing,
    solved_game,
    unseen,
    unsolvable,
)
from parlour.search.explain import gaining

KEPT = 4  # solved games kept in memory
TREMBLE = 1e-3  # how often an opponent is taken to slip, where no other explanation is left
MOST_ITERATIONS = 1_000_000
ENOUGH = 1e-5  # exploitability that `solve` goes for
QUICK = 400_000  # nodes of the public tree times deals
SMALL = 1000  # nodes up to which a linear program is exact and at once

_lock = threading.RLock()


@dataclass(frozen=True)
class Solved:
    """A game, the average policies that were found for it, and their proof."""

    form: GameForm
    plans: tuple[Any, Any]
    proof: Certificate
    variant: str
    iterations: int
    progress: tuple[tuple[int, float], ...] = ()
    _worth: dict[int, tuple[Any, Any, Any, Any]] = field(default_factory=dict)

    def policy(self, seat: int) -> Any:
        """Return a seat's policy by row and hand."""
        return self._known(seat)[0]

    def worth(self, seat: int, row: int, hand: int) -> tuple[float, bool]:
        """Return what an action is worth to the seat, and whether only a slip of the other leads there."""
        _, values, mass, slips = self._known(seat)
        if mass[row, hand] > 0.0:
            return float(values[row, hand] / mass[row, hand]), False
        values, mass = slips
        return float(values[row, hand] / mass[row, hand]) if mass[row, hand] > 0.0 else 0.0, True

    def slipping(self, seat: int) -> Any:
        """Return a seat's plan if its hand trembles, so that nothing is impossible (Selten 1975)."""
        form, side = self.form, self.form.sides[seat]
        policy = policy_of(form, seat, self.plans[seat])
        shares = np.ones(side.rows)
        for row, count in zip(side.first, side.count, strict=True):
            shares[row : row + count] = 1.0 / count
        return plan_of(form, seat, (1.0 - TREMBLE) * policy + TREMBLE * shares[:, None])

    def _known(self, seat: int) -> tuple[Any, Any, Any, Any]:
        if seat not in self._worth:
            policy = policy_of(self.form, seat, self.plans[seat])
            both = [self.plans[0], self.plans[1]]
            values, mass = worth(self.form, seat, self.plans)
            both[1 - seat] = self.slipping(1 - seat)
            self._worth[seat] = policy, values, mass, worth(self.form, seat, (both[0], both[1]))
        return self._worth[seat]


class CFR(Strategy):
    """Play the average policy of counterfactual regret minimisation (Zinkevich and others 2007)."""

    name = "cfr"

    iterations: int = option(400, "iterations of the solver", low=1, high=MOST_ITERATIONS)
    variant: str = option("dcfr", "how regrets are kept and averaged", choices=VARIANTS)
    file: str = option("", "where the policy is kept: read if it is there, else made and written", local=True)

    @classmethod
    def unfit(cls, game: Game) -> str:
        """Take zero-sum games of two with hidden information and a public tree that fits, or a small tree."""
        return needs_no_mixing(game) or _unfit(game.public)

    def choose(self, view: View, limit: Limit) -> Choice:
        """Draw an action of the policy, and say what each is worth."""
        iterations = self.iterations if limit.simulations is None else min(limit.simulations, MOST_ITERATIONS)
        solved = solved_by(self.game, self.variant, iterations, limit.cap, self.file)
        seat, form = view.seat, solved.form
        decision, hand = form.place(seat, view.state)
        side = form.sides[seat]
        rows = range(int(side.first[decision]), int(side.first[decision] + side.count[decision]))
        chances = {int(side.action[row]): float(solved.policy(seat)[row, hand]) for row in rows}
        worths = [solved.worth(seat, row, hand) for row in rows]
        slip = worths[0][1]
        values = dict(zip(chances, (value for value, _ in worths), strict=True))
        action = list(chances)[self.rng.weighted(list(chances.values()))]
        best = max(values.values())
        candidates = tuple(
            Candidate(a, view.format(a), value=values[a], probability=chances[a])
            for a in sorted(chances, key=lambda a: -chances[a])
        )
        plan = solved.slipping(1 - seat) if slip else solved.plans[1 - seat]
        seen = look(form, seat, decision, hand, plan)
        evidence = {
            "information_set": seen.words,
            "policy": {c.move: c.probability for c in candidates},
            "regret": {c.move: best - values[c.action] for c in candidates},
            "posterior": seen.worlds,
            "game_value": solved.proof.value,
            "exploitability": solved.proof.exploitability,
            "opponent_gains_at_most": solved.proof.gains[1 - seat],
            "iterations": solved.iterations,
            "variant": solved.variant,
        }
        work = {"iterations": solved.iterations, "information_sets": form.sets, "nodes": len(form.nodes)}
        reasons = _reasons(solved, candidates, action, seen, slip, seat)
        shown = unseen(seat, seen.worlds, slip)
        return Choice(action, "", candidates, evidence, reasons, work, shown)

    @classmethod
    def solve(cls, game: Game, s: Any, limit: Limit) -> Solution | None:
        """Return the value of the whole game to seat 0, and what proves it.

        A fixed deal is a secret from the seats, so it is solved as if it were not yet dealt. Where a linear
        program is exact at once, it is left to that.
        """
        return cls.solve_on(game, s, limit, "", 0.0)

    @classmethod
    def solve_on(cls, game: Game, s: Any, limit: Limit, device: str, target: float) -> Solution | None:
        """Solve the whole game, on a device if one is named: then also one with a large public tree."""
        whole = game.public
        if needs_no_mixing(whole) or not (device or cls.suits(game)):
            return None
        if not unsolvable(whole, SMALL) and len(solved_game(whole).tree.states) <= SMALL:
            return None
        if s != game.start() and s not in _before_decisions(whole):
            raise Unsuitable(
                f"{game.name}: a position within a game of hidden information has no value of its own, "
                "for it depends on what the seats believe; solve the start, or analyse the position"
            )
        most = MOST_ITERATIONS if limit.simulations is None else limit.simulations
        target = target or ENOUGH
        if not device:
            solved = solved_by(whole, "dcfr", most, limit.cap, "", target)
            form = solved.form
            return _solution(solved.proof, solved.progress, form.sets, len(form.nodes))
        where = settle(device)
        large = not cls.suits(whole)
        laid = wide_form(whole, where) if large else laid_flat(whole)
        solver = DeviceSolver(laid, "dcfr", where)
        proof = solver.run_until(most, target, limit.cap)
        nodes = laid.nodes if isinstance(laid, WideForm) else len(laid.nodes)
        return _solution(proof, solver.progress, laid.sets, nodes, device=where)


def _solution(
    proof: Certificate, progress: Sequence[tuple[int, float]], sets: int, nodes: int, **more: Any
) -> Solution:
    """Give a value with what proves it."""
    certificate: dict[str, Any] = {
        "method": "dcfr with exact best responses",
        **more,
        "exploitability": proof.exploitability,
        "gap": 2 * proof.exploitability,
        "at_least": proof.low,
        "at_most": proof.high,
        "iterations": progress[-1][0],
        "information_sets": sets,
        "nodes": nodes,
        "progress": [{"iterations": n, "exploitability": e} for n, e in progress],
    }
    return Solution(proof.value, 0, certificate=certificate)


def solved_by(
    game: Game,
    variant: str,
    iterations: int,
    seconds: float | None = None,
    file: str = "",
    target: float = 0.0,
) -> Solved:
    """Solve a game from its start, once a process for the same wishes, or read what a file holds."""
    with _lock:
        if file:
            return _filed(game, variant, iterations, seconds, file, target)
        return _solved(game, variant, iterations, seconds, target)


@lru_cache(KEPT)
def _solved(game: Game, variant: str, iterations: int, seconds: float | None, target: float) -> Solved:
    form = laid_flat(game)
    solver = Solver(form, variant)
    proof = solver.run_until(iterations, target, seconds)
    return Solved(form, solver.plans(), proof, variant, solver.iterations, tuple(solver.progress))


@lru_cache(KEPT)
def _filed(
    game: Game, variant: str, iterations: int, seconds: float | None, file: str, target: float
) -> Solved:
    if not user_path(file).exists():
        made = _solved(game, variant, iterations, seconds, target)
        cfr_store.save(file, made.form, made.plans, made.variant, made.iterations)
    form = laid_flat(game)
    plans, header = cfr_store.load(file, form)
    return Solved(form, plans, certify(form, plans), str(header["variant"]), int(header["iterations"]))


@lru_cache(KEPT)
def laid_flat(game: Game) -> GameForm:
    """Lay a game flat, once a process; raise Unsuitable if it cannot be."""
    return form_of(game)


def _unfit(game: Game) -> str:
    reason = has_public_tree(game)
    return f"{reason}, and {Equilibrium.unsuited(game)}" if reason and not Equilibrium.suits(game) else ""


def is_quick(game: Game) -> bool:
    """Say whether a game is solved in less time than a player may think about one move."""
    size = public_size(game.public)
    return isinstance(size, int) and size * len(deals(game.public) or ()) <= QUICK


def _before_decisions(game: Game) -> set[AnyState]:
    """Return the states that chance alone leads to and in which it is still to act."""
    now, found = {game.start()}, set()
    while now:
        found |= now
        later = {rules.play(s, a) for s in now for a in game.legal(s)}
        now = {s for s in later if rules.turn(s) == CHANCE}
    return found


def _reasons(
    solved: Solved, candidates: tuple[Candidate, ...], action: int, seen: Seen, slip: bool, seat: int
) -> tuple[str, ...]:
    reasons = mixing(candidates, action)
    if any(p > 0.0 for p in seen.worlds.values()):
        reasons.append(f"{hidden_from(seat, slip)}: {likely_words(seen.worlds)}.")
    gain = gaining(solved.proof.gains[1 - seat])
    made = f"{solved.iterations:,} iteration{'s' * (solved.iterations > 1)}"
    reasons.append(f"After {made} no opponent gains {gain} against this policy.")
    return tuple(reasons)
