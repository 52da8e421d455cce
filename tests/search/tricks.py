"""A game for tests: tricks for four seats with `ranks` cards in each of four suits, one suit costs points.

Every seat holds `ranks` cards, dealt from the number `shuffle`, which no view holds. One follows suit if one
can, the highest card of the suit led takes the trick, and each card of the last suit taken costs a point.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.core.bits import nth, popcount, replace, trailing
from parlour.core.game import Traits
from parlour.core.options import Option
from parlour.core.rng import Stream, below
from parlour.core.rules import OVER, UNKNOWN, changed

SEATS = 4
ACTIONS = 52
TRAITS = Traits(zero_sum=True)
OPTIONS = {
    "ranks": Option(3, "cards in a suit and in a hand", low=1, high=13),
    "shuffle": Option(0, "which deal", low=0, high=10**9, secret=True),
}
NONE = -1


class State(NamedTuple):
    """Hands and points of the seats, the cards on the table, who led, who is to play, the cards gone."""

    hands: tuple[int, ...]
    points: tuple[int, ...]
    table: tuple[int, ...]
    leader: int
    mover: int
    gone: int
    ranks: int


def start(ranks: int = 3, shuffle: int = 0) -> State:
    """Deal."""
    cards, rng = list(range(4 * ranks)), Stream.of(shuffle, "deal")
    drawn = [cards.pop(rng.below(len(cards))) for _ in range(4 * ranks)]
    hands = tuple(sum(1 << card for card in drawn[seat::4]) for seat in range(4))
    return State(hands, (0, 0, 0, 0), (NONE, NONE, NONE, NONE), 0, 0, 0, ranks)


def BOUNDS(s: State) -> tuple[float, float]:  # noqa: N802
    """Take all points, or let one other take them all."""
    return (-float(s.ranks), s.ranks / 3.0)


def turn(s: State) -> int:
    """In turn; who takes a trick leads to the next."""
    return OVER if popcount(s.gone) == 4 * s.ranks else s.mover


def legal(s: State) -> int:
    """Follow suit if possible."""
    everything = (1 << 4 * s.ranks) - 1
    if s.gone == everything:
        return 0
    hand = s.hands[s.mover]
    if hand < 0:
        return everything & ~s.gone
    if s.mover == s.leader:
        return hand
    same = hand & (((1 << s.ranks) - 1) << (s.table[s.leader] // s.ranks * s.ranks))
    return same if same else hand


def play(s: State, a: int) -> State:
    """Put a card on the table; the last of four ends the trick."""
    seat = s.mover
    hands = s.hands
    if hands[seat] >= 0:
        hands = replace(hands, seat, hands[seat] & ~(1 << a))
    table = replace(s.table, seat, a)
    after = (seat + 1) % 4
    gone = s.gone | (1 << a)
    if after != s.leader:
        return changed(s, hands=hands, table=table, mover=after, gone=gone)
    best, cost = s.leader, 0
    for other in range(4):
        card = table[other]
        if card >= 3 * s.ranks:
            cost += 1
        if card // s.ranks == table[best] // s.ranks and card > table[best]:
            best = other
    points = replace(s.points, best, s.points[best] + cost)
    return State(hands, points, (NONE, NONE, NONE, NONE), best, best, gone, s.ranks)


def returns(s: State) -> tuple[float, float, float, float]:
    """By how much the others' mean exceeds one's own points."""
    a, b, c, d = s.points
    total = a + b + c + d
    return ((total - 4 * a) / 3.0, (total - 4 * b) / 3.0, (total - 4 * c) / 3.0, (total - 4 * d) / 3.0)


def mask(s: State, seat: int) -> State:
    """One knows one's own hand."""
    hands = s.hands
    for other in range(4):
        if other != seat:
            hands = replace(hands, other, UNKNOWN)
    return changed(s, hands=hands)


def fill(v: State, seat: int, rng: Any) -> State:
    """Deal the cards that are not known to those who hold some, each deal as likely."""
    left = ((1 << 4 * v.ranks) - 1) & ~v.gone
    hands = v.hands
    for other in range(4):
        if hands[other] >= 0:
            left &= ~hands[other]
    for other in range(4):
        if hands[other] < 0:
            hand = 0
            size = v.ranks - popcount(v.gone) // 4
            if v.table[other] != NONE:
                size -= 1
            for _ in range(size):
                card = nth(left, below(rng, popcount(left)))
                hand |= 1 << card
                left ^= 1 << card
            hands = replace(hands, other, hand)
    return changed(v, hands=hands)


def rollout(s: State, rng: Any) -> int:
    """Play low."""
    return trailing(legal(s))


def format(s: State, a: int) -> str:
    """The suit's letter and the rank."""
    return "cdsh"[a // s.ranks] + str(a % s.ranks + 2)
