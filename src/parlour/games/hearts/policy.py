"""A cheap way to play Hearts: avoid points, dump dangerous cards when it is safe, mind the queen of spades.

Where one seat has all the points so far and enough of them, it may be shooting the moon: `shoot` goes on with
that, `stop` is what the others do. It looks at nothing but the mover's own hand and the cards on show, so it
plays from a view as from the truth.
"""

from __future__ import annotations

from typing import Any

from parlour.core.bits import nth, popcount, trailing
from parlour.core.rng import below
from parlour.core.rules import rule
from parlour.games.hearts.cards import (
    ABOVE_QUEEN,
    BELOW_QUEEN,
    HEARTS,
    POINTS,
    QUEEN,
    SPADES,
    SUIT,
    Four,
    highest,
    on_table,
    pick,
    suit_of,
    winner,
)

MINOR = (1 << 26) - 1  # clubs and diamonds
GUARDS = 4  # spades below the queen that make it safe to keep her
SIGNS = 4  # of the fourteen cards with points, all taken by one seat: a sign of a moon
LOW_12, LOW_11, LOW_9, LOW_5 = (  # of each suit, that many cards from the two up
    sum(((1 << size) - 1) << 13 * suit for suit in range(4)) for size in (12, 11, 9, 5)
)


@rule
def high_rank(cards: int) -> int:
    """Return a card of the highest rank in a set of clubs and diamonds."""
    ranks = (cards | cards >> 13) & SUIT
    top = highest(ranks)
    return top if (cards >> top) & 1 == 1 else top + 13


@rule
def unless(cards: int, unwanted: int) -> int:
    """Return the cards without the unwanted, or all of them if there are no others."""
    return cards & ~unwanted if cards & ~unwanted != 0 else cards


@rule
def give(cards: int) -> int:
    """Choose a card to pass: high spades that lack guards, high hearts, then the highest of the rest."""
    spades = cards & (QUEEN | ABOVE_QUEEN)
    if spades != 0 and popcount(cards & BELOW_QUEEN) < GUARDS:
        return highest(spades)
    hearts = highest(cards & HEARTS) if cards & HEARTS != 0 else 0
    minor = high_rank(cards & MINOR) if cards & MINOR != 0 else 0
    if hearts == 0 and cards & MINOR == 0:
        return highest(cards)
    return hearts if hearts % 13 > minor % 13 or cards & MINOR == 0 else minor


@rule
def lead(cards: int, out: int, rng: Any) -> int:
    """Lead low from a suit drawn at random; below the queen of spades as long as she is out."""
    safe = unless(cards, QUEEN)
    if out & QUEEN != 0:
        if cards & ABOVE_QUEEN == 0 and cards & SPADES != 0:
            return highest(cards & SPADES)
        safe = unless(safe, ABOVE_QUEEN)
    drawn = nth(safe, below(rng, popcount(safe)))
    return trailing(safe & suit_of(drawn))


@rule
def follow(cards: int, trick: Four, leader: int, count: int) -> int:
    """Duck just below the winning card; where no points lie or one must win as the last, play high."""
    lower = cards & ((1 << pick(trick, winner(trick, leader))) - 1)
    last = count & 3 == 3
    # Points are hardly ever played to the first trick, and the last to play sees whether there are any.
    if count < 4 or (last and on_table(trick) & POINTS == 0):
        return highest(unless(cards, QUEEN))
    if lower & QUEEN != 0:
        return trailing(QUEEN)
    if lower != 0:
        return highest(lower)
    rest = unless(cards, QUEEN)
    return highest(rest) if last else trailing(rest)


@rule
def discard(cards: int, out: int) -> int:
    """Discard the queen of spades, the cards she could fall under, high hearts, then the highest card."""
    if cards & QUEEN != 0:
        return trailing(QUEEN)
    if out & QUEEN != 0 and cards & ABOVE_QUEEN != 0:
        return highest(cards & ABOVE_QUEEN)
    if cards & HEARTS != 0:
        return highest(cards & HEARTS)
    return high_rank(cards & MINOR) if cards & MINOR != 0 else highest(cards)


@rule
def careful(cards: int, out: int, trick: Four, leader: int, count: int, rng: Any) -> int:
    """Choose among the legal cards of a trick; `out` are the cards that the others may still hold."""
    if count & 3 == 0:
        return lead(cards, out, rng)
    if cards & suit_of(pick(trick, leader)) != 0:
        return follow(cards, trick, leader, count)
    return discard(cards, out)


# -- the moon ------------------------------------------------------------------------------------------------


@rule
def shooter(taken: Four) -> int:
    """Return the seat that seems to shoot the moon: it has all points so far, and enough; -1 if none."""
    owner = -1
    for seat in range(4):
        if taken[seat] & POINTS != 0:
            if owner >= 0:
                return -1
            owner = seat
    return owner if owner >= 0 and popcount(pick(taken, owner) & POINTS) >= SIGNS else -1


@rule
def sure(hand: int, out: int) -> int:
    """Return the cards of a hand that no card out can beat."""
    for_less = out | (out >> 1) & LOW_12
    for_less |= (for_less >> 2) & LOW_11
    for_less |= (for_less >> 4) & LOW_9
    for_less |= (for_less >> 8) & LOW_5
    return hand & ~for_less


@rule
def shoot(cards: int, hand: int, out: int, trick: Four, leader: int, count: int, rng: Any) -> int:
    """Go on shooting while half of the hand cannot be beaten; otherwise play carefully."""
    tops = sure(hand, out)
    if 2 * popcount(tops) < popcount(hand):
        return careful(cards, out, trick, leader, count, rng)
    if count & 3 == 0:
        return highest(cards & tops) if cards & tops != 0 else trailing(cards)
    if cards & suit_of(pick(trick, leader)) == 0:
        return trailing(unless(unless(cards, POINTS), tops))
    higher = cards & ~((1 << pick(trick, winner(trick, leader))) - 1)
    return highest(higher) if higher != 0 else trailing(cards)


@rule
def stop(cards: int, out: int, trick: Four, leader: int, count: int, owner: int, rng: Any) -> int:
    """Stop a moon: take a point, or throw one on a trick that the shooter is not winning."""
    if count & 3 == 0:
        hearts = sure(cards & HEARTS, out)
        return highest(hearts) if hearts != 0 else lead(cards, out, rng)
    ahead = winner(trick, leader)
    table = on_table(trick)
    if cards & suit_of(pick(trick, leader)) == 0:
        if ahead != owner:
            return trailing(cards & POINTS) if cards & POINTS != 0 else discard(cards, out)
        return trailing(unless(cards, POINTS))
    if ahead != owner or (table | cards) & POINTS == 0:
        return follow(cards, trick, leader, count)
    higher = cards & ~((1 << pick(trick, ahead)) - 1)
    return highest(higher) if higher != 0 else trailing(cards)


@rule
def mind_moon(cards: int, hand: int, out: int, s: Any, owner: int, rng: Any) -> int:
    """Choose among the legal cards while the owner of all points may be shooting the moon."""
    if owner == s.turn_seat:
        return shoot(cards, hand, out, s.trick, s.leader, s.count, rng)
    return stop(cards, out, s.trick, s.leader, s.count, owner, rng)
