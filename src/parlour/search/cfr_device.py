"""Counterfactual regret minimisation on a GPU, or on all cores: the solver of `cfr_solver`, level by level.

What is learnt is kept in 32-bit floats. How good it is, is proven as ever by exact best responses, and these
are worked out in 64 bits from the average policies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.compile.device import memory, settle
from parlour.search import cfr_lanes as lanes
from parlour.search.cfr_form import Form
from parlour.search.cfr_kernel import rates_of
from parlour.search.cfr_levels import Levels, levels_of
from parlour.search.cfr_solver import VARIANTS, Certificate, Runner

KEPT = np.float32  # what is learnt
LOWEST = -1e38  # of these


@dataclass(frozen=True)
class _Seat:
    """What one seat has on the device: where its rows lead, what they pay it, and what it has learnt."""

    levels: Levels
    first: Any
    before: Any
    after: Any
    ends: tuple[Any, ...]  # limits, the other's rows, tables, factors
    paid: Any  # tables of payoffs, by the other's hand and then its own
    policy: Any
    reach: Any
    values: Any
    regret: Any
    average: Any
    worth: Any


class DeviceSolver(Runner):
    """Two seats that learn to play a game against each other, on a device."""

    def __init__(self, form: Form, variant: str = "dcfr", device: str = "auto", kept: Any = KEPT) -> None:
        super().__init__(form.name, variant)
        self.form = form
        self.device = settle(device)
        self._memory = memory(self.device)
        self._kept = kept
        both = levels_of(form)
        self._seats = tuple(self._seat(form, levels, seat) for seat, levels in enumerate(both))
        for seat in self._seats:
            self._behave(seat, seat.policy)  # nothing is learnt yet: any action alike
            self._follow(seat, seat.policy, seat.reach)

    def run(self, iterations: int) -> None:
        """Make so many more iterations, the seats learning in turn."""
        rule = VARIANTS.index(self.variant)
        first, second = self._seats
        for t in range(self.iterations + 1, self.iterations + iterations + 1):
            gains, losses, floor, hope, weight = rates_of(rule, t)
            floor = max(floor, LOWEST)
            for me, other in ((first, second), (second, first)):
                for number in reversed(range(len(me.levels.decisions) - 1)):
                    self._gather(me, number, me.paid, other.reach, me.worth, me.values)
                    self._run(
                        lanes.learn, me, number, me.first, me.reach, me.values, me.worth, me.policy,
                        me.regret, me.average, gains, losses, floor, hope, weight,
                    )  # fmt: skip
                self._follow(me, me.policy, me.reach)
            self.weights += weight
        self.iterations += iterations
        self._memory.finish()

    def certify(self) -> Certificate:
        """Find what best responses to both average policies earn, exactly, and what these earn together."""
        best, played = [], 0.0
        for number, (me, other) in enumerate((self._seats, self._seats[::-1])):
            paid = self._memory.put(self.form.tables[number])
            reach = self._zeros(other.levels.rows, other)
            self._behave(other, reach)
            self._follow(other, reach, reach)
            values, worth = self._zeros(me.levels.rows, me), self._zeros(len(me.levels.before), me)
            best.append(self._back(me, paid, reach, worth, values))
            if number == 0:
                policy = self._zeros(me.levels.rows, me)
                self._behave(me, policy)
                played = self._back(me, paid, reach, worth, values, policy)
        return Certificate(-best[1], best[0], played)

    def policies(self) -> tuple[Any, Any]:
        """Return both seats' average policies by row and hand, as the form numbers the rows."""
        found = []
        for me in self._seats:
            made = self._zeros(me.levels.rows, me)
            self._behave(me, made)
            policy = np.zeros(made.shape)
            policy[me.levels.old] = self._memory.get(made)
            found.append(policy)
        return found[0], found[1]

    def _seat(self, form: Form, levels: Levels, seat: int) -> _Seat:
        put, zeros, kept = self._memory.put, self._memory.zeros, self._kept
        size = levels.rows, levels.hands
        ends = levels.ends, levels.theirs, levels.table, levels.factor
        return _Seat(
            levels,
            put(levels.first),
            put(levels.before),
            put(levels.after),
            tuple(map(put, ends)),
            put(form.tables[seat].astype(kept)),
            zeros(size, kept),
            zeros(size, kept),
            zeros(size, kept),
            zeros(size, kept),
            zeros(size, kept),
            zeros((len(levels.before), levels.hands), kept),
        )

    def _zeros(self, rows: int, of: _Seat) -> Any:
        return self._memory.zeros((rows, of.levels.hands), np.float64)

    def _back(self, me: _Seat, paid: Any, reach: Any, worth: Any, values: Any, policy: Any = None) -> float:
        """Carry what a policy, or else the best action, is worth back to the start."""
        for number in reversed(range(len(me.levels.decisions) - 1)):
            self._gather(me, number, paid, reach, worth, values)
            if policy is None:
                self._run(lanes.respond, me, number, me.first, values, worth)
            else:
                self._run(lanes.expect, me, number, me.first, policy, values, worth)
        self._gather(me, -1, paid, reach, worth, values)
        return float(self._memory.get(values[:1]).sum())

    def _gather(self, me: _Seat, number: int, paid: Any, reach: Any, worth: Any, values: Any) -> None:
        """Settle the rows of a level, or the empty sequence before all levels."""
        low, high = me.levels.level(number)[2:] if number >= 0 else (0, 1)
        self._on(lanes.gather, me, low, high, me.after, *me.ends, paid, reach, worth, values)

    def _behave(self, me: _Seat, policy: Any) -> None:
        self._on(lanes.behave, me, 0, len(me.levels.before), me.first, me.average, policy)

    def _follow(self, me: _Seat, policy: Any, reach: Any) -> None:
        lanes.begin(self.device, me.levels.hands, 0, reach)
        for number in range(len(me.levels.decisions) - 1):
            self._run(lanes.follow, me, number, me.first, me.before, policy, reach)

    def _run(self, kernel: Any, me: _Seat, number: int, *args: Any) -> None:
        """Run a kernel on the decisions of a level."""
        low, high, _, _ = me.levels.level(number)
        self._on(kernel, me, low, high, *args)

    def _on(self, kernel: Any, me: _Seat, low: int, high: int, *args: Any) -> None:
        """Run a kernel on some decisions or rows."""
        parts = me.levels.hands if self.device == "gpu" else 1
        kernel(self.device, (high - low) * parts, 0, parts, low, *args)
