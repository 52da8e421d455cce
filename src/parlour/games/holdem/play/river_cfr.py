"""Solve a river spot by CFR+: every hand of a range at once, over the public tree of the betting.

Regrets are kept at or above zero and the average weighs later iterations more (Tammelin, "Solving Large
Imperfect Information Games Using CFR+", 2014); the seats are updated in turn. What comes out is judged by
exact best responses over the same tree, so that its exploitability is computed and not estimated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.errors import BadOption
from parlour.games.holdem.play.river_spot import FIRST, Node, River, Solved

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LOOK = 25  # iterations between two looks at the exploitability


class Solver:
    """The regrets and the average strategy of one spot."""

    def __init__(self, river: River) -> None:
        import numpy as np

        self.river = river
        self.nodes: list[Node] = []
        self._list(river.tree)
        sizes = [len(held) for held in river.hands]
        self.regrets = {n.name: np.zeros((len(n.moves), sizes[n.seat])) for n in self.nodes}
        self.sums = {n.name: np.zeros((len(n.moves), sizes[n.seat])) for n in self.nodes}
        # By seat: what meets what, and what a seat's hand wins of 1 against each hand of the other.
        self.apart = (river.apart, np.ascontiguousarray(river.apart.T))
        self.wins = (river.wins, np.ascontiguousarray((river.apart - river.wins).T))

    def _list(self, node: Node) -> None:
        if node.seat >= 0:
            self.nodes.append(node)
            for after in node.after:
                self._list(after)

    def plan(self, node: Node, average: bool) -> Floats:
        """Give how each hand plays at a node: in proportion to its regrets, or to what it has played."""
        import numpy as np

        kept = self.sums[node.name] if average else self.regrets[node.name]
        total = kept.sum(axis=0)
        return np.where(total > 0.0, kept / np.where(total > 0.0, total, 1.0), 1.0 / len(node.moves))

    def ended(self, node: Node, seat: int, other: Floats) -> Floats:
        """Give what each hand of a seat takes where the betting is over, times the weight that it meets."""
        pot, paid = self.river.pot + sum(node.paid), node.paid[seat]
        met: Floats = self.apart[seat] @ other
        if node.folded >= 0:
            return met * (-paid if node.folded == seat else pot - paid)
        answer: Floats = pot * (self.wins[seat] @ other) - paid * met
        return answer

    def improve(self, node: Node, seat: int, mine: Floats, other: Floats, weight: float) -> Floats:
        """Update the regrets of a seat below a node; give what each of its hands takes there."""
        if node.seat < 0:
            return self.ended(node, seat, other)
        plan = self.plan(node, average=False)
        if node.seat != seat:
            parts = [
                self.improve(after, seat, mine, other * plan[row], weight)
                for row, after in enumerate(node.after)
            ]
            return sum(parts[1:], parts[0])
        import numpy as np

        values = np.array(
            [
                self.improve(after, seat, mine * plan[row], other, weight)
                for row, after in enumerate(node.after)
            ]
        )
        mean: Floats = (plan * values).sum(axis=0)
        np.maximum(self.regrets[node.name] + values - mean, 0.0, out=self.regrets[node.name])
        self.sums[node.name] += weight * mine * plan
        return mean

    def value(self, node: Node, seat: int, other: Floats, best: bool) -> Floats:
        """Give what each hand of a seat takes against the average plan, by its own or by a best response."""
        if node.seat < 0:
            return self.ended(node, seat, other)
        plan = self.plan(node, average=True)
        if node.seat != seat:
            parts = [self.value(after, seat, other * plan[row], best) for row, after in enumerate(node.after)]
            return sum(parts[1:], parts[0])
        import numpy as np

        values = np.array([self.value(after, seat, other, best) for after in node.after])
        answer: Floats = values.max(axis=0) if best else (plan * values).sum(axis=0)
        return answer

    def judged(self, iterations: int) -> Solved:
        """Value the average strategy and its best responses."""
        chances, weight = self.river.chances, self.river.weight
        found = []
        for best in (False, True):
            for seat in (0, 1):
                taken = self.value(self.river.tree, seat, chances[1 - seat], best)
                found.append(float(chances[seat] @ taken) / weight)
        gains = (found[2] - found[0], found[3] - found[1])
        plans = {node.name: self.plan(node, average=True) for node in self.nodes}
        return Solved(self.river, plans, (found[0], found[1]), gains, iterations)


def solve_river(river: River, target: float = 0.001, most: int = 2000) -> Solved:
    """Solve until best responses gain no more than `target` of the pot, or for `most` iterations."""
    if not (target > 0.0 and most >= 1):
        raise BadOption(f"target {target:g} must be above 0 and most {most} at least 1")
    solver = Solver(river)
    chances = river.chances
    for number in range(1, most + 1):
        for seat in (FIRST, 1 - FIRST):
            solver.improve(river.tree, seat, chances[seat], chances[1 - seat], float(number))
        if number % LOOK == 0 or number == most:
            solved = solver.judged(number)
            if solved.exploitability <= target * river.pot:
                break
    return solved
