"""Expectimax (Michie 1966): minimax where chance nodes are worth the mean of their outcomes."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.core import sofar
from parlour.core.bits import lowest, rest, some
from parlour.core.choice import Candidate, Choice
from parlour.core.errors import Unsuitable
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rules import CHANCE, OVER, AnyState, evaluate, legal, play, returns, turn, weights
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.search.deepening import (
    HORIZON,
    LIMIT,
    NODES,
    STOP,
    STOPPED,
    Findings,
    deepen,
    new_counters,
    nodes_within,
    within,
)
from parlour.search.explain import best_first, many, reasons

DEEPEST = 200


@kernel
def expect(s: AnyState, depth: int, counters: Any) -> float:
    """Return the value of a state for seat 0: seat 0 maximises, seat 1 minimises, chance averages."""
    counters[NODES] += 1
    seat = turn(s)
    if seat == OVER:
        return returns(s)[0]
    if depth == 0:
        counters[HORIZON] += 1
        return evaluate(s, 0)
    if counters[NODES] >= counters[LIMIT] or counters[STOP] != 0:
        counters[STOPPED] = 1
        return 0.0
    total = 0.0
    best = -np.inf if seat == 0 else np.inf
    actions = legal(s)
    while some(actions):
        a = lowest(actions)
        actions = rest(actions)
        value = expect(play(s, a), depth - 1, counters)
        if counters[STOPPED] != 0:
            return 0.0
        if seat == CHANCE:
            total += weights(s, a) * value
        elif seat == 0:
            best = max(best, value)
        else:
            best = min(best, value)
    return total if seat == CHANCE else best


class Expectimax(Strategy):
    """Look ahead through decisions and chance, deeper and deeper until the limit or the end."""

    name = "expectimax"

    depth: int = option(0, "plies to look ahead; 0 is as deep as the nodes allow", low=0, high=DEEPEST)
    nodes: int = option(1_000_000, "positions to visit at most", low=1, high=10**12)

    @classmethod
    def unfit(cls, game: Game) -> str:
        """Nothing hidden; one seat, or two in a zero-sum game."""
        if game.traits.hidden:
            return "it needs a game without hidden information"
        if game.seats > 2 or (game.seats == 2 and not game.traits.zero_sum):
            return "it needs one player, or two in a zero-sum game"
        return ""

    def choose(self, view: View, limit: Limit) -> Choice:
        """Deepen until the limit."""
        s, sign = view.state, 1.0 if turn(view.state) == 0 else -1.0
        counters = new_counters(nodes_within(limit, self.nodes, self.depth))

        def look(depth: int, moves: list[int], low: float, high: float) -> tuple[list[float], list[bool]]:
            values: list[float] = []
            before = int(counters[HORIZON])
            for a in moves:
                value = sign * float(expect(play(s, a), depth - 1, counters))
                if counters[STOPPED]:
                    break
                values.append(value)
            return values, [bool(counters[HORIZON] == before)] * len(values)

        deepest = limit.depth or self.depth or DEEPEST

        def so_far(found: Findings[int]) -> None:
            sofar.tell(view, lambda: self._explain(view, found, counters))

        found = deepen(self.game.legal(s), deepest, look, counters, limit.cap, every=True, so_far=so_far)
        return self._explain(view, found, counters)

    def _explain(self, view: View, found: Findings[int], counters: Any) -> Choice:
        depth, exact = found.depth, found.solved
        values = dict.fromkeys(sorted(found.moves), 0.0)
        if depth:
            values |= dict(zip(found.moves, found.values, strict=True))
        best = max(values.values())
        action = self.rng.choice([a for a, value in values.items() if value >= best - 1e-12])
        candidates = [
            Candidate(a, view.format(a), v, exact=exact, line=(view.format(a),)) for a, v in values.items()
        ]
        ranked = best_first(candidates, action)
        spent = f"expectimax visited {many(int(counters[NODES]), 'position')} to depth {depth}"
        plain = reasons(self.game, ranked)
        why = (*plain, spent + (": the value is exact." if exact else "."))
        work = {"nodes": int(counters[NODES]), "depth": depth, "exact": exact}
        return Choice(action, candidates=ranked, reasons=why, work=work, lesson=len(plain))

    @classmethod
    def solve(cls, game: Game, s: Any, limit: Limit) -> Solution | None:
        """Search to the end; alpha-beta does it better where there is no chance."""
        if not game.traits.chance:
            return None
        counters = new_counters(limit.nodes or 50_000_000)
        value = float(within(limit.cap, counters, lambda: expect(s, limit.depth or DEEPEST, counters)))
        if counters[STOPPED] or counters[HORIZON]:
            raise Unsuitable(
                f"{game.name}: not solved within {int(counters[NODES]):,} positions; give more --moves"
            )
        seat = max(0, turn(s))
        certificate = {"method": "expectimax to the end of every line", "nodes": int(counters[NODES])}
        return Solution(value if seat == 0 else -value, seat, (), certificate)
