"""Fit the bidder formula of Liar's Dice to how a strategy plays, by maximum likelihood.

    python tools/fit_liars_dice_bidder.py liars_bayes --beside liars_expert:worlds=300 liars_reader

The strategy plays rounds with itself and with those it sits beside; the weights printed make its
bids and calls as likely as they can be made, given its dice. They go into games/liars_dice/belief/models.py.
Who answers players of this kind leads them where they do not lead each other, so a fit to games among
themselves alone tells little of what they do then: fit, let the answer sit beside them, and fit again.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from scipy.optimize import minimize

import parlour
from parlour import Game, Stream
from parlour.compile import kernel
from parlour.games.liars_dice.belief.bidder import ACTION, TERMS, claimed, describe, next_seat
from parlour.games.liars_dice.belief.models import LEANING, STRAYING
from parlour.games.liars_dice.belief.odds import Sheet, sheet_of
from parlour.games.liars_dice.belief.play import room
from parlour.games.liars_dice.belief.rounds import Memory, Round
from parlour.games.liars_dice.bids import all_bids

Decision = tuple[Any, int]  # what was weighed, a row an action, and which row was played
PULL = 0.02  # towards no weight at all, so that what never matters stays small
TABLES: dict[str, tuple[dict[str, object], ...]] = {
    "two": ({}, {"dice": 3}, {"wild": "ones"}),
    "more": ({"seats": 4}, {"seats": 4}, {"seats": 4, "wild": "ones"}, {"seats": 3}),
    "few": ({"seats": 4, "dice": 2}, {"seats": 4, "dice": 3}, {"seats": 3, "dice": 2, "wild": "ones"}),
}


@kernel
def weighed(
    sheet: Sheet,
    hand: int,
    own: int,
    dice: int,
    seat: int,
    follower: int,
    last: int,
    claims: Any,
    lean: float,
    rows: Any,
) -> int:
    """Write down what a seat weighs."""
    return describe(sheet, hand, own, dice, seat, follower, last, claims, lean, rows)


def played(spec: str, beside: list[str], tables: str, number: int, seed: int) -> list[tuple[Round, set[int]]]:
    """Play so many rounds; give each with the seats in which the strategy sat."""
    found = []
    for place, options in enumerate(TABLES[tables]):
        game: Game = parlour.game("liars_dice", **options)
        for index in range(-(-number // len(TABLES[tables]))):
            rng = Stream.of(seed, place, index)
            specs = [spec, *(rng.choice([spec, *beside]) for _ in range(game.seats - 1))]
            turn = rng.below(game.seats)
            specs = specs[turn:] + specs[:turn]
            record = parlour.play(game, specs, seed=rng.below(2**31))
            own = {seat for seat, who in enumerate(specs) if who == spec}
            found += [(shown, own) for shown in Memory().follow(record.replay().view(0))]
    return found


def decisions(rounds: list[tuple[Round, set[int]]], lean: float) -> list[Decision]:
    """Give what was weighed at each decision of the strategy, and what was done; strays are left out."""
    found = []
    for shown, seats in rounds:
        sheet = sheet_of(shown.table)
        claims, rows, _ = room(len(shown.counts), shown.table)
        last = -1
        for seat, action in shown.steps:
            if seat in seats:
                rows[:] = 0.0
                number = weighed(
                    sheet, shown.hands[seat], shown.counts[seat], sum(shown.counts), seat,
                    next_seat(shown.counts, seat), last, claims, lean, rows,
                )  # fmt: skip
                place = np.flatnonzero(rows[:number, ACTION] == action)
                found += [(rows[:number, :TERMS].copy(), int(row)) for row in place]
            if action < all_bids(shown.table):
                claimed(sheet, claims, seat, action)
                last = action
    return found


def fitted(found: list[Decision]) -> tuple[Any, float]:
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("spec")
    parser.add_argument("--beside", nargs="*", default=[], help="strategies that share the tables")
    parser.add_argument("--tables", choices=sorted(TABLES), default="more", help="players, or few dice each")
    parser.add_argument("--rounds", type=int, default=1200)
    parser.add_argument("--leans", type=float, nargs="*", default=[LEANING], help="LEAN to be compared")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    rounds = played(asked.spec, asked.beside, asked.tables, asked.rounds, asked.seed)
    for lean in asked.leans:
        found = decisions(rounds, lean)
        weights, likelihood = fitted(found)
        print(f"{asked.spec}, lean {lean}: {len(found)} decisions, mean log-likelihood {likelihood:.3f}")
        print("(" + ", ".join(f"{x:.2f}" for x in weights) + ")")


if __name__ == "__main__":
    main()
