"""Compile ahead: what the levels of a game need, so that the first move of a game does not wait for it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli import output
from parlour.cli.common import Json, Load, Verbose, complete_game, settle

if TYPE_CHECKING:
    from parlour.core.game import Game

EXAMPLES = """\
  parlour warm
  parlour warm nim tic_tac_toe
  parlour warm --json"""

LEAST = "simulations=1,depth=1,nodes=1"  # enough to run, and so to compile, everything once


def warm(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Only these; all by default.", autocompletion=complete_game),
    ] = None,
    load: Load = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Compile and keep the code that the levels of games need."""
    settle(verbose, load)
    from parlour.core import registry

    chosen = [registry.game(name) for name in games or registry.game_names()]
    rows: list[dict[str, Any]] = []
    lines = output.Rows(quiet=json)
    for game in chosen:
        for level, spec in game.levels.items():
            began = time.perf_counter()
            output.working(f"{game.name}: {level}", lambda game=game, spec=spec: _decide_once(game, spec))  # type: ignore[misc]
            seconds = round(time.perf_counter() - began, 3)
            rows.append({"game": game.name, "level": level, "spec": spec, "seconds": seconds})
            lines.add(f"{game.name:24} {level:8} {seconds:6.2f} s  {spec}")
    lines.show()
    if json:
        from parlour.compile import cache

        output.emit({"warmed": rows, "cache": str(cache.root())})


def _decide_once(game: Game, spec: str) -> None:
    """Make the least of decisions, as a match and as an analysis would."""
    from parlour.core.analyse import analyse
    from parlour.core.driver import Seat
    from parlour.core.limit import Limit
    from parlour.core.match import Match

    match = Match(game, 0)
    if match.over:
        return
    view = match.view(match.turn)
    player = Seat(game, spec, match.turn, 0)
    player.strategy.blunder = 0.0
    player.decide(view, Limit.parse(LEAST))
    analyse(game, view, spec, LEAST)
