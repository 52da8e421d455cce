"""Measure this system side by side with others."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from parlour.cli import output
from parlour.cli.common import Json, Load, Verbose, settle
from parlour.core.errors import BadOption, unknown

EXAMPLES = """\
  parlour bench
  parlour bench --list
  parlour bench nim_playouts --against open_spiel --json
  parlour bench gpu --games nim --device cpu --seconds 0.1"""
GPU = "gpu"


def bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Only these; all by default.")
    ] = None,
    against: Annotated[
        list[str] | None, typer.Option(metavar="PEER", help="Only against this peer; repeat for more.")
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the benchmarks and their peers.")] = False,
    games: Annotated[
        str, typer.Option(metavar="A,B", help="With gpu: only these games; all by default.")
    ] = "",
    seconds: Annotated[
        float, typer.Option(metavar="S", help="With gpu: how long each measurement takes.")
    ] = 1.0,
    device: Annotated[
        str, typer.Option(metavar="D", help="With gpu: gpu, cpu, or auto for a GPU if any.")
    ] = GPU,
    load: Load = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Measure speed side by side with other systems.

    Ours and the peer's figures are taken in turn, in one run; a ratio above 1 means that ours is better.
    `parlour bench gpu` measures random games a second on one core, on all cores and on a GPU.
    """
    settle(verbose)
    if GPU in (names or ()) and not listed:
        _on_gpu(names or [], [name for name in games.split(",") if name], seconds, device, load, json)
        return
    if games or load or device != GPU or seconds != 1.0:
        raise BadOption("--games, --seconds, --device and --load go with: parlour bench gpu")
    from parlour import bench as benches

    if listed:
        known = benches.names()
        for kind, asked, there in (
            ("benchmark", names, {name for name, _ in known}),
            ("peer", against, {peer for _, peer in known}),
        ):
            for word in asked or ():
                if word not in there:
                    raise unknown(kind, word, there)
        _list([row for row in known if row[0] in (names or row) and row[1] in (against or row)], json)
        return
    # On this very thread and without a spinner: nothing else shall take processor time while it measures.
    rows = benches.run(names or (), against or (), _tell)
    if json:
        output.emit({"rows": [row.to_json() for row in rows]})
        return
    table = output.table("benchmark", "ours", "peer", "", "unit", "ratio", right=("ours", "peer", "ratio"))
    for row in rows:
        table.add_row(
            row.name, _figure(row.ours), _figure(row.peer), row.peer_name, row.unit, f"{row.ratio:.2f}"
        )
    output.out().print(table)


def _on_gpu(
    names: list[str], games: list[str], seconds: float, device: str, load: list[str] | None, json: bool
) -> None:
    from parlour.bench import gpu, gpu_text

    if names != [GPU]:
        raise BadOption("gpu is measured alone: parlour bench gpu")
    settings = gpu.Settings(seconds, device)
    rows = gpu.run(gpu.loaded(load or ()) + games, settings, lambda row: _tell(row.game, "measured"))
    found = gpu.document(rows, settings)
    if json:
        output.emit(found)
        return
    table = output.table(*gpu_text.COLUMNS, right=gpu_text.COLUMNS[1:])
    for row in found["rows"]:
        table.add_row(*gpu_text.cells(row))
    output.out().print(table)
    for row in found["rows"]:
        if row["refused"]:
            print(row["refused"])


def _list(names: list[tuple[str, str]], json: bool) -> None:
    if json:
        output.emit({"benchmarks": [{"name": name, "peer_name": peer} for name, peer in names]})
        return
    for name, peer in names:
        print(f"{name:32} against {peer}")


def _tell(name: str, done: str = "") -> None:
    if output.is_terminal(sys.stderr):
        output.log_line(f"{done} {name}" if done else f"measuring {name} ...")


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
