"""Solve a game of private hands by regret minimisation on a GPU or on all cores, and prove how well.

    python benchmarks/cfr_device.py --device gpu                       Liar's Dice, two dice of six faces each
    python benchmarks/cfr_device.py --device gpu --wild highest        as in OpenSpiel
    python benchmarks/cfr_device.py --device cpu --faces 3             small, in seconds
    python benchmarks/cfr_device.py --game leduc_poker --target 1e-4
    python benchmarks/cfr_device.py --game leduc_poker --option ranks=13 --option suits=4 --option rounds=1

A row tells the seconds of learning so far (the proofs not among them), the interval in which the value to the
first player lies, and its half width, the exploitability of the average policies. The last lines are kept as
JSON too.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from parlour import game
from parlour.compile.device import is_simulated, settle
from parlour.core.errors import ParlourError
from parlour.search.cfr_device import DeviceSolver
from parlour.search.cfr_form import Form, has_public_tree, public_form
from parlour.search.cfr_solver import VARIANTS
from parlour.search.cfr_wide import WideForm, wide_form

ROW = "{:>10} {:>9} {:>9} {:>11} {:>11} {:>11} {:>14}"
GIB = 1 << 30


def main() -> None:
    """Solve one game."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--device", default="auto", choices=("cpu", "gpu", "auto"))
    parser.add_argument("--game", default="liars_dice")
    parser.add_argument("--dice", type=int, default=2, help="of each seat")
    parser.add_argument("--faces", type=int, default=6)
    parser.add_argument("--wild", default="none", choices=("none", "ones", "highest"))
    parser.add_argument("--option", action="append", default=[], help="an option of any other game, K=V")
    parser.add_argument("--variant", default="dcfr", choices=VARIANTS)
    parser.add_argument("--target", type=float, default=1e-3, help="the exploitability that is enough")
    parser.add_argument("--minutes", type=float, default=5.0, help="of learning and proofs, at most")
    parser.add_argument("--wide", action="store_true", help="grow the tree on the device even if it is small")
    parser.add_argument("--json", default="cfr_device.json", help="where the result is kept")
    asked = parser.parse_args()
    try:
        found = run(asked)
    except ParlourError as error:
        raise SystemExit(str(error)) from None
    Path(asked.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"kept in {asked.json}")


def run(asked: Any) -> dict[str, Any]:
    """Lay the game flat, learn, and print how it goes."""
    device = settle(asked.device)
    options: dict[str, Any] = dict(text.split("=", 1) for text in asked.option)
    if asked.game == "liars_dice":
        options = {"seats": 2, "dice": asked.dice, "faces": asked.faces, "wild": asked.wild, **options}
    it = game(asked.game, **options)
    began = time.perf_counter()
    form: Form
    if asked.wide or has_public_tree(it):
        form = wide_form(it, device)
    else:
        form = public_form(it)
    laid = time.perf_counter() - began
    nodes = form.nodes if isinstance(form, WideForm) else len(form.nodes)  # type: ignore[attr-defined]
    numbers = sum(side.rows * side.hands for side in form.sides)
    began = time.perf_counter()
    solver = DeviceSolver(form, asked.variant, device)
    solver.run(1)  # compiled here, so that no figure below holds it
    solver.certify()
    ready = time.perf_counter() - began
    print(f"{it.title} {options}: {asked.variant} on the {device}{card(device)}")
    print(f"{nodes:,} nodes, hands {form.hands}, {len(form.tables[0])} tables, {numbers:,} numbers a vector")
    print(f"laid flat in {laid:.1f} s, brought to the device and compiled in {ready:.1f} s")
    print(ROW.format("iterations", "seconds", "its/s", "value", "at least", "at most", "exploitability"))
    began = time.perf_counter()
    learning, mark = 0.0, 2
    progress = []
    while True:
        now = time.perf_counter()
        done = solver.iterations
        solver.run(mark - done)
        spent = time.perf_counter() - now
        learning += spent
        proof = solver.certify()
        rate = (mark - done) / spent
        progress.append([mark, round(learning, 3), proof.exploitability])
        print(
            ROW.format(
                mark, f"{learning:.2f}", f"{rate:.1f}", f"{proof.value:+.6f}", f"{proof.low:+.6f}",
                f"{proof.high:+.6f}", f"{proof.exploitability:.2e}",
            ),
            flush=True,
        )  # fmt: skip
        if proof.exploitability <= asked.target or time.perf_counter() - began > 60 * asked.minutes:
            break
        # 2, 4, 8 .. 64, 96, 128, 192, 256 ..
        mark = 2 * mark if mark < 64 else mark * 4 // 3 if mark & (mark - 1) else mark * 3 // 2
    memory = used(device)
    if memory:
        print(f"memory of the GPU in use: {memory / GIB:.1f} GiB")
    return {
        "game": asked.game, "options": it.changed_options(), "device": device + card(device),
        "variant": asked.variant, "nodes": nodes, "numbers": numbers, "iterations": solver.iterations,
        "seconds_laid": round(laid, 2), "seconds_ready": round(ready, 2),
        "seconds_learning": round(learning, 2),
        "seconds_with_proofs": round(time.perf_counter() - began, 2), "value": proof.value,
        "at_least": proof.low, "at_most": proof.high, "exploitability": proof.exploitability,
        "gpu_bytes": memory, "progress": progress,
    }  # fmt: skip


def card(device: str) -> str:
    """Name the GPU."""
    if device == "cpu":
        return ""
    from numba import cuda

    name = getattr(cuda.get_current_device(), "name", b"")  # the simulator's has none
    return f" ({name.decode() if isinstance(name, bytes) else name})"


def used(device: str) -> int:
    """Return how much of a GPU's memory is in use."""
    if device == "cpu" or is_simulated():
        return 0
    from numba import cuda

    free, total = cuda.current_context().get_memory_info()
    return int(total - free)


if __name__ == "__main__":
    main()
