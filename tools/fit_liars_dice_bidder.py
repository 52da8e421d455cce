"""Fit the bidder formula of Liar's Dice to how a strategy plays, by maximum likelihood.

    python tools/fit_liars_dice_bidder.py liars_reader --seats 2 --matches 100

The strategy plays matches against itself; the weights printed make its bids and calls as likely as they can
be made, given its dice. They go into beliefs/liars_dice_models.py.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from scipy.optimize import minimize

import parlour
from parlour.beliefs.liars_dice_bidder import ACTION, TERMS, claimed, describe
from parlour.beliefs.liars_dice_models import LEANING, STRAYING
from parlour.beliefs.liars_dice_odds import Sheet, sheet_of
from parlour.beliefs.liars_dice_play import room
from parlour.beliefs.liars_dice_rounds import Memory
from parlour.compile import kernel
from parlour.games._liars_dice_bids import all_bids

PULL = 0.02  # towards no weight at all, so that what never matters stays small


@kernel
def weighed(
    sheet: Sheet, hand: int, own: int, dice: int, seat: int, last: int, claims: Any, lean: float, rows: Any
) -> int:
    """Write down what a seat weighs."""
    return describe(sheet, hand, own, dice, seat, last, claims, lean, rows)


def decisions(spec: str, seats: int, matches: int, wild: str) -> list[tuple[Any, int]]:
    """Play matches; give what was weighed at each decision, a row an action, and which row was played."""
    game = parlour.game("liars_dice", seats=seats, match=True, wild=wild, order="quantity")
    found = []
    for seed in range(matches):
        record = parlour.play(game, [spec] * seats, seed=seed)
        for shown in Memory().follow(record.replay().view(0)):
            sheet = sheet_of(shown.table)
            claims, rows, _ = room(seats, shown.table)
            last = -1
            for seat, action in shown.steps:
                rows[:] = 0.0
                own, dice = shown.counts[seat], sum(shown.counts)
                number = weighed(sheet, shown.hands[seat], own, dice, seat, last, claims, LEANING, rows)
                place = np.flatnonzero(rows[:number, ACTION] == action)
                if len(place):  # not a stray
                    found.append((rows[:number, :TERMS].copy(), int(place[0])))
                if action < all_bids(shown.table):
                    claimed(sheet, claims, seat, action)
                    last = action
    return found


def fitted(found: list[tuple[Any, int]]) -> tuple[Any, float]:
    """Give the weights under which the decisions are most likely, and their mean log-likelihood."""
    rows = np.vstack([some for some, _ in found])
    sizes = np.array([len(some) for some, _ in found])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    played = starts + np.array([index for _, index in found])
    owner = np.repeat(np.arange(len(found)), sizes)

    def loss(w: Any) -> tuple[float, Any]:
        scores = rows @ w
        scores -= np.maximum.reduceat(scores, starts)[owner]
        shares = np.exp(scores)
        shares /= np.add.reduceat(shares, starts)[owner]
        chance = (1.0 - STRAYING) * shares + STRAYING / sizes[owner]
        weight = (1.0 - STRAYING) * shares[played] / chance[played]
        means = np.add.reduceat(rows * shares[:, None], starts)
        slope = (weight[:, None] * (rows[played] - means)).mean(0)
        value = np.log(chance[played]).mean()
        return -value + PULL * float(w @ w) / 100, -slope + 2 * PULL * w / 100

    best = minimize(loss, np.zeros(TERMS), jac=True, method="L-BFGS-B", options={"maxiter": 300})
    return best.x, -float(best.fun)


def main() -> None:
    """Read the arguments, play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spec")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--wild", default="none")
    asked = parser.parse_args()
    found = decisions(asked.spec, asked.seats, asked.matches, asked.wild)
    weights, likelihood = fitted(found)
    print(f"{asked.spec}: {len(found)} decisions, mean log-likelihood {likelihood:.3f}")
    print("(" + ", ".join(f"{x:.2f}" for x in weights) + ")")


if __name__ == "__main__":
    main()
