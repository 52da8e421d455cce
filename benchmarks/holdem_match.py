"""Hold'em players heads-up in big blinds per hundred hands, on duplicate deals, with 95 % intervals.

Each session is played twice with the seats swapped and the same cards; every hand begins with 100 big blinds.
`--against B` plays two players against the same opponent on the same cards: how much more does the first win?

    python benchmarks/holdem_match.py adaptive loose_passive --hands 20000
    python benchmarks/holdem_match.py adaptive equity --against tight_passive --hands 20000
    python benchmarks/holdem_match.py --types 200
"""

from __future__ import annotations

import argparse
import math
from concurrent.futures import ProcessPoolExecutor
from itertools import permutations

import parlour
from parlour.beliefs.holdem_profile import Profile
from parlour.beliefs.holdem_reading import Reader
from parlour.beliefs.holdem_types import TYPES, likely_type

SESSION = 100  # hands, in which a player may learn
BIG_BLIND = 2


def table(hands: int) -> parlour.Game:
    """Give the table: 100 big blinds in every hand."""
    return parlour.game("holdem", hands=hands, fresh=True)


def won(job: tuple[str, str, int, int]) -> float:
    """Give what the first player wins of the second in bb/100, over both seatings of a session."""
    one, two, seed, hands = job
    first = parlour.play(table(hands), [one, two], seed=seed).returns
    second = parlour.play(table(hands), [two, one], seed=seed).returns
    return 100.0 * (first[0] + second[1]) / (2 * hands * BIG_BLIND)


def typed(job: tuple[str, str, int]) -> bool:
    """Say whether a type is told from 200 hands."""
    name, other, seed = job
    match = parlour.play(table(200), [name, other], seed=seed).replay()
    profile = Profile()
    for hand in Reader().read(match.view(1)):
        profile.add(hand, 0)
    return likely_type(profile) == name


def told(label: str, values: list[float], hands: int) -> None:
    """Print a mean with its interval."""
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1) / len(values))
    low, high = mean - 1.96 * spread, mean + 1.96 * spread
    print(f"{label}: {mean:+.1f} bb/100 [{low:+.1f}, {high:+.1f}], {hands:,} hands", flush=True)


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("players", nargs="*", help="two specs")
    parser.add_argument("--against", help="the opponent of both")
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--session", type=int, default=SESSION, help="hands in a row, in which one may learn")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--types", type=int, default=0, help="samples of 200 hands by which types are told")
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs) as pool:
        if given.types:
            pairs = list(permutations(TYPES, 2))
            jobs = [(*pairs[n % len(pairs)], given.seed + n) for n in range(given.types)]
            right = sum(pool.map(typed, jobs))
            print(f"{right} of {given.types} samples of 200 hands: {100 * right / given.types:.1f} %")
            return
        if len(given.players) != 2:
            parser.error("name two players")
        one, two = given.players
        sessions = max(given.hands // (2 * given.session), 2)
        seeds = range(given.seed, given.seed + sessions)
        hands = 2 * given.session * sessions
        if not given.against:
            found = list(pool.map(won, [(one, two, seed, given.session) for seed in seeds]))
            told(f"{one} v {two}", found, hands)
            return
        sides = [
            list(pool.map(won, [(player, given.against, seed, given.session) for seed in seeds]))
            for player in (one, two)
        ]
        for player, values in zip((one, two), sides, strict=True):
            told(f"{player} v {given.against}", values, hands)
        told(f"  {one} more than {two}", [a - b for a, b in zip(*sides, strict=True)], hands)


if __name__ == "__main__":
    main()
