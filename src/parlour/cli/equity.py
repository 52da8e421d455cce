"""Say what hands and ranges are worth against each other when all cards come."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli import output
from parlour.cli.common import Json, Seed, Verbose, number, settle
from parlour.core.errors import BadOption
from parlour.core.words import Z, percent

if TYPE_CHECKING:
    from parlour.cards.equity import Equity
    from parlour.cards.spot import Spot

EXAMPLES = """\
  parlour equity AsKs QdQh
  parlour equity AsKs random --board QsJs2c
  parlour equity "QQ+, AKs, A5s-A2s" "77-TT, AJs+" --board "Ts 7s 2d" --dead Ah
  parlour equity AhKh random random random --samples 1000000 --seed 7 --json
  parlour equity AcAd KcKd --method stratified --samples 10000
  parlour equity AsKs random random --samples 100000 --device auto
  parlour equity AsKs random --accuracy"""

MOST = 10**11
SLOW = 1.0  # seconds from which a bar shows how far it is


def equity(
    hands: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND...",
            help="Two to ten: a hand AsKs, a range 'QQ+, AKs, KQ, 77-TT, A5s-A2s, AKo:0.5', or random.",
        ),
    ],
    board: Annotated[
        str, typer.Option("--board", "-b", metavar="CARDS", help="Cards on the table, such as QsJs2c.")
    ] = "",
    dead: Annotated[
        str, typer.Option("--dead", "-d", metavar="CARDS", help="Cards known to be out of play.")
    ] = "",
    exact: Annotated[bool, typer.Option("--exact", help="Count every deal, however long it takes.")] = False,
    samples: Annotated[int | None, number("Draw N deals at random.", 2, MOST, "--samples", "-n")] = None,
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="How to draw them: plain, stratified, control, antithetic, quasi or importance.",
        ),
    ] = "plain",
    accuracy: Annotated[
        bool, typer.Option("--accuracy", help="Show error and time of 100 to 10,000 simulations instead.")
    ] = False,
    device: Annotated[
        str, typer.Option(metavar="cpu|gpu|auto", help="Where to count or draw; auto: a GPU that pays.")
    ] = "cpu",
    seed: Seed = 0,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Say what hands and ranges are worth against each other.

    All cards to come are dealt. Without --exact or --samples the answer is exact where counting takes about a
    second at most; otherwise a million deals are drawn. Equity is the share of the pot: a tie of k players
    counts 1/k for each.
    """
    settle(verbose)
    from parlour.cards import equity as equities
    from parlour.cards.spot import make_spot

    spot = make_spot(hands, board, dead)
    if accuracy:
        if device != "cpu":
            raise BadOption("--accuracy measures the cores of this machine: leave out --device")
        _accuracy(spot, method, seed, json)
        return
    asked = exact or None
    where = equities.device_for(spot, asked, samples, method, device)
    many = equities.deals_to_draw(spot, asked, samples, method, where)

    def found(tell: Callable[[int, int], None] | None = None) -> Equity:
        return equities.answer(spot, asked, samples, method, seed, tell, where)

    if equities.expected_seconds(spot, many, method, where) > SLOW:
        with output.bar("dealing" if many else "counting") as update:
            result = found(update)
    else:
        result = output.working("dealing" if many else "counting", found)
    if json:
        output.emit(result)
        return
    _show(result)


def _show(found: Equity) -> None:
    sampled = () if found.exact else ("±",)
    reduced = ("variance",) if found.method not in ("exact", "plain") else ()
    numbers = ("equity", "win", "tie", *sampled, *reduced)
    table = output.table("hand", *numbers, right=numbers, fold=("hand",))
    for player in found.players:
        cells = [percent(player.equity, 3), percent(player.win, 3), percent(player.tie, 3)]
        cells += [percent(player.standard_error, 3)] if sampled else []
        cells += [f"{player.variance_ratio:.3f}"] if reduced else []
        table.add_row(player.hand, *cells)
    output.out().print(table)
    known = "".join(
        f", {name} {cards}" for name, cards in (("board", found.board), ("dead", found.dead)) if cards
    )
    if found.exact:
        print(f"exact, {found.combos:,} deals{known}")
        return
    how = "at random" if found.method == "plain" else f"by {found.method} sampling"
    print(f"{found.samples:,} deals {how}{known}; ± is the standard error")
    if reduced:
        print("variance: this method's over that of plain sampling with as many deals")


def _accuracy(spot: Spot, method: str, seed: int, json: bool) -> None:
    from parlour.cards.accuracy import REPEATS, accuracy

    lines = output.working("dealing", lambda: accuracy(spot, method, seed))
    if json:
        output.emit({"method": method, "lines": [vars(line) for line in lines]})
        return
    numbers = ("simulations", "standard error", "95 % within", "real error", "time")
    table = output.table(*numbers, right=numbers)
    for line in lines:
        real = "-" if line.real_error is None else percent(line.real_error, 3)
        error = line.standard_error
        table.add_row(
            f"{line.samples:,}",
            percent(error, 3),
            f"±{percent(Z * error, 3)}",
            real,
            f"{line.milliseconds:.2f} ms",
        )
    output.out().print(table)
    print(f"{spot.names[0]}: mean of {REPEATS} runs each, {method} sampling; real error is against counting")
