"""Set puzzles: positions in which few moves are best, proven beforehand; a move is judged at once."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli import output
from parlour.cli.common import Json, Load, Verbose, complete_game, game_of, number, settle

if TYPE_CHECKING:
    from parlour.core.puzzle import Puzzle

EXAMPLES = """\
  parlour puzzle
  parlour puzzle connect_four
  parlour puzzle connect_four --number 7
  parlour puzzle nim --number 3 --move 1:3 --json"""

MOST = 10_000


def puzzle(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="A game that has puzzles.", autocompletion=complete_game)
    ] = "",
    which: Annotated[
        int | None, number("The puzzle; without one they are listed.", 1, MOST, "--number", "-n")
    ] = None,
    move: Annotated[str, typer.Option(metavar="MOVE", help="Try this move.")] = "",
    load: Load = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Solve puzzles: find the best move of a position.

    The grade counts the levels of the game that miss it. In a terminal you are asked for your move; an empty
    line shows the solution.
    """
    settle(verbose, load)
    if not game:
        _games(json)
    elif which is None and not move:
        _listed(game, json)
    else:
        _set(game, which or 1, move, json)


def _games(json: bool) -> None:
    from parlour.core.puzzle import games_with_puzzles, puzzles

    found = {name: len(puzzles(name)) for name in games_with_puzzles()}
    if json:
        output.emit({"games": found})
        return
    grid = output.table("game", "puzzles", right=("puzzles",))
    for name, count in found.items():
        grid.add_row(name, str(count))
    output.out().print(grid)


def _listed(name: str, json: bool) -> None:
    from parlour.core.puzzle import puzzle as one
    from parlour.core.puzzle import puzzles

    settled = game_of(name)
    one(settled, 1)  # refuses a game that has none
    found = puzzles(settled)
    if json:
        output.emit({"game": settled.name, "puzzles": [each.to_json() for each in found]})
        return
    grid = output.table("puzzle", "grade", "task", right=("puzzle", "grade"), fold=("task",))
    for each in found:
        grid.add_row(str(each.number), "" if each.grade is None else str(each.grade), each.task)
    output.out().print(grid)


def _set(name: str, which: int, move: str, json: bool) -> None:
    """Show a puzzle, and judge a move: the one given, or one that is asked for."""
    from parlour.core.puzzle import puzzle as one

    found = one(game_of(name), which)
    if move:
        found.is_right(move)  # refuses what is no move, before anything is shown
    if not json:
        console = output.out()
        output.draw(found.view.picture(), console)
        mover = found.game.names[found.view.seat]
        output.sentences((f"Puzzle {which}, {mover} to move. {found.task}",), console, "bold")
        move = move or _asked(found)
        if not move:
            return
    told = found.to_json() if not move else {**found.to_json(), **_judged(found, move)}
    if json:
        output.emit(told)
    else:
        output.sentences((told["told"], *told["reasons"]), output.out())


def _asked(found: Puzzle) -> str:
    """Ask for a move until one is legal; an empty line asks for the solution."""
    from parlour.core.errors import ParlourError

    while output.is_terminal(sys.stdin) and output.is_terminal(sys.stdout):
        try:
            text = input("Your move (Enter shows the solution)> ").strip()
        except EOFError:
            return ""
        if not text:
            return found.best[0]
        try:
            found.is_right(text)
        except ParlourError as error:
            output.complain(str(error))
            continue
        return text
    return ""


def _judged(found: Puzzle, move: str) -> dict[str, Any]:
    from parlour.core.analyse import analyse

    state = found.view.state
    move = found.game.write(state, found.game.read(state, move))[0]
    choice = output.working("looking at it", lambda: analyse(found.game, found.view, found.judge))
    verdict = {"move": move, "right": found.is_right(move), "best": list(found.best)}
    return {**verdict, "told": found.verdict(move, choice), "reasons": list(choice.hint)}
