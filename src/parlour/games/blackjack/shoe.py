"""The shoe of Blackjack: four words, one a suit, with four bits a rank for the cards left of it."""

from __future__ import annotations

from parlour.core.rules import rule
from parlour.games.blackjack.cards import ACE, NOBODY_HAS, POINTS, Four, Two, card_at, worth

FULL_SUIT = 0x1111111111111  # one card of each rank


@rule
def full_shoe(rules: int) -> Four:
    """Return a new shoe; an infinite one looks like a single deck and never gets less."""
    word = FULL_SUIT * max(1, rules & 15)
    return (word, word, word, word)


@rule
def size_of(rules: int) -> int:
    """Count the cards of a new shoe."""
    return 52 * max(1, rules & 15)


@rule
def left_of(shoe: Four, card: int) -> int:
    """Count how many of a card are left."""
    return (shoe[card // 13] >> (4 * (card % 13))) & 15


@rule
def moved(shoe: Four, card: int, by: int) -> Four:
    """Return the shoe with one card more or less."""
    first, second, third, fourth = shoe
    change = by << (4 * (card % 13))
    suit = card // 13
    if suit == 0:
        first += change
    elif suit == 1:
        second += change
    elif suit == 2:
        third += change
    else:
        fourth += change
    return (first, second, third, fourth)


@rule
def without(shoe: Four, words: Two) -> Four:
    """Take the cards of a hand out of the shoe."""
    for number in range(20):
        card = card_at(words, number)
        if card < 0:
            break
        shoe = moved(shoe, card, -1)
    return shoe


@rule
def off_the_table(rules: int, hands: tuple[int, ...], dealer: Two, hole: int) -> Four:
    """Shuffle in the middle of a round: all cards but those on the table."""
    shoe = without(full_shoe(rules), dealer)
    for hand in range(len(hands) // 2):
        shoe = without(shoe, (hands[2 * hand], hands[2 * hand + 1]))
    return shoe if hole == NOBODY_HAS else moved(shoe, hole, -1)


@rule
def kinds_left(shoe: Four) -> int:
    """Return the set of cards that are left at all."""
    cards = 0
    for suit in range(4):
        word = shoe[suit]
        word = (word | word >> 1 | word >> 2 | word >> 3) & FULL_SUIT
        # One bit in four moves to its place: two, four, eight, then all of them side by side.
        word = (word | word >> 3) & 0x3030303030303
        word = (word | word >> 6) & 0xF000F000F000F
        word = (word | word >> 12) & 0xFF000000FF
        cards |= ((word | word >> 24) & 0x1FFF) << (13 * suit)
    return cards


@rule
def total_left(shoe: Four) -> int:
    """Count the cards."""
    total = 0
    for suit in range(4):
        word = shoe[suit]
        while word != 0:
            total += word & 15
            word >>= 4
    return total


@rule
def suit_left(word: int) -> int:
    """Count the cards of a suit: neighbouring ranks are added, then all pairs of them at once."""
    pairs = (word & 0xF0F0F0F0F0F0F) + ((word >> 4) & 0xF0F0F0F0F0F0F)
    return ((pairs * 0x1010101010101) >> 48) & 255


@rule
def card_in_place(shoe: Four, place: int) -> int:
    """Return the card at a place of the shoe, the cards in the order of their numbers."""
    suit = 0
    for _ in range(3):
        size = suit_left(shoe[suit])
        if place >= size:
            place -= size
            suit += 1
    word = shoe[suit]
    for rank in range(12):
        place -= word & 15
        if place < 0:
            return 13 * suit + rank
        word >>= 4
    return 13 * suit + 12


@rule
def worth_left(shoe: Four, points: int) -> int:
    """Count the cards of that many points."""
    total = 0
    for card in range(52):
        if worth(card) == points:
            total += left_of(shoe, card)
    return total


@rule
def drawn(shoe: Four, mark: int, barred: int) -> int:
    """Return the card at a place of the shoe, not counting cards of `barred` points."""
    for card in range(52):
        if worth(card) != barred:
            mark -= left_of(shoe, card)
            if mark < 0:
                return card
    return 51


@rule
def barred_hole(dealer: int) -> int:
    """Return the points of the hole card that would make a blackjack with the dealer's card, or 0."""
    if dealer & ACE != 0:
        return 10
    return 1 if dealer & POINTS == 10 else 0
