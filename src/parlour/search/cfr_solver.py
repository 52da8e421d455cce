"""Counterfactual regret minimisation on a game laid flat, with exact best responses to what it has found.

The seats learn in turn, as in OpenSpiel's solvers, and the variants average as these do: plain CFR evenly,
CFR+ by the number of the iteration. Discounted CFR has the authors' exponents (3/2, 0, 2), predictive CFR+
averages by the square of the number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.compile import backend
from parlour.core import clock
from parlour.search import cfr_kernel as kernel
from parlour.search.cfr_form import Form
from parlour.search.cfr_kernel import Memory

VARIANTS = ("cfr", "cfr+", "dcfr", "pcfr+")
TELL_AFTER = 1.0  # seconds
SLICE = 0.05  # seconds between looks at the clock


@dataclass(frozen=True)
class Certificate:
    """What proves a pair of policies: the best that each seat could get against the other's policy.

    The true value to the first seat lies between `low`, which its policy is sure of, and `high`, which the
    other's policy allows it.
    """

    low: float
    high: float
    played: float  # what the first seat gets when both play their policies

    @property
    def value(self) -> float:
        """Return the middle of what is proven."""
        return (self.low + self.high) / 2

    @property
    def exploitability(self) -> float:
        """Average what the two best responses gain: half of NashConv."""
        return (self.high - self.low) / 2

    @property
    def gains(self) -> tuple[float, float]:
        """Return what a best response of each seat gains over its policy."""
        return max(0.0, self.high - self.played), max(0.0, self.played - self.low)


class Runner:
    """What learns by iterations and can prove how good it is."""

    def __init__(self, name: str, variant: str) -> None:
        self.name = name  # of the game
        self.variant = variant
        self.iterations = 0
        self.weights = 0.0  # of all iterations in the average
        self.progress: list[tuple[int, float]] = []  # iterations and exploitability

    def run(self, iterations: int) -> None:
        """Make so many more iterations."""
        raise NotImplementedError

    def certify(self) -> Certificate:
        """Prove how good the average policies are."""
        raise NotImplementedError

    def run_until(self, iterations: int, target: float = 0.0, seconds: float | None = None) -> Certificate:
        """Iterate up to so many times, until it is good enough or time is up, and tell how it goes."""
        began = looked = clock.now()
        mark, pace = 1, 1
        while True:
            step = max(1, min(pace, mark - self.iterations, iterations - self.iterations))
            if self.iterations < iterations:
                self.run(step)
            now = clock.now()
            if now - looked < SLICE:
                pace *= 2
            elif now - looked > 2 * SLICE:
                pace = max(1, pace // 2)
            looked = now
            late = seconds is not None and now - began >= seconds
            if self.iterations >= min(mark, iterations) or late:
                proof = self.certify()
                self.progress.append((self.iterations, proof.exploitability))
                if now - began > TELL_AFTER:
                    self._tell(proof, now - began)
                if late or self.iterations >= iterations or proof.exploitability <= target:
                    return proof
                mark = 2 * self.iterations if self.iterations < 64 else self.iterations + self.iterations // 2

    def _tell(self, proof: Certificate, seconds: float) -> None:
        text = (
            f"{self.name}: {self.variant} iteration {self.iterations:,}, value {proof.value:+.6f}, "
            f"exploitability {proof.exploitability:.2g}, {seconds:.1f} s"
        )
        backend.note(text)


class Solver(Runner):
    """Two seats that learn to play a game against each other."""

    def __init__(self, form: Form, variant: str = "cfr+") -> None:
        super().__init__(form.name, variant)
        self.form = form
        self._minds = _memory(form, 0), _memory(form, 1)
        kernel.follow(form.own(0), self._minds[0].policy, self._minds[0].reach)

    def run(self, iterations: int) -> None:
        """Make so many more iterations."""
        form = self.form
        rule = VARIANTS.index(self.variant)
        owns, ends = (form.own(0), form.own(1)), (form.pays(0), form.pays(1))
        self.weights += kernel.iterate(owns, ends, self._minds, rule, self.iterations, iterations)
        self.iterations += iterations

    def certify(self) -> Certificate:
        """Prove how good the average policies are."""
        return certify(self.form, self.plans())

    def plans(self) -> tuple[Any, Any]:
        """Return both seats' average policies as plans: how likely they make each sequence with each hand."""
        found = []
        for mind in self._minds:
            plan = mind.average / max(self.weights, 1e-300)
            plan[0] = 1.0
            found.append(plan)
        return found[0], found[1]


def _memory(form: Form, seat: int) -> Memory:
    side = form.sides[seat]
    policy, reach, values, regret, average = np.zeros((5, side.rows, side.hands))
    kernel.uniform(form.own(seat), policy)
    return Memory(policy, reach, values, regret, average, np.zeros((2, side.hands)))


def policy_of(form: Form, seat: int, plan: Any) -> Any:
    """Turn a plan into a policy, by row and hand."""
    policy = np.zeros_like(plan)
    kernel.behave(form.own(seat), plan, policy)
    return policy


def plan_of(form: Form, seat: int, policy: Any) -> Any:
    """Turn a policy into a plan."""
    plan = np.zeros_like(policy)
    kernel.follow(form.own(seat), policy, plan)
    return plan


def certify(form: Form, plans: tuple[Any, Any]) -> Certificate:
    """Find what the best responses to both plans earn, exactly, and what the plans earn each other."""
    best = []
    for seat in (0, 1):
        values = np.zeros_like(plans[seat])
        kernel.settle(form.pays(seat), plans[1 - seat], values)
        if seat == 0:
            played = float((values * plans[0]).sum())
        kernel.respond(form.own(seat), values)
        best.append(float(values[0].sum()))
    return Certificate(-best[1], best[0], played)


def worth(form: Form, seat: int, plans: tuple[Any, Any]) -> tuple[Any, Any]:
    """Give what each action is worth to a seat, by row and hand, and how likely the rest makes it get there.

    The worth is the mean over what the other seat may hold, by Bayes' rule from the deal and its plan.
    """
    policy = policy_of(form, seat, plans[seat])
    values, mass = np.zeros_like(policy), np.zeros_like(policy)
    kernel.settle(form.pays(seat), plans[1 - seat], values)
    kernel.expect(form.own(seat), policy, values)
    kernel.settle(form.chances(seat), plans[1 - seat], mass)
    kernel.expect(form.own(seat), policy, mass)
    return values, mass
