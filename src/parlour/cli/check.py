"""Check a user's file: its game against every law of games, its strategies against theirs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli import output
from parlour.cli.common import Json, Seed, Verbose, number, settle

if TYPE_CHECKING:
    from rich.table import Table

    from parlour.cli.output import Rows
    from parlour.core.game import Game
    from parlour.laws import Passed

EXAMPLES = """\
  parlour check my_game.py                        # files of yours
  parlour check my_strategy.py --games 100 --seed 7
  parlour check my_game.py --json"""


def check(
    file: Annotated[str, typer.Argument(metavar="FILE.py", help="A file with a game or strategies.")],
    games: Annotated[int, number("Random games a law.", 1, 1_000_000, "--games", "-n")] = 20,
    seed: Seed = 0,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Check a game or a strategy of yours against every law.

    The first law that is broken is told with the moves that break it.
    """
    settle(verbose)
    from parlour.core import loading, registry

    names = loading.load(file)
    rows = output.Rows(quiet=json)
    began = time.perf_counter()
    report = [
        _check_game(registry.game(name), games, seed, rows)
        if name in registry.game_names()
        else _check_strategy(name, games, seed, rows)
        for name in names
        if name in registry.game_names() or name in registry.strategies()  # else a belief: games try it
    ]
    if json:
        output.emit({"file": file, "checked": report})
        return
    checks = sum(law["count"] for part in report for law in part["laws"])
    laws = sum(len(part["laws"]) for part in report)
    took = time.perf_counter() - began
    rows.add(f"{laws} laws hold, checked {checks:,} times in {took:.1f} s.", "bold green")
    rows.show()


def _check_game(game: Game, games: int, seed: int, rows: Rows) -> dict[str, Any]:
    from parlour.laws import check_game
    from parlour.laws.bounds import seen_results

    kept = _Telling(f"game {game.name}", rows)
    output.working(f"checking {game.name}", lambda: check_game(game, games, seed, kept))
    seen = seen_results(game, seed)
    if seen.note:
        rows.add(f"Note: {seen.note}", "yellow")
    notes = [seen.note] if seen.note else []
    return {"game": game.name, "laws": kept.laws, "results": seen.to_json(), "notes": notes}


def _check_strategy(name: str, games: int, seed: int, rows: Rows) -> dict[str, Any]:
    """Check a strategy on a small game that suits it, if possible one where something is hidden."""
    from parlour.core import registry
    from parlour.core.errors import Unsuitable
    from parlour.laws import check_strategy

    kind = registry.strategies()[name]
    known = map(registry.game, [*kind.games, *registry.game_names()])
    suiting = (
        game for game in known if registry.strategy_kind(game, name) is kind and kind.suits(game.public)
    )
    fitting = sorted(suiting, key=lambda game: (not game.traits.hidden, game.actions))
    suited = fitting[0] if fitting else None
    if suited is None:
        raise Unsuitable(f"{name} suits none of the games; see its unfit()")
    kept = _Telling(f"strategy {name}, playing {suited.name}", rows)
    output.working(f"checking {name}", lambda: check_strategy(suited, name, max(1, games // 10), seed, kept))
    return {"strategy": name, "game": suited.name, "laws": kept.laws}


class _Telling:
    """Collect the laws that hold, and tell of each as it is found to."""

    def __init__(self, title: str, rows: Rows) -> None:
        self.laws: list[dict[str, Any]] = []
        self._rows = rows
        rows.add(title, "bold")

    def __call__(self, passed: Passed) -> None:
        self.laws.append({"law": passed.law, "statement": passed.statement, "count": passed.count})
        self._rows.add(_line(passed))


def _line(passed: Passed) -> Table:
    from rich.table import Table

    row = Table.grid(padding=(0, 2))
    row.add_column(width=9, justify="right")
    row.add_column(width=16)
    row.add_column(style="dim")
    row.add_row(f"{passed.count:,}" if passed.count else "-", passed.law, passed.statement)
    return row
