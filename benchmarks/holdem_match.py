"""Hold'em players heads-up in big blinds per hundred hands, on duplicate deals, with 95 % intervals.

Each session is played twice with the seats swapped and the same cards; every hand begins with 100 big blinds.
`--against B` plays two players against the same opponent on the same cards: how much more does the first win?
A pot in which all chips are in before the last card counts by the share each hand has in it: the mean stays
what it is, and the luck of the cards to come is gone. `--dealt` counts it as it was dealt.

    python benchmarks/holdem_match.py adaptive loose_passive --hands 20000
    python benchmarks/holdem_match.py adaptive equity --against tight_passive --hands 20000
    python benchmarks/holdem_match.py --types 200
"""

from __future__ import annotations

import argparse
import math
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise, permutations

import parlour
from parlour.cards.cards import card_text, set_text
from parlour.core.match import Match
from parlour.core.rules import CHANCE, OVER
from parlour.games import holdem
from parlour.games.holdem import State
from parlour.games.holdem.belief.profile import Profile
from parlour.games.holdem.belief.reading import Reader
from parlour.games.holdem.belief.types import likely_type

SESSION = 100  # hands, in which a player may learn
BIG_BLIND = 2


def table(hands: int) -> parlour.Game:
    """Give the table: 100 big blinds in every hand."""
    return parlour.game("holdem", hands=hands, fresh=True)


def won(job: tuple[str, str, int, int, bool]) -> float:
    """Give what the first player wins of the second in bb/100, over both seatings of a session."""
    one, two, seed, hands, dealt = job
    total = 0.0
    seen: list[Match] = []
    for seat, players in enumerate(([one, two], [two, one])):
        parlour.play(table(hands), players, seed=seed, watch=lambda match, _: seen.append(match))
        total += seen[-1].returns[seat] - (0.0 if dealt else luck(seen[-1].states, seat))
    return 100.0 * total / (2 * hands * BIG_BLIND)


def luck(states: list[State], seat: int) -> float:
    """Give the chips a seat won beyond its share of the pots in which all chips were in early."""
    found = 0.0
    for before, s in pairwise(states):
        if before.actor >= 0 and s.actor == CHANCE and s.live == 3 and min(s.stacks) == 0:
            ending = next(after for after in states if after.hand_no > s.hand_no or after.actor == OVER)
            gain = ending.banked[seat] - s.banked[seat]
            if ending.actor == OVER:
                gain = ending.stacks[seat] - ending.began[seat]
            hands = [set_text(s.hands[each]) for each in (seat, 1 - seat)]
            board = "".join(card_text(card) for card in s.board if card >= 0)
            share = parlour.equity(*hands, board=board, exact=True).players[0].equity
            found += gain - (2.0 * share - 1.0) * min(s.paid)
    return found


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
    parser.add_argument("--dealt", action="store_true", help="count all-in pots as they were dealt")
    parser.add_argument("--types", type=int, default=0, help="samples of 200 hands by which types are told")
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs) as pool:
        if given.types:
            pairs = list(permutations(holdem.STRATEGIES, 2))
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
            found = list(pool.map(won, [(one, two, seed, given.session, given.dealt) for seed in seeds]))
            told(f"{one} v {two}", found, hands)
            return
        sides = [
            list(pool.map(won, [(player, given.against, seed, given.session, given.dealt) for seed in seeds]))
            for player in (one, two)
        ]
        for player, values in zip((one, two), sides, strict=True):
            told(f"{player} v {given.against}", values, hands)
        told(f"  {one} more than {two}", [a - b for a, b in zip(*sides, strict=True)], hands)


if __name__ == "__main__":
    main()
