"""Minimax and alpha-beta: look ahead to a depth, or to the end, with iterative deepening.

Alpha-beta (Knuth and Moore 1975) gives minimax's value and, with the best order, visits about 2 b**(d/2) of
its b**d leaves. Here it is a principal variation search with aspiration windows at the root, a transposition
table, killer moves, a history of cuts and, where only the best move is wanted, late-move reductions.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

from parlour.core import sofar
from parlour.core.choice import Candidate, Choice
from parlour.core.errors import Unsuitable
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rules import OVER, AnyState, is_legal, play, returns, turn
from parlour.core.solve import Solution
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.search import alphabeta_kernel as kernel
from parlour.search.alphabeta_kernel import STEP
from parlour.search.deepening import (
    AGE,
    CUTS,
    HITS,
    NODES,
    PRUNE,
    REDUCE,
    Findings,
    deepen,
    new_counters,
    nodes_within,
)
from parlour.search.explain import best_first, many, reasons
from parlour.search.table import AGES, new_table

MOST_ACTIONS = 4096
COMPARED = 1_000_000  # nodes of plain minimax that are counted to show what pruning saved
BUDGET = 2_000_000  # nodes, when nothing else is said
LONGEST = 256  # plies
REDUCING = 20_000  # nodes from which on late moves are reduced: smaller trees are searched whole
WIDTH = 1 / 32  # of the aspiration window to each side, in units of the results' range


class AlphaBeta(Strategy):
    """Search the game tree with alpha-beta pruning, deeper and deeper until the limit or the end."""

    name = "alphabeta"
    prune = True

    depth: int = option(0, "plies to look ahead; 0 is as deep as the other limits allow", low=0, high=LONGEST)
    nodes: int = option(BUDGET, "positions to visit at most", low=1, high=10**12)
    table: int = option(16, "the transposition table has 2**table entries", low=4, high=26)

    @classmethod
    def unfit(cls, game: Game) -> str:
        """Two seats, zero-sum, nothing hidden, no chance."""
        if game.seats != 2 or not game.traits.zero_sum:
            return "it needs a two-player zero-sum game"
        if game.traits.hidden or game.traits.chance:
            return "it needs a game without chance and without hidden information"
        return f"more than {MOST_ACTIONS} actions" if game.actions > MOST_ACTIONS else ""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._table = new_table(self.table if self.prune else 4)
        plies = max(8, min(LONGEST, 4_000_000 // (16 * max(1, self.game.actions))))
        self._rows = kernel.new_rows(self.game.actions, plies)
        self._plies = plies
        self._compare = True
        self._age = 0  # of the decision, for the table

    def choose(self, view: View, limit: Limit) -> Choice:
        """Deepen until the limit; among equals take any."""
        s = view.state
        counters = new_counters(nodes_within(limit, self.nodes, self.depth))
        self._age = (self._age + 1) % AGES
        counters[[AGE, PRUNE]] = self._age, int(self.prune)
        if not self.thorough:  # a value that is told must not depend on reductions
            counters[REDUCE] = REDUCING
        kernel.fade(self._rows)
        low, high = self.game.bounds
        won = high - LONGEST * STEP

        def look(
            depth: int, actions: list[int], floor: float, ceiling: float
        ) -> tuple[list[float], list[bool]]:
            values, reached = np.zeros(len(actions)), np.zeros(len(actions), np.int64)
            arrays = (self._table, self._rows, counters, np.array(actions, np.int64), values, reached)
            done = kernel.search_root(s, depth, 1, int(self.thorough), floor, ceiling, *arrays)
            known = [float(value) for value in values[:done]]
            sure = [
                bool(r) or v >= won or v <= low + LONGEST * STEP for v, r in zip(known, reached, strict=False)
            ]
            return known, sure

        deepest = min(limit.depth or self.depth or LONGEST, self._plies - 2)
        width = (high - low) * WIDTH if self.prune else inf

        def so_far(found: Findings[int]) -> None:
            sofar.tell(view, lambda: self._explain(view, found, counters, compare=False))

        settings = (counters, limit.cap, self.thorough, won, width, so_far)
        found = deepen(self.game.legal(s), deepest, look, *settings)
        missing = len(found.moves) - len(found.values)
        if self.thorough or not found.values:  # a tiny budget: what was looked at is all there is
            found.values += [low if found.values else 0.0] * missing
            found.exact += [False] * missing
        return self._explain(view, found, counters)

    def _explain(self, view: View, found: Findings[int], counters: Any, compare: bool = True) -> Choice:
        best = max(found.values)
        ties = [a for a, v in zip(found.moves, found.values, strict=False) if v >= best - kernel.TIE]
        action = self.rng.choice(sorted(ties))
        known = list(zip(found.moves, found.values, found.exact, strict=False))
        if self.thorough:
            candidates = [self._candidate(view, a, v, e) for a, v, e in known]
        else:  # the others are worth as much as the chosen one; their lines nobody asked for
            chosen = next(self._candidate(view, a, v, e) for a, v, e in known if a == action)
            candidates = [chosen] + [
                replace(chosen, action=a, move=view.format(a), exact=e, line=(view.format(a),))
                for a, _, e in known
                if a in ties and a != action
            ]
        ranked = best_first(candidates, action)
        work: dict[str, Any] = {
            "nodes": int(counters[NODES]),
            "depth": found.depth,
            "exact": found.solved,
        }
        why = reasons(self.game, ranked, every=len(ranked) == len(found.moves))
        lesson = len(why)
        if self.prune:
            work |= {"cutoffs": int(counters[CUTS]), "table_hits": int(counters[HITS])}
        spent = f"{self.name} visited {many(work['nodes'], 'position')} to depth {found.depth}"
        if compare and self.prune and self.thorough and self._compare:
            plain = int(kernel.count_tree(view.state, found.depth, COMPARED))
            work["minimax_nodes"] = plain
            capped = "at least " if plain >= COMPARED else ""
            spent += f"; without pruning that depth has {capped}{plain:,}"
        why.append(spent + (", and reached the end: the value is exact." if found.solved else "."))
        return Choice(action, candidates=ranked, reasons=tuple(why), work=work, lesson=lesson)

    def _candidate(self, view: View, action: int, value: float, exact: bool) -> Candidate:
        line, end = self._line(view.state, action)
        payoff = self._payoff(value, end) if exact else value
        away = round(abs(payoff - value) / STEP)
        distance = away if exact and payoff != 0.0 and payoff != value else None
        return Candidate(action, view.format(action), payoff, exact=exact, distance=distance, line=line)

    def _payoff(self, value: float, end: AnyState) -> float:
        """Take the distance out of an exact value: by the end of its line, or by the next whole number."""
        results = [float(round(value))]
        if turn(end) == OVER:
            results.insert(0, returns(end)[self.seat])
        within = [result for result in results if abs(result - value) <= LONGEST * STEP]
        return within[0] if within else value

    def _line(self, s: AnyState, action: int) -> tuple[tuple[str, ...], AnyState]:
        """Follow the table's moves, each in words; give also the state they lead to."""
        begun, line = s, [action]
        s = play(s, action)
        while turn(s) != OVER and len(line) < LONGEST:
            following = int(kernel.best_known(s, self._table))
            if following < 0 or not is_legal(s, following):
                break
            line.append(following)
            s = play(s, following)
        return tuple(self.game.write(begun, line)), s

    @classmethod
    def solve(cls, game: Game, s: Any, limit: Limit) -> Solution | None:
        """Search to the end; None (for the plain minimax) or Unsuitable when the limit comes first."""
        if not cls.prune:
            return None
        from parlour.core.rng import Stream

        view = game.view(s, turn(s))
        for table, nodes in ((16, 100_000), (22, 50_000_000)):  # most that can be solved are small
            player = cls(game, turn(s), Stream([0]), table=table, nodes=nodes)
            player.thorough, player._compare = True, False
            choice = player.choose(view, limit)
            if choice.work["exact"] or limit:
                break
        if not choice.work["exact"]:
            raise Unsuitable(
                f"{game.name}: not solved within {choice.work['nodes']:,} positions; "
                "raise --limit nodes=..., or give more --moves"
            )
        best = choice.candidates[0]
        equal = [c.move for c in choice.candidates if c.value == best.value and c.distance == best.distance]
        certificate = {
            "method": "alpha-beta search to the end of every line",
            "line": list(best.line),
            "distance": best.distance,
            "moves": {c.move: c.value for c in choice.candidates},
            **choice.work,
        }
        return Solution(best.value or 0.0, turn(s), tuple(sorted(equal)), certificate)
