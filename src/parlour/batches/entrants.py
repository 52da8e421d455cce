"""Who may play in a batch of matches: a spec becomes code of a lane and the numbers that it goes by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parlour.batches.players import BLUNDER, EPSILON, FRAME, NUMBERS, POLICY, SIZE
from parlour.batches.policies import TABLED, Policy, nothing_said, policy_of, tabled
from parlour.core import spec
from parlour.core.errors import Unsuitable
from parlour.core.game import Game
from parlour.core.objects import Player, spec_of
from parlour.core.options import Option, resolve, split_pairs
from parlour.core.registry import strategy_kind
from parlour.core.strategy import Strategy

RULES = "rules"  # the game's own playout policy, as a player
COMPILED = ("random", "greedy", "montecarlo", "alphabeta", *TABLED)
DEEPEST = 16  # plies that a lane looks ahead
NOISY = 16  # plies past the depth, where a position is not quiet
_PLAYOUT_OPTIONS = {"blunder": Strategy.options["blunder"]}


@dataclass(frozen=True)
class Entrant:
    """One side of a match: the name of its function in `players`, its numbers, and what it needs."""

    spec: str
    act: str
    numbers: tuple[float, ...]
    policy: Policy
    rows: int = 1  # of its scratch memory
    plies: int = 0  # of its stack of states


def entrant(game: Game, player: Player | Policy) -> Entrant:
    """Make a side of what a user names; what has no compiled form is refused in a line."""
    if isinstance(player, Policy):
        return Entrant(player.name, "by_policy", _numbers(), policy_of(game, player))
    text = spec_of(player).strip()
    name, _, rest = spec.expand(game, text).partition(":")
    blank = nothing_said(game)
    if name == RULES or name in game.playouts:
        if name == RULES and not hasattr(game.module, "rollout"):
            raise Unsuitable(f"rules cannot play {game.name}: the game defines no rollout()")
        known: dict[str, Option] = _PLAYOUT_OPTIONS
        settings = resolve(name, known, split_pairs(rest))
        number = -1 if name == RULES else game.playouts.index(name)
        numbers = _numbers(settings["blunder"], policy=number)
        return Entrant(text, "by_rules" if name == RULES else "by_playout", numbers, blank)
    return _compiled(game, spec.make(game, text), text, blank)


def _compiled(game: Game, made: Any, text: str, blank: Policy) -> Entrant:
    """Make a side of a strategy; which it is, is told by its class, for a user's may have the same name."""
    name = made.name if type(made).__module__.startswith("parlour.search.") else ""
    if name == "random":
        return Entrant(text, "any_move", _numbers(made.blunder), blank)
    if name == "greedy":
        worlds = made.worlds if game.traits.hidden else 1
        return Entrant(text, "greedily", _numbers(made.blunder, worlds), blank, game.actions)
    if name == "montecarlo":
        settings = made.settings
        numbers = _numbers(made.blunder, made.simulations, settings.policy, made.epsilon)
        return Entrant(text, "by_playouts", numbers, blank, game.actions)
    if name == "alphabeta":
        if not 1 <= made.depth <= DEEPEST:
            raise Unsuitable(
                f"{text}: in a batch alphabeta looks ahead a fixed depth of 1 to {DEEPEST}, "
                "as in alphabeta:depth=4"
            )
        plies = made.depth + NOISY
        rows = game.actions + FRAME * plies
        return Entrant(text, "by_looking_ahead", _numbers(made.blunder, made.depth), blank, rows, plies)
    if name in TABLED:
        return Entrant(text, "by_policy", _numbers(made.blunder), tabled(made, text))
    kinds = [each for each in COMPILED if (kind := strategy_kind(game, each)) and kind.suits(game)]
    playouts = (RULES,) if hasattr(game.module, "rollout") else ()
    known = ", ".join((*kinds, *playouts, *game.playouts))
    raise Unsuitable(f"{text} has no compiled form for a batch of matches; those that have: {known}")


def _numbers(blunder: float = 0.0, size: int = 0, policy: int = 0, epsilon: float = 0.0) -> tuple[float, ...]:
    numbers = [0.0] * NUMBERS
    numbers[BLUNDER], numbers[SIZE], numbers[POLICY], numbers[EPSILON] = blunder, size, policy, epsilon
    return tuple(map(float, numbers))
