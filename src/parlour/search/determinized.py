"""Determinized UCT: a perfect-information search in each of many worlds that explain the view.

The worlds come from a belief; in each, UCT (`tree`) values every move; the values are averaged
over the worlds and the best average is played. It is the "iiMonteCarlo" of the Hearts programs (Sturtevant
2008) and the method of GIB in bridge (Ginsberg 2001).

Known weakness: **strategy fusion** (Frank and Basin 1998). A search in a known world may plan to do one thing
in this world and another in that, where the player, who cannot tell them apart, has to do the same in both.
So it overrates moves that put a guess off, and never pays for information. `ismcts` does not do that.

Each world has a stream of its own, so the same stream gives the same choice for any number of threads.
`device=gpu` searches thousands of worlds at once, drawn by the rules' own `fill` (`determinized_lanes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from math import inf, nan, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from parlour.beliefs.belief import belief_named
from parlour.core import sofar
from parlour.core.choice import Candidate, Choice
from parlour.core.exhibit import bars
from parlour.core.limit import Limit
from parlour.core.options import DEVICES
from parlour.core.rng import Stream
from parlour.core.rules import AnyState
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.core.words import Z
from parlour.search.clock import deadline
from parlour.search.explain import best_first, many, reasons
from parlour.search.playout import Settings
from parlour.search.sampling import ENDLESS, Searched, WorldSearch, side_by_side
from parlour.search.tree import Tree, cleared, new_tree, simulate

if TYPE_CHECKING:
    from parlour.search.determinized_lanes import Woods

MOST_NODES = 4_000_000  # of one world's tree, at 29 bytes each
TIMED = 8  # worlds drawn at a time under a limit on time, which drawing many might overrun


class Seen(NamedTuple):
    """What the search of one world found, move by move in the order of the actions."""

    world: Any
    weight: float
    planned: int  # simulations
    visits: list[int]
    values: list[float]  # mean results; nan where a move was not tried

    @property
    def best(self) -> int:
        """Return the index of the move tried most: a mean of few tries may be luck."""
        return max(range(len(self.visits)), key=lambda j: (self.visits[j], self.values[j], -j))


class Determinized(WorldSearch):
    """Search many worlds that explain the view, each as if it were known; play the best average."""

    name = "determinized"

    worlds: int = option(30, "worlds to search", low=1, high=10**6)
    simulations: int = option(333, "playouts in each world", low=1, high=10**9)
    threads: int = option(1, "worlds searched side by side", low=1, high=64)
    device: str = option(
        "cpu",
        "where worlds are searched: cpu, gpu (drawn by fill), or auto: a GPU if there is one",
        choices=DEVICES,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._trees: list[Tree] = []  # one for each thread, written over world after world
        self._woods: Woods | None = None
        if self.device != "cpu":
            from parlour.compile.device import settle
            from parlour.search.determinized_lanes import Woods

            if settle(self.device) == "gpu":
                self._woods = Woods("gpu", self.game.actions, self.simulations)
                self._belief = belief_named("fill", self.game)  # other beliefs draw by Python

    def choose(self, view: View, limit: Limit) -> Choice:
        """Search, and play the best average over the worlds."""

        def so_far(searched: Callable[[], Searched]) -> None:
            sofar.tell(view, lambda: self.explained(view, searched()))

        return self.only_move(view) or self.explained(view, self.searched(view, limit, so_far))

    # -- searching ---------------------------------------------------------------------------------------

    def searched(
        self,
        view: View,
        limit: Limit,
        so_far: Callable[[Callable[[], Searched]], None] = lambda searched: None,
    ) -> Searched:
        """Search worlds until the limit; they are drawn from the view, which does not hold the truth.

        After each world `so_far` is handed what gives the result up to it.
        """
        if self._woods is not None:
            return self._on_device(self._woods, view, limit)
        room = self.game.actions + 16 * min(max(self._plan(limit)), 1 << 16) + 1
        if not self._trees or len(self._trees[0].first) < room:
            self._trees = [new_tree(room) for _ in range(self.threads)]
        stop = np.zeros(1, np.int64)
        known: list[Seen] = []

        def done(seen: Seen) -> None:
            known.append(seen)
            so_far(lambda: _whole(known))

        with deadline(stop, 0, limit.cap):
            return _whole(list(self._seen(view, limit, stop, done)))

    def _on_device(self, woods: Woods, view: View, limit: Limit) -> Searched:
        """Search by the same plan; under a limit on time alone, as many worlds as go at once."""
        from parlour.search.determinized_lanes import Plan

        if limit.simulations is None and limit.seconds is not None:
            plan = Plan(woods.at_once, ENDLESS)
        else:
            each = self._plan(limit)
            plan = Plan(len(each), each[-1], sum(each) - len(each) * each[-1])
        return woods.searched(view, len(view.legal()), self.settings, self.rng, plan, limit.cap)

    def _plan(self, limit: Limit) -> list[int]:
        """Return the simulations for each of the worlds that are drawn at a time.

        A limit on simulations scales worlds and simulations by the same factor. Under a limit on time alone,
        worlds are searched until it is over.
        """
        if limit.simulations is None:
            return [self.simulations] * self.worlds
        total = limit.simulations
        worlds = max(1, min(total, round(sqrt(total * self.worlds / self.simulations))))
        return [total // worlds + (i < total % worlds) for i in range(worlds)]

    def _seen(self, view: View, limit: Limit, stop: Any, done: Callable[[Seen], None]) -> Iterator[Seen]:
        """Search batch after batch of worlds; give what was found in each, and tell `done` as they come."""
        plan = self._plan(limit)
        endless = limit.simulations is None and limit.seconds is not None
        if endless:
            plan = plan[:TIMED]
        for number in count() if endless else range(1):
            worlds = self._belief.worlds(view, len(plan), self.rng.spawn("worlds", view.ply, number))
            weights = self._belief.weights(view, worlds) or [1.0] * len(worlds)
            yield from self._batch(view, list(zip(worlds, weights, plan, strict=True)), number, stop, done)
            if stop[0] != 0:
                return

    def _batch(
        self,
        view: View,
        plan: list[tuple[AnyState, float, int]],
        number: int,
        stop: Any,
        done: Callable[[Seen], None],
    ) -> list[Seen]:
        rows: dict[int, Seen] = {}
        waiting, settings = iter(range(len(plan))), self.settings

        def work(thread: int) -> None:
            for index in waiting:  # whichever thread is free takes the next world
                if stop[0] != 0 and (number, index) != (0, 0):
                    return
                rng = self.rng.spawn("world", view.ply, number, index)
                world, weight, simulations = plan[index]
                found = self._one(thread, world, simulations, settings, rng, stop)
                rows[index] = Seen(world, weight, simulations, *found)
                if self.threads == 1 and stop[0] == 0:
                    done(rows[index])

        side_by_side(work, self.threads, self.threads, stop)
        return [seen for _, seen in sorted(rows.items())]

    def _one(
        self, thread: int, world: AnyState, simulations: int, settings: Settings, rng: Stream, stop: Any
    ) -> tuple[list[int], list[float]]:
        low, high = settings.low, settings.high
        while True:
            tree = cleared(self._trees[thread])
            made = simulate(world, tree, Stream(rng), simulations, settings, 0, MOST_NODES, stop)
            if made == simulations or stop[0] != 0:
                break
            # Begun again where the pool was too small: the result does not depend on its size.
            self._trees[thread] = new_tree(min(MOST_NODES, 2 * len(tree.first)))
        size = int(tree.kids[0])
        visits = tree.visits[1 : size + 1].tolist()
        totals = tree.total[1 : size + 1].tolist()
        scaled = zip(totals, visits, strict=True)
        return visits, [low + t / n * (high - low) if n else nan for t, n in scaled]

    # -- telling -----------------------------------------------------------------------------------------

    def explained(self, view: View, searched: Searched) -> Choice:
        """Return the move with the best average, and what speaks for it."""
        actions = view.legal()
        moves, votes = range(len(actions)), searched.votes
        low, high = self.game.bounds
        two = self.game.seats == 2 and self.game.traits.zero_sum
        candidates = []
        for j in moves:
            mean, error = searched.means[j], searched.errors[j]
            candidates.append(
                Candidate(
                    actions[j],
                    view.format(actions[j]),
                    mean,
                    searched.visits[j],
                    win=(mean - low) / (high - low) if two and mean is not None else None,
                    low=None if mean is None or error is None else max(low, mean - Z * error),
                    high=None if mean is None or error is None else min(high, mean + Z * error),
                    line=(view.format(actions[j]),),
                    note=f"best in {votes[j]:,} of {many(searched.size, 'world')}",
                )
            )
        worth = [-inf if candidate.value is None else candidate.value for candidate in candidates]
        chosen = max(moves, key=lambda j: (worth[j], votes[j], -actions[j]))
        ranked = best_first(candidates, actions[chosen])
        polled = {c.move: votes[actions.index(c.action)] for c in ranked}
        plain = reasons(self.game, ranked)
        why = [*plain, *self._worlds_told(ranked[0], polled, searched)]
        evidence: dict[str, Any] = {
            "belief": self._belief.name,
            "worlds": searched.size,
            "votes": polled,
            "averages": {c.move: c.value for c in ranked},
            "visits": {c.move: c.visits for c in ranked},
        }
        if self.thorough:
            evidence |= self._belief.picture(view)
        if self._belief.work:
            evidence["belief_work"] = dict(self._belief.work)
        work: dict[str, Any] = {"simulations": searched.simulations, "worlds": searched.size}
        if self._woods is not None:
            work["device"] = self._woods.device
        shown = (bars(f"In how many of {many(searched.size, 'world')} each move came out best", polled),)
        return Choice(actions[chosen], "", ranked, evidence, tuple(why), work, shown, len(plain))

    def _worlds_told(self, best: Candidate, votes: dict[str, int], searched: Searched) -> list[str]:
        drawn = f" {self._belief.words}" if self._belief.words else ""
        where = " on the GPU" if self._woods is not None else ""
        told = [
            f"{many(searched.simulations, 'simulation')}{where} in {many(searched.size, 'world')}{drawn}: "
            f"{best.move} came out best in {votes[best.move]:,} of them."
        ]
        if self._belief.name != self.belief:
            told.append(f"The GPU draws worlds by {self._belief.name}, not by {self.belief}.")
        most = max(votes.values())
        if most > votes[best.move]:
            other = next(move for move, times in votes.items() if times == most)
            told.append(f"{other} came out best in more, {most:,}, but is worse on average.")
        return told


def _whole(found: list[Seen]) -> Searched:
    """Sum up worlds, less those that were not done in time, if others were; else the first of them alone."""
    whole = [seen for seen in found if sum(seen.visits) == seen.planned] or found[:1]
    votes = [0] * len(whole[0].visits)
    for seen in whole:
        votes[seen.best] += 1
    weights = np.array([seen.weight for seen in whole])
    averages = [average(each, weights) for each in np.array([seen.values for seen in whole]).T]
    return Searched(
        [seen.world for seen in whole],
        len(whole),
        [mean for mean, _ in averages],
        [error for _, error in averages],
        [sum(each) for each in zip(*(seen.visits for seen in whole), strict=True)],
        votes,
        sum(sum(seen.visits) for seen in found),
    )


def average(values: Any, weights: Any) -> tuple[float | None, float | None]:
    """Return the weighted mean of what is a number, and its standard error where there are two or more."""
    known = ~np.isnan(values)
    v, w = values[known], weights[known]
    if len(v) == 0:
        return None, None
    if w.sum() <= 0.0:
        w = np.ones(len(v))
    mean = float((w * v).sum() / w.sum())
    if len(v) == 1:
        return mean, None
    spread = float((w**2 * (v - mean) ** 2).sum()) * len(v) / (len(v) - 1)
    return mean, sqrt(spread) / float(w.sum())
