"""How often a Hearts player with a strong hand shoots the moon, by who defends.

    python benchmarks/hearts_moons.py heuristic random "hearts:worlds=10,simulations=50" --hands 300

One seat plays for the moon whatever happens: it leads what cannot be beaten, takes what it can and throws its
lowest cards. Its hand is drawn until it has as many high cards as asked for; nothing is passed. The other
three seats are one strategy, and every strategy gets the same deals. The intervals are Wilson's, of 95 %.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import sqrt

import parlour
from parlour import Match, Stream
from parlour.core.bits import trailing
from parlour.core.driver import Seat
from parlour.core.errors import ParlourError
from parlour.core.limit import Limit
from parlour.core.match import OVER
from parlour.games.hearts import State, legal
from parlour.games.hearts.cards import DECK, HEARTS, POINTS, highest, suit_of, together, winner
from parlour.games.hearts.policy import sure
from parlour.games.hearts.words import names

SHOOTER = 0
HIGH = 0x1C00 | 0x1C00 << 13 | 0x1C00 << 26 | 0x1E00 << 39  # queens and up, of hearts from the jack
Z = 1.96


def strong_deal(rng: Stream, cards: int) -> str:
    """Draw deals until the first hand has so many high cards, the ace of hearts among them."""
    while True:
        pack = list(range(52))
        for i in range(51, 0, -1):
            j = rng.below(i + 1)
            pack[i], pack[j] = pack[j], pack[i]
        hands = [sum(1 << card for card in pack[13 * seat : 13 * seat + 13]) for seat in range(4)]
        if (hands[SHOOTER] & HIGH).bit_count() >= cards and hands[SHOOTER] >> 51:
            return "/".join(names(hand) for hand in hands)


def shot(s: State) -> int:
    """Choose the card of who wants all tricks."""
    cards, hand = legal(s), s.hands[SHOOTER]
    tops = sure(hand, DECK & ~(together(s.played) | hand))
    if s.count % 4 == 0:
        return highest(cards & tops) if cards & tops else trailing(cards)
    led = s.trick[s.leader]
    if not cards & suit_of(led):
        low = cards & ~POINTS & ~tops or cards & ~HEARTS or cards
        return trailing(low)
    higher = cards & ~((1 << s.trick[winner(s.trick, s.leader)]) - 1)
    return highest(higher) if higher else trailing(cards)


def moons(spec: str, hands: int, cards: int, seed: int, limit: Limit) -> tuple[int, float]:
    """Count the moons against a defender, and give the points a hand of one defender."""
    made, points = 0, 0
    for number in range(hands):
        game = parlour.game("hearts", deal=strong_deal(Stream.of(seed, number), cards), passing="hold")
        match = Match(game, seed=seed * 1_000_003 + number)
        chairs = [Seat(game, spec, seat, match.seed) for seat in range(4)]
        while match.turn != OVER:
            seat = match.turn
            if seat == SHOOTER:
                match.play(shot(match.state), seat)
            else:
                match.play(chairs[seat].decide(match.view(seat), limit).action, seat)
        made += match.state.taken[SHOOTER] & POINTS == POINTS
        points += sum(match.state.scores[1:])
    return made, points / (3 * hands)


def wilson(made: int, hands: int) -> tuple[float, float]:
    """Give the 95 % interval of a share (Wilson 1927)."""
    mean, part = made / hands, Z * Z / hands
    middle = (mean + part / 2.0) / (1.0 + part)
    half = sqrt(part * mean * (1.0 - mean) + part * part / 4.0) / (1.0 + part)
    return max(0.0, middle - half), min(1.0, middle + half)


def main(arguments: Sequence[str] | None = None) -> int:
    """Let each strategy defend and print what it let through."""
    parser = argparse.ArgumentParser(description="Count the moons that Hearts strategies let through.")
    parser.add_argument("specs", nargs="+", help="strategies or levels")
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--cards", type=int, default=7, help="high cards of the shooter (default 7)")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    try:
        for spec in given.specs:
            made, points = moons(spec, given.hands, given.cards, given.seed, Limit())
            low, high = wilson(made, given.hands)
            print(
                f"{made:5} moons in {given.hands} hands, {made / given.hands:.1%} ({low:.1%} to {high:.1%}), "
                f"{points:5.2f} points a defender  {spec}",
                flush=True,
            )
    except ParlourError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
