"""What a player of Blackjack may do, and rules of thumb for it."""

from __future__ import annotations

from parlour.core.rules import rule
from parlour.games.blackjack.cards import (
    ACE,
    BET,
    DAS,
    DECLINE,
    DOUBLE,
    DOUBLE_9,
    DOUBLE_10,
    DOUBLED,
    EARLY_OUT,
    GIVEN_UP,
    GO,
    H17,
    HIT,
    INSURANCE,
    INSURE,
    LATE,
    NEW,
    ONE_CARD,
    PAIRS,
    PEEK,
    POINTS,
    RESPLIT_ACES,
    SIDE,
    SPLIT,
    STAND,
    SURRENDER,
    WITH_PAIRS,
    WITH_POKER,
    Many,
    Two,
    card_at,
    cards_in,
    hands_of,
    is_natural,
    is_soft,
    top_bet,
    total_of,
    worth,
)


@rule
def opening(rules: int) -> int:
    """Return the phase that a round begins with."""
    return BET if top_bet(rules) > 1 else after_bet(rules)


@rule
def after_bet(rules: int) -> int:
    """Return the phase after the bet."""
    return SIDE if rules & (WITH_PAIRS | WITH_POKER) != 0 else NEW


@rule
def bets(rules: int) -> int:
    """Return the bets."""
    return ((1 << top_bet(rules)) - 1) << (GO + 1)


@rule
def side_bets(rules: int, taken: int) -> int:
    """Return the side bets that are left, and going on without more."""
    offered = int(rules & WITH_PAIRS != 0) + 2 * int(rules & WITH_POKER != 0)
    return (1 << GO) | (offered & ~taken) << PAIRS


@rule
def may_be_natural(dealer: int) -> bool:
    """Say whether the dealer's first card is an ace or a ten."""
    return dealer & POINTS == 1 or dealer & POINTS == 10


@rule
def before_look(facts: int, dealer: int, rules: int) -> int:
    """Return the actions before the dealer peeks: none, or insurance or surrender with `no`."""
    insure = rules & INSURE != 0 and dealer & ACE != 0
    early = rules & EARLY_OUT != 0 and rules & PEEK != 0
    leave = early and may_be_natural(dealer) and not is_natural(facts)
    return int(insure or leave) << DECLINE | int(insure) << INSURANCE | int(leave) << SURRENDER


@rule
def may_double(facts: int, rules: int, hands: int) -> bool:
    """Say whether a hand may be doubled."""
    if cards_in(facts) != 2 or facts & ONE_CARD != 0 or (hands > 1 and rules & DAS == 0):
        return False
    points = facts & POINTS
    if rules & DOUBLE_9 != 0:
        return facts & ACE == 0 and 9 <= points <= 11
    if rules & DOUBLE_10 != 0:
        return facts & ACE == 0 and 10 <= points <= 11
    return True


@rule
def may_split(facts: int, cards: Two, rules: int, hands: int) -> bool:
    """Say whether a hand is two cards of one value and there may be another hand."""
    if cards_in(facts) != 2 or hands >= hands_of(rules):
        return False
    if worth(card_at(cards, 0)) != worth(card_at(cards, 1)):
        return False
    return facts & ACE == 0 or hands == 1 or rules & RESPLIT_ACES != 0


@rule
def plays(facts: int, cards: Two, dealer: int, rules: int, hands: int) -> int:
    """Return what may be done with a hand."""
    actions = 1 << STAND
    if facts & ONE_CARD == 0:
        actions |= 1 << HIT
    if may_double(facts, rules, hands):
        actions |= 1 << DOUBLE
    if may_split(facts, cards, rules, hands):
        actions |= 1 << SPLIT
    if hands == 1 and cards_in(facts) == 2:
        early = rules & EARLY_OUT != 0 and (rules & PEEK == 0 or not may_be_natural(dealer))
        if rules & LATE != 0 or early:
            actions |= 1 << SURRENDER
    return actions


@rule
def by_thumb(actions: int, facts: int, dealer: int) -> int:
    """Choose a play: double 10 and 11 against less, never bust against 2 to 6, otherwise hit to 17."""
    points, up = facts & POINTS, dealer & POINTS
    if (actions >> DOUBLE) & 1 == 1 and 10 <= points <= 11 and points > up > 1:
        return DOUBLE
    enough = 18 if is_soft(facts) else 12 if 2 <= up <= 6 else 17
    return STAND if total_of(facts) >= enough or facts & ONE_CARD != 0 else HIT


@rule
def is_played(facts: int, cards: Two, rules: int, hands: int) -> bool:
    """Say whether a hand that got a card has no choice left."""
    if total_of(facts) >= 21 or facts & DOUBLED != 0:
        return True
    return facts & ONE_CARD != 0 and not may_split(facts, cards, rules, hands)


@rule
def must_draw(facts: Many, hands: int, dealer: int, insured: int, rules: int) -> bool:
    """Say whether the dealer, all of whose cards lie open, takes another."""
    stand = False
    for hand in range(hands):
        stand = stand or (facts[hand] & GIVEN_UP == 0 and total_of(facts[hand]) <= 21)
    natural = hands == 1 and is_natural(facts[0])
    if cards_in(dealer) == 1:  # without a hole card the second may be a blackjack
        late = facts[0] & GIVEN_UP != 0 and rules & EARLY_OUT == 0
        return (stand and not natural) or (may_be_natural(dealer) and (natural or late or insured == 1))
    total = total_of(dealer)
    hits = total < 17 or (total == 17 and is_soft(dealer) and rules & H17 != 0)
    return hits and stand and not natural
