"""Blackjack by Hi-Lo counting: bets by the true count, play by exact values or by the count."""

from __future__ import annotations

from math import floor

from parlour.core.strategy import option
from parlour.games.blackjack import State
from parlour.games.blackjack.cards import DECLINE, EARLY, INSURANCE, SURRENDER, top_bet
from parlour.games.blackjack.play.basic_strategy import looked_up
from parlour.games.blackjack.play.exact_blackjack import ExactPlayer
from parlour.games.blackjack.play.round import insurance_worth, natural_chance
from parlour.games.blackjack.play.sight import Sight
from parlour.games.blackjack.play.tables import ACE
from parlour.games.blackjack.play.value import DECK

INFINITE = 15  # the bits of the decks in a word of rules
SKEW = 40  # cards of a deck that the count tells apart


class CardCounter(ExactPlayer):
    """Count by Hi-Lo: more on the table when the true count is high; play by exact values or by the count.

    The bet is 1 unit up to a true count of 1, and `ramp` units more for each further one, up to `spread`.
    With play=index every hand is played by the basic strategy of an infinite shoe with that count.
    """

    name = "card_counter"

    spread: int = option(12, "the highest bet, in units", low=1, high=40)
    ramp: int = option(3, "units more for each true count above 1", low=1, high=40)
    play: str = option("exact", "decide by exact values or by the true count", choices=("exact", "index"))

    def stake(self, s: State, true: float) -> tuple[int, str]:
        """Bet by the true count."""
        units = bet_at(floor(true), min(self.spread, top_bet(s.rules)), self.ramp)
        return units, f"A bet of {units} at a true count of {true:+.1f}."

    def decide_on(self, it: Sight, legal: dict[int, float], true: float) -> tuple[int, tuple[str, ...]]:
        """Play by values or by the table for the count."""
        if self.play == "exact":
            return super().decide_on(it, legal, true)
        if it.state.phase == EARLY:
            shoe = counted_shoe(true)
            insure = INSURANCE in legal and insurance_worth(natural_chance(ACE, shoe)) > 0.0
            leave = SURRENDER in legal and legal[SURRENDER] > legal[DECLINE]
            action = INSURANCE if insure else SURRENDER if leave else DECLINE
            return action, (
                f"At a true count of {true:+.1f} insurance {'pays' if insure else 'does not pay'}.",
            )
        rules = it.state.rules & ~INFINITE
        return looked_up(it, legal, rules, counted_shoe(true))


def bet_at(count: int, most: int, ramp: int) -> int:
    """Return the bet for a true count, rounded down."""
    return min(most, max(1, 1 + ramp * (count - 1)))


def counted_shoe(true: float) -> tuple[int, ...]:
    """Return a shoe with a true count (to the whole number below): tens and aces more likely, 2 to 6 less."""
    count = min(max(floor(true), -20), 20)
    return tuple(
        many * (SKEW + count * (value in (0, 9)) - count * (1 <= value <= 5))
        for value, many in enumerate(DECK)
    )
