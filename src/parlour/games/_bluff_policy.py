"""How a plain player of Bluff claims and doubts: what playouts move by.

It knows what its seat knows and nothing else: its own cards, those it has laid, those it can place.
"""

from __future__ import annotations

from typing import Any

from parlour.core.bits import nth, popcount
from parlour.core.rng import below, uniform
from parlour.core.rules import rule
from parlour.games._bluff_cards import (
    ANSWER,
    ANY_RANK,
    AS,
    CHALLENGE,
    PASS,
    cards_of,
    count_of,
    most_of,
    of_rank,
    placed_by,
    ranks_of,
)

DOUBT = (0.03, 0.06, 0.15, 0.4)  # chance to challenge one, two, three, four cards that could be true


@rule
def elsewhere(s: Any, seat: int) -> int:
    """Give the cards that a seat knows the claimer cannot have laid: its own, and those it can place."""
    cards: int = cards_of(s.hands[seat]) | cards_of(s.laid[seat])
    placed = placed_by(s, seat)
    for i in range(len(s.hands)):
        if i != seat and i != s.claimer:
            # In a world the whole hand is there, in a view what is known of it, as ~known.
            hand = ~s.hands[i] if s.hands[i] < 0 else s.hands[i]
            if count_of(s.lays, i) == 0:
                cards |= hand & placed
    return cards


@rule
def plausible(s: Any, rng: Any) -> int:
    """Claim all one has of the rank, or one other card; challenge what cannot be true, and now and then."""
    if s.phase == ANSWER:
        mine = popcount(elsewhere(s, s.mover) & of_rank(s.rank))
        if mine + s.number > 4:
            return CHALLENGE
        doubt = DOUBT[s.number - 1] + 0.1 * mine
        if count_of(s.sizes, s.claimer) == 0:
            doubt += 0.5
        return CHALLENGE if uniform(rng) < doubt else PASS
    hand = cards_of(s.hands[s.mover])
    if s.number == 0:
        if s.rules & ANY_RANK != 0:
            return nth(hand, below(rng, popcount(hand)))
        true = hand & of_rank(s.rank)
        if true != 0:
            return nth(true, 0)
        return nth(hand, below(rng, popcount(hand)))
    rank: int = s.rank
    if s.rules & ANY_RANK != 0:
        rank = 0
        for r in range(ranks_of(s.rules)):
            rank = r if s.picked & of_rank(r) != 0 else rank
    true = hand & of_rank(rank)
    above = true & ~((s.picked << 1) - 1)
    if above != 0 and s.picked & ~of_rank(rank) == 0 and s.number < most_of(s.rules):
        return nth(above, 0)
    return AS + rank
