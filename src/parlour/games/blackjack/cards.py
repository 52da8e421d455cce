"""Cards, hands and rules of Blackjack as ints.

A card is its number, 13 * suit + rank, suits in the order c d s h, ranks 2 to A. The cards of a hand are two
words of ten cards each, six bits a card (its number plus one, the first lowest), and beside them stands one
word of facts:

    bits 0-5 points with aces as 1 · 6 an ace · 7-11 cards · 12 doubled · 13 surrendered · 14 one card only

The rules are one word too, see below. The shoe is in `_blackjack_shoe`.
"""

from __future__ import annotations

from typing import TypeAlias

from parlour.core.bits import replace
from parlour.core.rules import rule

Four: TypeAlias = tuple[int, int, int, int]
Two: TypeAlias = tuple[int, int]
Many: TypeAlias = tuple[int, ...]

BET, SIDE, NEW, DEAL, EARLY, PLAY, CARD, DRAW, DONE = range(9)  # phases; NEW, DEAL, CARD, DRAW are chance's
DEALS = 1 << NEW | 1 << DEAL | 1 << CARD | 1 << DRAW
LOOK, NEXT, DEALER, PAY = range(9, 13)  # phases within a step: the dealer looks; the next hand; draws or pays
HIT, STAND, DOUBLE, SPLIT, SURRENDER, INSURANCE, DECLINE, PAIRS, POKER, GO = range(10)
MOST_BET = 40  # a bet of n units is action GO + n
MOST_HANDS = 4
NOBODY_HAS = -1  # no hole card

POINTS = 0x3F
ACE = 1 << 6
ONE = 1 << 7  # one card
DOUBLED = 1 << 12
GIVEN_UP = 1 << 13
ONE_CARD = 1 << 14  # a split ace that gets one card only

# The word of rules: decks in bits 0-3 (0 is an infinite shoe), the highest bet in 4-9, hands in 10-12.
H17 = 1 << 13  # the dealer hits soft 17
DAS = 1 << 14  # double after split
RESPLIT_ACES = 1 << 15
HIT_ACES = 1 << 16  # split aces may be hit
PEEK = 1 << 17  # the dealer takes a hole card and looks at it
INSURE = 1 << 18
SIX_FIVE = 1 << 19
DOUBLE_9 = 1 << 20  # double on 9 to 11 only
DOUBLE_10 = 1 << 21  # double on 10 and 11 only
LATE = 1 << 22  # surrender after the dealer's look
EARLY_OUT = 1 << 23  # surrender before it
WITH_PAIRS = 1 << 24  # the side bets offered
WITH_POKER = 1 << 25


@rule
def decks_of(rules: int) -> int:
    """Count the decks; 0 is an infinite shoe."""
    return rules & 15


@rule
def top_bet(rules: int) -> int:
    """Return the highest bet."""
    return (rules >> 4) & 63


@rule
def hands_of(rules: int) -> int:
    """Say how many hands a player may have after splitting."""
    return (rules >> 10) & 7


@rule
def worth(card: int) -> int:
    """Return the points of a card: an ace 1, pictures 10."""
    rank = card % 13
    if rank == 12:
        return 1
    return min(rank + 2, 10)


@rule
def with_card(facts: int, card: int) -> int:
    """Add a card to the facts of a hand."""
    points = worth(card)
    return (facts + points + ONE) | (ACE if points == 1 else 0)


@rule
def cards_in(facts: int) -> int:
    """Count the cards of a hand."""
    return (facts >> 7) & 31


@rule
def is_soft(facts: int) -> bool:
    """Say whether an ace counts 11."""
    return facts & ACE != 0 and facts & POINTS <= 11


@rule
def total_of(facts: int) -> int:
    """Return the best total, over 21 if there is none."""
    points = facts & POINTS
    return points + 10 if facts & ACE != 0 and points <= 11 else points


@rule
def is_natural(facts: int) -> bool:
    """Say whether two cards make 21."""
    return cards_in(facts) == 2 and total_of(facts) == 21


@rule
def put_card(words: Two, number: int, card: int) -> Two:
    """Add a card to a hand that holds that many."""
    bits = (card + 1) << (6 * (number % 10))
    return (words[0] + bits, words[1]) if number < 10 else (words[0], words[1] + bits)


@rule
def card_at(words: Two, number: int) -> int:
    """Return a card of a hand by its place; -1 where there is none."""
    word = words[0] if number < 10 else words[1]
    return ((word >> (6 * (number % 10))) & 63) - 1


@rule
def cards_of_hand(hands: Many, hand: int) -> Two:
    """Return the two words of one hand."""
    return (hands[2 * hand], hands[2 * hand + 1])


@rule
def hand_put(hands: Many, hand: int, words: Two) -> Many:
    """Return all hands with the cards of one changed."""
    return replace(replace(hands, 2 * hand, words[0]), 2 * hand + 1, words[1])


@rule
def is_chance(phase: int) -> bool:
    """Say whether a card is to be dealt."""
    return (DEALS >> phase) & 1 == 1


@rule
def after_first(fixed: Four) -> Four:
    """Return the cards asked for without the first."""
    rest = fixed[0] >> 6
    return (rest, fixed[1], fixed[2], fixed[3]) if rest != 0 else (fixed[1], fixed[2], fixed[3], 0)


@rule
def hand_split(hands: Many, facts: Many, hand: int, number: int, rules: int) -> tuple[Many, Many]:
    """Make two hands of one card each of a pair; the second becomes the last hand."""
    first, second = card_at((hands[2 * hand], 0), 0), card_at((hands[2 * hand], 0), 1)
    hands = hand_put(hands, hand, put_card((0, 0), 0, first))
    hands = hand_put(hands, number, put_card((0, 0), 0, second))
    limit = ONE_CARD if worth(first) == 1 and rules & HIT_ACES == 0 else 0
    facts = replace(facts, hand, with_card(limit, first))
    return hands, replace(facts, number, with_card(limit, second))
