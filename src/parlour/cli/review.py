"""Review a match: who played how well, and what would have been better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import common, output, shelf
from parlour.cli.common import number
from parlour.cli.export import refuse_to_replace
from parlour.core.errors import BadOption
from parlour.core.files import write_whole
from parlour.core.paths import user_path

if TYPE_CHECKING:
    from rich.console import Console

    from parlour.core.limit import Limit
    from parlour.core.match import Match
    from parlour.core.names import Names
    from parlour.core.review import Review

EXAMPLES = """\
  parlour play nim --seats medium,easy --save game.json
  parlour review game.json
  parlour review game.json --seat 1 --judge alphabeta
  parlour review game.json --svg game.svg
  parlour review game.json --json"""

EVERYBODY = -1


def review(
    file: Annotated[
        str,
        typer.Argument(
            metavar="[FILE]",
            show_default=False,
            help="A record: parlour play ... --save FILE; by default the game that was finished last.",
        ),
    ] = "",
    last: Annotated[bool, typer.Option("--last", help="Review the game that was finished last.")] = False,
    judge: Annotated[
        str,
        typer.Option(metavar="SPEC", help="Who judges: a level or a strategy; by default the strongest."),
    ] = "",
    limit: common.LimitText = "",
    seat: Annotated[
        int,
        number(
            "Only this seat's moves: 0 for the first.",
            EVERYBODY,
            10**6,
            "--seat",
            metavar="S",
            show_default=False,
        ),
    ] = EVERYBODY,
    svg: Annotated[str, typer.Option(metavar="FILE", help="Draw the curve into this file too.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Replace the file of --svg.")] = False,
    seed: common.Seed = 0,
    load: common.Load = None,
    json: common.Json = False,
    verbose: common.Verbose = False,
) -> None:
    """Say how well a match was played, and what was better.

    Every move is judged by what its player could see then. Of a match with secrets that is not over, only
    one seat's moves are.
    """
    common.settle(verbose, load)
    budget = common.limit_of(limit)
    if file and last:
        raise BadOption("--last and a FILE: give one of them")
    if svg:
        refuse_to_replace([svg], force)
    match = shelf.replayed(file)
    if seat >= match.game.seats:
        raise BadOption(f"--seat {seat}: {match.game.name} has the seats 0 to {match.game.seats - 1}")
    if seat == EVERYBODY and not match.over and match.game.traits.hidden:
        raise BadOption("the match is not over and has secrets; name your seat, such as --seat 0")
    found = reviewed(match, judge, budget, None if seat == EVERYBODY else seat, seed)
    if svg:
        write_whole(user_path(svg), found.svg() + "\n")
    if json:
        output.emit(found.to_json())
    else:
        show(found, output.out())


def reviewed(match: Match, judge: str, limit: Limit | None, seat: int | None = None, seed: int = 0) -> Review:
    """Review a match with a word on how far it is; Ctrl-C ends it."""
    from parlour.core.review import review as judged

    at = [0, 0]
    left: list[bool] = []

    def progress(done: int, total: int) -> None:
        at[:] = done, total
        if left:
            raise KeyboardInterrupt

    def words() -> str:
        return f"reviewing, {at[0]} of {at[1]} moves" if at[1] else "reviewing"

    try:
        return output.working(words, lambda: judged(match, judge or None, limit, seed, progress, seat))
    except KeyboardInterrupt:
        left.append(True)  # the decision under way is the last
        raise


def show(found: Review, console: Console, names: Names | None = None) -> None:
    """Print a review, in plain characters where the terminal has no others."""
    plain = not console.encoding.lower().startswith("utf")
    console.print(found.text(console.width, plain, names), soft_wrap=True)
