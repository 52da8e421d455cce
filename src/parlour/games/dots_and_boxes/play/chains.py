"""Dots and Boxes: solved where exact search reaches the end, else a tree search over quiet positions.

The theory is E. Berlekamp's (The Dots and Boxes Game, 2000), the exact search in the manner of J. Barker and
R. Korf (Solving Dots-And-Boxes, AAAI 2012); `dots_and_boxes_graph` states it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from parlour.core.bits import WORD, count
from parlour.core.choice import Candidate, Choice
from parlour.core.clock import now
from parlour.core.errors import Unsuitable
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rules import turn
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games.dots_and_boxes import State
from parlour.games.dots_and_boxes.play.kernel import LEAST_BITS
from parlour.games.dots_and_boxes.play.solver import Position, Solver, left
from parlour.games.dots_and_boxes.play.tree import GIVE, TAKE, ChainTree, grow, new_tree
from parlour.games.dots_and_boxes.play.words import chain_words, chains_shown, evidence, shapes_of
from parlour.search.clock import deadline, interruptible
from parlour.search.deepening import UNLIMITED
from parlour.search.explain import best_first, many, reasons
from parlour.search.mcts import MCTS

TRIED = 34  # with more strings in the quiet rest than this, exact search is not even tried
SHARE = 0.5  # of the time that exact search may have
POOL = 1_000_000  # nodes of a tree, at 47 bytes each
LONGEST = 12  # moves of a line
SOLVING = 20  # bits of the table where a solution is asked for
BUDGET = 50_000_000  # positions to look at there, when no limit is said


class Chains(Strategy):
    """Take and give boxes by the theory of chains; play perfectly once the rest is small enough to solve."""

    name = "chains"

    nodes: int = option(
        1_000_000, "positions that exact search may look at before tree search takes over", low=1, high=10**12
    )
    simulations: int = option(20_000, "playouts, where exact search does not reach", low=1, high=10**9)
    c: float = option(0.25, "exploration in the tree", low=0.0, high=100.0)
    table: int = option(17, "the table of positions has 2**table buckets", low=LEAST_BITS, high=24)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._solver = Solver(self.table)

    def choose(self, view: View, limit: Limit) -> Choice:
        """Solve the position if that can be done within the limit, else search a tree."""
        if count(view.state.open) > WORD:
            return self._opening(view, limit)
        until = None if limit.cap is None else now() + limit.cap
        at = self._solver.position(view.state)
        choice = self._solved(view, at, limit, until) if at.rest.bit_count() <= TRIED else None
        return choice or self._searched(view, at, limit, until)

    # -- exactly -----------------------------------------------------------------------------------------

    def _solved(self, view: View, at: Position, limit: Limit, until: float | None) -> Choice | None:
        s, solver = view.state, self._solver
        nodes = limit.nodes or (self.nodes if limit.seconds is None else UNLIMITED)
        share = None if limit.cap is None else SHARE * limit.cap
        solver.nodes = 0
        worth = solver.worth(s, at.word, nodes, share)
        if worth is None:
            return None
        values = solver.values(s, at.word, worth, nodes, left(until)) if self.thorough else {}
        values = values or dict.fromkeys(solver.best(s, at.word, worth, nodes, left(until)), worth)
        if not values:
            return None
        best = [edge for edge, value in values.items() if value == worth]
        action = self.rng.choice([edge for edge in best if solver.gain(at.word, edge)] or best)
        after = solver.worth(s, at.rest, nodes) if at.choice else None
        candidates = [
            Candidate(
                edge,
                view.format(edge),
                float(at.net + value),
                exact=True,
                line=self._line(s, edge, value, nodes, until) if self.thorough or edge == action else (),
            )
            for edge, value in values.items()
        ]
        why = f"Solved: exact search looked at {solver.nodes:,} quiet positions."
        work = {"nodes": solver.nodes, "exact": True, "method": "exact search"}
        return self._explained(view, at, best_first(candidates, action), after, why, work)

    def _line(self, s: State, edge: int, value: int, nodes: int, until: float | None) -> tuple[str, ...]:
        steps = self._solver.line(s, edge, value, LONGEST, nodes, until)
        return tuple(self.game.format(before, action) for before, action in steps)

    # -- by search ---------------------------------------------------------------------------------------

    def _searched(self, view: View, at: Position, limit: Limit, until: float | None) -> Choice:
        free = self._solver.takes(at) if at.taken else []
        if free and not self.thorough:
            action = self.rng.choice(free)
            why = f"{view.format(action)} gives nothing up, by theory: no search is needed."
            shown = (Candidate(action, view.format(action), line=(view.format(action),)),)
            work = {"simulations": 0, "exact": False, "method": "theory"}
            return self._explained(view, at, shown, None, why, work)
        tree, made = self._grow(view.state, at, limit, until)
        candidates = self._estimates(view, at, tree, free)
        action = max(candidates, key=lambda c: (c.visits or 0, -c.action)).action
        size = int(tree.used[0])
        why = (
            f"{many(made, 'simulation')} in a tree of {many(size, 'quiet position')}: what can be taken is "
            "taken or given away by theory, safe edges are drawn at random, and chains are worked out to the "
            "end."
        )
        work = {"simulations": made, "nodes": size, "exact": False, "method": "tree search"}
        return self._explained(view, at, best_first(candidates, action), None, why, work)

    def _grow(self, s: State, at: Position, limit: Limit, until: float | None) -> tuple[ChainTree, int]:
        only_time = limit.seconds is not None and limit.simulations is None
        total = limit.simulations or (UNLIMITED if only_time else self.simulations)
        before = at.net + at.taken
        tree = new_tree(POOL, at.rest, at.choice, s.player, before if s.player == 0 else -before)
        stop, size = np.zeros(1, np.int64), float(count(s.boxes))
        g, table = self._solver.graph.g, self._solver.table
        with deadline(stop, 0, left(until)):
            made = interruptible(
                lambda: grow(s, tree, self.rng, g, table, total, self.c, size, stop), stop, 0
            )
        return tree, int(made)

    def _estimates(self, view: View, at: Position, tree: ChainTree, free: list[int]) -> list[Candidate]:
        """Value edges by the tree: a string's own edge, one that makes the choice, or all that are free."""
        solver, sign = self._solver, 1.0 if view.state.player == 0 else -1.0
        first = int(tree.first[0])
        found = [(edge, 0) for edge in free]
        for child in range(first, first + int(tree.kids[0])) if not free else ():
            move = int(tree.move[child])
            if move in (TAKE, GIVE):
                found += [(edge, child) for edge in (solver.takes(at) if move == TAKE else solver.gives(at))]
            else:
                found.append((solver.graph.edges[move], child))
        return [
            Candidate(
                edge,
                view.format(edge),
                sign * float(tree.net[child]) / int(tree.visits[child]) if tree.visits[child] else None,
                int(tree.visits[child]),
                line=(view.format(edge),),
            )
            for edge, child in found
        ]

    def _opening(self, view: View, limit: Limit) -> Choice:
        """Search a board that has more open edges than a word holds by playouts that take and play safe."""
        player = MCTS(
            self.game, self.seat, self.rng, playout="rules", simulations=self.simulations, keep=False
        )
        player.thorough = self.thorough
        choice = player.choose(view, limit)
        why = f"{count(view.state.open)} edges are open: chains are counted from {WORD} on."
        return replace(choice, reasons=(*choice.reasons, why))

    # -- telling -----------------------------------------------------------------------------------------

    def _explained(
        self,
        view: View,
        at: Position,
        ranked: tuple[Candidate, ...],
        after: int | None,
        why: str,
        work: Mapping[str, Any],
    ) -> Choice:
        s, shapes = view.state, shapes_of(self._solver.graph, at.rest)
        value = ranked[0].value if ranked[0].exact else None
        facts = evidence(s, shapes, at.taken, at.choice, value)
        told = chain_words(s, shapes, facts, after, value)
        first = 2 if at.choice else 0  # to take all or to give some away is what decides
        words = (*told[:first], *reasons(self.game, ranked), *told[first:], why)
        return Choice(
            ranked[0].action,
            candidates=ranked,
            evidence=facts,
            reasons=words,
            work=work,
            exhibits=chains_shown(s, shapes),
            lesson=len(words) - 1,
        )

    @classmethod
    def solve(cls, game: Game, s: State, limit: Limit) -> Solution | None:
        """Return the net number of boxes of the whole game under best play, and the edges that reach it."""
        if count(s.open) > WORD:
            raise Unsuitable(
                f"{game.name}: {count(s.open)} open edges, at most {WORD} can be solved; give more --moves"
            )
        solver = Solver(SOLVING)
        at = solver.position(s)
        nodes = limit.nodes or (UNLIMITED if limit.seconds else BUDGET)
        until = None if limit.cap is None else now() + limit.cap
        worth = solver.worth(s, at.word, nodes, left(until))
        best = [] if worth is None else solver.best(s, at.word, worth, nodes, left(until))
        if worth is None or not best:
            raise Unsuitable(
                f"{game.name}: not solved within {solver.nodes:,} positions; "
                "raise --limit nodes=..., or give more --moves"
            )
        steps = solver.line(s, best[0], worth, count(s.open), nodes, until)
        moves = tuple(game.format(s, edge) for edge in best)
        certificate = {
            "method": "exact search of quiet positions; captures by Berlekamp's theorems",
            "boxes_so_far": at.net,
            "boxes_to_come": worth,
            "line": [game.format(before, action) for before, action in steps],
            "optimal_moves": list(moves),
            "nodes": solver.nodes,
            "exact": True,
        }
        return Solution(float(at.net + worth), turn(s), moves, certificate)
