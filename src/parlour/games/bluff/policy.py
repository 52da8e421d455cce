"""How a player of Bluff claims and doubts, by what its seat knows and nothing else.

The chance of a lie follows by Bayes from what the seat can place, how many cards the claimer had, how many it
claimed, and how players claim: with cards of the rank they lay them all, seldom fewer or with a lie among
them; without, one card, seldom more. Hands are not drawn evenly: players lie with cards they cannot use
soon and keep those whose rank comes up, the more so the fewer are left, and whoever took a pile has cards of
every rank. Such a card is `kept` times as likely to be there as an even deal would have it (fitted to games
between the players of this package).
"""

from __future__ import annotations

from typing import Any

from parlour.core.bits import nth, popcount
from parlour.core.rng import below
from parlour.core.rules import rule
from parlour.games.bluff.cards import (
    ANSWER,
    ANY_RANK,
    AS,
    CHALLENGE,
    PASS,
    cards_of,
    count_of,
    deck_of,
    holding,
    most_of,
    of_rank,
    placed_by,
    ranks_of,
    up_to_highest,
)

LIE_SIZES = (0.0, 0.88, 0.09, 0.02, 0.01)  # cards laid by who lies, by number
ADDED = 0.05  # chance that a lie is added to true cards
FREE_LIE = 0.3  # chance of a lie where any rank may be claimed
FEWER = 0.12  # chance that fewer true cards are laid than there are
DOUBTED = 0.75  # chance of a lie from which a player in a playout challenges
# A lie is added to true cards only while that many are left after it: later it costs more than it gains.
EARLY = 8


@rule
def kept(size: int, any_rank: bool) -> float:
    """Give how much likelier than in an even deal a card of the due rank is in a hand of that many cards."""
    if any_rank:
        return 1.5
    return 4.0 if size > 13 else 32.0 / (size + 2)


@rule
def claim_weights(number: int, have: int, any_rank: bool) -> tuple[float, float]:
    """Give the likelihood of a claim of `number` cards by a hand with `have` of the rank: true, and a lie."""
    free = FREE_LIE if any_rank else 1.0
    if have == 0:
        return 0.0, LIE_SIZES[number] * free
    if number > have:
        return 0.0, LIE_SIZES[number - have] * (FREE_LIE / 3 if any_rank else ADDED)
    honest = 1.0 - FREE_LIE if any_rank else 1.0 - ADDED
    if have == 1:
        return honest, 0.0
    return honest * (1.0 - FEWER if number == have else FEWER / (have - 1)), 0.0


@rule
def lie_parts(s: Any, seat: int) -> tuple[int, float, float, float]:
    """Weigh the open claim as a seat sees it.

    Give how many of the rank the claimer may have, the weights of a true claim and of a lie, and the chance
    that it had as many as claimed before it claimed.
    """
    cards = of_rank(s.rank)
    own = cards_of(s.hands[seat]) | cards_of(s.laid[seat])
    unseen, located, sure = deck_of(s.rules) & ~own, own, 0
    placed = placed_by(s, seat)
    for i in range(len(s.hands)):
        if i != seat:
            known = holding(s, i) & placed
            unseen &= ~known
            if i == s.claimer:
                sure = known
            else:
                located |= known
    possible = popcount(cards & ~located)
    if s.number > possible:
        return possible, 0.0, 1.0, 0.0
    before = count_of(s.sizes, s.claimer) + s.number
    drawn = max(0, before - popcount(sure))
    total = max(popcount(unseen), drawn)
    suited = popcount(cards & unseen)
    surely = popcount(sure & cards)  # it might have laid them earlier, but not likely: they were useful
    any_rank = s.rules & ANY_RANK != 0
    often = kept(before, any_rank)
    true, lie, enough, sum_of = 0.0, 0.0, 0.0, 0.0
    weight = 1.0
    for extra in range(suited + 1):
        if extra > drawn:
            break
        # Hypergeometric chances, each from the one before: C(suited, x) C(total - suited, drawn - x).
        if extra > 0:
            rest = total - suited - drawn + extra
            if rest <= 0:  # fewer than that cannot be: the hand is larger than all other cards
                weight, true, lie, enough, sum_of = 1.0, 0.0, 0.0, 0.0, 0.0
            else:
                weight *= often * (suited - extra + 1) * (drawn - extra + 1) / (extra * rest)
        honest, lying = claim_weights(s.number, min(surely + extra, 4), any_rank)
        true += weight * honest
        lie += weight * lying
        enough += weight if surely + extra >= s.number else 0.0
        sum_of += weight
    if sum_of <= 0.0:
        return possible, 1.0, 1.0, 0.5
    return possible, true, lie, enough / sum_of


@rule
def lie_chance(s: Any, seat: int, factor: float) -> float:
    """Give the chance that the open claim is a lie; `factor` multiplies the odds, as the player is known."""
    _, true, lie, _ = lie_parts(s, seat)
    whole = true + factor * lie
    return factor * lie / whole if whole > 0.0 else 0.5


@rule
def least_useful(hand: int, rank: int, seats: int, ranks: int) -> int:
    """Return the card whose rank comes up latest at this seat's turns, the lowest of them."""
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
def claim_cards(hand: int, rank: int, seats: int, ranks: int, most: int) -> int:
    """Give the cards to claim a rank with: all true ones, early with the least useful other; or it alone."""
    true = hand & of_rank(rank)
    while popcount(true) > most:
        true &= true - 1
    others = hand & ~of_rank(rank)
    number = popcount(true)
    if number > 0 and (number == most or others == 0 or popcount(hand) - number - 1 < EARLY):
        return true
    return true | 1 << least_useful(others, rank, seats, ranks)


@rule
def plausible(s: Any, rng: Any) -> int:
    """Claim by `claim_cards`; challenge likely lies, and a claim by which the last card goes."""
    if s.phase == ANSWER:
        if count_of(s.sizes, s.claimer) == 0 or lie_chance(s, s.mover, 1.0) >= DOUBTED:
            return CHALLENGE
        return PASS
    hand = cards_of(s.hands[s.mover]) | cards_of(s.picked)
    most = most_of(s.rules)
    if s.rules & ANY_RANK != 0:
        # Any rank of which there is a card, whole.
        if s.picked == 0:
            return nth(hand, below(rng, popcount(hand)))
        rank = 0
        for r in range(ranks_of(s.rules)):
            rank = r if s.picked & of_rank(r) != 0 else rank
        more = hand & of_rank(rank) & ~up_to_highest(s.picked)
        return nth(more, 0) if more != 0 and s.number < most else AS + rank
    cards = claim_cards(hand, s.rank, len(s.hands), ranks_of(s.rules), most)
    left = cards & ~up_to_highest(cards_of(s.picked))
    return nth(left, 0) if left != 0 and s.number < most else AS + s.rank
