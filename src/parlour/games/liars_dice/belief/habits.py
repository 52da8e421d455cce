"""Habits of a Liar's Dice player, read off the rounds in which its dice were shown.

A bid is a bluff if, to its bidder, it was less likely to hold than not. Rates start from a prior worth
`PRIOR` bids, so that nothing is made of the first one; the interval is the Wilson score interval at 95 %,
with the prior counted in.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from itertools import pairwise
from math import exp, log, sqrt

from parlour.core.words import Z
from parlour.games.liars_dice.belief.odds import chance_of, tail
from parlour.games.liars_dice.belief.rounds import Round, Step
from parlour.games.liars_dice.bids import WILD, all_bids, face_of, kinds, matching, quantity_of

PRIOR = 8.0  # bids that the expected rate counts for
ESCALATION, UNUSUAL = 0.2, 0.15  # what each adds to the suspicion of a bluff
RARE, ENOUGH = 0.1, 10  # share under which a face is unusual, of at least so many bids


@dataclass
class Habits:
    """What one seat has done so far."""

    expected: float  # share of bluffs to start from
    size: int  # bids that are remembered
    recent: deque[tuple[int, int]] = field(init=False)  # quantity and face
    faces: Counter[int] = field(default_factory=Counter)
    judged: int = 0
    bluffs: int = 0
    got_away: int = 0  # bluffs that nobody called
    raised: int = 0
    jumps: float = 0.0  # whole quantities skipped, over all raises
    calls: int = 0
    right_calls: int = 0

    def __post_init__(self) -> None:
        self.recent = deque(maxlen=self.size)

    @property
    def bluff_rate(self) -> float:
        """Estimate how often a bid of this seat is a bluff."""
        return (self.bluffs + PRIOR * self.expected) / (self.judged + PRIOR)

    @property
    def bluff_interval(self) -> tuple[float, float]:
        """Return the 95 % interval of that rate."""
        n, p = self.judged + PRIOR, self.bluff_rate
        centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return max(0.0, centre - half), min(1.0, centre + half)

    @property
    def aggression(self) -> float:
        """Return the mean number of whole quantities by which a raise goes beyond the least one."""
        return self.jumps / self.raised if self.raised else 0.0

    def note_bid(self, bid: int, last: int, table: tuple[int, ...]) -> None:
        """Take in a bid that was made, whatever the dice."""
        face = face_of(bid, table)
        self.recent.append((quantity_of(bid, table), face))
        self.faces[face] += 1
        self.raised += 1
        self.jumps += max(0, bid - last - 1) // kinds(table)

    def note_round(self, seat: int, shown: Round) -> None:
        """Take in a round with its dice: which bids of the seat were bluffs, which calls were right."""
        table = shown.table
        hand, dice = shown.hands[seat], sum(shown.counts)
        last = -1
        for who, action in shown.steps:
            if who == seat and action < all_bids(table):
                self.note_bid(action, last, table)
                self.judged += 1
                if is_bluff(action, hand, shown.counts[seat], dice, table):
                    self.bluffs += 1
                    self.got_away += int(action != shown.bid)
            elif who == seat:
                found = sum(matching(h, face_of(last, table), table[WILD]) for h in shown.hands)
                self.calls += 1
                wanted = quantity_of(last, table)
                self.right_calls += int(found < wanted if action == all_bids(table) else found == wanted)
            last = action

    def escalates(self, own: list[int]) -> bool:
        """Say whether this seat's bids of the round, three or more quantities, went up every time."""
        return len(own) >= 3 and all(a < b for a, b in pairwise(own))

    def unusual(self, face: int) -> bool:
        """Say whether this seat hardly ever bids a face."""
        total = sum(self.faces.values())
        return total >= ENOUGH and self.faces[face] < RARE * total

    def suspicion(self, bid: int, own: list[int], table: tuple[int, ...]) -> float:
        """Estimate the chance that a bid is a bluff by habit alone, whatever the dice one sees oneself."""
        found = self.bluff_rate
        if self.escalates(own):
            found += ESCALATION
        if self.unusual(face_of(bid, table)):
            found += UNUSUAL
        return min(0.95, found)

    def to_json(self) -> dict[str, object]:
        """Return the habits as data."""
        low, high = self.bluff_interval
        return {
            "bluff_rate": self.bluff_rate,
            "bluff_low": low,
            "bluff_high": high,
            "bluffs": self.bluffs,
            "got_away": self.got_away,
            "bids_judged": self.judged,
            "aggression": self.aggression,
            "calls": self.calls,
            "right_calls": self.right_calls,
            "faces": {str(face): count for face, count in sorted(self.faces.items())},
            "recent": [f"{quantity}x{face}" for quantity, face in self.recent],
        }


def is_bluff(bid: int, hand: int, own: int, dice: int, table: tuple[int, ...]) -> bool:
    """Say whether a bid was less likely to hold than not, to a seat with this hand."""
    face = face_of(bid, table)
    need = quantity_of(bid, table) - matching(hand, face, table[WILD])
    return tail(dice - own, need, chance_of(face, table)) < 0.5


def habits_of(
    rounds: list[Round], now: list[Step], table: tuple[int, ...], blank: list[Habits]
) -> list[Habits]:
    """Read the habits of every seat off past rounds and the bidding under way, starting from blank ones."""
    for shown in rounds:
        for player, habits in enumerate(blank):
            seat = shown.seat_of(player)
            if seat >= 0:
                habits.note_round(seat, shown)
    last = -1
    for seat, bid in now:
        blank[seat].note_bid(bid, last, table)
        last = bid
    return blank


def shifted(chance: float, suspicion: float, expected: float, weight: float) -> float:
    """Move a chance that a bid holds by how much more, or less, than expected its bidder is suspected."""
    if not 0.0 < chance < 1.0:
        return chance
    odds = log(chance / (1 - chance)) - weight * (log_odds(suspicion) - log_odds(expected))
    return 1.0 / (1.0 + exp(-odds))


def log_odds(p: float) -> float:
    """Return the log-odds of a rate kept away from none and all."""
    p = min(0.99, max(0.01, p))
    return log(p / (1 - p))
