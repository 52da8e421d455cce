"""How much of a pot a hand wins once the betting after the flop is played, beside its share of showdowns.

Two players of one kind play hands heads-up, 100 big blinds deep, from the flop on. Before it the pot was
limped, or raised once, twice or three times by the pot; each side holds cards of a range that does so. What a
hand wins of the pot (more than all of it where it wins bets too, less than nothing where it loses them) is
fitted by least squares to

    1/2 + (1 + SLOPE x) (equity - 1/2) + PLACE x (+ in position, - out of it) + SUITED x (own - other suited)

where x = log(1 + stacks behind / pot) and equity is the share against the other's range if all is checked
down. The luck of the cards is taken out: who would win at the showdown is known, and how likely that was.

    python benchmarks/holdem_realised.py --player equity --hands 20000
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import numpy as np

import parlour
from parlour.cards.cards import card_text, set_text
from parlour.cards.hands import strength
from parlour.cards.ranges import holding_index, kind_of
from parlour.core.bits import listed
from parlour.core.match import Match
from parlour.core.spec import make
from parlour.games.holdem.belief.equity import DECK, HOLDS, Floats, board_equity, shares, shuffled

# By the number of raises: the part of all holdings, by rank, that the last to raise has, and who called it.
# A limper on the button and the big blind that checks have neither the best nor the worst.
RANGES = (
    ((0.10, 0.85), (0.0, 0.85)),
    ((0.45, 1.0), (0.40, 0.92)),
    ((0.82, 1.0), (0.70, 0.97)),
    ((0.94, 1.0),) * 2,
)
STACK = 200


class Result(NamedTuple):
    """One hand as the last to raise saw it, or the button if nobody did."""

    raises: int
    reach: float  # log(1 + stacks / pot)
    equity: float
    button: float  # 1 in position, -1 out of it
    suited: float  # own less the other's
    won: float  # of the pot


def weights(low: float, high: float) -> Floats:
    """Give a range: all holdings between two ranks."""
    rank = board_equity(0).rank
    return np.where((rank >= low) & (rank <= high), 1.0, 0.0)


def hands(raises: int, rng: parlour.Stream) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Deal two holdings of their ranges and a board."""
    rank = board_equity(0).rank
    windows = RANGES[raises]
    while True:
        cards = shuffled(listed(DECK), rng)[:9]
        held = [1 << cards[n] | 1 << cards[n + 1] for n in (0, 2)]
        inside = [low <= rank[holding_index(h)] <= high for h, (low, high) in zip(held, windows, strict=True)]
        if all(inside):
            yield held[0], held[1], tuple(cards[4:])


def batch(job: tuple[str, int, int, int]) -> list[Result]:
    """Play some hands."""
    player, raises, seed, number = job
    rng = parlour.Stream([seed, raises])
    dealt = hands(raises, rng)
    return [one(player, raises, *next(dealt), seed * 100_000 + n) for n in range(number)]


def one(player: str, raises: int, mine: int, theirs: int, board: tuple[int, ...], seed: int) -> Result:
    """Play a hand from the flop on; the button, seat 1, raises first, and last if the number is odd."""
    last = 1 if raises % 2 or not raises else 0
    seats = (theirs, mine) if last else (mine, theirs)
    shown = "".join(card_text(card) for card in board)
    game = parlour.game("holdem", stacks=(STACK,), deal="/".join(set_text(h) for h in seats), board=shown)
    match = Match(game, seed)
    for move in (
        ("call", "check") if not raises else (*(f"raise {2 * 3**n}" for n in range(1, raises + 1)), "call")
    ):
        match.play(move)
    pot, behind = sum(match.state.paid), match.state.stacks[0]
    players = [make(game, player, seat, parlour.Stream([seed, seat])) for seat in (0, 1)]
    while not match.over:
        match.play(players[match.turn].decide(match.view(match.turn)).action)
    won = (match.returns[last] + pot / 2) / pot
    whole = sum(1 << card for card in board)
    scores = strength(mine | whole), strength(theirs | whole)
    shown_down = 0.5 * ((scores[0] > scores[1]) + (scores[0] >= scores[1]))
    expected = parlour.equity(set_text(mine), set_text(theirs), exact=True).players[0].equity
    ranges = [weights(*window) for window in RANGES[raises]]
    other = np.where(HOLDS & mine == 0, ranges[1], 0.0)
    equity = float(shares(mine, 0, other[None, None])[0])
    suited = [float(kind_of(h).endswith("s")) for h in (mine, theirs)]
    luck = (shown_down - expected) * spread(behind / pot)
    return Result(
        raises, math.log1p(behind / pot), equity, 1.0 if last else -1.0, suited[0] - suited[1], won - luck
    )


def spread(ratio: float) -> float:
    """Give how many pots a showdown decides; any number keeps the mean, a near one the noise low."""
    return 1.0 + min(ratio, 1.0)


def fitted(results: list[Result]) -> tuple[Floats, Floats]:
    """Give the three numbers and their standard errors; the noisier a kind of pot, the less it counts."""
    noise = {n: np.std([r.won for r in results if r.raises == n]) for n in {r.raises for r in results}}
    precise = np.array([1.0 / noise[r.raises] for r in results])
    x = np.array([[r.reach * (r.equity - 0.5), r.reach * r.button, r.reach * r.suited] for r in results])
    x *= precise[:, None]
    y = np.array([r.won - r.equity for r in results]) * precise
    inverse = np.linalg.inv(x.T @ x)
    found = inverse @ x.T @ y
    meat = (x * ((y - x @ found) ** 2)[:, None]).T @ x
    return found, np.sqrt(np.diag(inverse @ meat @ inverse))


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--player", default="equity")
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--raises", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    each = 250
    kinds = len(given.raises)
    jobs = [
        (given.player, given.raises[n % kinds], given.seed + n // kinds, each)
        for n in range(given.hands // each)
    ]
    results: list[Result] = []
    with ProcessPoolExecutor(given.jobs) as pool:
        for part in pool.map(batch, jobs):
            results += part
    for raises in range(len(RANGES)):
        some = [r for r in results if r.raises == raises]
        if some:
            noise = float(np.std([r.won for r in some]))
            tell(f"{raises} raises, {len(some):,} hands, a result varies by {noise:.1f} pots", some)
    tell(f"all {len(results):,} hands", results)


def tell(label: str, results: list[Result]) -> None:
    """Print a fit."""
    found, errors = fitted(results)
    words = (
        f"{n} {v:+.3f} +- {1.96 * e:.3f}"
        for n, v, e in zip(("SLOPE", "PLACE", "SUITED"), found, errors, strict=True)
    )
    print(f"{label}: {', '.join(words)}", flush=True)


if __name__ == "__main__":
    main()
