"""What a player of Blackjack can know from a view: the hand, the unseen cards, the count, exact values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parlour.games.blackjack import State
from parlour.games.blackjack.cards import (
    DECLINE,
    DOUBLE,
    EARLY,
    HIT,
    INSURANCE,
    PLAY,
    POINTS,
    SPLIT,
    STAND,
    SURRENDER,
    card_at,
    cards_in,
    cards_of_hand,
    decks_of,
    is_natural,
    is_soft,
    total_of,
    worth,
)
from parlour.games.blackjack.play.basic import HARD, LETTERS, PAIR, SOFT, Row
from parlour.games.blackjack.play.kernel import House
from parlour.games.blackjack.play.round import insurance_worth, natural_chance
from parlour.games.blackjack.play.tables import ACE, TEN, VALUES, hand_number
from parlour.games.blackjack.play.value import Shoe, hand_worth, house_of
from parlour.games.blackjack.shoe import left_of

ENDS = ("17", "18", "19", "20", "21", "bust", "blackjack")
DECK_CARDS = 52
LOW_TAGS = range(1, 6)  # the values 2 to 6


@dataclass(frozen=True)
class Sight:
    """A decision with a hand, as numbers."""

    state: State
    house: House
    shoe: Shoe  # the unseen cards by value, the hole card among them
    up: int
    hand: tuple[int, ...]  # the active hand's cards by value

    @property
    def row(self) -> Row:
        """Return the row of the basic strategy that the hand belongs to when it cannot be split."""
        facts = self.state.facts[self.state.active]
        return (SOFT if is_soft(facts) else HARD, total_of(facts))

    @property
    def pair(self) -> Row | None:
        """Return the row of the pair, if the hand is one."""
        return (PAIR, self.hand.index(2)) if 2 in self.hand and sum(self.hand) == 2 else None

    @property
    def words(self) -> str:
        """Name the hand: hard 16, soft 18, a pair of 8s."""
        facts = self.state.facts[self.state.active]
        if self.pair:
            value = self.hand.index(2)
            return f"a pair of {'aces' if value == ACE else 'tens' if value == TEN else f'{value + 1}s'}"
        if cards_in(facts) == 2 and self.state.number == 1 and is_natural(facts):
            return "a blackjack"
        return f"{'soft' if is_soft(facts) else 'hard'} {total_of(facts)}"

    @property
    def over(self) -> float:
        """Return the share of the unseen cards that would take the hand over 21."""
        room = 21 - (self.state.facts[self.state.active] & POINTS)
        cards = sum(self.shoe)
        return sum(self.shoe[room:]) / cards if cards and room < VALUES else 0.0

    @property
    def up_words(self) -> str:
        """Name the dealer's card in a sentence: a 7, an 8, a ten, an ace."""
        if self.up in (ACE, TEN):
            return "an ace" if self.up == ACE else "a ten"
        return f"{'an' if self.up == 7 else 'a'} {LETTERS[self.up]}"

    @property
    def dealer(self) -> str:
        """Name the dealer's card."""
        return LETTERS[self.up]


def unseen(s: State) -> Shoe:
    """Count the unseen cards by value: in a view the hole card is among them."""
    counts = [0] * VALUES
    for card in range(52):
        counts[worth(card) - 1] += left_of(s.shoe, card)
    return tuple(counts)


def sight(s: State) -> Sight:
    """Read a view in which a hand is to be played."""
    hand = [0] * VALUES
    words = cards_of_hand(s.hands, s.active)
    for place in range(cards_in(s.facts[s.active])):
        hand[worth(card_at(words, place)) - 1] += 1
    return Sight(s, house_of(s.rules), unseen(s), (s.dealer_facts & POINTS) - 1, tuple(hand))


def hi_lo(s: State) -> tuple[int, float]:
    """Give the running count of Hi-Lo (2 to 6 are +1, tens and aces -1) and the true count, by deck left."""
    shoe = unseen(s)
    if decks_of(s.rules) == 0:
        return 0, 0.0
    running = shoe[ACE] + shoe[TEN] - sum(shoe[value] for value in LOW_TAGS)
    return running, running * DECK_CARDS / sum(shoe)


def action_values(it: Sight) -> tuple[dict[int, float], tuple[float, ...]]:
    """Value every action that the rules allow here, in units of the bet, and give the dealer's ends.

    Before the dealer looks, the values are those before the look.
    """
    s = it.state
    facts = s.facts[s.active]
    natural = natural_chance(it.up, it.shoe)
    if s.phase == EARLY and is_natural(facts):
        declined = (1.0 - natural) * it.house.natural
        return {DECLINE: declined, INSURANCE: declined + insurance_worth(natural)}, ()
    found, ends = hand_worth(it.house, it.shoe, it.up, hand_number(it.hand), s.number)
    values = {STAND: found.stand, HIT: found.hit, DOUBLE: found.double, SPLIT: found.split}
    values[SURRENDER] = found.surrender
    if s.phase == PLAY:
        return values, ends
    plays = [value for action, value in values.items() if value == value and action != SURRENDER]
    if it.house.surrender == 1 or (it.house.surrender == 2 and not it.house.peek):
        plays.append(found.surrender)
    best = max(plays)
    declined = -natural + (1.0 - natural) * best if it.house.peek else best
    return {DECLINE: declined, INSURANCE: declined + insurance_worth(natural), SURRENDER: -0.5}, ends


def dealer_summary(ends: tuple[float, ...]) -> dict[str, Any]:
    """Return the dealer's ends by name."""
    return {name: p for name, p in zip(ENDS, ends, strict=False) if p > 0.0}
