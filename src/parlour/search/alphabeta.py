"""Minimax and alpha-beta: look ahead to a depth, or to the end, with iterative deepening.

Alpha-beta (Knuth and Moore 1975) gives minimax's value and, with the best order, visits about 2 b**(d/2) of
its b**d leaves. Here: a transposition table keyed by the whole state, the game's `order` hints, the table's
move first and a history of cuts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

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
from parlour.search.clock import deadline, interruptible
from parlour.search.explain import best_first, many, reasons

MOST_ACTIONS = 4096
COMPARED = 1_000_000  # nodes of plain minimax that are counted to show what pruning saved
BUDGET = 2_000_000  # nodes, when nothing else is said
LONGEST = 256  # plies


@dataclass
class Findings:
    """The last finished iteration of a search."""

    depth: int
    actions: list[int]
    values: list[float]  # for the seat to move
    exact: list[bool]
    solved: bool  # every value that matters is exact


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
        self._table = kernel.new_table(self.table if self.prune else 4)
        plies = max(8, min(LONGEST, 4_000_000 // (16 * max(1, self.game.actions))))
        self._rows = kernel.new_rows(self.game.actions, plies)
        self._plies = plies
        self._compare = True
        self._reached = 0  # plies searched in the decision under way

    def choose(self, view: View, limit: Limit) -> Choice:
        """Deepen until the limit; among equals take any."""
        counters, self._reached = self._counters(limit), 0
        deepest = limit.depth or self.depth or (self._plies - 2)
        with deadline(counters, kernel.STOP, limit.cap, lambda: self._reached > 0):
            found = interruptible(lambda: self._deepen(view.state, deepest, counters), counters, kernel.STOP)
        return self._explain(view, found, counters)

    def _counters(self, limit: Limit) -> Any:
        counters = np.zeros(8, np.int64)
        only_time = limit.seconds is not None and limit.nodes is None
        only_depth = (limit.depth is not None or self.depth) and limit.nodes is None
        counters[kernel.LIMIT] = limit.nodes or (10**15 if only_time or only_depth else self.nodes)
        counters[kernel.PRUNE] = int(self.prune)
        return counters

    def _deepen(self, s: AnyState, deepest: int, counters: Any) -> Findings:
        sign = 1.0 if turn(s) == 0 else -1.0
        low, high = self.game.bounds
        actions = np.array(self.game.legal(s), np.int64)
        found = Findings(0, actions.tolist(), [0.0] * len(actions), [False] * len(actions), False)
        for depth in range(1, min(deepest, self._plies - 2) + 1):
            values, reached = np.zeros(len(actions)), np.zeros(len(actions), np.int64)
            done = kernel.search_root(
                s, depth, 1, int(self.thorough), self._table, self._rows, counters, actions, values, reached
            )
            if done < len(actions):
                if done and found.depth == 0:  # a tiny budget: what was looked at is all there is
                    scores = [float(v) * sign for v in values[:done]] + [low] * (len(actions) - done)
                    found = Findings(depth, actions.tolist(), scores, [False] * len(actions), False)
                break
            scores = [float(v) * sign for v in values]
            decided = [
                bool(r) or v >= high - LONGEST * STEP or v <= low + LONGEST * STEP
                for v, r in zip(scores, reached, strict=True)
            ]
            best = max(scores)
            settled = all(decided) or best >= high - LONGEST * STEP
            found = Findings(depth, actions.tolist(), scores, decided, settled)
            self._reached = depth
            if settled and (not self.thorough or all(decided)):
                break
            # Best first next time: the window closes sooner.
            rank = sorted(range(len(actions)), key=lambda i: (-scores[i], i))
            actions = actions[rank]
        return found

    def _explain(self, view: View, found: Findings, counters: Any) -> Choice:
        best = max(found.values)
        ties = [a for a, v in zip(found.actions, found.values, strict=True) if v >= best - kernel.TIE]
        action = self.rng.choice(sorted(ties))
        known = list(zip(found.actions, found.values, found.exact, strict=True))
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
            "nodes": int(counters[kernel.NODES]),
            "depth": found.depth,
            "exact": found.solved,
        }
        why = reasons(self.game, ranked, every=len(ranked) == len(found.actions))
        if self.prune:
            work |= {"cutoffs": int(counters[kernel.CUTS]), "table_hits": int(counters[kernel.HITS])}
        spent = f"{self.name} visited {many(work['nodes'], 'position')} to depth {found.depth}"
        if self.prune and self.thorough and self._compare:
            plain = int(kernel.count_tree(view.state, found.depth, COMPARED))
            work["minimax_nodes"] = plain
            capped = "at least " if plain >= COMPARED else ""
            spent += f"; without pruning that depth has {capped}{plain:,}"
        why.append(spent + (", and reached the end: the value is exact." if found.solved else "."))
        return Choice(action, candidates=ranked, reasons=tuple(why), work=work)

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
