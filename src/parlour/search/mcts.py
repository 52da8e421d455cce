"""Monte Carlo tree search: UCT (Kocsis and Szepesvári 2006) with proven wins and losses (Winands 2008).

The tree is kept between moves. Threads grow a tree each and their root counts are added, so a number of
simulations gives the same answer for the same stream on any machine; two threads under a time limit simply
make more of them. On a GPU one tree is grown, anew for each move, by very many simulations at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from parlour.compile.device import settle
from parlour.core import sofar
from parlour.core.choice import Candidate, Choice
from parlour.core.clock import now
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.options import DEVICES
from parlour.core.rng import Stream
from parlour.core.rules import OVER, AnyState, play, turn
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.core.words import Z
from parlour.search.explain import best_first, many, reasons
from parlour.search.mcts_lanes import LANES, MOST_LANES, Found, LaneSearch
from parlour.search.playout import POLICIES
from parlour.search.sampling import EPSILON_WORDS, MOST_ACTIONS, PLAYOUT_WORDS, PlayoutSearch, side_by_side
from parlour.search.tree import DEEPEST, Tree, grown, new_tree, rerooted, simulate

CHUNK = 2000  # simulations between two looks at the clock
MOST_NODES = 8_000_000  # of one tree, at 29 bytes each
DEVICE_WORDS = "where the tree grows: cpu, gpu (without threads and keep), or auto: a GPU if there is one"


class MCTS(PlayoutSearch):
    """Grow a tree by simulations, more where it looks promising; play the most visited move."""

    name = "mcts"

    simulations: int = option(1000, "playouts to make", low=1, high=10**9)
    c: float = option(1.0, "exploration: UCB1's constant, on results scaled to [0, 1]", low=0.0, high=100.0)
    playout: str = option("random", PLAYOUT_WORDS, choices=POLICIES)
    epsilon: float = option(0.0, EPSILON_WORDS, low=0.0, high=1.0)
    threads: int = option(1, "trees grown side by side", low=1, high=64)
    keep: bool = option(True, "keep the tree between moves")
    device: str = option("cpu", DEVICE_WORDS, choices=DEVICES)
    lanes: int = option(LANES, "simulations at a time on a GPU, at most", low=1, high=MOST_LANES)

    @classmethod
    def unfit(cls, game: Game) -> str:
        """Nothing hidden: a tree over worlds one may not know would peek."""
        if game.traits.hidden:
            return "it needs a game without hidden information"
        return f"more than {MOST_ACTIONS:,} actions" if game.actions > MOST_ACTIONS else ""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._device = settle(self.device)
        self._trees: list[Tree] = []
        self._root: AnyState | None = None
        self._seen = 0  # how much of the history the trees have followed

    def choose(self, view: View, limit: Limit) -> Choice:
        """Search from the view's state, which is the truth: nothing is hidden."""
        if self._device == "gpu":
            return self._choose_on(self._device, view, limit)
        reused = self._follow(view)

        def so_far(made: int) -> None:
            sofar.tell(view, lambda: self._explain(view, made, reused, self._found(view.state)))

        made = self._grow(view.state, limit, so_far)
        return self._explain(view, made, reused, self._found(view.state))

    def _choose_on(self, device: str, view: View, limit: Limit) -> Choice:
        """Search by many lanes at a time."""
        until = None if limit.cap is None else now() + limit.cap
        where = " on the GPU" if device == "gpu" else ""
        with LaneSearch(device, view.state, self.settings, self._solves) as search:

            def so_far(made: int) -> None:
                sofar.tell(view, lambda: self._explain(view, made, 0, search.found(), where))

            made = search.grow(self.rng, self.budget(limit), until, self.lanes, so_far)
            return self._explain(view, made, 0, search.found(), where)

    @property
    def _solves(self) -> bool:
        """Say whether results may be proven: what one side gets the other does not."""
        return self.game.seats == 2 and self.game.traits.zero_sum

    # -- growing -----------------------------------------------------------------------------------------

    def _follow(self, view: View) -> int:
        """Move the trees' roots along the moves played since; give the visits that came along."""
        steps = view.history[self._seen :] if self._trees and self.keep else None
        trees: list[Tree] = []
        if steps is not None and view.history[: self._seen] == self._past and len(steps) <= DEEPEST:
            trees = [t for t in (_descend(tree, [a for _, a in steps]) for tree in self._trees) if t]
        if len(trees) != self.threads:
            trees = [new_tree(256) for _ in range(self.threads)]
        self._trees = trees
        self._seen, self._past = view.ply, view.history
        return sum(int(tree.visits[0]) for tree in trees)

    _past: tuple[tuple[int, int], ...] = ()

    def _grow(self, s: AnyState, limit: Limit, so_far: Callable[[int], None]) -> int:
        total = self.budget(limit)
        until = None if limit.cap is None else now() + limit.cap
        shares = [total // self.threads + (i < total % self.threads) for i in range(self.threads)]
        stop = np.zeros(1, np.int64)
        streams = [self.rng.spawn("thread", i) for i in range(self.threads)]

        def grow(index: int) -> int:
            return self._grow_one(index, s, streams[index], shares[index], until, stop)

        if self.threads == 1:
            return self._grow_one(0, s, streams[0], total, until, stop, so_far)
        # Compile, if need be, before the threads start: only one of them could anyway.
        first = min(1, shares[0])
        made = self._grow_one(0, s, streams[0], first, until, stop)
        shares[0] -= first
        return made + sum(side_by_side(grow, self.threads, self.threads, stop))

    def _grow_one(
        self,
        index: int,
        s: AnyState,
        rng: Stream,
        total: int,
        until: float | None,
        stop: Any,
        so_far: Callable[[int], None] = lambda made: None,
    ) -> int:
        settings = self.settings
        solve = int(self._solves)
        made = 0
        while made < total and stop[0] == 0 and self._trees[index].proven[0] == 0:
            tree = self._trees[index]
            room = max(1024, self.game.actions)
            if len(tree.first) - int(tree.used[0]) < room and len(tree.first) < MOST_NODES:
                tree = self._trees[index] = grown(tree, min(MOST_NODES, 2 * len(tree.first) + 2 * room))
            chunk = min(total - made, CHUNK)
            made += int(simulate(s, tree, rng, chunk, settings, solve, MOST_NODES, stop))
            if until is not None and now() >= until:
                break
            so_far(made)
        return made

    # -- telling -----------------------------------------------------------------------------------------

    def _found(self, s: AnyState) -> Found:
        rows = self._merged()
        lines = {action: self._line(s, action) for action, (visits, _, _) in rows.items() if visits}
        nodes = sum(int(tree.used[0]) for tree in self._trees)
        return Found(rows, lines, nodes, any(int(tree.proven[0]) for tree in self._trees))

    def _explain(self, view: View, made: int, reused: int, found: Found, where: str = "") -> Choice:
        rows, lines, nodes, proven_root = found
        low, high = self.game.bounds
        scale = high - low
        candidates = []
        for action, (visits, total, proven) in rows.items():
            mean = proven if proven is not None else (total / visits if visits else 0.0)
            least, most = _wilson(mean, visits)
            exact = proven is not None
            candidates.append(
                Candidate(
                    action,
                    view.format(action),
                    low + mean * scale if visits or exact else None,
                    visits,
                    win=mean,
                    low=None if exact else low + least * scale,
                    high=None if exact else low + most * scale,
                    exact=exact,
                    line=tuple(self.game.write(view.state, lines[action])) if visits else (),
                )
            )
        action = _most_visited(rows)
        ranked = best_first(candidates, action)
        why = reasons(self.game, ranked)
        lesson = len(why)
        share = rows[action][0] / max(1, sum(visits for visits, _, _ in rows.values()))
        why.append(
            many(made, "simulation")
            + where
            + (f" on top of {reused:,} kept from earlier moves" if reused else "")
            + f" in a tree of {many(nodes, 'position')}; {ranked[0].move} got {share:.0%} of the visits"
            + (", and the result is proven." if proven_root else ".")
        )
        work = {"simulations": made, "kept": reused, "nodes": nodes, "proven": proven_root}
        return Choice(action, candidates=ranked, reasons=tuple(why), work=work, lesson=lesson)

    def _merged(self) -> dict[int, tuple[int, float, float | None]]:
        """Add the root counts of all trees: action -> visits, total, and its proven value if it has one."""
        rows: dict[int, tuple[int, float, float | None]] = {}
        for tree in self._trees:
            first = int(tree.first[0])
            for child in range(first, first + int(tree.kids[0])):
                action = int(tree.action[child])
                visits, total, proven = rows.get(action, (0, 0.0, None))
                if tree.proven[child]:
                    proven = float(tree.value[child])
                rows[action] = (visits + int(tree.visits[child]), total + float(tree.total[child]), proven)
        return rows

    def _line(self, s: AnyState, action: int) -> list[int]:
        """Follow the most visited children of the first tree."""
        tree, node = self._trees[0], 0
        line: list[int] = []
        while turn(s) != OVER:
            first, kids = int(tree.first[node]), int(tree.kids[node])
            children = range(first, first + kids)
            if node == 0:
                node = next(c for c in children if int(tree.action[c]) == action)
            else:
                node = max(children, key=lambda c: (int(tree.visits[c]), -c), default=0)
                if node == 0 or tree.visits[node] < 2:
                    break
            line.append(int(tree.action[node]))
            s = play(s, line[-1])
            if tree.first[node] == 0:
                break
        return line


def _wilson(mean: float, visits: int) -> tuple[float, float]:
    """Give the 95 % interval of a mean in [0, 1] (Wilson 1927): never of no width, however few the visits."""
    if visits == 0:
        return 0.0, 1.0
    share = Z * Z / visits
    middle = (mean + share / 2.0) / (1.0 + share)
    half = sqrt(share * mean * (1.0 - mean) + share * share / 4.0) / (1.0 + share)
    return max(0.0, middle - half), min(1.0, middle + half)


def _most_visited(rows: dict[int, tuple[int, float, float | None]]) -> int:
    """Pick a proven win; else the most visited move that is not a proven loss; else the most visited.

    Where every move is proven, the best of them.
    """
    settled = all(proven is not None for _, _, proven in rows.values())

    def rank(action: int) -> tuple[bool, bool, float, int, float, int]:
        visits, total, proven = rows[action]
        wins = proven is not None and proven >= 1.0
        loses = proven is not None and proven <= 0.0
        worth = proven if settled and proven is not None else 0.0
        return (wins, not loses, worth, visits, total, -action)

    return max(rows, key=rank)


def _descend(tree: Tree, actions: list[int]) -> Tree | None:
    """Return the subtree that the actions lead to, or None if it was never grown."""
    node = 0
    for action in actions:
        first, kids = int(tree.first[node]), int(tree.kids[node])
        children = tree.action[first : first + kids].tolist()
        if action not in children:
            return None
        node = first + children.index(action)
    if node == 0:
        return tree
    if tree.first[node] == 0 or tree.proven[node]:
        return None
    return rerooted(tree, node, max(256, 2 * int(tree.visits[node]) + 64))
