"""Show a position: in the terminal, as ASCII, or written to a file as SVG or HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli import common, output
from parlour.cli.export import refuse_to_replace
from parlour.cli.replay import EVERYTHING, NO_PLY, SEEN_BY
from parlour.core import files
from parlour.core.errors import BadOption
from parlour.core.paths import user_path
from parlour.core.rules import NOBODY

if TYPE_CHECKING:
    from parlour.core.game import Game
    from parlour.core.picture import Picture
    from parlour.core.rules import AnyState
    from parlour.core.view import View

EXAMPLES = """\
  parlour show checkers
  parlour show connect_four --moves "4 4 3" --svg four.svg
  parlour show connect_four --moves "4 4 3" --ply 1 --ascii
  parlour show kuhn_poker --option deal=K/J --moves "bet" --seat 0 --html hand.html
  parlour show nim --option heaps=3,5,7 --json"""

PAGE = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>
<body>{figure}</body></html>
"""
File = Annotated[str, typer.Option(metavar="FILE", show_default=False, help="Write the picture here.")]


def show(
    game: common.GameName,
    moves: common.Moves = "",
    option: common.Options = None,
    ply: Annotated[
        int, common.number("The position after N plies.", NO_PLY, 10**9, "--ply", show_default=False)
    ] = NO_PLY,
    seat: Annotated[
        int, common.number(SEEN_BY, EVERYTHING, 10**6, "--seat", metavar="S", show_default=False)
    ] = EVERYTHING,
    svg: File = "",
    html: File = "",
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there already.")] = False,
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw without anything beyond ASCII.")] = False,
    load: common.Load = None,
    json: common.Json = False,
    verbose: common.Verbose = False,
) -> None:
    """Show the picture of a position.

    It is drawn in the terminal, or written to a file as SVG or as a page of HTML.
    """
    common.settle(verbose, load)
    settled = common.game_of(game, option)
    if seat >= settled.seats:
        raise BadOption(f"--seat {seat}: {settled.name} has the seats 0 to {settled.seats - 1}")
    states, actions = _position(settled, moves, ply)
    words = settled.write(states[0], actions)
    view = _seen(settled, states, actions, seat)
    picture = view.picture()
    wanted = {"--svg": svg, "--html": html}
    if svg and svg == html:
        raise BadOption("--svg and --html name the same file; name two")
    refuse_to_replace([path for path in wanted.values() if path], force)
    for path, text in ((svg, picture.svg() + "\n"), (html, _page(settled, picture))):
        if path:
            files.write_whole(user_path(path), text)
    if json:
        output.emit(_data(settled, words, seat, view.state, picture, wanted, ascii))
    elif svg or html:
        for path in filter(None, wanted.values()):
            print(f"{settled.name} after {_count(words)}: {path}")
    elif ascii:
        output.out().print(picture.text(ascii=True, width=output.out().width), soft_wrap=True)
    else:
        output.draw(picture)


def _position(game: Game, moves: str, ply: int) -> tuple[list[AnyState], list[int]]:
    """Play the moves, or as many plies of them as are asked for; give all states and the actions."""
    actions = game.read_moves(moves)
    if ply > len(actions):
        raise BadOption(f"--ply {ply}: the moves are {len(actions)} plies")
    actions = actions[: ply if ply != NO_PLY else None]
    states = [game.start()]
    for action in actions:
        states.append(game.play(states[-1], action))
    return states, actions


def _seen(game: Game, states: list[AnyState], actions: list[int], seat: int) -> View:
    """Return the position as a seat sees it, or with everything in it."""
    from parlour.core.rules import mask, turn
    from parlour.core.view import View, history_of

    if seat == EVERYTHING:
        history = tuple(zip(map(turn, states), actions, strict=False))
        return View(game, NOBODY, states[-1], history)
    return View(game.public, seat, mask(states[-1], seat), history_of(states, actions, seat))


def _page(game: Game, picture: Picture) -> str:
    from html import escape

    return PAGE.format(title=escape(game.title), figure=picture.html())


def _data(
    game: Game,
    words: list[str],
    seat: int,
    seen: AnyState,
    picture: Picture,
    files: dict[str, str],
    ascii: bool,
) -> dict[str, Any]:
    from parlour.core.view import plain

    return {
        **common.facts(game, words),
        "seat": None if seat == EVERYTHING else seat,
        "state": plain(seen),
        "picture": picture.text(ascii=ascii),
        "svg": files["--svg"] or None,
        "html": files["--html"] or None,
    }


def _count(words: list[str]) -> str:
    return "1 move" if len(words) == 1 else f"{len(words)} moves"
