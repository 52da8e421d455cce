"""Cards, tricks and points of Hearts, over plain ints.

A card is its number, 13 * suit + rank; a set of cards is 52 bits; four of anything, one a seat, are a tuple.

    bit   0 ... 12   13 ... 25     26 ... 38   39 ... 51
          2c .. Ac   2d  ..  Ad    2s .. As    2h .. Ah
"""

from __future__ import annotations

from typing import TypeAlias

from parlour.core.bits import popcount
from parlour.core.rules import rule

Four: TypeAlias = tuple[int, int, int, int]

DECK = (1 << 52) - 1
SUIT = (1 << 13) - 1
CLUB, DIAMOND, SPADE, HEART = range(4)  # suits by number
CLUBS, DIAMONDS, SPADES, HEARTS = SUIT, SUIT << 13, SUIT << 26, SUIT << 39  # all cards of a suit
JACK_CARD, QUEEN_CARD = 13 * DIAMOND + 9, 13 * SPADE + 10  # cards by number
TWO, QUEEN = 1, 1 << QUEEN_CARD  # sets of one card: the two of clubs, the queen of spades
ABOVE_QUEEN, BELOW_QUEEN = QUEEN << 1 | QUEEN << 2, SPADES & (QUEEN - 1)  # the ace and the king; other spades
POINTS = HEARTS | QUEEN  # all cards that cost points
NONE = (0, 0, 0, 0)
NO_TRICK = (-1, -1, -1, -1)
DEAL, PASS, PLAY, DONE = range(4)  # phases
# Bits of the options that are switched on, the first eight in the order of OPTIONS.
PASS_CARDS, CLEAN_FIRST, ANY_CLUB, JACK_BONUS, AVOID_BONUS, MUST_BREAK, QUEEN_BREAKS, QUEEN_KEPT, SUBTRACT = (
    1 << i for i in range(9)
)
SLACK = 36  # what one hand can add to a score at most


# Written out, these two stay in registers; indexing a tuple by a variable goes through memory.


@rule
def pick(four: Four, seat: int) -> int:
    """Return the entry of a seat."""
    low = four[0] if seat == 0 else four[1]
    high = four[2] if seat == 2 else four[3]
    return low if seat < 2 else high


@rule
def put(four: Four, seat: int, value: int) -> Four:
    """Return the tuple with the entry of a seat changed."""
    return (
        value if seat == 0 else four[0],
        value if seat == 1 else four[1],
        value if seat == 2 else four[2],
        value if seat == 3 else four[3],
    )


@rule
def added(a: Four, b: Four) -> Four:
    """Add seat by seat."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])


@rule
def together(four: Four) -> int:
    """Return the cards of all seats as one set; a hand that is UNKNOWN adds none."""
    return max(four[0], 0) | max(four[1], 0) | max(four[2], 0) | max(four[3], 0)


@rule
def suit_of(card: int) -> int:
    """Return the set of cards of a card's suit."""
    return SUIT << (13 * (card // 13))


@rule
def highest(cards: int) -> int:
    """Return the highest card of a set that is not empty."""
    for shift in (1, 2, 4, 8, 16, 32):
        cards |= cards >> shift
    return popcount(cards) - 1


@rule
def winner(trick: Four, leader: int) -> int:
    """Return the seat with the highest card of the suit led, of those on the table."""
    best, seat = pick(trick, leader), leader
    end = 13 * (best // 13 + 1)
    for i in range(4):
        if best < trick[i] < end:
            best, seat = trick[i], i
    return seat


@rule
def on_table(trick: Four) -> int:
    """Return the cards on the table as a set."""
    cards = 0
    for i in range(4):
        cards |= 1 << trick[i] if trick[i] >= 0 else 0
    return cards


@rule
def worth(cards: int, switches: int) -> int:
    """Count the points of some cards: a heart 1, the queen of spades 13, the jack of diamonds -10 or 0."""
    bonus = 10 * ((cards >> JACK_CARD) & 1) if switches & JACK_BONUS != 0 else 0
    return popcount(cards & HEARTS) + 13 * ((cards >> QUEEN_CARD) & 1) - bonus


@rule
def tally(taken: Four, switches: int, over: int) -> Four:
    """Count the points of the tricks of one hand; shooting the moon and bonuses are in them."""
    now = (
        worth(taken[0], switches),
        worth(taken[1], switches),
        worth(taken[2], switches),
        worth(taken[3], switches),
    )
    for seat in range(4):
        if taken[seat] & POINTS == POINTS:
            if switches & SUBTRACT != 0:
                return put(now, seat, now[seat] - 52)
            return put(added(now, (26, 26, 26, 26)), seat, now[seat] - 26)
    if over == 1 and switches & AVOID_BONUS != 0:
        for seat in range(4):
            if taken[seat] == 0:
                now = put(now, seat, now[seat] - 5)
    return now


@rule
def standing(scores: Four, target: int) -> tuple[float, float, float, float]:
    """Say by how much the mean of the others' points exceeds each seat's: results that sum to 0.

    Bonuses could make scores fall forever; they count down to as far below 0 as a match reaches above it.
    """
    least = -(target + SLACK)
    a, b = max(scores[0], least), max(scores[1], least)
    c, d = max(scores[2], least), max(scores[3], least)
    total = a + b + c + d
    return ((total - 4 * a) / 3.0, (total - 4 * b) / 3.0, (total - 4 * c) / 3.0, (total - 4 * d) / 3.0)
