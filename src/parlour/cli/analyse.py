"""Ask a strategy what it would play, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import common, output
from parlour.core.errors import BadOption, IllegalMove

if TYPE_CHECKING:
    from parlour.core.game import Game
    from parlour.core.view import View

EXAMPLES = """\
  parlour analyse connect_four
  parlour analyse tic_tac_toe --moves "b2 a1" --strategy mcts:simulations=1000
  parlour analyse nim --option heaps=3,5,7 --strategy hard --json
  parlour analyse checkers --moves "11-15 23-19" --limit seconds=2
  parlour analyse row_column --strategy mcts:simulations=500 --device auto
  parlour analyse holdem --seat 1 --hand "As Kd" --moves "call check Qs Js 2c check" -s medium
  parlour analyse hearts --seat 0 --hand "2c 5d 7d 9d 3s 4s Qs 6h 8h Jh Kh Tc Jc" -s medium
  parlour analyse liars_dice --seat 1 --hand "1 2 2 4 6" --moves "2x4" -s medium
  parlour analyse bluff --option ranks=4 --seat 1 --hand "2c 2d 3c 4d" --moves "?,? as 2" -s hard
  parlour analyse battleship --seat 1 --moves "A1h C1h E1h G1h I1h B2 (miss)" -s medium
  parlour analyse blackjack --seat 0 --hand "Ts 9h 6d" --json"""


def analyse(
    game: common.GameName,
    moves: common.Moves = "",
    strategy: Annotated[
        str,
        typer.Option("--strategy", "-s", metavar="SPEC", help="A level or a strategy, such as mcts:c=1.4."),
    ] = "expert",
    seat: Annotated[
        int | None,
        common.number(
            "Whose eyes to see it with: --hand and --moves are what that seat saw.", 0, 99, "--seat"
        ),
    ] = None,
    hand: Annotated[
        str,
        typer.Option(metavar='"C C ..."', help="What chance showed that seat, in order: its cards or dice."),
    ] = "",
    limit: common.LimitText = "",
    device: Annotated[
        str,
        typer.Option(
            metavar="cpu|gpu|auto", help="Where the strategy searches, if it can: cpu, gpu or auto."
        ),
    ] = "",
    option: common.Options = None,
    seed: common.Seed = 0,
    load: common.Load = None,
    json: common.Json = False,
    verbose: common.Verbose = False,
) -> None:
    """Find the best move of a position, and say why.

    Every candidate is shown with what is known of it; the reasons are put together from those numbers. Where
    somebody else deals, give what one seat knows: --seat, --hand, and as --moves those it saw. What a move
    brought to light stands in brackets after it, as in B2 (hit); ? is another's hidden move.
    """
    common.settle(verbose, load)
    budget = common.limit_of(limit)
    settled = common.game_of(game, option)
    from parlour.core.analyse import analyse as ask

    if device:
        from parlour.core.spec import expand

        spec = expand(settled, strategy)
        strategy = f"{spec}{',' if ':' in spec else ':'}device={device}"
    view, words = _known(settled, seat, hand, moves)
    choice = output.working(f"{strategy} is thinking", lambda: ask(settled, view, strategy, budget, seed))
    if json:
        output.emit(
            {
                **common.facts(settled, words),
                **({} if seat is None else {"hand": hand.replace(",", " ").split()}),
                "seat": view.seat,
                "strategy": strategy,
                **choice.to_json(),
            }
        )
        return
    from parlour.cli.explain import show

    output.draw(view.picture())
    output.out().print()
    show(choice, output.out())


def _known(game: Game, seat: int | None, hand: str, moves: str) -> tuple[View, list[str]]:
    """Return the view to analyse and its moves: of the seat to move, or as one seat was told."""
    from parlour.core.analyse import view_of
    from parlour.core.rules import CHANCE

    if seat is None:
        if hand:
            raise BadOption("--hand: whose is it? Add --seat, such as --seat 0")
        _, words = common.position(game, moves)
        view = view_of(game, moves)
        if view.turn() == CHANCE and game.traits.hidden:
            raise IllegalMove(
                f"{game.name}: chance decides here; say what a seat knows by --seat 0 --hand "
                '"...", or add the outcome to the moves'
            )
        return view, words
    from parlour.core.knowledge import Knowledge

    view = Knowledge(game, seat).told(hand, moves).view()
    if view.turn() != seat:
        who = "chance" if view.turn() == CHANCE else f"seat {view.turn()}"
        raise IllegalMove(
            f"{game.name}: {who} comes next, not seat {seat}; add what it saw of that to --moves"
        )
    return view, moves.split()
