"""What a round of Blackjack pays, in tenths of a unit."""

from __future__ import annotations

from parlour.core.rules import rule
from parlour.games.blackjack.cards import (
    DOUBLED,
    EARLY_OUT,
    GIVEN_UP,
    SIX_FIVE,
    WITH_PAIRS,
    WITH_POKER,
    Many,
    Two,
    card_at,
    hands_of,
    is_natural,
    top_bet,
    total_of,
)
from parlour.games.blackjack.side import PERFECT, POKER_PAYS, pairs_pay, poker_pay

UNIT = 10


@rule
def hand_pay(facts: int, dealer: int, bet: int, rules: int) -> int:
    """Return what a hand that is no blackjack wins or loses."""
    if facts & GIVEN_UP != 0:
        # Without a look at the hole card a late surrender does not save the bet from a blackjack.
        lost = is_natural(dealer) and rules & EARLY_OUT == 0
        return -UNIT * bet if lost else -UNIT * bet // 2
    stake = UNIT * bet * (2 if facts & DOUBLED != 0 else 1)
    mine, other = total_of(facts), total_of(dealer)
    if mine > 21 or is_natural(dealer):
        return -stake
    if other > 21 or mine > other:
        return stake
    return -stake if mine < other else 0


@rule
def round_pay(facts: Many, number: int, dealer: int, bet: int, insured: int, rules: int) -> int:
    """Return what all hands and the insurance win or lose; split hands make no blackjack."""
    natural = is_natural(dealer)
    pay = 0
    if insured == 1:
        pay = UNIT * bet if natural else -UNIT * bet // 2
    if number == 1 and is_natural(facts[0]):
        won = 12 if rules & SIX_FIVE != 0 else 15
        return pay if natural else pay + won * bet
    for hand in range(number):
        pay += hand_pay(facts[hand], dealer, bet, rules)
    return pay


@rule
def side_pay(side: int, hand: Two, dealer: Two) -> int:
    """Return what the side bets win or lose."""
    first, second = card_at(hand, 0), card_at(hand, 1)
    pay = pairs_pay(first, second) if side & 1 != 0 else 0
    if side & 2 != 0:
        pay += poker_pay(first, second, card_at(dealer, 0))
    return UNIT * pay


def most_lost(rules: int) -> int:
    """Return what a round may cost: all hands doubled, insurance, the side bets."""
    side = int(rules & WITH_PAIRS != 0) + int(rules & WITH_POKER != 0)
    return (2 * hands_of(rules) + 1) * top_bet(rules) + side


def most_won(rules: int) -> int:
    """Return what a round may bring."""
    side = PERFECT * int(rules & WITH_PAIRS != 0) + POKER_PAYS * int(rules & WITH_POKER != 0)
    return (2 * hands_of(rules) + 1) * top_bet(rules) + side
