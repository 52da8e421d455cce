"""Flat Monte Carlo: try every move in the same number of playouts; each estimate carries its standard error.

Where something is hidden, each round of playouts starts from another world that explains the view, the same
world for every move: differences between moves are then not differences between worlds. `device=gpu` makes
all playouts of a round at once (`montecarlo_lanes`).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, sqrt
from typing import Any

import numpy as np

from parlour.compile import kernel
from parlour.compile.device import settle
from parlour.core import sofar
from parlour.core.bits import lowest, rest, some
from parlour.core.choice import Candidate, Choice
from parlour.core.clock import now
from parlour.core.limit import Limit
from parlour.core.options import DEVICES
from parlour.core.rules import AnyState, fill, legal, play, returns
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.core.words import Z
from parlour.search.explain import best_first, many, reasons
from parlour.search.montecarlo_lanes import Sampled, Sampler
from parlour.search.playout import POLICIES, Settings, finish
from parlour.search.sampling import EPSILON_WORDS, PLAYOUT_WORDS, PlayoutSearch

CHUNK = 5000  # playouts between two looks at the clock


@kernel
def sample(
    view: AnyState, rng: Any, rounds: int, seat: int, settings: Settings, totals: Any, squares: Any
) -> int:
    """Play every legal action out once a round; add results into totals and squares, in action order."""
    for _ in range(rounds):
        world = fill(view, seat, rng)
        actions = legal(world)
        index = 0
        while some(actions):
            end = finish(play(world, lowest(actions)), rng, settings.policy, settings.epsilon)
            value = returns(end)[seat]
            totals[index] += value
            squares[index] += value * value
            actions = rest(actions)
            index += 1
    return rounds


class MonteCarlo(PlayoutSearch):
    """Estimate every move by playouts and take the best mean."""

    name = "montecarlo"

    simulations: int = option(2000, "playouts to make, shared out evenly", low=1, high=10**9)
    playout: str = option("random", PLAYOUT_WORDS, choices=POLICIES)
    epsilon: float = option(0.0, EPSILON_WORDS, low=0.0, high=1.0)
    device: str = option(
        "cpu", "where playouts are made: cpu, gpu, or auto: a GPU if there is one", choices=DEVICES
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._place = settle(self.device)
        self._sampler = Sampler(self._place) if self._place == "gpu" else None

    def choose(self, view: View, limit: Limit) -> Choice:
        """Sample until the limit."""
        actions = view.legal()
        rounds = max(1, self.budget(limit) // len(actions))
        if self._sampler is None:
            steps = self._in_turn(view, len(actions), rounds, limit.cap)
        else:
            steps = self._sampler.rounds(view, len(actions), self.settings, self.rng, rounds, limit.cap)
        for found in steps:
            sofar.tell(view, lambda found=found: self._explain(view, actions, *found))  # type: ignore[misc]
        return self._explain(view, actions, *found)

    def _in_turn(self, view: View, moves: int, rounds: int, seconds: float | None) -> Iterator[Sampled]:
        """Make the playouts one by one."""
        until = None if seconds is None else now() + seconds
        totals, squares = np.zeros(moves), np.zeros(moves)
        made, settings = 0, self.settings
        while made < rounds and (made == 0 or until is None or now() < until):
            chunk = min(rounds - made, max(1, CHUNK // moves))
            sample(view.state, self.rng, chunk, self.seat, settings, totals, squares)
            made += chunk
            yield Sampled(totals / made, squares / made, made)

    def _explain(self, view: View, actions: list[int], means: Any, squares: Any, made: int) -> Choice:
        low, high = self.game.bounds
        errors = [
            sqrt(max(float(q) - float(m) ** 2, 0.0) / max(1, made - 1))
            for m, q in zip(means, squares, strict=True)
        ]
        candidates = [
            Candidate(
                action,
                view.format(action),
                float(mean),
                made,
                win=(float(mean) - low) / (high - low),
                low=max(low, float(mean) - Z * error) if made > 1 else None,  # one playout tells no spread
                high=min(high, float(mean) + Z * error) if made > 1 else None,
                line=(view.format(action),),
                note=f"standard error {error:.3f}",
            )
            for action, mean, error in zip(actions, means, errors, strict=True)
        ]
        action = actions[int(np.argmax(means))]
        ranked = best_first(candidates, action)
        worlds = f" over {many(made, 'world')} that explain the view" if self.game.traits.hidden else ""
        why = reasons(self.game, ranked)
        lesson = len(why)
        where = " on the GPU" if self._sampler else ""
        playouts = many(made * len(actions), f"{self.playout} playout")
        why.append(f"{playouts}{where}, {made:,} for each move{worlds}.")
        work: dict[str, Any] = {"simulations": made * len(actions), "per_move": made}
        if self._sampler:
            work["device"] = self._place
        evidence: dict[str, Any] = {
            "standard_errors": {c.move: errors[actions.index(c.action)] for c in ranked}
        }
        if len(actions) > 1 and made > 1:
            spread = hypot(*list(evidence["standard_errors"].values())[:2])
            lead = (ranked[0].value or 0.0) - (ranked[1].value or 0.0)
            evidence |= {"lead": lead, "lead_error": spread}
            why.append(_certainty(ranked[1].move, lead, spread))
            if spread > 0.0:
                evidence["lead_in_errors"] = lead / spread
        return Choice(
            action, candidates=ranked, evidence=evidence, reasons=tuple(why), work=work, lesson=lesson
        )


def _certainty(second: str, gap: float, spread: float) -> str:
    """Say how far a lead over the second best can be trusted."""
    if spread == 0.0:
        return f"The lead of {gap:.3f} over {second} was the same in every playout."
    if gap > Z * spread:
        return f"The lead of {gap:.3f} over {second} is {gap / spread:.1f} standard errors."
    return f"The lead of {gap:.3f} over {second} is within the noise (standard error {spread:.3f})."
