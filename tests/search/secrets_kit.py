"""What the tests of searches under hidden information share: a belief that is told, and positions."""

from __future__ import annotations

import json
from collections.abc import Callable

import parlour
from parlour.beliefs import belief as beliefs
from parlour.core import rules
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.rules import AnyState
from parlour.core.spec import make
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


def told_in_equal_worlds(load: Load, spec: str, seed: int) -> set[str]:
    """Let a strategy decide in three worlds that have one view; give the different answers."""
    game = load("tricks", shuffle=seed)
    match = some_way_on(game, seed)
    seat, seen = match.turn, match.view(match.turn)
    told = set()
    for number in range(3):
        world = rules.fill(seen.state, seat, Stream.of(seed, number))
        player = make(game, spec, seat, Stream.of(seed))
        told.add(json.dumps(player.decide(game.view(world, seat, seen.history)).to_json()))
    return told
