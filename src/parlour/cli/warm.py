"""Compile ahead: what the levels of a game need, so that the first move of a game does not wait for it."""

from __future__ import annotations

import time
from typing import Annotated, Any

import typer

from parlour.cli import output
from parlour.cli.common import Json, Load, Verbose, complete_game, settle

EXAMPLES = """\
  parlour warm
  parlour warm nim tic_tac_toe
  parlour warm --json"""


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
    from parlour.compile.ahead import prepare
    from parlour.core import registry

    chosen = [registry.game(name) for name in games or registry.game_names()]
    rows: list[dict[str, Any]] = []
    lines = output.Rows(quiet=json)
    for game in chosen:
        for level, spec in game.levels.items():
            began = time.perf_counter()
            output.working(f"{game.name}: {level}", lambda game=game, level=level: prepare(game, level))  # type: ignore[misc]
            seconds = round(time.perf_counter() - began, 3)
            rows.append({"game": game.name, "level": level, "spec": spec, "seconds": seconds})
            lines.add(f"{game.name:24} {level:8} {seconds:6.2f} s  {spec}")
    lines.show()
    if json:
        from parlour.compile import cache

        output.emit({"warmed": rows, "cache": str(cache.root())})
