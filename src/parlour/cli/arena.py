"""Run an event: every two strategies meet, each deal from both sides."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import output, saves
from parlour.cli.common import (
    GameName,
    Interrupted,
    Json,
    LimitText,
    Load,
    Options,
    Seed,
    Verbose,
    command_line,
    game_of,
    limit_of,
    option_words,
    settle,
    whole,
)

if TYPE_CHECKING:
    from parlour.arena import Result

EXAMPLES = """\
  parlour arena nim expert medium --games 100
  parlour arena tic_tac_toe mcts:simulations=20 mcts:simulations=200 --games 20 --workers 2
  parlour arena nim easy medium hard expert --games 50 --seed 7 --json
  parlour arena tic_tac_toe medium random --games 100 --resume event.jsonl
  parlour arena nim expert hard --games 10000 --dask tcp://10.0.0.1:8786   # a cluster of yours"""

MOST_GAMES = 10_000_000


def arena(
    game: GameName,
    specs: Annotated[list[str], typer.Argument(metavar="SPEC...", help="Levels or strategies, two or more.")],
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            parser=whole("--games", 1, MOST_GAMES),
            metavar="N",
            help="Games of each pairing.",
        ),
    ] = 100,
    workers: Annotated[
        int, typer.Option(parser=whole("--workers", 1, 64), metavar="N", help="Processes to play in.")
    ] = 1,
    dask: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Play on the Dask cluster with this scheduler.")
    ] = "",
    resume: Annotated[
        str, typer.Option(metavar="FILE", help="Keep every finished match here, and go on from it.")
    ] = "",
    timeout: Annotated[
        str, typer.Option(metavar="SECONDS", help="A move that takes longer loses the game.")
    ] = "",
    limit: LimitText = "",
    option: Options = None,
    seed: Seed = 0,
    load: Load = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Let strategies play each other; standings with error bars.

    Stopped with Ctrl-C, it prints the command that goes on from there.
    """
    settle(verbose, load)
    from parlour.core.options import Option

    seconds = Option(60.0, low=0.001, high=86_400.0).read("--timeout", timeout) if timeout else None
    budget = limit_of(limit)
    settled = game_of(game, option)
    kept = Path(resume) if resume else saves.event(settled.name)
    again = [word for path in load or [] for word in ("--load", path)]
    again += ["--dask", dask] if dask else []
    again += [*(["--limit", limit] if limit else []), *(["--timeout", timeout] if timeout else [])]
    words = [
        *("arena", settled.name, *specs, "--games", games, "--seed", seed, "--workers", workers),
        *(*option_words(settled), *again, *(["--json"] if json else []), "--resume", kept),
    ]
    from parlour.arena import run

    stopped = False
    try:
        with output.bar(f"{settled.title}: {' v '.join(specs)}") as update:
            result = run(
                settled,
                specs,
                games=games,
                seed=seed,
                limit=budget,
                workers=workers,
                dask=dask,
                resume=kept,
                timeout=seconds,
                progress=update,
                records=False,
            )
    except KeyboardInterrupt:
        stopped = True
        raise Interrupted(f"go on with: {command_line(*words)}" if kept else "nothing was kept") from None
    finally:
        if kept and not resume and not stopped:
            kept.unlink(missing_ok=True)
    _show(result, json)


def _show(result: Result, json: bool) -> None:
    if json:
        output.emit(result.to_json())
    elif output.out().is_terminal:
        output.out().print(result.table())
    else:
        print(output.harmless(result.text()))
