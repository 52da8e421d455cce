"""Cards of Bluff as bits, small numbers of every seat packed into one int, and worlds that explain a view.

A card is 4 * rank + suit, suits in the order c d s h, so the four cards of a rank lie side by side. Counts of
up to eight seats share one int, six bits each.

What a seat can place: its own cards, those it has laid on the pile, those it laid on a pile that somebody
took, and those turned up for all when somebody took them. A card placed with another seat is in its hand or
among the cards that it has laid since. So the unseen cards are dealt freely to the other seats, each as many
as it holds and has laid, and each divides its cards freely between hand and pile: every world is as likely.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from parlour.cards.cards import draw_some
from parlour.core.bits import popcount, replace
from parlour.core.rules import rule

Words: TypeAlias = tuple[int, ...]

DEAL, CLAIM, ANSWER, DONE = range(4)
CARDS = 52
AS = 52  # the action that ends a claim of the lowest rank; the other ranks follow
CHALLENGE, PASS = 65, 66
LOW_RANKS = 10  # whose claims are in the first word of actions
ANY_RANK = 1  # bits of `rules`
NOBODY_YET = -1


@rule
def count_of(packed: int, seat: int) -> int:
    """Read a seat's count."""
    return (packed >> (6 * seat)) & 63


@rule
def added(packed: int, seat: int, number: int) -> int:
    """Change a seat's count by a number."""
    return packed + (number << (6 * seat)) if number >= 0 else packed - ((-number) << (6 * seat))


@rule
def of_rank(rank: int) -> int:
    """Return the four cards of a rank."""
    return 15 << (4 * rank)


@rule
def deck_of(rules: int) -> int:
    """Return all cards in play."""
    return (1 << (4 * ranks_of(rules))) - 1


@rule
def ranks_of(rules: int) -> int:
    """Return the number of ranks."""
    return (rules >> 1) & 15


@rule
def most_of(rules: int) -> int:
    """Return the most cards of one claim."""
    return (rules >> 5) & 7


@rule
def limit_of(rules: int) -> int:
    """Return the number of claims after which the game ends."""
    return rules >> 8


@rule
def cards_of(word: int) -> int:
    """Return a set of cards, or none where it is not known."""
    return word if word > 0 else 0


@rule
def holding(s: Any, seat: int) -> int:
    """Return a seat's cards, held, laid or being laid; of a seat that is hidden, those that can be placed."""
    hand: int = s.hands[seat]
    if hand < 0:
        return ~hand
    cards = hand | cards_of(s.laid[seat])
    return cards | cards_of(s.picked) if seat == s.mover else cards


@rule
def held_and_laid(s: Any, seat: int) -> int:
    """Count the cards of a seat: in hand, in the pile, and those it is about to lay."""
    being = s.number if s.phase == CLAIM and seat == s.mover else 0
    total: int = count_of(s.sizes, seat) + count_of(s.lays, seat) + being
    return total


@rule
def placed_by(s: Any, seat: int) -> int:
    """Return the cards with others that a seat can place; a spectator places those that all can."""
    cards: int = s.shown
    if seat >= 0:
        cards |= cards_of(s.known[seat])
    return cards


@rule
def draw_holdings(v: Any, seat: int, rng: Any) -> Words:
    """Deal the unseen cards to the seats that are hidden; give every seat's cards, in hand and pile."""
    unseen = deck_of(v.rules)
    cards: Words = v.hands
    for i in range(len(v.hands)):
        cards = replace(cards, i, holding(v, i))
        unseen &= ~cards[i]
    for i in range(len(v.hands)):
        if i != seat:
            drawn = draw_some(unseen, held_and_laid(v, i) - popcount(cards[i]), rng)
            unseen ^= drawn
            cards = replace(cards, i, cards[i] | drawn)
    return cards


@rule
def up_to_highest(cards: int) -> int:
    """Return every card up to the highest of a set."""
    cards |= cards >> 1
    cards |= cards >> 2
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    return cards | cards >> 32


@rule
def remembered(s: Any, taker: int) -> tuple[int, Words, int]:
    """Return the pile that is taken, and what each seat and what all can place from then on.

    The taker sees the pile. The others know of it what they have laid and what was turned up; and of a seat
    that has laid cards they did not see, they do not know any more which of its cards it still holds.
    """
    pile, forgotten = 0, 0
    for j in range(len(s.hands)):
        pile |= s.laid[j]
        hidden = count_of(s.lays, j) - (s.number if j == s.claimer else 0)
        if j != taker and hidden > 0:
            forgotten |= s.hands[j] | s.laid[j]
    known: Words = s.known
    for i in range(len(s.hands)):
        if i == taker:
            known = replace(known, i, (s.known[i] | s.shown) & ~pile & ~s.hands[i])
        else:
            known = replace(known, i, (s.known[i] & ~forgotten | s.laid[i]) & ~s.claim)
    return pile, known, s.shown & ~forgotten | s.claim
