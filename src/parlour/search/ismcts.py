"""Information-set Monte Carlo tree search: SO-ISMCTS (Cowling, Powley and Whitehouse 2012).

One tree over what the observer knows, not one for each world: every simulation draws a new world from a
belief and goes down the tree along what is legal there. A move is weighed against the others by how often it
was *available*, as it may be legal in few of the worlds. A plan made for a view is the same in all worlds
that the observer cannot tell apart, so it does not suffer from the strategy fusion of `determinized`.

Known weaknesses: others are taken to move by what the observer knows, as if they too saw no more; and of
moves that it does not see, each is taken to be as likely (the paper's SO-ISMCTS + POM). It does not converge
to an equilibrium: it neither bluffs in proportion nor is it safe from being read.

Threads grow a tree each and their counts are added: the result depends on `trees`, never on `threads`.
"""

from __future__ import annotations

from bisect import bisect
from itertools import accumulate
from math import sqrt
from typing import Any

import numpy as np

from parlour.core import sofar
from parlour.core.choice import Candidate, Choice
from parlour.core.limit import Limit
from parlour.core.rng import Stream
from parlour.core.rules import AnyState
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.core.words import Z
from parlour.search.clock import deadline
from parlour.search.explain import best_first, many, reasons
from parlour.search.ismcts_kernel import cleared, explore, grown, new_views
from parlour.search.sampling import ENDLESS, WorldSearch, side_by_side

CHUNK = 2000  # simulations between two looks at the room that is left, and at the keyboard
MOST_NODES = 8_000_000  # of one tree, at 44 bytes each
LISTED = 10  # playouts in a world from a list: handing one over costs as much as some playouts


class ISMCTS(WorldSearch):
    """Grow one tree over views, in a new world each time; play the most visited move."""

    name = "ismcts"

    worlds: int = option(
        0,
        "worlds to draw; 0: one for each playout, or for each ten where fill does not draw them",
        low=0,
        high=10**9,
    )
    simulations: int = option(10_000, "playouts to make", low=1, high=10**9)
    trees: int = option(1, "trees that share the playouts, their counts added", low=1, high=64)
    threads: int = option(1, "trees grown side by side; more than there are trees are idle", low=1, high=64)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._trees = [new_views(CHUNK + 2, self.game.actions) for _ in range(self.trees)]

    def choose(self, view: View, limit: Limit) -> Choice:
        """Simulate until the limit; worlds are drawn from the view, which does not hold the truth."""
        only = self.only_move(view)
        if only is not None:
            return only
        total = self.budget(limit)
        stop = np.zeros(1, np.int64)
        aim = self.simulations if total == ENDLESS else total
        each = max(1, aim // self.worlds) if self.worlds else (1 if self._belief.by_fill else LISTED)
        shares = [total // self.trees + (i < total % self.trees) for i in range(self.trees)]

        def grow(index: int) -> tuple[int, int]:
            return self._grow(view, index, shares[index], each, stop)

        with deadline(stop, 0, limit.cap):
            made = side_by_side(grow, self.trees, self.threads, stop)
        return self._explain(view, sum(m for m, _ in made), sum(w for _, w in made))

    # -- growing -----------------------------------------------------------------------------------------

    def _grow(self, view: View, index: int, share: int, each: int, stop: Any) -> tuple[int, int]:
        """Grow one tree from nothing; give the simulations made and the worlds drawn."""
        rng, settings = self.rng.spawn("tree", view.ply, index), self.settings

        def so_far(made: int, worlds: int) -> None:
            sofar.tell(view, lambda: self._explain(view, made, worlds))

        cleared(self._trees[index])
        made = worlds = 0
        while made < share and (stop[0] == 0 or made == 0):
            tree = self._trees[index]
            room = len(tree.label) - int(max(tree.used[:2]))
            if room < CHUNK and len(tree.label) < MOST_NODES:
                tree = self._trees[index] = grown(tree, min(MOST_NODES, 2 * len(tree.label)))
            chunk = min(share - made, CHUNK)
            if self._belief.by_fill:
                done = int(explore(view.state, view.seat, each, tree, rng, chunk, settings, stop))
                worlds += -(-done // each)
            else:
                done = 0
                for world in self._pool(view, -(-chunk // each), rng):
                    part = min(each, chunk - done)
                    done += int(explore(world, view.seat, 0, tree, rng, part, settings, stop))
                    worlds += 1
                    if stop[0] != 0:
                        break
            made += done
            if self.trees == 1 and made < share and stop[0] == 0:
                so_far(made, worlds)
        return made, worlds

    def _pool(self, view: View, count: int, rng: Stream) -> list[AnyState]:
        """Draw worlds from the belief, where it weighs them by their weight."""
        worlds = self._belief.worlds(view, count, rng)
        weights = self._belief.weights(view, worlds)
        if weights is None:
            return worlds
        sums = list(accumulate(weights))
        last = len(worlds) - 1
        return [worlds[min(bisect(sums, rng.uniform() * sums[-1]), last)] for _ in range(count)]

    # -- telling -----------------------------------------------------------------------------------------

    def _explain(self, view: View, made: int, worlds: int) -> Choice:
        rows = self._merged(view.legal())
        low, high = self.game.bounds
        scale = high - low
        two = self.game.seats == 2 and self.game.traits.zero_sum
        candidates = []
        for action, (visits, total, squares) in rows.items():
            mean = total / visits if visits else None
            value = None if mean is None else low + mean * scale
            # Results of one move: the tree below it still changed, so this is a rough interval.
            error = None
            if mean is not None and visits > 1:
                error = Z * scale * sqrt(max(squares / visits - mean**2, 0.0) / (visits - 1))
            candidates.append(
                Candidate(
                    action,
                    view.format(action),
                    value,
                    visits,
                    win=mean if two else None,
                    low=None if value is None or error is None else max(low, value - error),
                    high=None if value is None or error is None else min(high, value + error),
                    line=(view.format(action),),
                )
            )
        action = max(rows, key=lambda a: (rows[a][0], rows[a][1], -a))
        ranked = best_first(candidates, action)
        nodes = sum(int(tree.used[1]) for tree in self._trees)
        share = rows[action][0] / max(1, made)
        drawn = f" {self._belief.words}" if self._belief.words else ""
        plain = reasons(self.game, ranked)
        why = [
            *plain,
            f"{many(made, 'simulation')} in {many(worlds, 'world')}{drawn}, over {many(nodes, 'node')}; "
            f"{ranked[0].move} got {share:.0%} of the visits.",
        ]
        evidence: dict[str, Any] = {
            "belief": self.belief,
            "worlds": worlds,
            "averages": {c.move: c.value for c in ranked},
            "visits": {c.move: c.visits for c in ranked},
        }
        if self.thorough:
            evidence |= self._belief.picture(view)
        work = {"simulations": made, "worlds": worlds, "nodes": nodes}
        return Choice(action, "", ranked, evidence, tuple(why), work, lesson=len(plain))

    def _merged(self, actions: list[int]) -> dict[int, tuple[int, float, float]]:
        """Add the root's edges of all trees: action -> visits, sum and sum of squares of scaled results."""
        rows = dict.fromkeys(actions, (0, 0.0, 0.0))
        for tree in self._trees:
            edge = int(tree.edges[0])
            while edge != 0:
                action = int(tree.label[edge])
                visits, total, squares = rows[action]
                rows[action] = (
                    visits + int(tree.visits[edge]),
                    total + float(tree.total[edge]),
                    squares + float(tree.squares[action]),
                )
                edge = int(tree.next[edge])
        return rows
