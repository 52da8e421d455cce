"""Solve a river spot by CFR+ over the public tree of the betting, every hand of both ranges at once.

A spot is a form of the one solver (`search.cfr_solver`). Two tables serve every end: which hands may meet,
and what the first wins of 1 at their showdown. An end pays by the first, times what is won or lost whatever
the hands are, and at a showdown by the second too, times the pot. To be zero-sum, half of the pot that the
spot began with is taken off.
"""

from __future__ import annotations

import numpy as np

from parlour.core.errors import BadOption
from parlour.games.holdem.play.river_spot import Node, River, Solved
from parlour.search.cfr_form import Form, Side
from parlour.search.cfr_solver import Certificate, Solver, certify, policy_of, worth

MEET, SHOWDOWN = 0, 1  # tables


def form_of(river: River) -> tuple[Form, tuple[list[Node], list[Node]]]:
    """Lay a spot flat; give the nodes of each seat's decisions too."""
    nodes: tuple[list[Node], list[Node]] = [], []
    first: tuple[list[int], list[int]] = [], []
    before: tuple[list[int], list[int]] = [], []
    rows = [1, 1]
    ends: list[tuple[int, int, int, float]] = []  # both seats' rows, the table and its factor

    def visit(node: Node, at: tuple[int, int]) -> None:
        if node.seat < 0:
            pot = river.pot + sum(node.paid)
            sure = pot if node.folded == 1 else 0.0
            ends.append((*at, MEET, sure - node.paid[0] - river.pot / 2))
            if node.folded < 0:
                ends.append((*at, SHOWDOWN, pot))
            return
        seat, row = node.seat, rows[node.seat]
        nodes[seat].append(node)
        first[seat].append(row)
        before[seat].append(at[seat])
        rows[seat] += len(node.moves)
        for number, after in enumerate(node.after, row):
            visit(after, (number, at[1]) if seat == 0 else (at[0], number))

    visit(river.tree, (0, 0))
    sides = [
        Side(
            len(river.hands[seat]),
            rows[seat],
            np.array(first[seat], np.int64),
            np.array([len(node.moves) for node in nodes[seat]], np.int64),
            np.array(before[seat], np.int64),
        )
        for seat in (0, 1)
    ]
    chances = river.chances[0][:, None] * river.chances[1][None, :] / river.weight
    met = chances * river.apart
    tables = np.stack([met, chances * river.wins])
    mine, theirs, table = (np.array([end[k] for end in ends], np.int64) for k in range(3))
    form = Form(
        "river",
        (sides[0], sides[1]),
        (mine, theirs),
        table,
        np.array([factor for *_, factor in ends]),
        (np.ascontiguousarray(tables.transpose(0, 2, 1)), -tables),
        np.stack([met, np.zeros_like(met)]),  # every end counts once
    )
    return form, nodes


class RiverSolver:
    """A spot that is being solved."""

    def __init__(self, river: River) -> None:
        self.river = river
        form, self.nodes = form_of(river)
        self.solver = Solver(form, "cfr+")

    def solved(self, proof: Certificate | None = None) -> Solved:
        """Value the average strategy and its best responses."""
        form, plans = self.solver.form, self.solver.plans()
        proof = proof or certify(form, plans)
        named = {}
        for seat in (0, 1):
            policy, side = policy_of(form, seat, plans[seat]), form.sides[seat]
            for node, row, count in zip(self.nodes[seat], side.first, side.count, strict=True):
                named[node.name] = policy[row : row + count]
        half = self.river.pot / 2
        values = (half + proof.played, half - proof.played)
        gains = (proof.high - proof.played, proof.played - proof.low)
        return Solved(self.river, named, values, gains, self.solver.iterations)

    def worths(self, seat: int, hand: int) -> list[float]:
        """Return what each move at the root takes with a hand of the seat to move."""
        values, mass = worth(self.solver.form, seat, self.solver.plans())
        rows = range(1, 1 + len(self.river.tree.moves))
        return [float(values[row, hand] / mass[row, hand]) + self.river.pot / 2 for row in rows]


def solve_river(river: River, target: float = 0.001, most: int = 2000) -> Solved:
    """Solve until best responses gain no more than `target` of the pot, or for `most` iterations."""
    if not (target > 0.0 and most >= 1):
        raise BadOption(f"target {target:g} must be above 0 and most {most} at least 1")
    spot = RiverSolver(river)
    return spot.solved(spot.solver.run_until(most, target * river.pot))
