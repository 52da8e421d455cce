"""Worlds of Hearts: count the deals that explain what a seat has seen, then draw one of them.

Unseen cards that the same seats may hold are one class. The classes are shared out between two pairs of
seats, 0 with 1 and 2 with 3: if z of the n cards of a class go to the first pair, there are C(n, z) ways for
each class, times the ways to divide what each pair got between its two seats, which is one binomial a pair.
The sum over the z counts all deals. A term of it, drawn by its size, and then cards drawn freely, make each
deal as likely as the other.
"""

from __future__ import annotations

from math import factorial
from typing import Any, TypeAlias

from parlour.cards.cards import draw_some
from parlour.core.bits import popcount, replace
from parlour.core.rng import uniform
from parlour.core.rules import rule
from parlour.games.hearts.cards import (
    CLUBS,
    DEAL,
    DECK,
    DIAMONDS,
    HEARTS,
    NONE,
    PASS,
    PLAY,
    QUEEN,
    SPADES,
    TWO,
    Four,
    pick,
    put,
    together,
)

Five: TypeAlias = tuple[int, ...]

FACTORIALS = tuple(float(factorial(n)) for n in range(53))
INVERSES = tuple(1.0 / f for f in FACTORIALS)
CLASSES = (CLUBS, DIAMONDS, SPADES ^ QUEEN, HEARTS, QUEEN)  # what `voids` can tell apart
SHOWN = (0b00001, 0b00010, 0b10100, 0b01000, 0b00100)  # by which of a seat's bits it is void of each


@rule
def spread(unseen: int, room: Four, voids: int, rng: Any) -> Four:
    """Deal the unseen cards at random to the open places, none to a seat void of its suit."""
    cards, who = classes(unseen, room, voids)
    total, _ = shares(cards, who, room, -1.0)
    _, share = shares(cards, who, room, total * uniform(rng))
    first: Five = (0, 0, 0, 0, 0)
    second: Five = (0, 0, 0, 0, 0)
    for k in range(5):
        part = draw_some(cards[k], (share >> (6 * k)) & 63, rng)
        first, second = replace(first, k, part), replace(second, k, cards[k] ^ part)
    a, b = divide(first, who, 0, room[0], rng)
    c, d = divide(second, who, 2, room[2], rng)
    return (a, b, c, d)


@rule
def classes(unseen: int, room: Four, voids: int) -> tuple[Five, Five]:
    """Return the unseen cards as sets, the largest last, and the seats (as bits) that may hold each."""
    cards: Five = (0, 0, 0, 0, unseen)
    everyone = int(room[0] > 0) + 2 * int(room[1] > 0) + 4 * int(room[2] > 0) + 8 * int(room[3] > 0)
    who: Five = (0, 0, 0, 0, everyone)
    if voids & 0xFFFFF == 0:
        return cards, who
    for k in range(5):
        void = 0
        for seat in range(4):
            bits = (voids >> (4 * seat)) & 15 | ((voids >> (16 + seat)) & 1) << 4
            void |= int(bits & SHOWN[k] != 0) << seat
        cards, who = replace(cards, k, unseen & CLASSES[k]), replace(who, k, everyone & ~void)
    for k in range(1, 5):
        for j in range(k):
            if who[j] == who[k]:
                cards = replace(cards, j, cards[j] | cards[k])
                cards = replace(cards, k, 0)
    last = 0
    for k in range(1, 5):
        last = k if popcount(cards[k]) > popcount(cards[last]) else last
    swapped, seats = cards[last], who[last]
    cards, who = replace(cards, last, cards[4]), replace(who, last, who[4])
    return replace(cards, 4, swapped), replace(who, 4, seats)


@rule
def shares(cards: Five, who: Five, room: Four, mark: float) -> tuple[float, int]:
    """Sum the relative numbers of deals over all ways to share the classes out, until it passes `mark`.

    Give the sum and the share of seats 0 and 1 in each class, six bits each. A negative mark is never passed.
    """
    n0, n1, n2, n3, n4 = (
        popcount(cards[0]), popcount(cards[1]), popcount(cards[2]), popcount(cards[3]), popcount(cards[4])
    )  # fmt: skip
    wanted = room[0] + room[1]
    total, share = 0.0, 0
    for z0 in range(least(n0, who[0]), most(n0, who[0]) + 1):
        for z1 in range(least(n1, who[1]), most(n1, who[1]) + 1):
            for z2 in range(least(n2, who[2]), most(n2, who[2]) + 1):
                for z3 in range(least(n3, who[3]), most(n3, who[3]) + 1):
                    z4 = wanted - z0 - z1 - z2 - z3
                    if z4 < least(n4, who[4]) or z4 > most(n4, who[4]):
                        continue
                    ours = z0 * part(who[0]) + z1 * part(who[1]) + z2 * part(who[2])
                    ours += z3 * part(who[3]) + z4 * part(who[4])
                    theirs = (n0 - z0) * part(who[0] >> 2) + (n1 - z1) * part(who[1] >> 2)
                    theirs += (n2 - z2) * part(who[2] >> 2) + (n3 - z3) * part(who[3] >> 2)
                    theirs += (n4 - z4) * part(who[4] >> 2)
                    ways = divisions(ours, room[0]) * divisions(theirs, room[2])
                    if ways > 0.0:
                        ways *= inverse(n0, z0) * inverse(n1, z1) * inverse(n2, z2) * inverse(n3, z3)
                        total += ways * inverse(n4, z4)
                        share = z0 | z1 << 6 | z2 << 12 | z3 << 18 | z4 << 24
                        if 0.0 <= mark < total:
                            return total, share
    return total, share


@rule
def least(n: int, who: int) -> int:
    """Return the fewest of n cards that can go to seats 0 and 1."""
    return 0 if who & 0b1100 != 0 else n


@rule
def most(n: int, who: int) -> int:
    """Return the most of n cards that can go to seats 0 and 1."""
    return n if who & 0b0011 != 0 else 0


@rule
def part(who: int) -> int:
    """Return what a card adds to a pair's count: 1 if only the first seat may hold it, 256 if both may."""
    return 256 if who & 3 == 3 else who & 1


@rule
def divisions(counts: int, room: int) -> float:
    """Count the ways to fill the first hand of a pair, from the cards of both after those it must have."""
    both, wanted = counts >> 8, room - (counts & 255)
    if wanted < 0 or wanted > both:
        return 0.0
    return FACTORIALS[both] * INVERSES[wanted] * INVERSES[both - wanted]


@rule
def inverse(n: int, z: int) -> float:
    """Return C(n, z) / n!."""
    return INVERSES[z] * INVERSES[n - z]


@rule
def divide(parts: Five, who: Five, first: int, room: int, rng: Any) -> tuple[int, int]:
    """Divide what a pair got: the first hand has what only it may hold and draws the rest."""
    everything, alone, both = 0, 0, 0
    for k in range(5):
        seats = (who[k] >> first) & 3
        everything |= parts[k]
        alone |= parts[k] if seats == 1 else 0
        both |= parts[k] if seats == 3 else 0
    hand = alone | draw_some(both, room - popcount(alone), rng)
    return hand, everything ^ hand


@rule
def draw_hands(v: Any, seat: int, rng: Any) -> Four:
    """Draw the hands; while cards are being passed, those of the others with what they have given."""
    placed = located(v, seat)
    room = NONE
    for i in range(4):
        if i != seat:
            room = put(room, i, held(v, i) - popcount(pick(placed, i)))
    unseen = DECK & ~(together(v.played) | together(placed))
    if v.phase == PASS and seat >= 0:
        unseen &= ~pick(v.given, seat)
    if v.phase == DEAL:
        unseen ^= draw_some(unseen, 52 - v.count, rng)
    drawn = spread(unseen, room, v.voids, rng)
    return (placed[0] | drawn[0], placed[1] | drawn[1], placed[2] | drawn[2], placed[3] | drawn[3])


@rule
def held(v: Any, seat: int) -> int:
    """Count the cards a seat holds, and with them, while cards are being passed, those it has given."""
    if v.phase == DEAL:
        dealt: int = v.count
        return (dealt + 3 - seat) >> 2
    return 13 - popcount(pick(v.played, seat)) if v.phase == PLAY else 13


@rule
def located(v: Any, seat: int) -> Four:
    """Return the cards still held that a seat can place: its own, those it passed on, the two of clubs."""
    placed = NONE
    if seat >= 0:
        placed = put(placed, seat, pick(v.hands, seat))
    if v.phase == PLAY:
        gone = together(v.played)
        if seat >= 0 and v.direction != 0:
            to = (seat + v.direction) & 3
            placed = put(placed, to, pick(v.given, seat) & ~gone)
        for i in range(4):
            if (v.voids >> (20 + i)) & 1 == 1:
                placed = put(placed, i, pick(placed, i) | (TWO & ~gone))
    return placed
