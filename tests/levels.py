"""The levels that differ: of one strategy with several numbers, the first level that never blunders."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.core.game import Game
from parlour.core.spec import parts


def different_levels(game: Game, among: Iterable[str] = ()) -> list[str]:
    """List a level for each strategy that a game's levels are made of, the cheapest that says something."""
    found: dict[str, str] = {}
    wary: set[str] = set()  # what has a level without blunders
    for level in among or game.levels:
        kind, options = parts(game, level)
        if kind.name not in wary:
            found[kind.name] = level
        if "blunder" not in options:
            wary.add(kind.name)
    return list(found.values())
