"""Solve a position: its exact or equilibrium value, with the certificate."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from parlour.cli import common, output

EXAMPLES = """\
  parlour solve nim
  parlour solve nim --option heaps=1,3,5,7 --option misere=yes --json
  parlour solve tic_tac_toe --moves "b2 a1" --limit nodes=1000000
  parlour solve leduc_poker --device cpu --target 0.01"""

SMALL = 50  # the largest denominator of a fraction worth naming
NEAR = 1e-5


def solve(
    game: common.GameName,
    moves: common.Moves = "",
    limit: common.LimitText = "",
    option: common.Options = None,
    device: Annotated[
        str,
        typer.Option(
            metavar="cpu|gpu|auto", help="Where regrets are minimised; with it, larger games are taken on."
        ),
    ] = "",
    target: Annotated[
        float,
        typer.Option(
            metavar="X", help="The exploitability that is enough; by default 0.00001.", show_default=False
        ),
    ] = 0.0,
    seed: common.Seed = 0,
    load: common.Load = None,
    json: common.Json = False,
    verbose: common.Verbose = False,
) -> None:
    """Solve a position: its value, and why it can be believed.

    Nothing is drawn at random: every --seed gives the same answer.
    """
    common.settle(verbose, load)
    budget = common.limit_of(limit)
    settled = common.game_of(game, option)
    state, words = common.position(settled, moves)
    from parlour.core.solve import solve as find

    solution = output.working(
        f"solving {settled.title}", lambda: find(settled, moves, budget, device, target)
    )
    found = solution.to_json()
    best = found.pop("moves")
    if json:
        output.emit({**common.facts(settled, words), **found, "best": best})
        return
    from parlour.cli.explain import evidence

    console = output.out()
    output.draw(settled.picture(state))
    console.print(
        f"\nvalue to {settled.names[solution.seat]}: {solution.value:+.6g}{fraction(solution.value)}",
        style="bold",
    )
    if best:
        console.print(f"best: {' '.join(best)}")
    for line in evidence(solution.certificate):
        console.print(line, soft_wrap=not console.is_terminal)


def fraction(value: float) -> str:
    """Name the small fraction that a value is, or is close to."""
    near = Fraction(value).limit_denominator(SMALL)
    if near.denominator == 1 or abs(float(near) - value) > NEAR:
        return ""
    sign = "=" if abs(float(near) - value) < 1e-12 else "≈"
    return f" ({sign} {'−' if near < 0 else ''}{abs(near)})"
