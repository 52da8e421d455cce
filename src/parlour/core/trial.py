"""A trial game: a user's rules are played once at random before anything relies on them.

Compiled searches ask no questions: a negative set of actions, a world with UNKNOWN left in it or a game
without end would keep them busy for ever. One random game, interpreted and bounded, finds such slips
in a moment and names them; `parlour check` looks at all the rest.
"""

from __future__ import annotations

import math
import time
from typing import Any

from parlour.core import rules
from parlour.core.errors import clipped
from parlour.core.game import Game
from parlour.core.rng import Stream
from parlour.core.rules import CHANCE, OVER, UNKNOWN, AnyState

MOST_PLIES = 10_000
SECONDS = 1.0  # a game that takes longer than this at random is left to `check`


def try_out(game: Game) -> None:
    """Play a user's game once at random; raise BadRules for what no search could live with."""
    if not game.file or "tried" in vars(game):
        return
    rng, s, until = Stream.of("trial", game.name), game.start(), time.perf_counter() + SECONDS
    for ply in range(MOST_PLIES + 1):
        _check_state(game, s)
        if ply == 0 or rules.turn(s) == OVER:
            game.picture(s).text()
        if rules.turn(s) == OVER or time.perf_counter() > until:
            break
        if ply == MOST_PLIES:
            raise game.fault(
                f"the game is not over after {MOST_PLIES:,} plies of random play, so no search ends"
            )
        s = rules.play(s, rules.random_action(s, rng))
    vars(game)["tried"] = True


def _check_state(game: Game, s: AnyState) -> None:
    if type(s) is not game.module.State:
        raise game.fault(f"the state is {clipped(s)}, a {type(s).__name__}, not a State")
    whose = rules.turn(s)
    if type(whose) is not int or not (0 <= whose < game.seats or whose in (CHANCE, OVER)):
        raise game.fault(
            f"turn gives {clipped(whose)}; it must be a seat from 0 to {game.seats - 1}, CHANCE or OVER"
        )
    if whose == OVER:
        results = game.returns(s)
        if not all(map(math.isfinite, results)):
            raise game.fault(f"returns gives {results}; the results must be finite numbers")
        return
    actions = game.legal(s)
    if not actions:
        raise game.fault(f"legal gives no action, but turn gives {whose}: the game is not over")
    if actions[-1] >= game.actions:
        raise game.fault(f"legal gives action {actions[-1]}, but ACTIONS is {game.actions}")
    for a in actions[:8]:
        game.format(s, a)
    if whose >= 0 and game.traits.hidden:
        seen = rules.mask(s, whose)
        if type(seen) is not type(s):
            raise game.fault(f"mask gives {clipped(seen)}, a {type(seen).__name__}, not a State")
        world = rules.fill(seen, whose, Stream.of("world", game.name))
        left = unfilled(s, seen, world)
        if left:
            raise game.fault(left)


def unfilled(truth: AnyState, seen: Any, world: AnyState) -> str:
    """Say which field of a world drawn for a view is no world's: still unknown, or of another kind.

    UNKNOWN may be an honest number, a score of -3: it is hidden only where the mask put it in.
    """
    if not isinstance(world, type(seen)):
        return f"fill gives {clipped(world)}, a {type(world).__name__}, not a State"
    for name, *values in zip(seen._fields, truth, seen, world, strict=True):
        parts = [value if isinstance(value, tuple) else (value,) for value in values]
        for true, masked, drawn in zip(*parts, strict=False):
            if drawn == masked == UNKNOWN != true:
                return (
                    f"State.{name} holds UNKNOWN ({UNKNOWN}) in a world drawn by fill: {clipped(values[2])}"
                )
    return ""
