"""Count the move sequences below a position: the classic check of a rules file."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import common, output
from parlour.core.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.core.game import Game
    from parlour.core.rules import AnyState
    from parlour.search.perft import Perft

EXAMPLES = """\
  parlour perft tic_tac_toe --depth 5
  parlour perft connect_four --moves "4 4 3" --depth 4 --json
  parlour perft nim --option heaps=3,5,7 --depth 4 --positions
  parlour perft connect_four --depth 6 --device auto"""

DEEPEST = 60


def perft(
    game: common.GameName,
    depth: Annotated[int, common.number("Plies to look ahead.", 0, DEEPEST, "--depth", "-d")],
    moves: common.Moves = "",
    positions: Annotated[
        bool, typer.Option("--positions", help="Count games and distinct positions, however many.")
    ] = False,
    device: Annotated[
        str,
        typer.Option(metavar="cpu|gpu|auto", help="Count with very many at once, on the cores or on a GPU."),
    ] = "",
    option: common.Options = None,
    load: common.Load = None,
    json: common.Json = False,
    verbose: common.Verbose = False,
) -> None:
    """Count the move sequences of a given length.

    In small trees, or with --positions, also the games finished and the distinct positions up to there.
    """
    common.settle(verbose, load)
    settled = common.game_of(game, option)
    state, words = common.position(settled, moves)
    if positions and device:
        raise BadOption("--positions: distinct positions are counted one by one; leave it away, or --device")
    count, asked = _way(device), True if positions else None

    def counted(step: int) -> Perft:
        return output.working(f"counting to depth {step}", lambda: count(settled, state, step, asked))

    counted(min(depth, 3) if device else 0)  # compiles, so that the times below are those of counting
    if json:
        found = counted(depth)
        numbers = {"depth": depth, "leaves": found.leaves, "games": found.games, "positions": found.positions}
        output.emit({**numbers, **common.facts(settled, words)})
        return
    rows = output.Rows(quiet=False)
    rows.add(_row("depth", "leaves", "games", "positions", "leaves/s"), "bold")
    for step in range(min(depth, 1), depth + 1):
        began = time.perf_counter()
        found = counted(step)
        took = time.perf_counter() - began
        alone = found.positions is None  # otherwise the time went into counting positions
        speed = found.leaves / took if alone else None
        rows.add(_row(step, found.leaves, found.games, found.positions, speed))
    rows.show()


def _way(device: str) -> Callable[[Game, AnyState, int, bool | None], Perft]:
    """Choose what counts: one core, or a device."""
    if not device:
        from parlour.search.perft import perft

        return perft
    from parlour.batches import perft as batch
    from parlour.compile.device import settle

    where = settle(device)
    return lambda game, s, depth, positions: batch.perft(game, s, depth, where)


def _row(*cells: object) -> str:
    texts = ("-" if c is None else f"{c:,.0f}" if isinstance(c, (int, float)) else str(c) for c in cells)
    return " ".join(text.rjust(width) for text, width in zip(texts, (5, 20, 14, 14, 14), strict=True))
