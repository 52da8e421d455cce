"""A strategy as text: a name and its options, `mcts:simulations=800,c=1.4`, or the name of a level."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

from parlour.core.errors import BadOption, clipped, unknown
from parlour.core.game import Game
from parlour.core.options import split_pairs
from parlour.core.registry import strategies_for, strategy_kind
from parlour.core.rng import Stream
from parlour.core.strategy import Strategy

LEVELS = ("easy", "medium", "hard", "expert")
HUMAN = "human"
MOST_SPEC = 1000
# What makes a strategy's class anew for each seat where nothing may be remembered: set by the arena.
_Renew = Callable[[type[Strategy]], type[Strategy]]
renewed: ContextVar[_Renew] = ContextVar("renewed", default=lambda kind: kind)


def expand(game: Game, spec: str) -> str:
    """Put the spec that a level, or a name with its own meaning in this game, stands for in its place."""
    if not isinstance(spec, str):
        raise BadOption(f"{clipped(spec)} is not a strategy; give its name and options as text")
    text = spec.strip()
    if len(text) > MOST_SPEC:
        raise BadOption(f"a strategy of {len(text)} characters; at most {MOST_SPEC} are allowed")
    text = game.levels.get(text, text)
    name, _, rest = text.partition(":")
    preset = game.presets.get(name)
    if preset is None:
        return text
    return preset + (("," if ":" in preset else ":") + rest if rest else "")


def parts(game: Game, spec: str) -> tuple[type[Strategy], dict[str, str]]:
    """Split a spec into the strategy and its options as text."""
    name, _, rest = expand(game, spec).partition(":")
    kind = strategy_kind(game, name)
    if kind is None:
        raise unknown("strategy", name, [*strategies_for(game), *game.levels])
    return kind, split_pairs(rest)


def recalls(game: Game, spec: str) -> bool:
    """Say whether the strategy that a spec names learns from earlier matches with those it meets."""
    return parts(game, spec)[0].recall is not Strategy.recall


def is_local(game: Game, spec: str) -> str:
    """Name what of a spec nobody may ask a server for, a file or another machine; empty if nothing.

    A level, or a name with its own meaning in this game, is what the game's author wrote, and may.
    """
    kind, _ = parts(game, spec)
    name, _, rest = spec.strip().partition(":")
    if spec.strip() in game.levels:
        return ""
    if kind.reaches_out and name not in game.presets:
        return f"the strategy {name}, which asks another machine"
    known = kind.options_in(game)
    named = [option for option in split_pairs(rest) if option in known and known[option].local]
    return f"the option {named[0]} of {name}, which names a file" if named else ""


def make(game: Game, spec: str, seat: int = 0, rng: Stream | None = None) -> Strategy:
    """Build the strategy a spec names, for one seat of one match."""
    if not isinstance(game, Game):
        raise BadOption(f"{clipped(game)} is not a game; make one with parlour.game(name)")
    game = game.public  # a strategy is never shown what the options hide
    game.check_seat(seat)
    kind, options = parts(game, spec)
    return renewed.get()(kind)(game, seat, Stream([0]) if rng is None else rng, **options)
