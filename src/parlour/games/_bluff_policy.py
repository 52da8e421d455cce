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

DOUBT = (0.02, 0.04, 0.08, 0.2)  # chance to challenge one, two, three, four cards that could be true


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
def least_useful(hand: int, rank: int, seats: int, ranks: int) -> int:
    """Give the card whose rank comes up latest at this seat's turns, the lowest of them."""
    left, found = hand, 0
    for turn in range(1, ranks + 1):
        cards = left & of_rank((rank + seats * turn) % ranks)
        if cards != 0:
            found = cards
            left ^= cards
    if left != 0:  # ranks that this seat's turns never come to
        found = left
    return nth(found, 0)


@rule
def plausible(s: Any, rng: Any) -> int:
    """Claim all one has of the rank, or the least useful card.

    Challenge what cannot be true, a claim by which the last card goes, and others now and then.
    """
    if s.phase == ANSWER:
        mine = popcount(elsewhere(s, s.mover) & of_rank(s.rank))
        if mine + s.number > 4 or count_of(s.sizes, s.claimer) == 0:
            return CHALLENGE
        return CHALLENGE if uniform(rng) < DOUBT[s.number - 1] else PASS
    hand = cards_of(s.hands[s.mover])
    any_rank = s.rules & ANY_RANK != 0
    if s.number == 0:
        true = hand if any_rank else hand & of_rank(s.rank)
        if true != 0:
            return nth(true, below(rng, popcount(true)) if any_rank else 0)
        return least_useful(hand, s.rank, len(s.hands), ranks_of(s.rules))
    rank: int = s.rank
    if any_rank:
        rank = 0
        for r in range(ranks_of(s.rules)):
            rank = r if s.picked & of_rank(r) != 0 else rank
    true = hand & of_rank(rank) & ~((s.picked << 1) - 1)
    if true != 0 and s.picked & ~of_rank(rank) == 0 and s.number < most_of(s.rules):
        return nth(true, 0)
    return AS + rank
