"""Solve the rounds of Liar's Dice whose values are published, and show what is proven beside them.

    python benchmarks/liars_dice_values.py --seconds 60 --dice 3

For each row: the proven interval of the value to the first bidder, its half width (the exploitability of the
average policies), the published value or interval, iterations and seconds of processor time.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from parlour import game
from parlour.search.cfr_form import form_of
from parlour.search.cfr_solver import Solver

VALUES = Path(__file__).parents[1] / "tests" / "values" / "extensive_games.json"
RULES = {
    "no wild": {},
    "ones wild, ones not biddable": {"wild": "ones", "bid_wild": False},
    "ones wild, ones biddable (1s count only themselves)": {"wild": "ones"},
    "highest face wild (OpenSpiel liars_dice)": {"wild": "highest"},
}


def main() -> None:
    """Solve every row with at most so many dice, for at most so long each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--dice", type=int, default=3, help="dice of both seats together, at most")
    parser.add_argument("--least", type=int, default=2, help="and at least")
    parser.add_argument("--only", default="", help="rows whose name holds this, such as 'v2 6 faces, no'")
    parser.add_argument("--target", type=float, default=1e-4)
    parser.add_argument("--variant", default="dcfr")
    asked = parser.parse_args()
    for row in json.loads(VALUES.read_text(encoding="utf-8"))["liars_dice"]["rows"]:
        name = f"{row['n'][0]}v{row['n'][1]} {row['sides']} faces, {row['rule']}"
        if not asked.least <= sum(row["n"]) <= asked.dice or asked.only not in name:
            continue
        it = game("liars_dice", dice=tuple(row["n"]), faces=row["sides"], **RULES[row["rule"]])
        began = time.process_time()
        form = form_of(it)
        laid = time.process_time() - began
        began = time.process_time()
        solver = Solver(form, asked.variant)
        proof = solver.run_until(10**6, asked.target, asked.seconds)
        took = time.process_time() - began
        published = row["value"] or "none"
        print(
            f"{name}: [{proof.low:.6f}, {proof.high:.6f}], "
            f"half width {proof.exploitability:.1e}; published {published}, {row['interval']}; "
            f"{solver.iterations:,} iterations, {took:.1f} s, tree {laid:.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
