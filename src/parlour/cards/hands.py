"""The strength of a poker hand, straight from the rules: the best five cards out of five, six or seven.

A strength is one int whose bits spell the hand out, so that comparing two of them compares the hands:

    bits 26..29    the category, high card 0 ... straight flush 8
    bits 13..25    the ranks that make it: the pair, both pairs, the three, a straight's top, a flush's five
    bits  0..12    the ranks that break ties: a full house's pair, the kickers

Sets of ranks of one size compare as hands do: by the highest rank, then the next. Rules: the usual ranking of
high hands, an ace is high or the one below a two, suits are equal; 7462 strengths exist.
"""

from __future__ import annotations

from parlour.cards.cards import RANK_NAMES, SUIT
from parlour.core.bits import popcount
from parlour.core.rules import rule

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)


@rule
def top_ranks(ranks: int, count: int) -> int:
    """Keep the `count` highest of a set of ranks."""
    for _ in range(popcount(ranks) - count):
        ranks &= ranks - 1
    return ranks


@rule
def straight_top(ranks: int) -> int:
    """Return the top rank, as a set of one, of the best straight in a set of ranks; 0 if there is none."""
    low = (ranks << 1) | (ranks >> 12)  # an ace also stands below the two
    starts = low & (low >> 1) & (low >> 2) & (low >> 3) & (low >> 4)
    return top_ranks(starts, 1) << 3


@rule
def flush_ranks(cards: int) -> int:
    """Return the ranks of the suit that holds five cards or more; 0 if none does."""
    for shift in (0, 13, 26, 39):
        ranks = (cards >> shift) & SUIT
        if popcount(ranks) >= 5:
            return ranks
    return 0


@rule
def strength(cards: int) -> int:
    """Return the strength of the best five of a set of five, six or seven cards: higher wins, equal ties."""
    clubs, diamonds = cards & SUIT, (cards >> 13) & SUIT
    hearts, spades = (cards >> 26) & SUIT, (cards >> 39) & SUIT
    black, red = clubs | spades, diamonds | hearts
    both_black, both_red = clubs & spades, diamonds & hearts
    ranks = black | red
    pairs = both_black | both_red | (black & red)  # held twice or more
    threes = (both_black & red) | (both_red & black)  # three times or more
    fours = both_black & both_red
    flush = flush_ranks(cards)
    if flush != 0:
        top = straight_top(flush)
        if top != 0:
            return (STRAIGHT_FLUSH << 26) | (top << 13)
    if fours != 0:
        return (FOUR << 26) | (fours << 13) | top_ranks(ranks & ~fours, 1)
    if threes != 0:
        three = top_ranks(threes, 1)
        if pairs != three:
            return (FULL_HOUSE << 26) | (three << 13) | top_ranks(pairs & ~three, 1)
    if flush != 0:
        return (FLUSH << 26) | (top_ranks(flush, 5) << 13)
    top = straight_top(ranks)
    if top != 0:
        return (STRAIGHT << 26) | (top << 13)
    if threes != 0:
        return (THREE << 26) | (threes << 13) | top_ranks(ranks & ~threes, 2)
    if pairs == 0:
        return (HIGH_CARD << 26) | (top_ranks(ranks, 5) << 13)
    if pairs & (pairs - 1) == 0:
        return (PAIR << 26) | (pairs << 13) | top_ranks(ranks & ~pairs, 3)
    two = top_ranks(pairs, 2)
    return (TWO_PAIR << 26) | (two << 13) | top_ranks(ranks & ~two, 1)


@rule
def category(value: int) -> int:
    """Return the category of a strength: HIGH_CARD ... STRAIGHT_FLUSH."""
    return value >> 26


def words(value: int) -> str:
    """Say what a strength is: "two pair, aces and nines"."""
    kind = category(value)
    main = _named((value >> 13) & SUIT)
    if kind == STRAIGHT_FLUSH and main[0] == "ace":
        return "royal flush"
    name = CATEGORIES[kind]
    if kind in (STRAIGHT, STRAIGHT_FLUSH, FLUSH):
        return f"{name}, {main[0]} high"
    if kind == HIGH_CARD:
        return f"{main[0]} high"
    if kind == FULL_HOUSE:
        return f"{name}, {_plural(main[0])} over {_plural(_named(value & SUIT)[0])}"
    if kind == PAIR:
        return f"a pair of {_plural(main[0])}"
    return f"{name}, {' and '.join(map(_plural, main))}"


def _named(ranks: int) -> list[str]:
    return [name for rank, name in reversed(list(enumerate(RANK_NAMES))) if (ranks >> rank) & 1]


def _plural(name: str) -> str:
    return f"{name}es" if name == "six" else f"{name}s"
