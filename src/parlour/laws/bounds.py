"""How tight BOUNDS are: no law, since loose ones are not wrong, but searches scale every result by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parlour.core import rules
from parlour.core.game import Game
from parlour.core.rng import Stream
from parlour.core.rules import OVER

PLAYOUTS = 300
MOST_PLIES = 60_000  # of all playouts together: a long game is played fewer times
LOOSE = 1.0 / 3.0  # a smaller share of BOUNDS than this is worth a word


@dataclass(frozen=True)
class Seen:
    """The results that random play led to, beside those that BOUNDS allow."""

    low: float
    high: float
    playouts: int
    bounds: tuple[float, float]

    @property
    def loose(self) -> bool:
        """Say whether BOUNDS are far wider than what was seen."""
        low, high = self.bounds
        return self.playouts > 0 and self.high > self.low and (self.high - self.low) < LOOSE * (high - low)

    @property
    def note(self) -> str:
        """Say in words what to do about loose BOUNDS; empty where they are not."""
        if not self.loose:
            return ""
        low, high = self.bounds
        return (
            f"BOUNDS are {low:g} to {high:g}, but {self.playouts} random games ended between {self.low:g} "
            f"and {self.high:g}. Searches scale results by BOUNDS, and loose ones make them tell moves apart "
            "badly: set BOUNDS to the lowest and the highest result that play can really lead to."
        )

    def to_json(self) -> dict[str, Any]:
        """Give it as data."""
        return {
            "bounds": list(self.bounds),
            "seen": [self.low, self.high] if self.playouts else None,
            "playouts": self.playouts,
            "loose": self.loose,
        }


def seen_results(game: Game, seed: int = 0, playouts: int = PLAYOUTS) -> Seen:
    """Play at random and note the lowest and the highest result of any seat."""
    results: list[float] = []
    made, plies = 0, 0
    while made < playouts:
        rng, s = Stream.of(seed, "bounds", made), game.start()
        while rules.turn(s) != OVER and plies < MOST_PLIES:
            s = rules.play(s, rules.random_action(s, rng))
            plies += 1
        if rules.turn(s) != OVER:
            break
        results += game.returns(s)
        made += 1
    return Seen(min(results, default=0.0), max(results, default=0.0), made, game.bounds)
