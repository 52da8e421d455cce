"""What the tests of searches under hidden information share: a belief that is told, and positions."""

from __future__ import annotations

from collections.abc import Callable

import parlour
from parlour.beliefs import belief as beliefs
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.rules import AnyState
from parlour.core.view import View

Load = Callable[..., Game]
Tell = Callable[..., None]


class Told(beliefs.Belief):
    """The worlds are those it is told, over and over, with their weights."""

    name = "told"
    told: tuple[AnyState, ...] = ()
    shares: tuple[float, ...] = ()

    def worlds(self, view: View, count: int, rng: Stream) -> list[AnyState]:
        return [self.told[i % len(self.told)] for i in range(count)]

    def weights(self, view: View, worlds: list[AnyState]) -> list[float] | None:
        return [self.shares[i % len(self.shares)] for i in range(len(worlds))] if self.shares else None


def some_way_on(game: Game, seed: int) -> Match:
    """Play at random to some decision between several moves."""
    rng, whole = Stream.of(seed, "way"), Match(game, seed)
    while not whole.over:
        whole.play(rng.choice(game.legal(whole.state)))
    length = rng.choice(
        [p for p, s in enumerate(whole.states) if game.turn(s) >= 0 and len(game.legal(s)) > 1]
    )
    match = Match(game, seed)
    while match.ply < length:
        match.play(whole.actions[match.ply])
    return match


def kuhn_queen() -> View:
    """The second player of Kuhn poker holds the queen and faces a bet."""
    match = Match(parlour.game("kuhn_poker", deal="K/Q"), 0)
    match.play("bet")
    return match.view(1)
