"""Cautious play: a move is worth its mean result in playouts less a share of how much the results vary."""

from math import sqrt
from typing import Any

from parlour import Candidate, Choice, Limit, Strategy, View, option
from parlour.core.rules import fill, play
from parlour.search.playout import playouts

WORLDS = 8  # that explain the view, where something is hidden


class Cautious(Strategy):
    """Try every move in playouts; prefer a good mean, and of two alike the one that varies less."""

    caution: float = option(0.5, "how much a spread of results counts against a move", low=0.0, high=10.0)
    simulations: int = option(1000, "playouts to make, shared out evenly", low=1, high=10**9)

    def choose(self, view: View, limit: Limit) -> Choice:
        actions = view.legal()
        each = max(1, (limit.simulations or self.simulations) // (len(actions) * WORLDS))
        worlds = [fill(view.state, self.seat, self.rng) for _ in range(WORLDS)]
        found = {action: self.results(worlds, action, each) for action in actions}
        worth = {action: mean - self.caution * spread for action, (mean, spread) in found.items()}
        best = max(actions, key=lambda action: worth[action])
        mean, spread = found[best]
        return Choice(
            best,
            candidates=tuple(Candidate(a, value=worth[a], visits=each * WORLDS) for a in actions),
            evidence={
                "mean": {view.format(a): mean for a, (mean, _) in found.items()},
                "spread": {view.format(a): spread for a, (_, spread) in found.items()},
            },
            reasons=(f"{view.format(best)} gives {mean:+.3f} on average, with a spread of {spread:.3f}.",),
        )

    def results(self, worlds: list[Any], action: int, each: int) -> tuple[float, float]:
        """Return the mean and the standard deviation of the results of a move."""
        total, squares, count = 0.0, 0.0, each * len(worlds)
        for world in worlds:
            some, some_squares = playouts(play(world, action), self.rng, each, self.seat)
            total, squares = total + some, squares + some_squares
        mean = total / count
        return mean, sqrt(max(0.0, squares / count - mean * mean))
