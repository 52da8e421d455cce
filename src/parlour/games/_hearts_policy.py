"""A cheap way to play Hearts: avoid points, dump dangerous cards when it is safe, mind the queen of spades.

It looks at nothing but the mover's own hand and the cards on show, so it plays from a view as from the truth.
"""

from __future__ import annotations

from typing import Any

from parlour.core.bits import nth, popcount, trailing
from parlour.core.rng import below
from parlour.core.rules import rule
from parlour.games._hearts_cards import (
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

ABOVE_QUEEN = QUEEN << 1 | QUEEN << 2  # the king and the ace of spades
BELOW_QUEEN = SPADES & (QUEEN - 1)
MINOR = (1 << 26) - 1  # clubs and diamonds
GUARDS = 4  # spades below the queen that make it safe to keep her


@rule
def high_rank(cards: int) -> int:
    """Give a card of the highest rank in a set of clubs and diamonds."""
    ranks = (cards | cards >> 13) & SUIT
    top = highest(ranks)
    return top if (cards >> top) & 1 == 1 else top + 13


@rule
def unless(cards: int, unwanted: int) -> int:
    """Give the cards without the unwanted, or all of them if there are no others."""
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
    """Follow suit just below the winning card; if one takes the trick anyway, the last takes it high."""
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
    """Throw the queen of spades, what she could be caught by, high hearts, then the highest of the rest."""
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
