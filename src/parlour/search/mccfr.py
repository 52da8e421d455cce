"""Play what Monte Carlo regret minimisation has learnt: any zero-sum game of two, however large.

Nothing of the tree is held but a table of the information sets that were met. Where the game is small enough
to be laid flat, what was learnt is proven by exact best responses, as for `cfr`.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from parlour.compile import backend
from parlour.core.bits import listed
from parlour.core.choice import Candidate, Choice
from parlour.core.clock import now
from parlour.core.errors import Unsuitable
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.rng import Stream
from parlour.core.rules import AnyState, legal
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.search import mccfr_kernel as kernel
from parlour.search.cfr_form import GameForm
from parlour.search.cfr_kernel import uniform
from parlour.search.cfr_solver import plan_of, policy_of
from parlour.search.equilibrium import mixing, needs_no_mixing
from parlour.search.explain import many

DEPTH = 256  # decisions of a line that are learnt from
KEPT = 4  # tables kept in memory
SLICE = 0.1  # seconds between looks at the clock
TELL_AFTER = 1.0
SAMPLINGS = ("external", "outcome")
MOST_VISITS = 100_000  # states of one walk

_lock = threading.RLock()


@dataclass(frozen=True)
class Learnt:
    """A table and how many walks filled it."""

    table: kernel.Table
    walks: int

    def policy(self, s: AnyState, seat: int) -> list[float] | None:
        """Return the average policy for what a seat sees, by its legal actions; None if it was never met."""
        return _row(self.table, kernel.key_of(s, seat), len(listed(legal(s))))

    def plans(self, form: GameForm) -> tuple[Any, Any]:
        """Return both seats' average policies as plans of the game laid flat."""
        found = []
        for seat, side in enumerate(form.sides):
            policy = np.zeros((side.rows, side.hands))
            uniform(form.own(seat), policy)
            for key, place in zip(side.keys, side.places, strict=True):
                decision, hand = divmod(int(place), side.hands)
                first, count = int(side.first[decision]), int(side.count[decision])
                row = _row(self.table, int(key) or 1, count)
                if row is not None:
                    policy[first : first + count, hand] = row
            found.append(plan_of(form, seat, policy_of(form, seat, policy)))
        return found[0], found[1]


class SampledCFR(Strategy):
    """Play the average policy of regret minimisation by sampled lines of play (Lanctot and others 2009)."""

    name = "mccfr"

    iterations: int = option(20_000, "walks through the game for each seat", low=1, high=10**9)
    sampling: str = option("outcome", "one line at a time, or all actions of one seat", choices=SAMPLINGS)
    explore: float = option(0.6, "share of random actions in outcome sampling", low=0.01, high=1.0)
    table: int = option(14, "the table has room for 2**table information sets", low=8, high=24)

    @classmethod
    def unfit(cls, game: Game) -> str:
        """Take zero-sum games of two with hidden information, of any size."""
        return needs_no_mixing(game)

    def choose(self, view: View, limit: Limit) -> Choice:
        """Draw an action of the average policy; any alike where it was never met."""
        walks = self.iterations if limit.simulations is None else limit.simulations
        with _lock:
            learnt = learn(self.game, self.sampling, walks, self.explore, self.table, limit.cap)
        policy = learnt.policy(view.state, view.seat)
        actions = view.legal()
        met = policy is not None
        shares = policy or [1.0 / len(actions)] * len(actions)
        action = actions[self.rng.weighted(shares)]
        candidates = tuple(
            Candidate(a, view.format(a), probability=p)
            for a, p in sorted(zip(actions, shares, strict=True), key=lambda pair: -pair[1])
        )
        why = (
            mixing(candidates, action)[0]
            if met
            else f"Never met in {many(learnt.walks, 'walk')}: drawn at random, any move alike."
        )
        work = {"iterations": learnt.walks, "information_sets": int(learnt.table.used[kernel.SETS])}
        evidence = {"policy": {c.move: c.probability for c in candidates}, "met": met}
        return Choice(action, candidates=candidates, evidence=evidence, reasons=(why,), work=work)


@lru_cache(KEPT)
def learn(
    game: Game, sampling: str, walks: int, explore: float, bits: int, seconds: float | None = None
) -> Learnt:
    """Walk a game from its start, once a process for the same wishes; the same walks give the same table."""
    table = _empty(game, bits)
    rng, s = Stream.of("mccfr", game.name, sampling), game.start()
    began, done, pace = now(), 0, 1
    told = began + TELL_AFTER
    while done < walks:
        looked, step = now(), min(pace, walks - done)
        kernel.walks(s, table, step, SAMPLINGS.index(sampling), explore, 1.0, 0, rng)
        done += step
        if table.used[kernel.VISITS] > MOST_VISITS:
            raise Unsuitable(
                f"{game.name}: a walk with every action of a seat visits over {MOST_VISITS:,} states; "
                "use sampling=outcome"
            )
        seen = now()
        pace = pace * 2 if seen - looked < SLICE else max(1, pace // 2)
        if seconds is not None and seen - began >= seconds:
            break
        if seen > told:
            told = seen + TELL_AFTER
            sets = int(table.used[kernel.SETS])
            backend.note(f"{game.name}: {sampling} sampling, {done:,} walks, {sets:,} information sets")
    return Learnt(table, done)


def _empty(game: Game, bits: int) -> kernel.Table:
    numbers = (1 << bits) * min(game.actions, 16)
    return kernel.Table(
        np.zeros(1 << bits, np.int64),
        np.zeros(1 << bits, np.int64),
        np.zeros(numbers),
        np.zeros(numbers),
        np.array([0, 0, 0, MOST_VISITS], np.int64),
        np.zeros((DEPTH, game.actions, 2)),
    )


def _row(table: kernel.Table, key: int, actions: int) -> list[float] | None:
    size = len(table.keys)
    at = key & (size - 1)
    while table.keys[at] != 0:
        if table.keys[at] == key:
            start = int(table.places[at])
            sums = table.average[start : start + actions]
            total = float(sums.sum())
            return [float(x) / total for x in sums] if total > 0.0 else None
        at = (at + 1) & (size - 1)
    return None
