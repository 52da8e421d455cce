"""The two side bets of Blackjack, on the first two cards and on these with the dealer's card.

Perfect Pairs pays 25 to 1 for two cards of one rank and suit, 12 to 1 for one rank and colour, 6 to 1 for
one rank. 21+3 pays 9 to 1 when the two cards and the dealer's make a flush, a straight, three of a kind or a
straight flush of poker. (Shackleford, "Perfect Pairs" and "21+3", wizardofodds.com: house edges of 4.10 % at
eight decks and 3.24 % at six.)
"""

from __future__ import annotations

from parlour.core.rules import rule

PERFECT, COLOURED, MIXED = 25, 12, 6
POKER_PAYS = 9
RED = 0b1010  # by suit, c d s h: the diamonds and hearts


@rule
def pairs_pay(first: int, second: int) -> int:
    """Return what one unit on Perfect Pairs wins, or -1."""
    if first % 13 != second % 13:
        return -1
    one, other = first // 13, second // 13
    if one == other:
        return PERFECT
    return COLOURED if (RED >> one) & 1 == (RED >> other) & 1 else MIXED


@rule
def poker_pay(first: int, second: int, up: int) -> int:
    """Return what one unit on 21+3 wins, or -1."""
    a, b, c = first % 13, second % 13, up % 13
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    flush = first // 13 == second // 13 and second // 13 == up // 13
    straight = (middle == low + 1 and high == low + 2) or (low == 0 and middle == 1 and high == 12)
    return POKER_PAYS if flush or straight or low == high else -1
