"""Ask a strategy what it would play, and why."""

from __future__ import annotations

from typing import Annotated

import typer

from parlour.cli import common, output

EXAMPLES = """\
  parlour analyse connect_four
  parlour analyse tic_tac_toe --moves "b2 a1" --strategy mcts:simulations=1000
  parlour analyse nim --option heaps=3,5,7 --strategy hard --json
  parlour analyse checkers --moves "11-15 23-19" --limit seconds=2"""


def analyse(
    game: common.GameName,
    moves: common.Moves = "",
    strategy: Annotated[
        str,
        typer.Option("--strategy", "-s", metavar="SPEC", help="A level or a strategy, such as mcts:c=1.4."),
    ] = "expert",
    limit: common.LimitText = "",
    option: common.Options = None,
    seed: common.Seed = 0,
    load: common.Load = None,
    json: common.Json = False,
    verbose: common.Verbose = False,
) -> None:
    """Find the best move of a position, and say why.

    Every candidate is shown with what is known of it; the reasons are put together from those numbers.
    """
    common.settle(verbose, load)
    budget = common.limit_of(limit)
    settled = common.game_of(game, option)
    _, words = common.position(settled, moves)
    from parlour.core.analyse import analyse as ask
    from parlour.core.analyse import view_of

    view = view_of(settled, moves)
    choice = output.working(f"{strategy} is thinking", lambda: ask(settled, view, strategy, budget, seed))
    if json:
        output.emit(
            {**common.facts(settled, words), "seat": view.seat, "strategy": strategy, **choice.to_json()}
        )
        return
    from parlour.cli.explain import show

    output.draw(view.picture())
    output.out().print()
    show(choice, output.out())
