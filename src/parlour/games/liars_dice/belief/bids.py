"""What dice the others are likely to have in Liar's Dice, given the bidding: P(dice | bids) by Bayes.

Hands are rolled apart from each other, and in the model what a seat does depends on its own hand and on what
all can see. So the posterior is a product over the seats, and for each seat it is exact: every hand that it
can have, times the chance that its bids come from that hand. Only where that is too
much work are some hands drawn instead, and weighed the same way (importance weights).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import Any

import numpy as np

from parlour.beliefs.belief import Belief
from parlour.core.rng import Stream
from parlour.core.rules import UNKNOWN
from parlour.core.view import View
from parlour.games.liars_dice import State
from parlour.games.liars_dice.belief.models import LEVEL_ONE, players
from parlour.games.liars_dice.belief.play import actions_of, score_hands
from parlour.games.liars_dice.belief.rounds import Step, bidding
from parlour.games.liars_dice.bids import FACES, WILD, matching

MOST_WORK = 300_000  # hands times actions times bids that are weighed, so that a decision stays quick
MOST_HANDS, FEWEST_HANDS, DRAWN_HANDS = 1000, 60, 300


@dataclass(frozen=True)
class Posterior:
    """The hands that one seat may have, and how likely each is together with each kind of player."""

    hands: Any
    joint: Any  # [hand, kind], adds up to 1
    exact: bool  # every hand is there

    @property
    def by_hand(self) -> Any:
        """Return how likely each hand is."""
        return self.joint.sum(1)

    @property
    def by_kind(self) -> Any:
        """Return how likely each kind of player is."""
        return self.joint.sum(0)

    def counts(self, face: int, wild: int, own: int) -> Any:
        """Return how likely each number of dice that match a face is."""
        found = [matching(hand, face, wild) for hand in self.hands.tolist()]
        return np.bincount(found, self.by_hand, own + 1)


@lru_cache(64)
def every_hand(own: int, faces: int) -> tuple[Any, Any]:
    """List the hands of that many dice, and how likely each is to be rolled."""
    hands, ways = [], []
    for dice in combinations_with_replacement(range(faces), own):
        hand, some = 0, factorial(own)
        for face in set(dice):
            hand += dice.count(face) << (4 * face)
            some //= factorial(dice.count(face))
        hands.append(hand)
        ways.append(some)
    return np.array(hands, np.int64), np.array(ways) / faces**own


def some_hands(own: int, faces: int, number: int, rng: Stream) -> tuple[Any, Any]:
    """Roll some hands, all of equal weight."""
    hands = [sum(1 << (4 * rng.below(faces)) for _ in range(own)) for _ in range(number)]
    return np.array(hands, np.int64), np.full(number, 1.0 / number)


def posterior(
    seat: int,
    v: Any,
    steps: Sequence[Step],
    kinds: Any,
    chances: Any,
    rng: Stream,
    most: int = MOST_HANDS,
) -> Posterior:
    """Return what a seat is likely to have, after the bidding, if it is of these kinds with these chances.

    At most that many hands are weighed.
    """
    own, faces = v.counts[seat], v.table[FACES]
    work = MOST_WORK // (actions_of(v.table) * max(1, len(steps)))
    number = min(max(FEWEST_HANDS, min(MOST_HANDS, work)), most)
    exact = comb(own + faces - 1, own) <= number
    drawn = min(number, DRAWN_HANDS)
    hands, rolled = every_hand(own, faces) if exact else some_hands(own, faces, drawn, rng)
    joint = rolled[:, None] * chances[None, :]
    if any(who == seat for who, _ in steps):
        there = np.flatnonzero(chances > 0.0)
        joint[:, there] *= score_hands(seat, v.counts, v.table, steps, hands, kinds[there])
    return Posterior(hands, joint / joint.sum(), exact)


def total_matching(seats: dict[int, Posterior], face: int, v: Any) -> Any:
    """Return how likely each number of matching dice is over all these seats together."""
    found = np.ones(1)
    for seat, known in seats.items():
        found = np.convolve(found, known.counts(face, v.table[WILD], v.counts[seat]))
    return found


def expected_faces(known: Posterior, own: int, table: tuple[int, ...]) -> list[float]:
    """Return how many dice of each face a seat is expected to have."""
    chance = known.by_hand
    faces = range(table[FACES])
    return [float(sum((known.hands >> (4 * face) & 15) * chance)) for face in faces]


class Bids(Belief):
    """Take for likely the dice that explain what the others have bid."""

    name = "bids"
    words = "drawn by what the bids say about the dice"

    def worlds(self, view: View, count: int, rng: Stream) -> list[State]:
        """Draw hands of the others from the posterior."""
        v, steps = view.state, bidding(view.state)
        drawn = {}
        for seat, hand in enumerate(v.hands):
            if hand == UNKNOWN:
                known = posterior(seat, v, steps, players(v.counts), LEVEL_ONE, rng)
                sums = np.cumsum(known.by_hand)
                places = np.searchsorted(sums, [rng.uniform() * sums[-1] for _ in range(count)], side="right")
                drawn[seat] = known.hands[np.minimum(places, len(sums) - 1)].tolist()
        hands = [[drawn[s][i] if s in drawn else h for s, h in enumerate(v.hands)] for i in range(count)]
        return [v._replace(hands=tuple(some)) for some in hands]
